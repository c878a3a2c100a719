import type { Detail } from './detail.ts';
import type { LessonAnswer } from './lesson.ts';
import type { Part, Size } from './size.ts';
import type { Stage } from './stages.ts';

/**
 * Implementation that computes the masks: `engine` is this package's own, on the processor; `wasm` and `webgpu` are
 * onnxruntime-web's, on the processor and on the graphics card.
 */
export type Provider = 'engine' | 'wasm' | 'webgpu';

/** Reason why the graphics card produced no mask: the browser took the device away, or anything else went wrong. */
export type GpuFailure = 'device-lost' | 'gpu-failed';

/** The network's certainty about its mask. */
export interface Confidence {
  /**
   * Certainty for the whole image, 0…1: the mean over all that is at least partly subject. It is about 1 for a solid
   * thing with a clear edge, less for hair and glass, near 0 where a subject was only guessed at.
   */
  readonly value: number;
  /** The certainty of each cell of a grid over the image, row by row: 255 is sure. Sure background counts as sure. */
  readonly map: Uint8ClampedArray<ArrayBuffer>;
  readonly mapWidthPx: number;
  readonly mapHeightPx: number;
  /**
   * Parts of the full-size image that the network saw as subject in one pass and as background in another. A part of
   * the subject may be missing there, or something next to it may be included. Parts that a second network decided with
   * certainty are left out. The largest part comes first. There are at most three, and none when the network ran only
   * once.
   */
  readonly disputed: readonly DisputedPart[];
}

/** A part of an image that the network saw in one pass and not in the other, with its bounding box. */
export interface DisputedPart extends Part {
  /** The part itself as strips, from top to bottom. The bounding box also contains other pixels. */
  readonly strips: readonly Part[];
}

/** The subject's share of each pixel, row by row, 8 bits: 0 is background and 255 is subject. */
export interface Matte extends Size {
  /** `widthPx × heightPx` values, row-major, no padding. */
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

/** The thread that did the work: a worker, or the page's own. `mainThreadReason` reports why it was not a worker. */
export type Thread = 'worker' | 'main';

/**
 * Reason why the network had only one thread, which makes it take about twice as long or longer.
 *
 * - `asked`: by the option `threads`.
 * - `single-core`: the processor has only one core.
 * - `insecure-origin`: the page came over plain HTTP from another machine; browsers allow threads only over HTTPS.
 * - `not-isolated`: the page is not cross-origin isolated; two response headers are missing.
 * - `in-page`: no worker did the work (`mainThreadReason` reports why), and a page's own thread may not wait for
 *   others.
 * - `not-started`: the browser refused shared memory, or no other thread started.
 * - `lost`: threads stopped during an image.
 */
export type SingleThreadReason =
  | 'asked'
  | 'single-core'
  | 'insecure-origin'
  | 'not-isolated'
  | 'in-page'
  | 'not-started'
  | 'lost';

/** The `run.model` of a result whose matte is the image's own transparency. */
export const ownTransparencyModel = 'own-transparency';

export interface RunReport {
  /** The `id` of the manifest row, or `ownTransparencyModel` if the image was already cut out and no network ran. */
  readonly model: string;
  /** SHA-256 of the model's weights, as 64 hexadecimal digits; absent when no network ran. */
  readonly modelSha256?: string;
  /** The implementation that computed the mask. */
  readonly provider: Provider;
  /**
   * Reason why the processor finished what the graphics card had begun. The segmenter does not use the card any more.
   */
  readonly fallback?: GpuFailure;
  /** Number of processor threads that the network used. */
  readonly threads: number;
  /** Reason why `threads` is 1; absent when it is more, and when no network ran. */
  readonly threadsReason?: SingleThreadReason;
  readonly thread: Thread;
  /**
   * Reason why the work was done in the page: it was requested, or a worker could not start, or one died and lost this
   * run.
   */
  readonly mainThreadReason?: 'asked' | 'worker-not-started' | 'worker-died';
  readonly detail: Detail;
  /** Size of the image as it was prepared for the network. */
  readonly workingWidthPx: number;
  readonly workingHeightPx: number;
  /**
   * Size of the mask from which the matte was made. This is the size of the network's second pass, or of the first if
   * the browser refused the memory for a second. With the detail `fine` it is a separate size. 0 if no network ran.
   */
  readonly networkWidthPx: number;
  readonly networkHeightPx: number;
  /**
   * Number of passes of the network over the image: two, plus one with the detail `fine`. There are fewer if the
   * browser refused the memory, or if the model accepts a single size. 0 if the image was already cut out.
   */
  readonly passes: number;
  /** Wall time by stage. `complete` is the whole call from its turn in the queue to its result. */
  readonly timingsMs: Readonly<Record<Stage, number>>;
}

/** The output forms that both browsers and Node support. */
export interface PortableOutputs {
  /** The cut-out as `image/png`. */
  readonly png: Blob;
  /**
   * The cut-out as `image/webp`, with lossy colours and lossless alpha. Safari cannot encode WebP: the call then fails.
   */
  readonly webp: Blob;
  /** The matte as a greyscale `image/png`: black is background, white is subject. */
  readonly mask: Blob;
  /** The cut-out's pixels: RGBA, 8-bit sRGB, straight alpha, row by row. Nothing is encoded, and no colour is lost. */
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
  /**
   * The same pixels in a `SharedArrayBuffer` if the page is cross-origin isolated, so that they can be posted to
   * workers without a copy; otherwise in an `ArrayBuffer`.
   */
  readonly sharedPixels: Uint8ClampedArray;
}

/**
 * The forms in which a cut-out can be returned, all at the source's size. With a `background` they are opaque, except
 * `mask`.
 */
export interface Outputs extends PortableOutputs {
  /** The cut-out as a bitmap. The caller owns it and must `close()` it when it is no longer shown. */
  readonly cutout: ImageBitmap;
}

export type Output = keyof Outputs;

export const outputs = ['png', 'webp', 'mask', 'cutout', 'pixels', 'sharedPixels'] as const satisfies readonly Output[];

export type DefaultOutput = 'png' | 'cutout';

/** The result of a call: the matte and the facts, and the cut-out in each requested form. */
export type Segmentation<Wanted extends Output = DefaultOutput> = SegmentationFacts & Pick<Outputs, Wanted>;

/** A result with any set of outputs. */
export type AnySegmentation = SegmentationFacts & Partial<Outputs>;

/** The part of a result that is always present. The size is the source's, after its EXIF orientation was applied. */
export interface SegmentationFacts extends Size {
  readonly matte: Matte;
  /** `none` when the network was sure of no pixel: the matte is then empty, rather than noise amplified to a shape. */
  readonly subject: 'found' | 'none';
  /** The network's certainty: for selecting, out of many results, those that need a check. */
  readonly confidence: Confidence;
  readonly run: RunReport;
  /** The answer to the option `lesson`; absent without it. */
  readonly lesson?: LessonAnswer;
}
