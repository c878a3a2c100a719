import * as z from 'zod/mini';

import type { BackgroundParams } from '../background/define-background-source.ts';
import type { EncodingParams } from '../encode/define-encoder.ts';
import type { EncodedFile } from '../encode/encode-image.ts';
import type { Rect, Size } from '../geometry/rect.ts';
import { type LightParams, lightParamsSchema } from '../light/light-params.ts';
import type { EditParams } from '../matte/define-edit.ts';
import { type MatteEdits, matteEditsSchema } from '../matte/matte-edits.ts';
import type { Matte } from '../raster/raster.ts';
import type { OutputTransform } from '../resample/transform-cutout.ts';
import type { CompositorErrorCode } from '../job/compositor-error.ts';
import type { Progress } from '../job/task.ts';

/** What a result is made from. It never changes: everything else is computed from it. */
export interface SourceImage {
  /** The image's file: anything that the browser decodes. */
  readonly image: Blob;
  /** Of the image's size, once its orientation is applied. */
  readonly matte: Matte;
  /** The segmenter's file: RGBA, straight alpha, of the matte's size. Without it the cutout is computed from the matte. */
  readonly cutout?: Blob | undefined;
  /** The size at which foreground colours are estimated, in px; about a megapixel unless given. */
  readonly workingSize?: Size | undefined;
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
}

/** `draft` is small enough to follow a drag; `full` has every pixel of the result. */
export type RenderQuality = 'draft' | 'full';

/** A draft's longer side: as much as a window shows without zoom. */
export const draftSidePx = 1280;

export type Job =
  | { readonly kind: 'refine'; readonly edits: MatteEdits<EditParams> }
  | { readonly kind: 'render'; readonly params: RenderParams; readonly quality: RenderQuality }
  | { readonly kind: 'encode'; readonly params: RenderParams; readonly encoding: EncodingParams }
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
  readonly encode: EncodedFile;
  readonly 'encode-matte': EncodedFile;
  readonly 'edit-matte': Matte;
  /** 0…100; 100 is clean. */
  readonly 'measure-fringe': number;
}

const positive = z.int().check(z.minimum(1));
const finite = z.number();

const renderParams = z.object({
  edits: matteEditsSchema,
  transform: z.object({
    toPhoto: z.object({ a: finite, b: finite, c: finite, d: finite, e: finite, f: finite }),
    widthPx: positive,
    heightPx: positive,
  }),
  // Checked by the definition of its kind.
  background: z.looseObject({ kind: z.string() }),
  light: lightParamsSchema,
});

const edits = matteEditsSchema;
const job = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('refine'), edits }),
  z.object({ kind: z.literal('render'), params: renderParams, quality: z.enum(['draft', 'full']) }),
  // The encoding is checked by the definition of its format.
  z.object({ kind: z.literal('encode'), params: renderParams, encoding: z.looseObject({ format: z.string() }) }),
  z.object({ kind: z.literal('encode-matte'), edits }),
  z.object({ kind: z.literal('edit-matte'), edits }),
  z.object({ kind: z.literal('measure-fringe'), edits }),
]);

const matte = z
  .object({ data: z.instanceof(Uint8ClampedArray<ArrayBuffer>), widthPx: positive, heightPx: positive })
  .check(z.refine(({ data, widthPx, heightPx }) => data.length === widthPx * heightPx, 'has another size'));

const sourceImage = z.object({
  image: z.instanceof(Blob),
  matte,
  cutout: z.optional(z.instanceof(Blob)),
  workingSize: z.optional(z.object({ widthPx: positive, heightPx: positive })),
});

const call = z.int();

/** Messages to the worker. The payloads of `open` and `job` are checked apart, so that what is wrong fails a job. */
export const toCompositorSchema = z.discriminatedUnion('kind', [
  /** Always the first. The worker takes the lock of this name and holds it as long as it lives. */
  z.object({ kind: z.literal('open'), source: z.unknown(), lockName: z.string() }),
  /** Sent once, before the first job that names its number. */
  z.object({ kind: z.literal('blob'), number: z.int(), blob: z.instanceof(Blob) }),
  z.object({ kind: z.literal('job'), call, job: z.unknown(), wantsProgress: z.boolean() }),
  z.object({ kind: z.literal('abort'), call }),
  /** Answered with `alive`. */
  z.object({ kind: z.literal('ping') }),
]);

/** A message to the worker, as the page writes it. */
export type ToCompositor =
  | { readonly kind: 'open'; readonly source: SourceImage; readonly lockName: string }
  | { readonly kind: 'blob'; readonly number: number; readonly blob: Blob }
  /** In `job`, a reference stands for each blob. */
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
export const readSource = (value: unknown): SourceImage => sourceImage.parse(value);

/** @throws {z.core.$ZodError} for anything but a job. */
export const readJob = (value: unknown): Job => job.parse(value);
