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
import { allowsShadow } from '@isola/marketplaces';

import type { SubjectLayout } from '../layout/lay-out-subject.ts';
import { decodePhoto } from '../preflight/decode-photo.ts';
import { formatFor, type Target } from '../targets/targets.ts';

export interface ShopPhotoRequest {
  /** Of the target; unique among the requests. */
  readonly id: string;
  readonly target: Target;
  readonly layout: SubjectLayout;
  /** Left out where the marketplace takes no shadow. */
  readonly light?: LightParams | undefined;
}

export type RenderedShopPhoto = { readonly id: string } & (
  | {
      readonly state: 'done';
      readonly file: Blob;
      /** 1…100; undefined for PNG. */
      readonly quality: number | undefined;
      /** Quality, colours or size in px to which the marketplace's limit of bytes reduced the file. */
      readonly reduction: Reduction;
    }
  | { readonly state: 'failed'; readonly code: CompositorErrorCode }
);

export interface RenderProgress {
  readonly stage: 'rendering';
  /** Images that are done, and parts of the one that is being made. */
  readonly loaded: number;
  readonly total: number;
}

export interface RenderShopPhotosOptions {
  readonly edits?: MatteEdits<EditParams> | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: RenderProgress) => void) | undefined;
  /** Called with each as it is done, or has failed. */
  readonly onRendered?: ((photo: RenderedShopPhoto) => void) | undefined;
}

/** Of whatever kinds of backgrounds and edits: what is asked for is in every compositor. */
type Encoder = Pick<Compositor<BackgroundParams, EncodingParams, EditParams>, 'encode'>;

/** Composing takes about as long as encoding. */
const composingShare = 0.5;

/**
 * Renders one cutout for several marketplaces, one after the other: a compositor does one thing at a time. A limit of bytes
 * is met by the quality alone, never by fewer pixels; a minimum of bytes that is not reached is left to the preflight.
 * @returns one for each request, in their order. One that fails does not end the others.
 * @throws the signal's reason when it is aborted.
 */
export async function renderShopPhotos(
  compositor: Encoder,
  requests: readonly ShopPhotoRequest[],
  { edits, signal, onProgress, onRendered }: RenderShopPhotosOptions = {},
): Promise<readonly RenderedShopPhoto[]> {
  const done: RenderedShopPhoto[] = [];
  const report = (part: number) =>
    onProgress?.({ stage: 'rendering', loaded: done.length + part, total: requests.length });
  report(0);
  for (const request of requests) {
    const options = {
      signal,
      onProgress({ stage, loaded, total }: Parameters<NonNullable<JobOptions['onProgress']>>[0]) {
        const share = loaded / Math.max(1, total);
        if (stage === 'compose') report(share * composingShare);
        if (stage === 'encode') report(composingShare + share * (1 - composingShare));
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
 * Some low qualities have no step for white: Chromium's 38, for one, writes 254. Less of it is tried then, which takes
 * fewer bytes still; where none is exact the first stays, and the preflight finds it.
 */
async function withExactGround(
  first: EncodedJpeg,
  background: string,
  encode: (quality: number) => Promise<{ readonly file: Blob }>,
): Promise<EncodedJpeg> {
  if (background !== '#ffffff') return first;
  let { file, quality } = first;
  while (!(await hasWhiteCorner(file))) {
    quality = Math.ceil(quality) - 1;
    if (quality < 1) return first;
    ({ file } = await encode(quality));
  }
  return { file, quality };
}

/** All that is plain is compressed alike, so that one block shows how. */
async function hasWhiteCorner(file: Blob): Promise<boolean> {
  const { data } = await decodePhoto(file, { widthPx: blockPx, heightPx: blockPx });
  return data.every((value) => value === 255);
}

/** A JPEG compresses blocks of 8 px. */
const blockPx = 8;
