import {
  type BackgroundParams,
  type Compositor,
  CompositorError,
  type CompositorErrorCode,
  type EditParams,
  encodeToRange,
  type EncodingParams,
  type JobOptions,
  type LightParams,
  type MatteEdits,
  noLight,
  type Reduction,
  reductionOf,
} from '@isola/imaging';
import { allowsShadow } from '@isola/photo-specs/marketplaces';

import type { SubjectLayout } from '../layout/lay-out-subject.ts';
import { decodePhoto } from '../preflight/decode-photo.ts';
import { formatFor, type Target } from '../targets/targets.ts';

export interface ShopPhotoRequest {
  /** Identifier of the target, unique among the requests. */
  readonly id: string;
  readonly target: Target;
  readonly layout: SubjectLayout;
  /** Light and shadow. Absent when the marketplace does not allow a shadow. */
  readonly light?: LightParams | undefined;
}

export type RenderedShopPhoto = { readonly id: string } & (
  | {
      readonly state: 'done';
      readonly file: Blob;
      /** JPEG quality, 1…100. Undefined for PNG. */
      readonly quality: number | undefined;
      /** Reduction of quality, colours or size in px that was needed to meet the marketplace's size limit. */
      readonly reduction: Reduction;
    }
  | { readonly state: 'failed'; readonly code: CompositorErrorCode }
);

export interface RenderProgress {
  /** `enlarging` while the network enlarges a subject; otherwise `rendering`. */
  readonly stage: 'enlarging' | 'rendering';
  /** Number of finished images, plus the finished share of the current one. */
  readonly loaded: number;
  readonly total: number;
}

export interface RenderShopPhotosOptions {
  readonly edits?: MatteEdits<EditParams> | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: RenderProgress) => void) | undefined;
  /** Called after each image, whether it succeeded or failed. */
  readonly onRendered?: ((photo: RenderedShopPhoto) => void) | undefined;
}

/** A compositor with any set of backgrounds and edits. The requests use only those that every compositor has. */
type Encoder = Pick<Compositor<BackgroundParams, EncodingParams, EditParams>, 'encode'>;

/** Share of the progress that enlarging takes, if the subject is enlarged. It takes longer than all the rest. */
const enlargingShare = 0.7;
/** Share of the remaining progress that composing takes. It takes about as long as encoding. */
const composingShare = 0.5;

/**
 * Renders one cutout for several marketplaces. The images are made one after the other, because a compositor handles
 * one job at a time. A maximum file size is met by the quality alone, never by fewer pixels. A minimum file size that
 * is not reached is left to the preflight.
 * @returns one result per request, in their order. A failure does not stop the others.
 * @throws the signal's reason when it is aborted.
 */
export async function renderShopPhotos(
  compositor: Encoder,
  requests: readonly ShopPhotoRequest[],
  { edits, signal, onProgress, onRendered }: RenderShopPhotosOptions = {},
): Promise<readonly RenderedShopPhoto[]> {
  const done: RenderedShopPhoto[] = [];
  const report = (part: number, stage: RenderProgress['stage'] = 'rendering') =>
    onProgress?.({ stage, loaded: done.length + part, total: requests.length });
  report(0);
  for (const request of requests) {
    const start = request.layout.isComputed ? enlargingShare : 0;
    const options = {
      signal,
      onProgress({ stage, loaded, total }: Parameters<NonNullable<JobOptions['onProgress']>>[0]) {
        const share = loaded / Math.max(1, total);
        if (stage === 'enlarge') report(share * start, 'enlarging');
        if (stage === 'compose') report(start + (1 - start) * share * composingShare);
        if (stage === 'encode') report(start + (1 - start) * (composingShare + share * (1 - composingShare)));
      },
    };
    const rendered = await renderOne(compositor, request, edits, options);
    signal?.throwIfAborted();
    done.push(rendered);
    onRendered?.(rendered);
    report(0);
  }
  return done;
}

async function renderOne(
  compositor: Encoder,
  { id, target, layout, light = noLight }: ShopPhotoRequest,
  edits: MatteEdits<EditParams> | undefined,
  options: JobOptions,
): Promise<RenderedShopPhoto> {
  const { spec, background } = target;
  const params = {
    ...(edits && { edits }),
    transform: layout.transform,
    ...(layout.isComputed && { isEnlarged: true }),
    light: allowsShadow(spec) ? light : noLight,
    background:
      background === 'transparent'
        ? ({ kind: 'transparent' } as const)
        : ({ kind: 'color', color: background } as const),
  };
  try {
    if (formatFor(target) === 'png') {
      const maxBytes = spec.fileSize?.maxBytes;
      const encoding = { format: 'png', keepsSize: true, ...(maxBytes !== undefined && { maxBytes }) } as const;
      const encoded = await compositor.encode(params, encoding, options);
      const { file } = encoded;
      return { id, state: 'done', file, quality: undefined, reduction: reductionOf(encoded, layout.transform) };
    }
    const encode = (quality: number, maxBytes?: number) =>
      compositor.encode(
        params,
        { format: 'jpeg', quality, keepsSize: true, ...(maxBytes !== undefined && { maxBytes }) },
        options,
      );
    const sized = await encodeToRange(spec.fileSize ?? {}, encode);
    const { file, quality } = await withExactGround(sized, background, encode);
    const reduction = quality < sized.quality ? { quality } : sized.reduction;
    return { id, state: 'done', file, quality, reduction };
  } catch (error) {
    options.signal?.throwIfAborted();
    if (error instanceof CompositorError) return { id, state: 'failed', code: error.code };
    throw error;
  }
}

interface EncodedJpeg {
  readonly file: Blob;
  readonly quality: number;
}

/**
 * Lowers the quality until white is exact. Some low JPEG qualities cannot represent it: Chromium writes 254 at quality
 * 38, for example. A lower quality also needs fewer bytes. When no quality is exact, or the corner shows the product or
 * its shadow, the first file is returned, and the preflight reports it.
 */
async function withExactGround(
  first: EncodedJpeg,
  background: string,
  encode: (quality: number) => Promise<{ readonly file: Blob }>,
): Promise<EncodedJpeg> {
  if (background !== '#ffffff') return first;
  let { file, quality } = first;
  for (let off = await cornerOff(file); off > 0; off = await cornerOff(file)) {
    if (off > maxJpegOff) return first;
    quality = Math.ceil(quality) - 1;
    if (quality < 1) return first;
    ({ file } = await encode(quality));
  }
  return { file, quality };
}

/**
 * Measures how far the first block of a file is from white, at its darkest channel. All plain areas are compressed
 * alike, so one block is enough.
 */
async function cornerOff(file: Blob): Promise<number> {
  const { data } = await decodePhoto(file, { widthPx: blockPx, heightPx: blockPx });
  return 255 - Math.min(...data);
}

/** Largest distance from white that is due to JPEG. A larger one is the product or its shadow. */
const maxJpegOff = 3;

/** Side of a JPEG compression block, in px. */
const blockPx = 8;
