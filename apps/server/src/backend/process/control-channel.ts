import { createHash } from 'node:crypto';
import { chmodSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';

import type { Logger } from '../../create-logger.ts';

/** Longest path of a socket. Linux allows 107 bytes, macOS 103. */
const maxPathBytes = 103;
const snapshotPath = '/snapshot';

/**
 * Opens a socket in the data folder for commands of the operator on this machine. Only the server's user may use it
 * (mode 600). It returns a copy of the embedded database's files.
 * @param takeSnapshot rejects when the database cannot be copied at the moment.
 * @returns a function that closes the channel.
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
  // Only the holder of the lock opens the channel, so an existing socket belongs to a dead process.
  if (process.platform !== 'win32') rmSync(path, { force: true });
  server.listen(path, () => process.platform !== 'win32' && chmodSync(path, 0o600));
  server.unref();
  return () => server.close();
}

/**
 * Requests a copy of the database's files from the server that uses a data folder.
 * @returns a tar archive.
 * @throws when no server answers, or it cannot copy its database.
 */
export async function requestSnapshot(dataFolder: string): Promise<Buffer> {
  const answered = Promise.withResolvers<Buffer>();
  const asking = request({ socketPath: channelPath(dataFolder), path: snapshotPath, method: 'POST' }, (response) => {
    if (response.statusCode === 200) buffer(response).then(answered.resolve, answered.reject);
    else answered.reject(new Error('The running server cannot copy its database now; see its log.'));
  });
  asking.once('error', (error) => {
    answered.reject(
      new Error(`The process that uses ${dataFolder} does not answer requests for a backup.`, { cause: error }),
    );
  });
  asking.end();
  return answered.promise;
}

function channelPath(dataFolder: string): string {
  const folder = resolve(dataFolder);
  if (process.platform !== 'win32') return join(folder, 'control.sock');
  return String.raw`\\.\pipe\isola-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`;
}
