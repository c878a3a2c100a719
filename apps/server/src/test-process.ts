import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface TestProcess {
  readonly url: string;
  /** Its standard output and standard error until now. */
  readonly printed: () => string;
  readonly process: ChildProcess;
  /** Ends it at once, where it has not ended by itself. */
  readonly kill: () => Promise<void>;
}

/**
 * Starts the server as `npm run serve` does, in a process of its own and on any free port.
 * @param folder has the site in `site`; the data comes into `data`.
 * @param options further ones of Node.
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
