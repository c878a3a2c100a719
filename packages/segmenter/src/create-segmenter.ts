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
   * Loads the model before the first image, in the thread that will process that image. Call it while the page is idle.
   * @throws {SegmenterError} as `segment`, or the signal's reason.
   * @example
   * requestIdleCallback(() => segmenter.warmUp().catch(() => undefined)); // `segment` tries again and reports the error
   */
  warmUp(options?: Pick<SegmentOptions, 'signal' | 'onProgress'>): Promise<void>;
  /**
   * Finds the subject of an image. Calls run one at a time, in the order in which they were made. A call that fails does
   * not stop the next one. The worker decodes the next image while it processes the current one. The source stays the
   * caller's and stays usable.
   * @returns the result. Its `Symbol.dispose` closes its `cutout`: `using result = await segmenter.segment(file);`.
   * @throws {SegmenterError} with one of `segmenterErrorCodes`; the signal's reason; {TypeError} for an option that does not
   *   exist; {RangeError} for a value that an option cannot have.
   * @example
   * const { pixels, matte, widthPx, heightPx } = await segmenter.segment(file, { outputs: ['pixels'] });
   */
  segment<Wanted extends Output = DefaultOutput>(
    source: SegmenterSource,
    options?: SegmentOptions<Wanted>,
  ): Promise<Segmentation<Wanted> & Disposable>;
  /** Ends the worker and frees the model. Running and later calls reject with `disposed`. */
  dispose(): void;
  /** Calls `dispose`. Present in browsers that have `Symbol.dispose`: `using segmenter = createSegmenter();`. */
  [Symbol.dispose](): void;
}

/** `Symbol.dispose`, or undefined in browsers from before 2025, which do not have it. */
const disposeSymbol = Symbol.dispose as typeof Symbol.dispose | undefined;

/**
 * Creates a segmenter. It fetches nothing and starts no worker before its first call.
 *
 * A page cannot read a worker's performance timeline, so the worker's requests are added to the page's timeline as
 * performance marks named `isola-segmenter:fetch`. The mark's `detail` contains `url`, `startedAtMs` (milliseconds since
 * 1970), `transferBytes` (0 from the browser's cache) and `bodyBytes`.
 * A segmenter may also be created while a page is rendered on a server. Its calls then reject with `no-browser`.
 * @throws {TypeError} for an option that does not exist; {RangeError} for a value that an option cannot have.
 * @example
 * const segmenter = createSegmenter({ manifestUrl: '/models/manifest.json' });
 * const { png } = await segmenter.segment(file, { outputs: ['png'] });
 * image.src = URL.createObjectURL(png);
 */
export function createSegmenter(options: SegmenterOptions = {}): Segmenter {
  checkSegmenterOptions(options);
  // Relative addresses are resolved now, against the page that creates the segmenter.
  let resolved = isBrowser() ? resolveOptions(options) : undefined;
  const calls = createCalls<SegmenterSource>({
    // resolveOptions throws `no-browser` on a server.
    resolvedOptions: () => (resolved ??= resolveOptions(options)),
    onEvent: options.onEvent,
    openSource: (source, signal) => openSource(source, { fetch: options.fetch, signal }),
    createInPageClient: async (...context) => {
      // The page loads the pipeline's code only when it has to do the work itself.
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
      const {
        detail = 'standard',
        transparency = 'keep',
        outputs = defaultOutputs,
        prompt,
        lesson,
        background,
      } = callOptions;
      const segmentation = await calls.segment(
        source,
        { detail, transparency, outputs, prompt, lesson, background },
        callOptions,
      );
      // The pipeline returns exactly the requested outputs.
      return disposable(segmentation as Segmentation<Wanted>);
    },
    dispose: calls.dispose,
    ...(disposeSymbol && { [disposeSymbol]: calls.dispose }),
  } as Segmenter;
}

/**
 * Adds `Symbol.dispose` to a result. The property is not enumerable, so that the listed properties are the requested
 * outputs alone.
 */
function disposable<T extends AnySegmentation>(segmentation: T): T & Disposable {
  if (disposeSymbol) Object.defineProperty(segmentation, disposeSymbol, { value: () => segmentation.cutout?.close() });
  return segmentation as T & Disposable;
}
