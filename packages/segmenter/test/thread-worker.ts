import { Worker as Thread } from 'node:worker_threads';

/** Script that sets up the globals of a browser's worker and imports the worker's module. */
const scope = `
  const { parentPort, workerData } = require('node:worker_threads');
  globalThis.self = {
    postMessage: (message) => parentPort.postMessage(message),
    addEventListener: (type, listener) => parentPort.on(type, (data) => listener({ data })),
  };
  void import(workerData);
`;

/** A thread of Node with the part of a browser's `Worker` interface that the engine's helpers use. */
export class ThreadWorker extends EventTarget {
  /** Workers that have not been terminated. */
  static readonly alive = new Set<ThreadWorker>();
  readonly #thread: Thread;

  constructor(url: URL) {
    super();
    this.#thread = new Thread(scope, { eval: true, workerData: url.href, execArgv: [] });
    this.#thread.on('message', (data) => this.dispatchEvent(new MessageEvent('message', { data })));
    this.#thread.on('error', (error) =>
      this.dispatchEvent(Object.assign(new Event('error'), { message: String(error) })),
    );
    ThreadWorker.alive.add(this);
  }

  postMessage(message: unknown): void {
    this.#thread.postMessage(message);
  }

  terminate(): void {
    ThreadWorker.alive.delete(this);
    void this.#thread.terminate();
  }
}
