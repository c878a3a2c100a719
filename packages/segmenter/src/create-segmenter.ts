/// <reference lib="esnext.disposable" />
import { checkSegmenterOptions, checkSegmentOptions, checkWarmUpOptions } from './api/check-options.ts';
import { SegmenterError } from './api/errors.ts';
import {
  defaultOutputs,
  isBrowser,
  type PreparedSource,
  resolveOptions,
  type SegmenterOptions,
  type SegmentOptions,
  type SegmentRequest,
} from './api/options.ts';
import { createQueue } from './async/queue.ts';
import type { AnySegmentation, DefaultOutput, Output, RunReport, Segmentation } from './api/segmentation.ts';
import type { OnProgress } from './api/stages.ts';
import { unlessAborted } from './async/unless-aborted.ts';
import { type OpenedSource, openSource, type SegmenterSource } from './input/open-source.ts';
import type { SegmenterEvent } from './api/events.ts';
import { toSegmenterError } from './api/translate-error.ts';
import { type Transport, type TransportCall, WorkerLostError } from './transport/transport.ts';
import { createWorkerClient } from './transport/worker-client.ts';

export interface Segmenter {
  /**
   * Loads the model ahead of the first picture, where that will be worked on; a good use of an idle moment.
   * @throws {SegmenterError} as `segment`, or the signal's reason.
   * @example
   * requestIdleCallback(() => segmenter.warmUp().catch(() => undefined)); // `segment` tries again, and says what is wrong
   */
  warmUp(options?: Pick<SegmentOptions, 'signal' | 'onProgress'>): Promise<void>;
  /**
   * Finds the subject of a picture. Calls are served one at a time, in the order in which they came; a failed one
   * does not hold up the next. In the worker the next in line is decoded meanwhile. The source stays the caller's, and
   * usable.
   * @returns the result, whose `cutout` is closed by its `Symbol.dispose`: `using result = await segmenter.segment(file);`.
   * @throws {SegmenterError} with a `code` of the catalogue; the signal's reason; {TypeError} for an option that does not exist;
   *   {RangeError} for a value that an option cannot have.
   * @example
   * const { pixels, matte, widthPx, heightPx } = await segmenter.segment(file, { outputs: ['pixels'] });
   */
  segment<Wanted extends Output = DefaultOutput>(
    source: SegmenterSource,
    options?: SegmentOptions<Wanted>,
  ): Promise<Segmentation<Wanted> & Disposable>;
  /** Ends the worker and frees the model. Calls under way and later ones reject with `disposed`. */
  dispose(): void;
  /** The same, where the browser has the symbol: `using segmenter = createSegmenter();`. */
  [Symbol.dispose](): void;
}

/** After so many deaths in a row the page does the work for `workerRetryMs`; then a worker is tried again. */
const maxWorkerDeaths = 2;
const workerRetryMs = 120_000;

/** Browsers have it since 2025. */
const disposeSymbol = Symbol.dispose as typeof Symbol.dispose | undefined;

type MainThreadReason = NonNullable<RunReport['mainThreadReason']>;

/**
 * Makes a segmenter. Nothing is fetched and no worker started before its first call.
 *
 * No page can read a worker's timeline, so what the worker fetches is entered in the page's: performance marks called
 * `isola-segmenter:fetch`, whose `detail` has `url`, `startedAtMs` (since 1970), `transferBytes` (0 from the browser's
 * cache) and `bodyBytes`.
 * It may be made where a page is rendered on a server: its calls reject there, with `no-browser`.
 * @throws {TypeError} for an option that does not exist; {RangeError} for a value that an option cannot have.
 * @example
 * const segmenter = createSegmenter({ manifestUrl: '/models/manifest.json' });
 * const { png } = await segmenter.segment(file, { outputs: ['png'] });
 * image.src = URL.createObjectURL(png);
 */
export function createSegmenter(options: SegmenterOptions = {}): Segmenter {
  checkSegmenterOptions(options);
  // Relative addresses are those of the page that makes the segmenter.
  let resolved = isBrowser() ? resolveOptions(options) : undefined;
  /** @throws {SegmenterError} `no-browser` */
  const resolvedOptions = () => (resolved ??= resolveOptions(options));
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
      options.onEvent?.(event);
    } catch (error) {
      reportError(error);
    }
  }

  const inWorker = () => (worker ??= createWorkerClient(resolvedOptions(), notify));
  // The pipeline's code is loaded into the page only where the page must do the work.
  function inPage(reason: MainThreadReason): Promise<Transport> {
    mainThreadReason = reason;
    return (page ??= import('./transport/in-page-client.ts').then(
      ({ createInPageClient }) =>
        createInPageClient(resolvedOptions(), (event) =>
          notify({ ...event, ...(event.type === 'backend-started' && { mainThreadReason }) }),
        ),
      (error: unknown) => {
        // The next call asks for the script again.
        page = undefined;
        throw error;
      },
    ));
  }

  /** @returns why no worker is to be used for this call; undefined where one is. */
  function avoidWorker(): MainThreadReason | undefined {
    if (resolvedOptions().execution === 'main') return 'asked';
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
        reason = loss === 'worker-not-started' ? loss : avoidWorker();
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
    async warmUp(callOptions = {}) {
      checkWarmUpOptions(callOptions);
      await serve(callOptions, warmUpAnywhere);
    },
    async segment<Wanted extends Output>(source: SegmenterSource, callOptions: SegmentOptions<Wanted> = {}) {
      const { detail = 'standard', outputs = defaultOutputs, background } = callOptions;
      checkSegmentOptions(callOptions);
      return serve(callOptions, async (call) => {
        const opened = openSource(source, { fetch: options.fetch, signal: call.signal });
        const segmentation = await segmentInTurn(opened, { detail, outputs, background }, call);
        // The pipeline gives what was asked for.
        return disposable(segmentation as Segmentation<Wanted>);
      });
    },
    dispose,
    ...(disposeSymbol && { [disposeSymbol]: dispose }),
  } as Segmenter;
}

/** Not listed among the result's properties: it is no part of what was asked for. */
function disposable<T extends AnySegmentation>(segmentation: T): T & Disposable {
  if (disposeSymbol) Object.defineProperty(segmentation, disposeSymbol, { value: () => segmentation.cutout?.close() });
  return segmentation as T & Disposable;
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
