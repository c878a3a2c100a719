import { spawnSync } from 'node:child_process';

/** Runs a program in the foreground, and ends this process with the program's exit code where it fails. */
export function run(program: string, programArguments: readonly string[]): void {
  const { status, error } = spawnSync(program, programArguments, {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, STORYBOOK_DISABLE_TELEMETRY: '1' },
  });
  if (error) {
    console.error(`${program} could not be started: ${error.message}`);
    process.exit(1);
  }
  if (status !== 0) process.exit(status ?? 1);
}
