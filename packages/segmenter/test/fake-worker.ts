import type { FromWorker, ToWorker } from '../src/transport/protocol.ts';

/** A fake segmenter's worker, which records the page's messages and sends the answers that the test gives it. */
export class FakeWorker extends EventTarget {
  static all: FakeWorker[] = [];
  /** True when workers answer `start` at once, false when they do not answer it. */
  static answersStart = true;

  readonly messages: ToWorker[] = [];
  isEnded = false;

  constructor() {
    super();
    FakeWorker.all.push(this);
  }

  static reset(): void {
    FakeWorker.all = [];
    FakeWorker.answersStart = true;
  }

  /** The most recently started worker. */
  static get latest(): FakeWorker {
    const worker = FakeWorker.all.at(-1);
    if (!worker) throw new Error('no worker was started');
    return worker;
  }

  get kinds(): readonly string[] {
    return this.messages.map(({ kind }) => kind);
  }

  /** The option `threads` with which the worker was started. */
  get threads(): number | undefined {
    const [start] = this.messages;
    return start?.kind === 'start' ? start.options.threads : undefined;
  }

  /** The number of the most recent call. */
  get call(): number {
    const last = this.messages.findLast(({ kind }) => kind === 'warm-up' || kind === 'segment');
    if (!last || !('call' in last)) throw new Error('it was given no call');
    return last.call;
  }

  postMessage(message: ToWorker): void {
    if (this.isEnded) return;
    this.messages.push(message);
    if (message.kind === 'start' && FakeWorker.answersStart) {
      queueMicrotask(() => this.answer({ kind: 'started', isLocked: false }));
    }
  }

  answer(data: FromWorker): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }

  terminate(): void {
    this.isEnded = true;
  }
}
