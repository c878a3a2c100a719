import type { Surroundings } from '@isola/scenes';
import * as z from 'zod/mini';

import type { BackgroundParams } from '../background/define-background-source.ts';
import type { EncodingParams } from '../encode/define-encoder.ts';
import type { EncodedFile } from '../encode/encode-image.ts';
import type { Rect, Size } from '../geometry/rect.ts';
import { type FontFaceParams, fontFaceSchema, type LayerParams, maxLayers } from '../layers/layer-params.ts';
import { type LightParams, lightParamsSchema } from '../light/light-params.ts';
import type { ShadowRefusal } from '../light/photographed/find-photographed-shadow.ts';
import { surroundingsSchema } from '../light/surroundings.ts';
import type { PixelatedArea } from '../fill/pixelate-area.ts';
import type { EditParams } from '../matte/define-edit.ts';
import type { RetouchEdit } from '../matte/retouch-edit.ts';
import { edgeEditsSchema, editSchema, type MatteEdits } from '../matte/matte-edits.ts';
import { type OutlineParams, outlineParamsSchema } from '../outline/outline-params.ts';
import type { Matte } from '../raster/raster.ts';
import type { OutputTransform } from '../resample/output-transform.ts';
import { type ToneParams, toneParamsSchema } from '../tone/tone-params.ts';
import type { CompositorErrorCode } from '../job/compositor-error.ts';
import type { Retouch, Retouched } from './find-filling.ts';
import type { Progress } from '../job/task.ts';

/** Source of all results. It never changes; everything else is computed from it. */
export interface SourceImage {
  /** File of the image, in any format that the browser decodes. */
  readonly image: Blob;
  /**
   * The decoded image, when the caller has it: upright and of the matte's size. The worker receives a copy, and the
   * caller's bitmap stays usable. Without it, the worker decodes the file when it needs the pixels.
   */
  readonly bitmap?: ImageBitmap | undefined;
  /** Matte of the size of the upright image. The worker decodes a matte that is given as a file. */
  readonly matte: Matte | StoredMatte;
  /**
   * Cutout of the segmenter, of the matte's size. Pixels are RGBA with straight alpha, and are copied unless they are
   * in shared memory. A PNG is inflated once. Without a cutout, it is computed from the matte.
   */
  readonly cutout?: Blob | Uint8ClampedArray | undefined;
  /** Size at which foreground colours are estimated, in px; about a megapixel by default. */
  readonly workingSize?: Size | undefined;
}

/** A matte as an 8-bit greyscale PNG, as `encodeMatte` writes it. */
export interface StoredMatte extends Size {
  readonly file: Blob;
}

/** Everything that determines a result, except its file format. */
export interface RenderParams<
  Background extends BackgroundParams = BackgroundParams,
  Edits extends EditParams = EditParams,
> {
  readonly edits: MatteEdits<Edits>;
  readonly transform: OutputTransform;
  readonly background: Background;
  readonly light: LightParams;
  /** Outline around the subject; none by default. */
  readonly outline?: OutlineParams | undefined;
  /** Light and colour of the subject itself; unchanged by default. */
  readonly tone?: ToneParams | undefined;
  /**
   * True when a network on the device computes the subject's colours where the result has more px than the image. It
   * applies to the quality `full`. Default: false.
   */
  readonly isEnlarged?: boolean | undefined;
  /** Texts and pictures over the result, the lowest first; none by default. */
  readonly layers?: readonly LayerParams[] | undefined;
  /** Font files for the texts, besides the fonts of the device. */
  readonly fontFaces?: readonly FontFaceParams[] | undefined;
  /** Ground and lamps of the background; unknown by default. */
  readonly surroundings?: Surroundings | undefined;
}

/** Quality of a rendering: `draft` is small enough to follow a drag; `full` has every pixel of the result. */
export type RenderQuality = 'draft' | 'full';

/** Longer side of a draft, in px. A window without zoom shows no more. */
export const draftSidePx = 1280;

export type Job =
  | {
      readonly kind: 'refine';
      readonly edits: MatteEdits<EditParams>;
      /** True when the page lacks an earlier part, so that the whole cutout is reported. */
      readonly isWhole: boolean;
    }
  | { readonly kind: 'render'; readonly params: RenderParams; readonly quality: RenderQuality }
  | { readonly kind: 'render-background'; readonly params: RenderParams }
  | {
      readonly kind: 'encode';
      readonly params: RenderParams;
      readonly encoding: EncodingParams;
      /** Longer side of an additional small view, in px. */
      readonly previewSidePx?: number | undefined;
    }
  | { readonly kind: 'encode-matte'; readonly edits: MatteEdits<EditParams> }
  | { readonly kind: 'edit-matte'; readonly edits: MatteEdits<EditParams> }
  | { readonly kind: 'measure-fringe'; readonly edits: MatteEdits<EditParams> }
  | { readonly kind: 'retouch'; readonly edits: MatteEdits<EditParams>; readonly retouch: Retouch }
  | { readonly kind: 'find-shadow'; readonly edits: MatteEdits<EditParams> }
  | {
      readonly kind: 'pixelate';
      readonly edits: MatteEdits<EditParams>;
      readonly areas: readonly PixelatedArea[];
    };

