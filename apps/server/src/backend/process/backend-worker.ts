/** Thread of the backend. The embedded database works synchronously, and the site must not wait for it. */
import { parentPort, workerData } from 'node:worker_threads';

import { createLogger } from '../../create-logger.ts';
import { inRequest } from '../../request-scope.ts';
import type { OpenBackend } from '../create-backend.ts';
import { hashElsewhere, type HashResult } from './hashing.ts';
import { quietConsole } from '../lite/quiet-console.ts';
import { reasonOf } from './reason-of.ts';
import { NewerDatabaseError } from '../database/refuse-newer-database.ts';
import { MissingRightsError } from '../database/request-roles.ts';
import { UnopenedDatabaseError } from '../database/unopened-database-error.ts';
import {
  type FromWorker,
  type PackedRequest,
  type PackedResponse,
  packResponse,
  type ToWorker,
  unpackRequest,
  type WorkerStart,
} from './worker-messages.ts';

type RequestMessage = Extract<ToWorker, { type: 'request' }>;

const port = parentPort;
if (!port) throw new Error('This file runs as a worker');
const post = (message: FromWorker, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);
const { settings, secrets, logLevel } = workerData as WorkerStart;
const logger = createLogger(logLevel, (line) => post({ type: 'log', line }));

// The console must be replaced before the library is imported.
quietConsole(logger);
const hashing = new Map<number, PromiseWithResolvers<HashResult>>();
let lastHashId = 0;
hashElsewhere((task) => {
  lastHashId += 1;
  const hashed = Promise.withResolvers<HashResult>();
  hashing.set(lastHashId, hashed);
  post({ type: 'hash', id: lastHashId, task });
  return hashed.promise;
});

try {
  const { createBackend } = await import('../create-backend.ts');
  const backend = await createBackend(settings, secrets, logger);
  port.on('message', (message: ToWorker) => {
    switch (message.type) {
      case 'request':
        void inRequest({ id: message.requestId }, () => answer(backend, message));
        return;
      case 'ping':
        post({ type: 'pong' });
        return;
      case 'snapshot':
        void snapshot(backend, message.id);
        return;
      case 'hashed':
        if (message.result === null) hashing.get(message.id)?.reject(new Error('bcrypt failed to hash a password'));
        else hashing.get(message.id)?.resolve(message.result);
        hashing.delete(message.id);
        return;
      case 'close':
        void backend.close().finally(() => process.exit(0));
        return;
      default:
        message satisfies never;
    }
  });
  post({ type: 'ready' });
} catch (error) {
  // The messages of these errors tell the operator what to do. Their stacks are not useful.
  const isExplained = [MissingRightsError, UnopenedDatabaseError, NewerDatabaseError].some(
    (each) => error instanceof each,
  );
  if (!isExplained) logger.error({ err: error }, 'backend: start failed');
  post({ type: 'failed', reason: reasonOf(error) });
}

async function answer(backend: OpenBackend, { id, request, address }: RequestMessage): Promise<void> {
  const response = await responseTo(backend, request, address);
  post({ type: 'answer', id, response }, response.body ? [response.body] : []);
}

async function snapshot(backend: OpenBackend, id: number): Promise<void> {
  const archive = await backend.snapshot().catch((error: unknown) => {
    logger.error({ err: error }, 'the database could not be copied');
    return null;
  });
  post({ type: 'snapshot', id, archive }, archive ? [archive] : []);
}

/** Answers a request. Never rejects, because an error in one request must not end the thread and all other requests. */
async function responseTo(
  backend: OpenBackend,
  request: PackedRequest,
  address: string | null,
): Promise<PackedResponse> {
  try {
    return await packResponse(await backend.fetch(unpackRequest(request), address));
  } catch (error) {
    logger.error({ err: error }, 'backend: a request failed');
    return packResponse(Response.json({ message: 'Internal Server Error' }, { status: 500 }));
  }
}
