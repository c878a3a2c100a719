import { Worker as Thread } from 'node:worker_threads';

/** As much of a browser's `Worker` as this package uses, on a thread of Node. Its event `exit` is raised when the thread has ended. */
export class NodeWorker extends EventTarget {
  readonly #thread: Thread;
  #isEnding = false;

  /** @param url of the module that the thread runs; it finds there what `node-thread.ts` sets up. */
  constructor(url: URL) {
    super();
    // Without the process's own flags: not all of them are allowed in threads.
    this.#thread = new Thread(new URL('./node-thread.ts', import.meta.url), { workerData: url.href, execArgv: [] });
    this.#thread.on('message', (data) => this.dispatchEvent(new MessageEvent('message', { data })));
    this.#thread.on('error', (error) => this.#fail(String(error)));
    this.#thread.on('exit', (code) => {
      this.dispatchEvent(new Event('exit'));
      if (!this.#isEnding) this.#fail(`the thread ended with ${code}`);
    });
  }

  postMessage(message: unknown, transfer: readonly Transferable[] = []): void {
    this.#thread.postMessage(message, transfer as never);
  }

  /** Keeps the process running for as long as the thread does. */
  ref(): void {
    this.#thread.ref();
  }

  /** Lets the process end although the thread runs; not while its end is awaited. */
  unref(): void {
    if (!this.#isEnding) this.#thread.unref();
  }

  /** @returns when the thread has ended. */
  async terminate(): Promise<void> {
    this.#isEnding = true;
    await this.#thread.terminate();
  }

  #fail(message: string): void {
    this.#isEnding = true;
    this.dispatchEvent(Object.assign(new Event('error'), { message }));
  }
}
