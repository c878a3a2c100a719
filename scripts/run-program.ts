import { spawnSync } from 'node:child_process';

/** Runs a program to its end. It does not return when the program fails. */
export type RunProgram = (program: string, programArguments: readonly string[]) => void | Promise<void>;

/**
 * Runs a program in the foreground. When it fails, this process exits with the program's exit code, or with 1 when the
 * program could not be started or was killed.
 */
export function run(program: string, programArguments: readonly string[]): void {
  const { status, error } = spawnSync(program, programArguments, {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: programEnvironment(),
  });
  if (error) console.error(`${program} could not be started: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}

/** Returns the environment of the project's programs. */
export function programEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, STORYBOOK_DISABLE_TELEMETRY: '1' };
}
