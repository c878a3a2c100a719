import type { BackgroundSource } from '../background/background-sources.ts';
import type { BackgroundParams } from '../background/define-background-source.ts';
import type { EncodingParams } from '../encode/define-encoder.ts';
import type { EncodedFile } from '../encode/encode-image.ts';
import type { Encoding } from '../encode/encoders.ts';
import { identity } from '../geometry/affine.ts';
import { noLight } from '../light/light-params.ts';
import type { PixelatedArea } from '../fill/pixelate-area.ts';
import type { EditParams } from '../matte/define-edit.ts';
import type { Edit } from '../matte/edit-kinds.ts';
import { type MatteEdits, noEdits } from '../matte/matte-edits.ts';
import type { RetouchEdit } from '../matte/retouch-edit.ts';
import type { Matte } from '../raster/raster.ts';
import { createJobQueue, type JobOptions } from './create-job-queue.ts';
import type { Retouch, Retouched } from './find-filling.ts';
import type { Refinement, RenderedView, RenderParams, RenderQuality, ShadowFinding, SourceImage } from './protocol.ts';

/**
 * Computes results from one image at a time, in a worker of its own.
 *
 * Jobs run one after the other, in the order in which they are given. A job that is lost with its worker is run once
 * more in a new one. An aborted job rejects with the signal's reason, and a job that fails with a `CompositorError`.
 * The error's `code` is `compositor-lost` when the second worker was lost, too, and `resource-load-failed` when no
 * worker starts; other codes describe the failure.
 * @typeParam Background params of the backgrounds that the worker serves.
 * @typeParam Encodings params of the encoders that the worker serves.
 * @typeParam Edits params of the edits that the worker serves.
 */
export interface Compositor<
  Background extends BackgroundParams = BackgroundSource,
  Encodings extends EncodingParams = Encoding,
  Edits extends EditParams = Edit,
> {
  /**
   * Composes a result for the screen.
   * @param params by default no edits, the whole image, a transparent background, no light and no outline.
   */
  render(
    params: Partial<RenderParams<Background, Edits>>,
    options?: JobOptions & {
      /** Quality of the view; `full` by default. */
      readonly quality?: RenderQuality;
    },
  ): Promise<RenderedView>;
  /**
   * Renders the background alone, at draft size. An interface that moves the subject paints it over this view.
   * @param params params of the result. Edits, light and outline are ignored.
   */
  renderBackground(params: Partial<RenderParams<Background, Edits>>, options?: JobOptions): Promise<RenderedView>;
  /** Composes a result with all its pixels and encodes it. Another encoding of the same result reuses the pixels. */
  encode(
    params: Partial<RenderParams<Background, Edits>>,
    encoding: Encodings,
    options?: JobOptions & {
      /** Requests an additional small view of the result. The value is the view's longer side, in px. */
      readonly previewSidePx?: number | undefined;
    },
  ): Promise<EncodedFile>;
  /** Encodes the edited matte as a greyscale PNG: white is subject. */
  encodeMatte(edits: MatteEdits<Edits>, options?: JobOptions): Promise<EncodedFile>;
  /** Returns the edited matte, which has the size of the image. */
  editMatte(edits: MatteEdits<Edits>, options?: JobOptions): Promise<Matte>;
  /** Applies edits and reports the part of the cutout that has changed since the previous call. */
  refine(edits: MatteEdits<Edits>, options?: JobOptions): Promise<Refinement>;
  /**
   * Measures how free the edge is from the old background's colour.
   * @returns 0…100; 100 is clean.
   */
  measureFringe(edits: MatteEdits<Edits>, options?: JobOptions): Promise<number>;
  /**
   * Erases the thing under a stroke: makes the edit that fills its area with what surrounds it.
   * @param edits the edits before it. The settings of the edge do not count.
   */
  retouch(edits: MatteEdits<Edits>, retouch: Retouch, options?: JobOptions): Promise<Retouched>;
  /**
   * Makes the edits that replace areas by large blocks, in the subject and in the background alike: one for each area that
   * lies in the image. The edits contain nothing of what was there.
   * @param edits the edits before them. The settings of the edge do not count.
   */
  pixelate(
    edits: MatteEdits<Edits>,
    areas: readonly PixelatedArea[],
    options?: JobOptions,
  ): Promise<readonly RetouchEdit[]>;
  /**
   * Looks for the shadow that the subject casts in the photograph. It stays in memory for `light.photographed`.
   *
   * @example
   * const { refusal } = await compositor.findShadow(noEdits);
   * const light = refusal ? noLight : { ...noLight, photographed: { strength: 100, softness: 0 } };
   * const { file } = await compositor.encode({ light }, { format: 'png' });
   */
  findShadow(edits: MatteEdits<Edits>, options?: JobOptions): Promise<ShadowFinding>;
  /**
   * Starts the worker before the first job, so that the first job succeeds even if the network fails in the meantime.
   */
  start(): void;
  /** Replaces the image by another. The worker stays, with everything that it has loaded. Pending jobs are rejected. */
  open(source: SourceImage): void;
  /**
   * Frees the image and everything that was computed from it; the worker waits for `open`. Pending jobs are rejected,
   * and so is every new job until then.
   */
  release(): void;
  /** Ends the worker and frees its memory. The next job starts another worker. Pending jobs are rejected. */
  close(): void;
}

