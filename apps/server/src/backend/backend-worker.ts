/**
 * The backend's own thread: the embedded database answers synchronously, and the site must not wait for it.
 */
import { parentPort, workerData } from 'node:worker_threads';

import type { OpenBackend } from './create-backend.ts';
import { kindOf, quietConsole } from './quiet-console.ts';
import { reasonOf } from './reason-of.ts';
import {
  type FromWorker,
  type PackedRequest,
  packResponse,
  type ToWorker,
  unpackRequest,
  type WorkerStart,
} from './worker-messages.ts';

const port = parentPort;
if (!port) throw new Error('This file runs as a worker');
const post = (message: FromWorker, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);
const log = (line: string) => post({ type: 'log', line });

// Before anything of the library runs.
quietConsole((kind) => log(`backend: ${kind}`));

const { settings, secrets } = workerData as WorkerStart;
try {
  const { createBackend } = await import('./create-backend.ts');
  const backend = await createBackend(settings, secrets, log);
  port.on('message', (message: ToWorker) => {
    switch (message.type) {
      case 'request':
        void answer(backend, message.id, message.request, message.address);
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
  post({ type: 'failed', reason: reasonOf(error) });
}

async function answer(backend: OpenBackend, id: number, request: PackedRequest, address: string | null): Promise<void> {
  const response = await backendAnswer(backend, request, address);
  post({ type: 'answer', id, response }, response.body ? [response.body] : []);
}

async function backendAnswer(backend: OpenBackend, request: PackedRequest, address: string | null) {
  try {
    return await packResponse(await backend.fetch(unpackRequest(request), address));
  } catch (error) {
    // What one request does wrong must not end the thread, and all others with it.
    log(`backend: a request failed: ${kindOf(error)}`);
    return packResponse(Response.json({ message: 'This failed, and the operator can read why' }, { status: 500 }));
  }
}
