import * as z from 'zod/mini';

import type { BackgroundParams } from '../background/define-background-source.ts';
import type { EncodingParams } from '../encode/define-encoder.ts';
import type { EncodedFile } from '../encode/encode-image.ts';
import type { Rect, Size } from '../geometry/rect.ts';
import { type LightParams, lightParamsSchema } from '../light/light-params.ts';
import type { EditParams } from '../matte/define-edit.ts';
import { edgeEditsSchema, editSchema, type MatteEdits } from '../matte/matte-edits.ts';
import { type OutlineParams, outlineParamsSchema } from '../outline/outline-params.ts';
import type { Matte } from '../raster/raster.ts';
import type { OutputTransform } from '../resample/output-transform.ts';
import type { CompositorErrorCode } from '../job/compositor-error.ts';
import type { Progress } from '../job/task.ts';

/** What a result is made from. It never changes: everything else is computed from it. */
export interface SourceImage {
  /** The image's file: anything that the browser decodes. */
  readonly image: Blob;
  /**
   * The same image, where it is decoded already: upright, and of the matte's size. The worker is given a copy, and the
   * caller's stays usable. Without it the worker decodes the file when it needs the pixels.
   */
  readonly bitmap?: ImageBitmap | undefined;
  /** Matte of the size of the upright image. The worker reads a matte that is a file. */
  readonly matte: Matte | StoredMatte;
  /**
   * The segmenter's cutout, of the matte's size: its pixels, RGBA with straight alpha, which are copied unless they are in
   * shared memory; or its PNG, which is inflated once. Without it the cutout is computed from the matte.
   */
  readonly cutout?: Blob | Uint8ClampedArray | undefined;
  /** The size at which foreground colours are estimated, in px; about a megapixel unless given. */
  readonly workingSize?: Size | undefined;
}

/** A matte as a PNG in greys of 8 bits, as `encodeMatte` writes it. */
export interface StoredMatte extends Size {
  readonly file: Blob;
}

/** Everything that a result is made with, but for the file. */
export interface RenderParams<
  Background extends BackgroundParams = BackgroundParams,
  Edits extends EditParams = EditParams,
> {
  readonly edits: MatteEdits<Edits>;
  readonly transform: OutputTransform;
  readonly background: Background;
  readonly light: LightParams;
  /** Around the subject; none unless given. */
  readonly outline?: OutlineParams | undefined;
}

/** `draft` is small enough to follow a drag; `full` has every pixel of the result. */
export type RenderQuality = 'draft' | 'full';

/** A draft's longer side: as much as a window shows without zoom. */
export const draftSidePx = 1280;

export type Job =
  | { readonly kind: 'refine'; readonly edits: MatteEdits<EditParams> }
  | { readonly kind: 'render'; readonly params: RenderParams; readonly quality: RenderQuality }
  | { readonly kind: 'render-background'; readonly params: RenderParams }
  | {
      readonly kind: 'encode';
      readonly params: RenderParams;
      readonly encoding: EncodingParams;
      /** Longer side of an additional small view. */
      readonly previewSidePx?: number | undefined;
    }
  | { readonly kind: 'encode-matte'; readonly edits: MatteEdits<EditParams> }
  | { readonly kind: 'edit-matte'; readonly edits: MatteEdits<EditParams> }
  | { readonly kind: 'measure-fringe'; readonly edits: MatteEdits<EditParams> };

/** A part of the cutout that edits have changed: `bitmap` shows `rect`, in px of the image. The caller closes it. */
export interface RefinedPart {
  readonly rect: Rect;
  readonly bitmap: ImageBitmap;
}

export interface Refinement {
  /** Undefined where the cutout is as the previous call reported it, or unedited again. */
  readonly part: RefinedPart | undefined;
  /** Whether this is the worker's first report: then `part` is all that differs from the unedited cutout. */
  readonly isFirst: boolean;
  /** The indices of those edits that changed no pixel. */
  readonly withoutEffect: readonly number[];
}

