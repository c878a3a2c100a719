import type { FromWorker, ToWorker } from '../src/transport/protocol.ts';

/** A segmenter's worker that does what the test says, on the page's side of the messages. */
export class FakeWorker extends EventTarget {
  static all: FakeWorker[] = [];
  /** Whether it answers `start` at once; `false` for a worker that does not answer. */
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

  /** The worker that was started last. */
  static get latest(): FakeWorker {
    const worker = FakeWorker.all.at(-1);
    if (!worker) throw new Error('no worker was started');
    return worker;
  }

  get kinds(): readonly string[] {
    return this.messages.map(({ kind }) => kind);
  }

  /** Of the options that it was started with. */
  get threads(): number | undefined {
    const [start] = this.messages;
    return start?.kind === 'start' ? start.options.threads : undefined;
  }

  /** The number of the call that it was given last. */
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
