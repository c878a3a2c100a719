import { SegmenterError } from '../api/errors.ts';
import type { OnEvent, SegmenterEvent } from '../api/events.ts';
import type { PreparedSource, ResolvedOptions, SegmentOptions, SegmentRequest } from '../api/options.ts';
import type { AnySegmentation, RunReport } from '../api/segmentation.ts';
import type { OnProgress } from '../api/stages.ts';
import { toSegmenterError } from '../api/translate-error.ts';
import { createQueue } from '../async/queue.ts';
import { unlessAborted } from '../async/unless-aborted.ts';
import type { OpenedSource } from '../input/opened-source.ts';
import { type Transport, type TransportCall, WorkerLostError } from './transport.ts';
import { createWorkerClient } from './worker-client.ts';
import type { CreateWorker } from './worker-connection.ts';

/** The operations of a segmenter that differ between browsers and Node. */
export interface CallsHost<Source> {
  /** @throws {SegmenterError} `no-browser` when the segmenter cannot run here. */
  readonly resolvedOptions: () => ResolvedOptions;
  readonly onEvent: OnEvent | undefined;
  /** @throws {SegmenterError} `unsupported-format` when the value is not a source. Its declared type is not trusted. */
  readonly openSource: (source: Source, signal: AbortSignal) => OpenedSource;
  /** Starts a worker. Default: a browser's module worker. */
  readonly createWorker?: CreateWorker;
  /** Creates the client that does the work when no worker can. Without it, a call whose worker is lost fails. */
  readonly createInPageClient?: (options: ResolvedOptions, onEvent: OnEvent) => Promise<Transport>;
}

type CallOptions = Pick<SegmentOptions, 'signal' | 'onProgress'>;

/** The calls of a segmenter, in a browser or in Node. */
export interface Calls<Source> {
  warmUp(options: CallOptions): Promise<void>;
  segment(source: Source, request: SegmentRequest, options: CallOptions): Promise<AnySegmentation>;
  readonly dispose: () => void;
}

/** Number of worker deaths in a row after which the page does the work for `workerRetryMs`. Then a worker is tried again. */
const maxWorkerDeaths = 2;
const workerRetryMs = 120_000;

type MainThreadReason = NonNullable<RunReport['mainThreadReason']>;

