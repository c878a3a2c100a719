import { createHash } from 'node:crypto';
import { chmodSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';

import type { Logger } from '../../create-logger.ts';

/** Linux takes 107 bytes for a socket's path, macOS 103. */
const maxPathBytes = 103;
const snapshotPath = '/snapshot';

/**
 * Answers the commands of the operator on this machine, on a socket in the data folder that the server's own user alone
 * may use (mode 600): a copy of the embedded database's files.
 * @param takeSnapshot rejects where the database cannot be copied now.
 * @returns closes the channel.
 */
export function openControlChannel(
  dataFolder: string,
  takeSnapshot: () => Promise<ArrayBuffer>,
  logger: Logger,
): () => void {
  const path = channelPath(dataFolder);
  if (Buffer.byteLength(path) > maxPathBytes) {
    logger.warn({ maxPathBytes }, 'the path of DATA_DIR is too long for backups while the server runs');
    return () => {};
  }
  const server = createServer((asked, response) => {
    asked.resume();
    if (asked.method !== 'POST' || asked.url !== snapshotPath) {
      response.writeHead(404).end();
      return;
    }
    takeSnapshot().then(
      (snapshot) => response.writeHead(200, { 'content-type': 'application/x-tar' }).end(Buffer.from(snapshot)),
      (error: unknown) => {
        logger.error({ err: error }, 'a snapshot for a backup failed');
        response.writeHead(503).end();
      },
    );
  });
  server.on('error', (error) => logger.error({ err: error }, 'backups while the server runs are not possible'));
  // The holder of the data folder's lock alone opens it: what lies there is a dead process's.
  if (process.platform !== 'win32') rmSync(path, { force: true });
  server.listen(path, () => process.platform !== 'win32' && chmodSync(path, 0o600));
  server.unref();
  return () => server.close();
}

/**
 * Asks the server that runs on this data folder for a copy of its database's files.
 * @returns a tar archive.
 * @throws when no server answers there, or it has no database to copy.
 */
export async function requestSnapshot(dataFolder: string): Promise<Buffer> {
  const answered = Promise.withResolvers<Buffer>();
  const asking = request({ socketPath: channelPath(dataFolder), path: snapshotPath, method: 'POST' }, (response) => {
    if (response.statusCode === 200) buffer(response).then(answered.resolve, answered.reject);
    else answered.reject(new Error('The running server cannot copy its database now; its log says why.'));
  });
  asking.once('error', (error) => {
    answered.reject(new Error(`The process that uses ${dataFolder} answers no backup.`, { cause: error }));
  });
  asking.end();
  return answered.promise;
}

function channelPath(dataFolder: string): string {
  const folder = resolve(dataFolder);
  if (process.platform !== 'win32') return join(folder, 'control.sock');
  return String.raw`\\.\pipe\isola-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`;
}