/** A result for the screen; at most 16 megapixels. The caller closes the bitmap. */
export interface RenderedView {
  readonly bitmap: ImageBitmap;
  readonly quality: RenderQuality;
}

/** What each kind of job resolves with. */
export interface Outcomes {
  readonly refine: Refinement;
  readonly render: RenderedView;
  readonly 'render-background': RenderedView;
  readonly encode: EncodedFile;
  readonly 'encode-matte': EncodedFile;
  readonly 'edit-matte': Matte;
  /** 0…100; 100 is clean. */
  readonly 'measure-fringe': number;
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
  // Checked by the definition of its kind.
  background: z.looseObject({ kind: z.string() }),
  light: lightParamsSchema,
  outline: z.optional(outlineParamsSchema),
});

const job = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('refine'), edits }),
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
]);

const matte = z
  .object({ data: z.instanceof(Uint8ClampedArray<ArrayBuffer>), widthPx: positive, heightPx: positive })
  .check(z.refine(({ data, widthPx, heightPx }) => data.length === widthPx * heightPx, 'has another size'));

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
      'the cutout has another size than its matte',
    ),
  );

const call = z.int();

/** Messages to the worker. The payloads of `open` and `job` are checked apart, so that what is wrong fails a job. */
export const toCompositorSchema = z.discriminatedUnion('kind', [
  /**
   * Always the first, and then with `lockName`: the worker takes the lock of this name and holds it as long as it lives.
   * Every later one puts another image, or none, in the place of the one before: no job, blob or edit of that is left.
   */
  z.object({
    kind: z.literal('open'),
    source: z.unknown(),
    lockName: z.optional(z.string()),
    lendsBitmap: z.boolean(),
  }),
  /** Sent once after `open`, where that announced it: undefined where the bitmap was closed by then. */
  z.object({
    kind: z.literal('bitmap'),
    bitmap: z.optional(z.custom<ImageBitmap>((value) => value instanceof ImageBitmap)),
  }),
  /** Sent once, before the first job that names its number. */
  z.object({ kind: z.literal('blob'), number: z.int(), blob: z.instanceof(Blob) }),
  /** The edits of every job from now on: the first `kept` of those before, and what was `added` to them. */
  z.object({ kind: z.literal('edits'), kept: z.int(), added: z.array(z.unknown()) }),
  z.object({ kind: z.literal('job'), call, job: z.unknown(), wantsProgress: z.boolean() }),
  z.object({ kind: z.literal('abort'), call }),
  /** Answered with `alive`. */
  z.object({ kind: z.literal('ping') }),
]);

/** A message to the worker, as the page writes it. */
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
  /** In `job`, a reference stands for each blob, and its list of edits is empty. */
  | { readonly kind: 'job'; readonly call: number; readonly job: Job; readonly wantsProgress: boolean }
  | { readonly kind: 'abort'; readonly call: number }
  | { readonly kind: 'ping' };

export type FromCompositor =
  /** `isLocked`: whether the worker holds the lock. */
  | { readonly kind: 'opened'; readonly isLocked: boolean }
  | { readonly kind: 'alive' }
  | { readonly kind: 'progress'; readonly call: number; readonly progress: Progress }
  | { readonly kind: 'done'; readonly call: number; readonly outcome: Outcomes[Job['kind']] }
  | { readonly kind: 'failed'; readonly call: number; readonly code: CompositorErrorCode; readonly detail: string };

/** @throws {z.core.$ZodError} for anything but a source image. */
export const readSource = (value: unknown): Omit<SourceImage, 'bitmap'> => sourceImage.parse(value);

/** @throws {z.core.$ZodError} for anything but an edit. */
export const readEdit = (value: unknown): EditParams => editSchema.parse(value);

/**
 * @param all its edits, which are sent apart.
 * @throws {z.core.$ZodError} for anything but a job.
 */
export function readJob(value: unknown, all: readonly EditParams[]): Job {
  const read = job.parse(value);
  return 'params' in read
    ? { ...read, params: { ...read.params, edits: { ...read.params.edits, edits: all } } }
    : { ...read, edits: { ...read.edits, edits: all } };
}
