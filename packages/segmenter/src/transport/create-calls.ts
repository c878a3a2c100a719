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

/** What a segmenter leaves to where it runs. */
export interface CallsHost<Source> {
  /** @throws {SegmenterError} where it cannot run. */
  readonly resolvedOptions: () => ResolvedOptions;
  readonly onEvent: OnEvent | undefined;
  /** @throws {SegmenterError} `unsupported-format` when it is no source, whatever was declared. */
  readonly openSource: (source: Source, signal: AbortSignal) => OpenedSource;
  /** Default: a browser's module worker. */
  readonly createWorker?: CreateWorker;
  /** Does the work where no worker can; where there is none, the call with which a worker is lost fails. */
  readonly createInPageClient?: (options: ResolvedOptions, onEvent: OnEvent) => Promise<Transport>;
}

type CallOptions = Pick<SegmentOptions, 'signal' | 'onProgress'>;

/** The calls of a segmenter, wherever it runs. */
export interface Calls<Source> {
  warmUp(options: CallOptions): Promise<void>;
  segment(source: Source, request: SegmentRequest, options: CallOptions): Promise<AnySegmentation>;
  readonly dispose: () => void;
}

/** After so many deaths in a row the page does the work for `workerRetryMs`; then a worker is tried again. */
const maxWorkerDeaths = 2;
const workerRetryMs = 120_000;

type MainThreadReason = NonNullable<RunReport['mainThreadReason']>;

/** Serves calls one at a time, in a worker or where there is none. */
export function createCalls<Source>(host: CallsHost<Source>): Calls<Source> {
  const { resolvedOptions } = host;
  const queue = createQueue();
  const disposal = new AbortController();
  let worker: Transport | undefined;
  let page: Promise<Transport> | undefined;
  /** Deaths since a picture last came out of a worker. A worker that several calls were lost with is one of them. */
  const deaths = new Set<WorkerLostError>();
  let avoidance: { readonly reason: MainThreadReason; readonly untilMs: number } | undefined;

  /** Why the page does the work, where it last did. */
  let mainThreadReason: MainThreadReason | undefined;

  /** A listener that fails is no failure of the segmenter. */
  function notify(event: SegmenterEvent): void {
    try {
      host.onEvent?.(event);
    } catch (error) {
      reportError(error);
    }
  }

  const inWorker = () => (worker ??= createWorkerClient(resolvedOptions(), notify, host.createWorker));
  /** @throws {SegmenterError} `processing-failed` where only a worker can do the work. */
  function inPage(reason: MainThreadReason): Promise<Transport> {
    const { createInPageClient } = host;
    if (!createInPageClient)
      throw new SegmenterError('processing-failed', `the thread that did the work was lost: ${reason}`);
    mainThreadReason = reason;
    return (page ??= createInPageClient(resolvedOptions(), (event) =>
      notify({ ...event, ...(event.type === 'backend-started' && { mainThreadReason }) }),
    ).catch((error: unknown) => {
      // The next call asks for the script again.
      page = undefined;
      throw error;
    }));
  }

  /** @returns why no worker is to be used for this call; undefined where one is. */
  function avoidWorker(): MainThreadReason | undefined {
    if (resolvedOptions().execution === 'main') return 'asked';
    if (!host.createInPageClient) return undefined;
    return avoidance && performance.now() < avoidance.untilMs ? avoidance.reason : undefined;
  }

  /** @throws every error that is not the loss of a worker; the signal's reason. */
  function noteLoss(error: unknown, { signal }: TransportCall): WorkerLostError['reason'] {
    signal.throwIfAborted();
    if (!(error instanceof WorkerLostError)) throw error;
    const { reason, isTimeout } = error;
    if (reason === 'worker-died') deaths.add(error);
    // A worker that fails to start, and says so, costs nothing: the next call tries another.
    if (isTimeout || (reason === 'worker-died' && deaths.size >= maxWorkerDeaths)) {
      avoidance = { reason, untilMs: performance.now() + workerRetryMs };
    }
    return reason;
  }

  /** Loads the model where the next picture will go. */
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

  /** Gives the picture to the worker, and to the page when the worker is not to be had or is lost half way. */
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

  /** Waits for the picture's turn; as the next in line it is fetched or decoded while the one before it is worked on. */
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
          // In its turn the call receives the failure.
          else source.prepare().catch(() => undefined);
        },
      );
    } finally {
      if (ticket !== undefined) worker?.dropAhead(ticket);
      source.close();
    }
  }

  /** Adds the end of the segmenter to the caller's signal, and gives every failure its form. */
  async function serve<T>(
    options: Pick<SegmentOptions, 'signal' | 'onProgress'>,
    work: (call: TransportCall) => Promise<T>,
  ): Promise<T> {
    const signals = [disposal.signal, ...(options.signal ? [options.signal] : [])];
    const signal = AbortSignal.any(signals);
    const onProgress = monotonic(options.onProgress ?? (() => undefined));
    try {
      signal.throwIfAborted();
      resolvedOptions();
      return await work({ signal, onProgress });
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw toSegmenterError(error);
    }
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
    // Not in the queue: a picture that comes meanwhile shares the download and shows its progress.
    warmUp: (options) => serve(options, warmUpAnywhere),
    segment: (source, request, options) =>
      serve(options, (call) => segmentInTurn(host.openSource(source, call.signal), request, call)),
    dispose,
  };
}

/** A download that must begin again, and a call that must be made again, fall back; what a user sees does not. */
function monotonic(onProgress: OnProgress): OnProgress {
  let stage: string | undefined;
  let maxLoaded = 0;
  return (progress) => {
    if (progress.stage !== stage) [stage, maxLoaded] = [progress.stage, 0];
    maxLoaded = Math.max(maxLoaded, progress.loaded);
    onProgress({ ...progress, loaded: maxLoaded });
  };
}
