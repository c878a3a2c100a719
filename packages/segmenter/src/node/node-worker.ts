import { Worker as Thread } from 'node:worker_threads';

/**
 * A thread of Node with the part of a browser's `Worker` interface that this package uses. It raises the event `exit` when
 * the thread has ended.
 */
export class NodeWorker extends EventTarget {
  readonly #thread: Thread;
  #isEnding = false;

  /** Starts the thread. @param url the module that it runs, with the globals that `node-thread.ts` sets up. */
  constructor(url: URL) {
    super();
    // The process's own flags are not passed on, because threads do not accept all of them.
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

  /** Keeps the process alive until the thread ends. */
  ref(): void {
    this.#thread.ref();
  }

  /** Allows the process to end while the thread runs. Has no effect while `terminate` is in progress. */
  unref(): void {
    if (!this.#isEnding) this.#thread.unref();
  }

  /** Ends the thread. @returns a promise that resolves when it has ended. */
  async terminate(): Promise<void> {
    this.#isEnding = true;
    await this.#thread.terminate();
  }

  #fail(message: string): void {
    this.#isEnding = true;
    this.dispatchEvent(Object.assign(new Event('error'), { message }));
  }
}
