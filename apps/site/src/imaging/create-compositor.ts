import { CompositorError } from './compositor-error.ts';
import {
  type FromCompositor,
  type Job,
  type Outcomes,
  type Sources,
  type ToCompositor,
  withPictures,
} from './compositor-protocol.ts';
import { createNumbering } from './create-numbering.ts';

/** Computes everything that is made of one photo, in a worker of its own. */
export interface Compositor {
  /**
   * One job after the other, in the order in which they are given.
   * @throws {CompositorError} with a `code`, or the signal's reason.
   */
  run<Kind extends Job['kind']>(job: Extract<Job, { kind: Kind }>, signal: AbortSignal): Promise<Outcomes[Kind]>;
  /** Starts the worker before there is a job, so that the first one finds it even where the network has gone meanwhile. */
  start(): void;
  /** Ends the worker and frees what it holds; the next job starts another. Jobs under way are rejected. */
  close(): void;
}

/** Makes a compositor. */
export function createCompositor(sources: Sources): Compositor {
  const numberOf = createNumbering();
  let worker: Worker | undefined;
  /** The numbers of the pictures that the worker has. */
  const sent = new Set<number>();
  let lastCall = 0;
  const ends = new Map<number, (error: unknown) => void>();

  function end(error: unknown): void {
    worker?.terminate();
    worker = undefined;
    sent.clear();
    for (const reject of ends.values()) reject(error);
  }

  function running(): Worker {
    if (worker) return worker;
    const started = new Worker(new URL('./compositor-worker.ts', import.meta.url), {
      type: 'module',
      name: 'isola-compositor',
    });
    const onError = (event: Event) => {
      event.preventDefault();
      const reason = event instanceof ErrorEvent && event.message ? event.message : event.type;
      if (worker === started) end(new CompositorError('processing-failed', `the compositor stopped: ${reason}`));
    };
    started.addEventListener('error', onError);
    started.addEventListener('messageerror', onError);
    started.postMessage({ kind: 'open', sources } satisfies ToCompositor);
    return (worker = started);
  }

  function sendPicture(target: Worker, picture: Blob): number {
    const number = numberOf(picture);
    if (!sent.has(number)) target.postMessage({ kind: 'picture', number, picture } satisfies ToCompositor);
    sent.add(number);
    return number;
  }

  async function run<Kind extends Job['kind']>(job: Extract<Job, { kind: Kind }>, signal: AbortSignal) {
    signal.throwIfAborted();
    const call = ++lastCall;
    const target = running();
    const { promise, resolve, reject } = Promise.withResolvers<Outcomes[Kind]>();
    const onAbort = () => {
      target.postMessage({ kind: 'abort', call } satisfies ToCompositor);
      reject(signal.reason);
    };
    const onMessage = ({ data }: MessageEvent<FromCompositor>) => {
      if (data.call !== call) return;
      switch (data.kind) {
        case 'done':
          // A call's outcome is of its job's kind.
          resolve(data.outcome as Outcomes[Kind]);
          break;
        case 'failed':
          reject(new CompositorError(data.code, data.detail));
          break;
        default:
          data satisfies never;
      }
    };
    ends.set(call, reject);
    target.addEventListener('message', onMessage);
    signal.addEventListener('abort', onAbort);
    try {
      const numbered = withPictures<Blob, number>(job, (picture) => sendPicture(target, picture));
      target.postMessage({ kind: 'job', call, job: numbered } satisfies ToCompositor);
      return await promise;
    } finally {
      ends.delete(call);
      signal.removeEventListener('abort', onAbort);
      target.removeEventListener('message', onMessage);
    }
  }

  return {
    run,
    start: () => void running(),
    close: () => end(new CompositorError('processing-failed', 'the compositor was closed')),
  };
}
