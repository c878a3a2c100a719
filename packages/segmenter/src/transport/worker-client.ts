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
  /** Rejects with `WorkerLostError` when the worker does not start. */
  readonly started: Promise<void>;
  /** Never resolves; rejects with `WorkerLostError` when the worker has died. */
  readonly lost: Promise<never>;
  close(): void;
}

/**
 * Runs the pipeline in a module worker, which is started by the first call and again after it was ended.
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

  async function call(
    message:
      | { kind: 'warm-up' }
      | { kind: 'segment'; source: SegmenterSource; look: Detail; ticket: number | undefined },
    transfer: Transferable[],
    { signal, onProgress }: TransportCall,
  ): Promise<Answer> {
    const { worker, started, lost } = (connection ??= connect(options));
    const number = ++lastCall;
    const send = (each: ToWorker, moved: Transferable[] = []) => worker.postMessage(each, moved);
    const answer = Promise.withResolvers<Answer>();
    // It may be rejected by an abort before anybody waits for it.
    answer.promise.catch(() => undefined);
    let uninterruptible = false;

    const onMessage = ({ data }: MessageEvent<FromWorker>) => {
      if (data.kind === 'started' || data.kind === 'fetched' || data.call !== number) return;
      if (data.kind !== 'progress') return answer.resolve(data);
      uninterruptible = isUninterruptible(data.progress);
      if (!signal.aborted) onProgress(data.progress);
    };
    const onAbort = () => {
      answer.reject(signal.reason);
      if (uninterruptible && openCalls === 1) end();
      else send({ kind: 'abort', call: number });
    };
    openCalls += 1;
    worker.addEventListener('message', onMessage);
    signal.addEventListener('abort', onAbort);
    try {
      await Promise.race([started, lost]);
      signal.throwIfAborted();
      send({ ...message, call: number }, transfer);
      const result = await Promise.race([answer.promise, lost]);
      // The last to hear of it: the others are to get their own answers.
      if (result.kind === 'failed' && fatalCodes.has(result.code) && openCalls === 1) end();
      return result;
    } catch (error) {
      if (error instanceof WorkerLostError) end();
      throw error;
    } finally {
      openCalls -= 1;
      worker.removeEventListener('message', onMessage);
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
    async segment(source, look, callOptions, ticket) {
      // A bitmap is moved, and the caller's must stay usable: the worker gets a copy.
      const own = source instanceof ImageBitmap ? await createImageBitmap(source) : source;
      const moved = own instanceof ImageBitmap ? [own] : [];
      const answer = await call({ kind: 'segment', source: own, look, ticket }, moved, callOptions);
      if (answer.kind === 'segmented') return answer.segmentation;
      throw answer.kind === 'failed'
        ? failure(answer, callOptions.signal)
        : new SegmenterError('processing-failed', `the worker answered ‘${answer.kind}’ to a picture`);
    },
    dispose: end,
  };
}

function connect(options: ResolvedOptions): Connection {
  const { promise: lost, reject: lose } = Promise.withResolvers<never>();
  const { promise: started, resolve: start, reject: notStarted } = Promise.withResolvers<void>();
  // Both are raced by whoever calls; between calls a death is found by the next one.
  lost.catch(() => undefined);
  started.catch(() => undefined);

  const watch = new AbortController();
  const lockName = `isola-segmenter-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`;
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'isola-segmenter' });
  const limit = setTimeout(() => notStarted(new WorkerLostError('worker-not-started')), startLimitMs);

  const onMessage = ({ data }: MessageEvent<FromWorker>) => {
    if (data.kind === 'fetched') noteFetches(data.fetches);
    if (data.kind !== 'started') return;
    clearTimeout(limit);
    start();
    // The worker holds this lock for as long as it lives. To get it is to know that the worker is gone: no event
    // tells, when a browser ends a worker that used too much memory, or anyone calls terminate().
    const locks = navigator.locks as LockManager | undefined;
    locks
      ?.request(lockName, { signal: watch.signal }, () => lose(new WorkerLostError('worker-died')))
      .catch(() => undefined);
  };
  const onError = (event: Event) => {
    event.preventDefault();
    const cause = event instanceof ErrorEvent ? event.message : event.type;
    notStarted(new WorkerLostError('worker-not-started', { cause }));
    lose(new WorkerLostError('worker-died', { cause }));
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
      lose(new WorkerLostError('worker-died'));
    },
  };
}

/**
 * While onnxruntime-web takes a model in, and while it runs, the worker hears nothing. Only its end stops it then; the
 * model comes back from the browser's cache. The package's own engine listens between its steps.
 */
function isUninterruptible({ stage, loaded, total, unit }: StageProgress): boolean {
  if (stage === 'segmenting') return unit === 'steps' && loaded < total;
  return stage === 'loading-model' && loaded === total;
}

function failure({ code, detail }: Extract<Answer, { kind: 'failed' }>, signal: AbortSignal): Error {
  return code === 'aborted' && signal.aborted ? signal.reason : new SegmenterError(code, detail);
}
