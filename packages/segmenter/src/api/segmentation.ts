import type { Detail } from './options.ts';
import type { Part, Size } from './size.ts';
import type { Stage } from './stages.ts';

/**
 * What computes the masks: `engine` is this package's own, on the processor; `wasm` and `webgpu` are onnxruntime-web's,
 * on the processor and on the graphics card.
 */
export type Provider = 'engine' | 'wasm' | 'webgpu';

/** Why the graphics card gave no mask: the browser took the device away, or anything else went wrong. */
export type GpuFailure = 'device-lost' | 'gpu-failed';

/** How sure the network is of its mask. */
export interface Confidence {
  /**
   * 0…1 for the whole picture: of everything that is subject at least in part, how sure it is of the mean pixel. About 1
   * for a solid thing with a clear edge, less for hair and glass, near 0 where a subject was only guessed at.
   */
  readonly value: number;
  /** The same for each piece of the picture, row by row: 255 is sure. Background that is sure counts as sure. */
  readonly map: Uint8ClampedArray<ArrayBuffer>;
  readonly mapWidthPx: number;
  readonly mapHeightPx: number;
  /**
   * Parts of the full-size picture of which the network said subject one time and background another: there a part of the subject may be
   * missing, or something beside it may have come along. Parts that a second network decided surely are left out. The largest part comes first; there are three at most, and
   * none when the network saw the picture once.
   */
  readonly disputed: readonly DisputedPart[];
}

/** A part of a picture that the network saw one time and not the other; the box round all of it. */
export interface DisputedPart extends Part {
  /** The part itself, from top to bottom: the box has more of the picture in it. */
  readonly strips: readonly Part[];
}

/** How much of each pixel is subject: row by row, 8 bits, 0 is background and 255 is subject. */
export interface Matte extends Size {
  /** `widthPx × heightPx` values, row-major, no padding. */
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

/** The thread that did the work: a worker, or the page's own. `mainThreadReason` says why it was not a worker. */
export type Thread = 'worker' | 'main';

/**
 * Why the processor had one thread for the network, which then takes about twice as long or longer.
 *
 * - `asked`: by the option `threads`.
 * - `single-core`: the processor has no more.
 * - `insecure-origin`: the page came over plain HTTP from another machine; browsers give threads over HTTPS alone.
 * - `not-isolated`: the page is not cross-origin isolated; two response headers are missing.
 * - `in-page`: no worker did the work (`mainThreadReason` says why), and a page's own thread may not wait for others.
 * - `not-started`: the browser refused shared memory, or no further thread started.
 * - `lost`: threads stopped during a picture.
 */
export type SingleThreadReason =
  | 'asked'
  | 'single-core'
  | 'insecure-origin'
  | 'not-isolated'
  | 'in-page'
  | 'not-started'
  | 'lost';

/** The `run.model` of a result whose matte is the picture's own transparency. */
export const ownTransparencyModel = 'own-transparency';

export interface RunReport {
  /** The manifest row's `id`; `ownTransparencyModel` where the picture was cut out already, and no network saw it. */
  readonly model: string;
  /** What computed the mask. */
  readonly provider: Provider;
  /** Why the processor did what the graphics card had begun. From then on the segmenter does without the card. */
  readonly fallback?: GpuFailure;
  /** That the processor had for the network. */
  readonly threads: number;
  /** Why `threads` is 1; absent where it is more, and where no network saw the picture. */
  readonly threadsReason?: SingleThreadReason;
  readonly thread: Thread;
  /** Why the work was done in the page: it was asked for, or a worker could not start, or died and lost this run. */
  readonly mainThreadReason?: 'asked' | 'worker-not-started' | 'worker-died';
  readonly detail: Detail;
  /** The picture as it was prepared for the network. */
  readonly workingWidthPx: number;
  readonly workingHeightPx: number;
  /**
   * The size of the mask that the matte was made of: the size at which the network saw the picture the second time, or the first time where the browser
   * refused the memory for a second. Where the detail is `fine` it is a size of its own. 0 where no network saw the picture.
   */
  readonly networkWidthPx: number;
  readonly networkHeightPx: number;
  /**
   * How often the network saw the picture: twice, and once more where the detail is `fine`; less often where the browser refused the memory, and
   * where the model takes one size alone. 0 where the picture was cut out already.
   */
  readonly passes: number;
  /** Wall time by stage; `complete` is the whole call from its turn in the queue to its result. */
  readonly timingsMs: Readonly<Record<Stage, number>>;
}

/** The forms that browsers and Node have. */
export interface PortableOutputs {
  /** The cut-out as `image/png`. */
  readonly png: Blob;
  /** The cut-out as `image/webp`, lossy in its colours and not in its alpha. Safari writes none: the call then fails. */
  readonly webp: Blob;
  /** The matte as a greyscale `image/png`: black is background, white is subject. */
  readonly mask: Blob;
  /** The cut-out's pixels: RGBA, 8-bit sRGB, straight alpha, row by row. Nothing is encoded, and no colour is lost. */
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
  /**
   * The same in a `SharedArrayBuffer` where the page is cross-origin isolated, so that the workers that they are posted to
   * have them without a copy; elsewhere in an `ArrayBuffer`.
   */
  readonly sharedPixels: Uint8ClampedArray;
}

/** The forms in which a cut-out can be handed over, all at the source's size. With a `background` they are opaque; `mask` is not one of them. */
export interface Outputs extends PortableOutputs {
  /** The cut-out as a bitmap. The caller owns it: `close()` it when it is no longer shown. */
  readonly cutout: ImageBitmap;
}

export type Output = keyof Outputs;

export const outputs = ['png', 'webp', 'mask', 'cutout', 'pixels', 'sharedPixels'] as const satisfies readonly Output[];

/** The default outputs of a call. */
export type DefaultOutput = 'png' | 'cutout';

/** The result of a call: the matte and the facts, and the cut-out in each form that the call asked for. */
export type Segmentation<Wanted extends Output = DefaultOutput> = SegmentationFacts & Pick<Outputs, Wanted>;

/** A result with whichever outputs were asked for. */
export type AnySegmentation = SegmentationFacts & Partial<Outputs>;

/** The size is the source's own, after its EXIF orientation was applied. */
export interface SegmentationFacts extends Size {
  readonly matte: Matte;
  /** `none` when the network was sure of no pixel: the matte is then empty, rather than noise stretched to a shape. */
  readonly subject: 'found' | 'none';
  /** How sure the network was: for choosing, out of many, the results that are worth a look. */
  readonly confidence: Confidence;
  readonly run: RunReport;
}
