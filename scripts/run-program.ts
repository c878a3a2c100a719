import { spawnSync } from 'node:child_process';

/** Runs a program to its end. It does not return when the program fails. */
export type RunProgram = (program: string, programArguments: readonly string[]) => void | Promise<void>;

/** Runs a program in the foreground. When it fails, this process exits with the program's exit code. */
export function run(program: string, programArguments: readonly string[]): void {
  const exitCode = exitCodeOf(program, programArguments);
  if (exitCode !== 0) process.exit(exitCode);
}

/** Programs that run although one before them failed. */
export interface EachRun {
  /** Runs a program in the foreground, and remembers it when it fails. */
  readonly run: RunProgram;
  /** Names the programs that failed. When there is one, this process exits with 1. */
  readonly end: () => void;
}

export function runEach(): EachRun {
  const failed: string[] = [];
  return {
    run(program, programArguments) {
      if (exitCodeOf(program, programArguments) !== 0) failed.push([program, ...programArguments].join(' '));
    },
    end() {
      if (failed.length === 0) return;
      console.error(`\nFailed:\n${failed.map((line) => `  ${line}`).join('\n')}`);
      process.exit(1);
    },
  };
}

/** Runs a program in the foreground. @returns its exit code: 1 when it could not be started or was killed. */
function exitCodeOf(program: string, programArguments: readonly string[]): number {
  const { status, error } = spawnSync(program, programArguments, {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: programEnvironment(),
  });
  if (error) console.error(`${program} could not be started: ${error.message}`);
  return status ?? 1;
}

/** Returns the environment of the project's programs. */
export function programEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, STORYBOOK_DISABLE_TELEMETRY: '1' };
}
