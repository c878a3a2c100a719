/** Where each of this package's threads begins in Node: sets up what a browser's worker has, and runs a module in it. */
import { parentPort, workerData } from 'node:worker_threads';

import { fetchFileOrAddress } from './fetch-file.ts';
import { NodeWorker } from './node-worker.ts';

Object.assign(globalThis, {
  self: {
    postMessage: (message: unknown, transfer: readonly Transferable[] = []) =>
      parentPort?.postMessage(message, transfer as never),
    // Node keeps messages until there is a listener.
    addEventListener: (type: string, listener: (event: { data: unknown }) => void) =>
      parentPort?.on(type, (data: unknown) => listener({ data })),
  },
  Worker: NodeWorker,
  fetch: fetchFileOrAddress,
  // Every thread of Node may share memory.
  crossOriginIsolated: true,
});

await import(String(workerData));
