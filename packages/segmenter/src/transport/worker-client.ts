import { SegmenterError, type SegmenterErrorCode } from '../errors.ts';
import type { Detail, ResolvedOptions, SegmenterSource } from '../options.ts';
import type { StageProgress } from '../stages.ts';
import { noteFetches } from '../runtime/fetches.ts';
import type { FromWorker, ToWorker } from './protocol.ts';
import { type Transport, type TransportCall, WorkerLostError } from './transport.ts';

/** A script that is missing or blocked says so at once; this is for a browser that says nothing. */
const startLimitMs = 20_000;

/** After these the runtime inside the worker is not to be trusted, or holds memory that only its end gives back. */
const fatalCodes: ReadonlySet<SegmenterErrorCode> = new Set(['out-of-memory', 'resource-load-failed']);

/** A decoded picture takes four bytes a pixel, beside the one that is worked on. */
const leastGibForTwoPictures = 4;

type Answer = Extract<FromWorker, { kind: 'warm' | 'segmented' | 'failed' }>;

interface Connection {
  readonly worker: Worker;
  readonly started: Promise<void>;
  /** Never resolves; rejects with `WorkerLostError` when the worker does not start, or has died. */
  readonly lost: Promise<never>;
  close(): void;
}

/**
 * Runs the pipeline in a module worker, which is started by the first call and again after it has died or was ended.
 * Every call may reject with `WorkerLostError`, after which the next call starts a new worker.
 */
export function createWorkerClient(options: ResolvedOptions): Transport {
  let connection: Connection | undefined;
  let lastCall = 0;
  let lastTicket = 0;
  let openCalls = 0;

  function end(): void {
    connection?.close();
    connection = undefined;
  }

  function open(): Connection {
    const opened = connect(options);
    // Between calls too: the next one is to start another worker, not to write to a dead one.
    opened.lost.catch(() => {
      if (connection === opened) end();
    });
    return opened;
  }

  async function call(
    message:
      | { kind: 'warm-up' }
      | { kind: 'segment'; source: SegmenterSource; detail: Detail; ticket: number | undefined },
    transfer: Transferable[],
    { signal, onProgress }: TransportCall,
  ): Promise<Answer> {
    signal.throwIfAborted();
    const { worker, started, lost } = (connection ??= open());
    const number = ++lastCall;
    const send = (each: ToWorker, moved: Transferable[] = []) => worker.postMessage(each, moved);
    const answer = Promise.withResolvers<Answer>();
    // It may be rejected by an abort before anybody waits for it.
    answer.promise.catch(() => undefined);
    let uninterruptible = false;

    const onMessage = ({ data }: MessageEvent<FromWorker>) => {
      if (data.kind === 'started' || data.kind === 'fetched' || data.call !== number) return;
      if (data.kind === 'progress') {
        uninterruptible = isUninterruptible(data.progress);
        if (!signal.aborted) onProgress(data.progress);
        return;
      }
      worker.removeEventListener('message', onMessage);
      // It was on its way when the caller left.
      if (signal.aborted && data.kind === 'segmented') data.segmentation.cutout.close();
      answer.resolve(data);
    };
    const onAbort = () => {
      answer.reject(signal.reason);
      if (uninterruptible && openCalls === 1) end();
      else send({ kind: 'abort', call: number });
    };
    openCalls += 1;
    signal.addEventListener('abort', onAbort);
    try {
      await Promise.race([started, lost, answer.promise]);
      signal.throwIfAborted();
      send({ ...message, call: number }, transfer);
      worker.addEventListener('message', onMessage);
      const result = await Promise.race([answer.promise, lost]);
      // The last to hear of it: the others are to get their own answers.
      if (result.kind === 'failed' && fatalCodes.has(result.code) && openCalls === 1) end();
      return result;
    } finally {
      openCalls -= 1;
      signal.removeEventListener('abort', onAbort);
    }
  }

  return {
    async warmUp(callOptions) {
      const answer = await call({ kind: 'warm-up' }, [], callOptions);
      if (answer.kind === 'failed') throw failure(answer, callOptions.signal);
    },
    decodeAhead(source) {
      // Only a worker that runs is worth asking: a ticket that no worker has is no harm.
      if (!connection || !(source instanceof Blob) || options.deviceMemoryGib < leastGibForTwoPictures)
        return undefined;
      const ticket = ++lastTicket;
      connection.worker.postMessage({ kind: 'decode-ahead', ticket, source } satisfies ToWorker);
      return ticket;
    },
    dropAhead: (ticket) => connection?.worker.postMessage({ kind: 'drop-ahead', ticket } satisfies ToWorker),
    async segment(source, detail, callOptions, ticket) {
      // A bitmap is moved, and the caller's must stay usable: the worker gets a copy.
      const own = source instanceof ImageBitmap ? await createImageBitmap(source) : source;
      const moved = own instanceof ImageBitmap ? [own] : [];
      const answer = await call({ kind: 'segment', source: own, detail, ticket }, moved, callOptions);
      if (answer.kind === 'segmented') return answer.segmentation;
      throw answer.kind === 'failed'
        ? failure(answer, callOptions.signal)
        : new SegmenterError('processing-failed', `the worker answered ‘${answer.kind}’ to a picture`);
    },
    dispose: end,
  };
}

