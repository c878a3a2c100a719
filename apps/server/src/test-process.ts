import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface TestProcess {
  readonly url: string;
  /** Returns the standard output and standard error of the process so far. */
  readonly printed: () => string;
  readonly process: ChildProcess;
  /** Kills the process if it is still running. */
  readonly kill: () => Promise<void>;
}

/**
 * Starts the server in its own process on any free port, as `npm run serve` does.
 * @param folder contains the site in `site`. The data is written to `data`.
 * @param options further options of Node.
 */
export async function startTestProcess(
  folder: string,
  environment: Readonly<Record<string, string>> = {},
  options: readonly string[] = [],
): Promise<TestProcess> {
  const file = join(folder, 'serve.mjs');
  writeFileSync(
    file,
    `const { startServer } = await import(${JSON.stringify(import.meta.resolve('./main.ts'))});
    await startServer(${JSON.stringify(join(folder, 'site'))});`,
  );
  const child = spawn(process.execPath, [...options, file], {
    env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: join(folder, 'data'), ...environment },
  });
  let printed = '';
  const url = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part: Buffer) => {
      printed += part.toString();
      const found = /ready at (http:\S+)/.exec(printed)?.[1];
      if (found) url.resolve(found);
    });
  }
  child.once('exit', () => url.reject(new Error(`The server ended: ${printed}`)));
  return {
    url: await url.promise,
    printed: () => printed,
    process: child,
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