/**
 * A part of the cutout that edits have changed. `bitmap` shows `rect`, in px of the image. The caller closes the
 * bitmap.
 */
export interface RefinedPart {
  readonly rect: Rect;
  readonly bitmap: ImageBitmap;
}

export interface Refinement {
  /** Changed part. Undefined when the cutout is as the previous call reported it, or is unedited again. */
  readonly part: RefinedPart | undefined;
  /**
   * True for the first report about this image by this worker. In that report, `part` is all that differs from the
   * unedited cutout.
   */
  readonly isFirst: boolean;
  /** Indices of the edits that changed no pixel. */
  readonly withoutEffect: readonly number[];
}

/** A result for the screen, of at most 16 megapixels. The caller closes the bitmap. */
export interface RenderedView {
  readonly bitmap: ImageBitmap;
  readonly quality: RenderQuality;
  /** Reason why the view lacks the photograph's own shadow, although its light contains one. */
  readonly missingShadow?: ShadowRefusal;
}

/** Answer to the question whether the photograph has a shadow that can be kept. */
export interface ShadowFinding {
  /** Reason why it has none; undefined when it has one. */
  readonly refusal: ShadowRefusal | undefined;
}

/** Type of the outcome of each kind of job. */
export interface Outcomes {
  readonly refine: Refinement;
  readonly render: RenderedView;
  readonly 'render-background': RenderedView;
  readonly encode: EncodedFile;
  readonly 'encode-matte': EncodedFile;
  readonly 'edit-matte': Matte;
  /** Cleanness of the edge, 0…100; 100 is clean. */
  readonly 'measure-fringe': number;
  readonly retouch: Retouched;
  readonly 'find-shadow': ShadowFinding;
  /** An edit for each area that lies in the image. */
  readonly pixelate: readonly RetouchEdit[];
}

const positive = z.int().check(z.minimum(1));
const finite = z.number();

const edits = edgeEditsSchema;
const renderParams = z.object({
  edits,
  transform: z.object({
    toPhoto: z.object({ a: finite, b: finite, c: finite, d: finite, e: finite, f: finite }),
    widthPx: positive,
    heightPx: positive,
  }),
  // The background is checked by the definition of its kind.
  background: z.looseObject({ kind: z.string() }),
  light: lightParamsSchema,
  outline: z.optional(outlineParamsSchema),
  tone: z.optional(toneParamsSchema),
  isEnlarged: z.optional(z.boolean()),
  // The layers are checked when their blobs are known.
  layers: z.optional(
    z.array(z.custom<LayerParams>((value) => typeof value === 'object')).check(z.maxLength(maxLayers)),
  ),
  fontFaces: z.optional(z.array(fontFaceSchema).check(z.maxLength(50))),
  surroundings: z.optional(surroundingsSchema),
});

const positiveSize = z.number().check(z.positive());
const pixelatedArea = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('ellipse'),
    centerX: finite,
    centerY: finite,
    radiusX: positiveSize,
    radiusY: positiveSize,
  }),
  z.object({ kind: z.literal('stroke'), points: z.array(finite), sizePx: positiveSize }),
]);

const job = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('refine'), edits, isWhole: z.boolean() }),
  z.object({ kind: z.literal('render'), params: renderParams, quality: z.enum(['draft', 'full']) }),
  z.object({ kind: z.literal('render-background'), params: renderParams }),
  // The encoding is checked by the definition of its format.
  z.object({
    kind: z.literal('encode'),
    params: renderParams,
    encoding: z.looseObject({ format: z.string() }),
    previewSidePx: z.optional(positive),
  }),
  z.object({ kind: z.literal('encode-matte'), edits }),
  z.object({ kind: z.literal('edit-matte'), edits }),
  z.object({ kind: z.literal('measure-fringe'), edits }),
  z.object({ kind: z.literal('find-shadow'), edits }),
  z.object({ kind: z.literal('pixelate'), edits, areas: z.array(pixelatedArea) }),
  z.object({
    kind: z.literal('retouch'),
    edits,
    retouch: z.object({
      points: z.array(finite),
      sizePx: z.number().check(z.minimum(0)),
      showsBackground: z.boolean(),
    }),
  }),
]);