export interface CompositorOptions {
  /**
   * Starts a worker of the caller's own, whose script calls `serveCompositor` with more backgrounds, edits or encoders
   * than this package contains. The worker must be a module worker. The function may be called more than once.
   */
  readonly startWorker?: () => Worker;
}

/**
 * Creates a compositor for an image. Its worker starts with the first job, or by `start()`.
 * @typeParam Background params of the backgrounds that the worker of `startWorker` serves.
 * @typeParam Encodings params of the encoders that this worker serves.
 * @typeParam Edits params of the edits that this worker serves.
 *
 * @example
 * const compositor = createCompositor({ image: file, matte });
 * const { file: jpeg } = await compositor.encode(
 *   { background: { kind: 'color', color: '#ffffff' } },
 *   { format: 'jpeg', quality: 90 },
 *   { signal, onProgress: ({ stage, loaded, total }) => show(stage, loaded / total) },
 * );
 * compositor.close();
 */
export function createCompositor<
  Background extends BackgroundParams = BackgroundSource,
  Encodings extends EncodingParams = Encoding,
  Edits extends EditParams = Edit,
>(
  image: SourceImage,
  { startWorker = startOwnWorker }: CompositorOptions = {},
): Compositor<Background, Encodings, Edits> {
  const queue = createJobQueue(image, startWorker);

  function whole(params: Partial<RenderParams<Background, Edits>>): RenderParams {
    const { widthPx, heightPx } = queue.source()?.matte ?? { widthPx: 1, heightPx: 1 };
    const nothing = { kind: 'transparent' };
    return {
      edits: noEdits,
      transform: { toPhoto: identity, widthPx, heightPx },
      background: nothing,
      light: noLight,
      ...params,
    };
  }

  /** Number of the last refinement, and of the last one up to which the page has every part. */
  let [lastRefinement, complete] = [0, 0];

  async function refine(edits: MatteEdits<Edits>, options: JobOptions = {}): Promise<Refinement> {
    options.signal?.throwIfAborted();
    const own = ++lastRefinement;
    const isNext = () => complete === own - 1;
    try {
      const refinement = await queue.run({ kind: 'refine', edits, isWhole: !isNext() }, options);
      complete = own;
      return refinement;
    } catch (error) {
      // A refinement that failed has reported nothing, so its part is still to come. An aborted one may have finished.
      if (!options.signal?.aborted && isNext()) complete = own;
      throw error;
    }
  }

  return {
    render: (params, { quality = 'full', ...options } = {}) =>
      queue.run({ kind: 'render', params: whole(params), quality }, options),
    renderBackground: (params, options) => queue.run({ kind: 'render-background', params: whole(params) }, options),
    encode: (params, encoding, { previewSidePx, ...options } = {}) =>
      queue.run({ kind: 'encode', params: whole(params), encoding, previewSidePx }, options),
    encodeMatte: (edits, options) => queue.run({ kind: 'encode-matte', edits }, options),
    pixelate: (edits, areas, options) => queue.run({ kind: 'pixelate', edits, areas }, options),
    findShadow: (edits, options) => queue.run({ kind: 'find-shadow', edits }, options),
    editMatte: (edits, options) => queue.run({ kind: 'edit-matte', edits }, options),
    refine,
    measureFringe: (edits, options) => queue.run({ kind: 'measure-fringe', edits }, options),
    retouch: (edits, retouch, options) => queue.run({ kind: 'retouch', edits, retouch }, options),
    start: queue.start,
    open: (next) => queue.exchange(next, 'another image was opened'),
    release: () => queue.exchange(undefined, 'the image was released'),
    close: queue.close,
  };
}

function startOwnWorker(): Worker {
  return new Worker(new URL('./compositor-worker.ts', import.meta.url), { type: 'module', name: 'isola-compositor' });
}
