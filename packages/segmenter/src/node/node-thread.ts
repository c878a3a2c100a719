/** Entry of each of this package's threads in Node. It sets up the globals of a browser's worker and runs a module. */
import { parentPort, workerData } from 'node:worker_threads';

import { fetchFileOrAddress } from './fetch-file.ts';
import { NodeWorker } from './node-worker.ts';

Object.assign(globalThis, {
  self: {
    postMessage: (message: unknown, transfer: readonly Transferable[] = []) =>
      parentPort?.postMessage(message, transfer as never),
    // Node queues messages until there is a listener.
    addEventListener: (type: string, listener: (event: { data: unknown }) => void) =>
      parentPort?.on(type, (data: unknown) => listener({ data })),
  },
  Worker: NodeWorker,
  fetch: fetchFileOrAddress,
  // Threads in Node can always share memory.
  crossOriginIsolated: true,
});

await import(String(workerData));
