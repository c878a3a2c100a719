import type { ChildProcessWithoutNullStreams } from 'node:child_process';

import type { ServedFolder } from './serve-folder.ts';

/**
 * Waits for a started server to print its address.
 * @throws what the server printed, when it ends before.
 */
export function startServer(server: ChildProcessWithoutNullStreams): Promise<ServedFolder> {
  return new Promise((resolve, reject) => {
    let said = '';
    server.stderr.pipe(process.stderr);
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
    server.stdout.on('data', (words: Buffer) => {
      said += words.toString();
      const [, url] = /(http:\/\/127\.0\.0\.1:\d+)/.exec(said) ?? [];
      if (url === undefined) return;
      const close = () => new Promise<void>((ended) => server.once('exit', () => ended()).kill());
      resolve({ url: `${url}/`, close });
    });
  });
}