function connect(options: ResolvedOptions): Connection {
  const { promise: lost, reject } = Promise.withResolvers<never>();
  const { promise: started, resolve: start } = Promise.withResolvers<void>();
  let reason: WorkerLostError['reason'] = 'worker-not-started';
  const lose = (cause?: unknown) => reject(new WorkerLostError(reason, { cause }));

  const watch = new AbortController();
  const lockName = `isola-segmenter-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`;
  const worker = startWorker();
  const limit = setTimeout(lose, startLimitMs);

  const onMessage = ({ data }: MessageEvent<FromWorker>) => {
    if (data.kind === 'fetched') noteFetches(data.fetches);
    if (data.kind !== 'started') return;
    clearTimeout(limit);
    reason = 'worker-died';
    start();
    if (!data.isLocked) return;
    // The worker holds this lock for as long as it lives. To get it is to know that the worker is gone: no event
    // tells, when a browser ends a worker that used too much memory, or anyone calls terminate().
    navigator.locks.request(lockName, { signal: watch.signal }, () => lose()).catch(() => undefined);
  };
  const onError = (event: Event) => {
    event.preventDefault();
    lose(event instanceof ErrorEvent ? event.message : event.type);
  };
  worker.addEventListener('message', onMessage);
  worker.addEventListener('error', onError);
  worker.addEventListener('messageerror', onError);
  worker.postMessage({ kind: 'start', options, lockName } satisfies ToWorker);

  return {
    worker,
    started,
    lost,
    close() {
      clearTimeout(limit);
      watch.abort();
      worker.terminate();
      // Whoever still waits for an answer will get none.
      lose();
    },
  };
}

/** @throws {WorkerLostError} where the browser refuses at once: it has no workers, or the script is another origin's. */
function startWorker(): Worker {
  try {
    return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'isola-segmenter' });
  } catch (cause) {
    throw new WorkerLostError('worker-not-started', { cause });
  }
}

/**
 * While onnxruntime-web runs, the worker hears nothing. Only its end stops it then; the model comes back from the
 * browser's cache. The package's own engine listens between its steps.
 */
function isUninterruptible({ stage, loaded, total, unit }: StageProgress): boolean {
  return stage === 'segmenting' && unit === 'steps' && loaded < total;
}

function failure({ code, detail }: Extract<Answer, { kind: 'failed' }>, signal: AbortSignal): Error {
  return code === 'aborted' && signal.aborted ? signal.reason : new SegmenterError(code, detail);
}