/** Runs calls one at a time: in a worker if possible, otherwise in the page. */
export function createCalls<Source>(host: CallsHost<Source>): Calls<Source> {
  const { resolvedOptions } = host;
  const queue = createQueue();
  const disposal = new AbortController();
  let worker: Transport | undefined;
  let page: Promise<Transport> | undefined;
  /** Worker deaths since a worker last returned a result. A worker with several lost calls counts once. */
  const deaths = new Set<WorkerLostError>();
  let avoidance: { readonly reason: MainThreadReason; readonly untilMs: number } | undefined;

  /** The reason why the page last did the work itself. */
  let mainThreadReason: MainThreadReason | undefined;

  /** Calls the listener. Its errors are reported and do not make a call fail. */
  function notify(event: SegmenterEvent): void {
    try {
      host.onEvent?.(event);
    } catch (error) {
      reportError(error);
    }
  }

  const inWorker = () => (worker ??= createWorkerClient(resolvedOptions(), notify, host.createWorker));
  /** Returns the client in the page. @throws {SegmenterError} `processing-failed` when only a worker can do the work. */
  function inPage(reason: MainThreadReason): Promise<Transport> {
    const { createInPageClient } = host;
    if (!createInPageClient)
      throw new SegmenterError('processing-failed', `the thread that did the work was lost: ${reason}`);
    mainThreadReason = reason;
    return (page ??= createInPageClient(resolvedOptions(), (event) =>
      notify({ ...event, ...(event.type === 'backend-started' && { mainThreadReason }) }),
    ).catch((error: unknown) => {
      // The next call requests the script again.
      page = undefined;
      throw error;
    }));
  }

  /** Returns the reason to use no worker for this call, or undefined to use one. */
  function avoidWorker(): MainThreadReason | undefined {
    if (resolvedOptions().execution === 'main') return 'asked';
    if (!host.createInPageClient) return undefined;
    return avoidance && performance.now() < avoidance.untilMs ? avoidance.reason : undefined;
  }

  /** Records the loss of a worker. @throws every error that is not the loss of a worker; the signal's reason. */
  function noteLoss(error: unknown, { signal }: TransportCall): WorkerLostError['reason'] {
    signal.throwIfAborted();
    if (!(error instanceof WorkerLostError)) throw error;
    const { reason, isTimeout } = error;
    if (reason === 'worker-died') deaths.add(error);
    // A worker that fails to start at once costs no time, so the next call tries another.
    if (isTimeout || (reason === 'worker-died' && deaths.size >= maxWorkerDeaths)) {
      avoidance = { reason, untilMs: performance.now() + workerRetryMs };
    }
    return reason;
  }

  /** Loads the model in the thread that will process the next image. */
  async function warmUpAnywhere(call: TransportCall): Promise<void> {
    let reason = avoidWorker();
    while (reason === undefined) {
      try {
        return await inWorker().warmUp(call);
      } catch (error) {
        const loss = noteLoss(error, call);
        reason = loss === 'worker-not-started' || !host.createInPageClient ? loss : avoidWorker();
      }
    }
    await (await inPage(reason)).warmUp(call);
  }

  /** Processes the image in the worker, or in the page if the worker cannot be started or is lost during the call. */
  async function segmentAnywhere(
    source: PreparedSource,
    request: SegmentRequest,
    call: TransportCall,
    ticket: number | undefined,
  ): Promise<AnySegmentation> {
    let reason = avoidWorker();
    if (reason === undefined) {
      try {
        const result = await inWorker().segment(source, request, call, ticket);
        deaths.clear();
        return result;
      } catch (error) {
        reason = noteLoss(error, call);
      }
    }
    const result = await (await inPage(reason)).segment(source, request, call);
    return { ...result, run: { ...result.run, mainThreadReason: reason } };
  }

  /** Waits for the image's turn. Meanwhile, the next image in the queue is fetched or decoded. */
  async function segmentInTurn(
    source: OpenedSource,
    request: SegmentRequest,
    call: TransportCall,
  ): Promise<AnySegmentation> {
    let ticket: number | undefined;
    try {
      return await queue.add(
        async () => {
          const prepared = source.ready ?? (await unlessAborted(source.prepare(), call.signal));
          return segmentAnywhere(prepared, request, call, ticket);
        },
        call.signal,
        () => {
          if (source.ready) ticket = worker?.decodeAhead(source.ready);
          // The call receives the error when its turn comes.
          else source.prepare().catch(() => undefined);
        },
      );
    } finally {
      if (ticket !== undefined) worker?.dropAhead(ticket);
      source.close();
    }
  }

  function serve<T>(options: CallOptions, work: (call: TransportCall) => Promise<T>): Promise<T> {
    return serveCall(options, disposal.signal, (call) => {
      resolvedOptions();
      return work(call);
    });
  }

  function dispose(): void {
    disposal.abort(new SegmenterError('disposed'));
    worker?.dispose();
    page?.then(
      (transport) => transport.dispose(),
      // The call that created it has received the error.
      () => undefined,
    );
  }

  return {
    // A warm-up bypasses the queue, so that an image that arrives meanwhile shares the download and reports its progress.
    warmUp: (options) => serve(options, warmUpAnywhere),
    segment: (source, request, options) =>
      serve(options, (call) => segmentInTurn(host.openSource(source, call.signal), request, call)),
    dispose,
  };
}

/** Combines the caller's signal with the segmenter's disposal, and converts every error to a `SegmenterError`. */
async function serveCall<T>(
  options: CallOptions,
  disposal: AbortSignal,
  work: (call: TransportCall) => Promise<T>,
): Promise<T> {
  const signal = AbortSignal.any([disposal, ...(options.signal ? [options.signal] : [])]);
  const onProgress = monotonic(options.onProgress ?? (() => undefined));
  try {
    signal.throwIfAborted();
    return await work({ signal, onProgress });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw toSegmenterError(error);
  }
}

/** Keeps reported progress from decreasing within a stage when a download or a call is repeated. */
function monotonic(onProgress: OnProgress): OnProgress {
  let stage: string | undefined;
  let maxLoaded = 0;
  return (progress) => {
    if (progress.stage !== stage) [stage, maxLoaded] = [progress.stage, 0];
    maxLoaded = Math.max(maxLoaded, progress.loaded);
    onProgress({ ...progress, loaded: maxLoaded });
  };
}
