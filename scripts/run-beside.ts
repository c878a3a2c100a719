import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { programEnvironment, type RunProgram } from './run-program.ts';

/** Programs that run one after the other, each with the given function. */
type Line = (run: RunProgram) => Promise<void>;

/**
 * Runs lines of programs, two lines at the same time. Lines start in the given order, the third when one of the first
 * two has ended. The first line prints its output directly; the output of each other program is printed at once when
 * the program ends. If a program fails, all other programs are terminated, and this process exits with the failed
 * program's exit code. The failed program's output comes last.
 */
export async function runBeside(first: Line, ...others: readonly Line[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'isola-output-'));
  const running = new Map<ChildProcess, Promise<number>>();
  let ending: Promise<never> | null = null;
  /**
   * Only the first call has an effect, because the terminated programs fail as well. `output` has not been printed yet.
   */
  const endAll = (exitCode: number, output?: Uint8Array) => (ending ??= endWith(exitCode, output));
  const endWith = async (exitCode: number, output?: Uint8Array) => {
    for (const child of running.keys()) child.kill('SIGINT');
    await Promise.all(running.values());
    if (output) process.stdout.write(output);
    rmSync(folder, { recursive: true, force: true });
    process.exit(exitCode);
  };
  const start = async (program: string, programArguments: readonly string[], output: 'inherit' | number) => {
    const child = spawn(program, [...programArguments], {
      stdio: ['ignore', output, output],
      shell: process.platform === 'win32',
      env: { ...programEnvironment(), ...(process.stdout.isTTY && { FORCE_COLOR: '1' }) },
    });
    const ended = new Promise<number>((resolve) => {
      child.once('exit', (code) => resolve(code ?? 1));
      child.once('error', (error) => {
        console.error(`${program} could not be started: ${error.message}`);
        resolve(1);
      });
    });
    running.set(child, ended);
    const exitCode = await ended;
    running.delete(child);
    return exitCode;
  };
  const runInForeground: RunProgram = async (program, programArguments) => {
    const exitCode = await start(program, programArguments, 'inherit');
    if (exitCode !== 0) await endAll(exitCode);
  };
  let startedCount = 0;
  const runInBackground: RunProgram = async (program, programArguments) => {
    // Uses a file, because a pipe is read only while this process is not busy.
    const file = join(folder, `output-${(startedCount += 1)}`);
    const output = openSync(file, 'w');
    const exitCode = await start(program, programArguments, output);
    closeSync(output);
    if (exitCode !== 0) await endAll(exitCode, readFileSync(file));
    process.stdout.write(readFileSync(file));
  };
  const endOnSignal = () => void endAll(1);
  process.once('SIGTERM', endOnSignal);
  process.once('SIGINT', endOnSignal);
  const waiting = [() => first(runInForeground), ...others.map((line) => () => line(runInBackground))];
  const workThroughLines = async () => {
    for (let begin = waiting.shift(); begin; begin = waiting.shift()) await begin();
  };
  await Promise.all([workThroughLines(), workThroughLines()]);
  process.off('SIGTERM', endOnSignal);
  process.off('SIGINT', endOnSignal);
  rmSync(folder, { recursive: true, force: true });
}
