/// <reference lib="esnext.disposable" />
import { checkSegmenterOptions, checkSegmentOptions, checkWarmUpOptions } from './api/check-options.ts';
import {
  defaultOutputs,
  isBrowser,
  resolveOptions,
  type SegmenterOptions,
  type SegmentOptions,
} from './api/options.ts';
import type { AnySegmentation, DefaultOutput, Output, Segmentation } from './api/segmentation.ts';
import { createCalls } from './transport/create-calls.ts';
import { openSource, type SegmenterSource } from './input/open-source.ts';

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

/** Browsers have it since 2025. */
const disposeSymbol = Symbol.dispose as typeof Symbol.dispose | undefined;

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
  const calls = createCalls<SegmenterSource>({
    // Throws `no-browser`.
    resolvedOptions: () => (resolved ??= resolveOptions(options)),
    onEvent: options.onEvent,
    openSource: (source, signal) => openSource(source, { fetch: options.fetch, signal }),
    createInPageClient: async (...context) => {
      // The pipeline's code is loaded into the page only where the page must do the work.
      const { createInPageClient } = await import('./transport/in-page-client.ts');
      return createInPageClient(...context);
    },
  });
  return {
    async warmUp(callOptions = {}) {
      checkWarmUpOptions(callOptions);
      await calls.warmUp(callOptions);
    },
    async segment<Wanted extends Output>(source: SegmenterSource, callOptions: SegmentOptions<Wanted> = {}) {
      checkSegmentOptions(callOptions);
      const { detail = 'standard', transparency = 'keep', outputs = defaultOutputs, background } = callOptions;
      const segmentation = await calls.segment(source, { detail, transparency, outputs, background }, callOptions);
      // The pipeline gives what was asked for.
      return disposable(segmentation as Segmentation<Wanted>);
    },
    dispose: calls.dispose,
    ...(disposeSymbol && { [disposeSymbol]: calls.dispose }),
  } as Segmenter;
}

/** Not listed among the result's properties: it is no part of what was asked for. */
function disposable<T extends AnySegmentation>(segmentation: T): T & Disposable {
  if (disposeSymbol) Object.defineProperty(segmentation, disposeSymbol, { value: () => segmentation.cutout?.close() });
  return segmentation as T & Disposable;
}