const matte = z
  .object({ data: z.instanceof(Uint8ClampedArray<ArrayBuffer>), widthPx: positive, heightPx: positive })
  .check(
    z.refine(
      ({ data, widthPx, heightPx }) => data.length === widthPx * heightPx,
      'the matte’s data does not match its size',
    ),
  );

const storedMatte = z.object({ file: z.instanceof(Blob), widthPx: positive, heightPx: positive });

const sourceImage = z
  .object({
    image: z.instanceof(Blob),
    matte: z.union([matte, storedMatte]),
    cutout: z.optional(z.union([z.instanceof(Blob), z.instanceof(Uint8ClampedArray)])),
    workingSize: z.optional(z.object({ widthPx: positive, heightPx: positive })),
  })
  .check(
    z.refine(
      ({ cutout, matte: { widthPx, heightPx } }) =>
        !(cutout instanceof Uint8ClampedArray) || cutout.length === widthPx * heightPx * 4,
      'the size of the cutout differs from that of its matte',
    ),
  );

const call = z.int();

/**
 * Messages to the worker. The payloads of `open` and `job` are checked separately, so that an invalid one fails a job
 * instead of the worker.
 */
export const toCompositorSchema = z.discriminatedUnion('kind', [
  /**
   * The first message is always `open` with a `lockName`: the worker takes the lock of this name and holds it as long
   * as it lives. Every later `open` replaces the image by another one or by none; jobs, blobs and edits of the previous
   * image are discarded.
   */
  z.object({
    kind: z.literal('open'),
    source: z.unknown(),
    lockName: z.optional(z.string()),
    lendsBitmap: z.boolean(),
  }),
  /** Sent once after an `open` that announced it. It is undefined when the bitmap was closed by then. */
  z.object({
    kind: z.literal('bitmap'),
    bitmap: z.optional(z.custom<ImageBitmap>((value) => value instanceof ImageBitmap)),
  }),
  /** Sent once, before the first job that contains its number. */
  z.object({ kind: z.literal('blob'), number: z.int(), blob: z.instanceof(Blob) }),
  /** Sets the edits of all later jobs: the first `kept` of the previous edits, followed by `added`. */
  z.object({ kind: z.literal('edits'), kept: z.int(), added: z.array(z.unknown()) }),
  z.object({ kind: z.literal('job'), call, job: z.unknown(), wantsProgress: z.boolean() }),
  z.object({ kind: z.literal('abort'), call }),
  /** Answered with `alive`. */
  z.object({ kind: z.literal('ping') }),
]);

/** A message to the worker, as the page sends it. */
export type ToCompositor =
  | {
      readonly kind: 'open';
      readonly source: Omit<SourceImage, 'bitmap'> | undefined;
      readonly lockName?: string;
      readonly lendsBitmap: boolean;
    }
  | { readonly kind: 'bitmap'; readonly bitmap: ImageBitmap | undefined }
  | { readonly kind: 'blob'; readonly number: number; readonly blob: Blob }
  | { readonly kind: 'edits'; readonly kept: number; readonly added: readonly EditParams[] }
  /** `job` contains a reference in place of each blob, and its list of edits is empty. */
  | { readonly kind: 'job'; readonly call: number; readonly job: Job; readonly wantsProgress: boolean }
  | { readonly kind: 'abort'; readonly call: number }
  | { readonly kind: 'ping' };

export type FromCompositor =
  /** `isLocked` is true when the worker holds the lock. */
  | { readonly kind: 'opened'; readonly isLocked: boolean }
  | { readonly kind: 'alive' }
  | { readonly kind: 'progress'; readonly call: number; readonly progress: Progress }
  | { readonly kind: 'done'; readonly call: number; readonly outcome: Outcomes[Job['kind']] }
  | { readonly kind: 'failed'; readonly call: number; readonly code: CompositorErrorCode; readonly detail: string };

/** Reads a source image. @throws {z.core.$ZodError} for any other value. */
export const readSource = (value: unknown): Omit<SourceImage, 'bitmap'> => sourceImage.parse(value);

/** Reads an edit. @throws {z.core.$ZodError} for any other value. */
export const readEdit = (value: unknown): EditParams => editSchema.parse(value);

/**
 * Reads a job.
 * @param all edits of the job, which are sent separately.
 * @throws {z.core.$ZodError} for any other value.
 */
export function readJob(value: unknown, all: readonly EditParams[]): Job {
  const read = job.parse(value);
  return 'params' in read
    ? { ...read, params: { ...read.params, edits: { ...read.params.edits, edits: all } } }
    : { ...read, edits: { ...read.edits, edits: all } };
}
