import { Worker as Thread } from 'node:worker_threads';

/** Where a worker's script finds what a browser's worker has. */
const scope = `
  const { parentPort, workerData } = require('node:worker_threads');
  globalThis.self = {
    postMessage: (message) => parentPort.postMessage(message),
    addEventListener: (type, listener) => parentPort.on(type, (data) => listener({ data })),
  };
  void import(workerData);
`;

/** A browser's `Worker` as far as the engine's helpers use it, on a thread of Node. */
export class ThreadWorker extends EventTarget {
  /** Those that were not ended. */
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
