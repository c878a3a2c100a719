import { solidifyInside, solidReach } from '@isola/imaging';
import { type Prompt, type Segmenter, type SegmenterSource, translateError } from '@isola/segmenter/node';
import sharp from 'sharp';

import { ApiError, badRequest } from './api-error.ts';
import { compose } from './compose/compose.ts';
import { encode, type EncodedImage } from './compose/encode.ts';
import { type Box, copyInto, emptyRaster, type Raster, rasterOf, resized, subjectBoxOf } from './compose/raster.ts';
import { type CheckedImage, unreadable } from './image/check-image.ts';
import { pixelsOf } from './lengths.ts';
import { promptOf } from './prompt-of.ts';
import { pixelLimitOf, type RemovalRequest } from './removal-request.ts';

export interface Removal extends EncodedImage {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Bounding box of the subject, in px of the image that was sent. */
  readonly foreground: Box;
}

/** The part of a segmenter that the server uses. */
export type RemovalSegmenter = Pick<Segmenter, 'segment'>;

/**
 * Smallest number of pixels that is segmented. For smaller results the cutout is made at this size and then reduced,
 * because the network sees too little of a small copy.
 */
const minWorkingPixels = 1_500_000;

/**
 * Removes the background of an image.
 * @throws {ApiError} `unknown_foreground` without a subject; `failed_to_read_image` for a damaged file; the codes of
 *   `roi`; `invalid_points` and `invalid_box` for places outside of the image; `busy` 503 without memory. The reason of the signal.
 */
export async function removeBackground(
  image: CheckedImage,
  request: RemovalRequest,
  segmenter: RemovalSegmenter,
  signal: AbortSignal,
): Promise<Removal> {
  const region = request.roi && regionOf(request.roi, image);
  const wanted = sizeWithin(image, pixelLimitOf(request));
  const working = sizeWithin(image, Math.max(pixelLimitOf(request), minWorkingPixels));
  const prompt = promptOf(request, image, working);
  const found = await cutOut({ image, region, working, prompt, detail: request.detail }, segmenter, signal);
  signal.throwIfAborted();
  const cutout = await resized(found, wanted.widthPx, wanted.heightPx);
  if (request.isSolid) makeSolid(cutout);
  const subject = subjectBoxOf(cutout);
  if (!subject) throw noSubject();
  const result = await fitted(await compose(cutout, subject, request, signal), request);
  signal.throwIfAborted();
  const encoded = await encode(result, request);
  const foreground = scaledBox(subject, image.widthPx / wanted.widthPx, image.heightPx / wanted.heightPx);
  return { ...encoded, widthPx: result.widthPx, heightPx: result.heightPx, foreground };
}

/** Longest side of a WebP, in px. */
const maxWebpSidePx = 16_383;

/** Reduces a result that has become too large by its margins, or that its format could not hold. */
async function fitted(result: Raster, request: RemovalRequest): Promise<Raster> {
  const { widthPx, heightPx } = sizeWithin(result, pixelLimitOf(request));
  const scale = request.format === 'webp' ? Math.min(1, maxWebpSidePx / Math.max(widthPx, heightPx)) : 1;
  const [width, height] = [widthPx, heightPx].map((px) => Math.max(1, Math.round(px * scale))) as [number, number];
  return width === result.widthPx && height === result.heightPx ? result : await resized(result, width, height);
}

interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Returns the size of an image that is reduced to at most this number of pixels. */
export function sizeWithin({ widthPx, heightPx }: Size, maxPixels: number): Size {
  const scale = Math.min(1, Math.sqrt(maxPixels / (widthPx * heightPx)));
  return {
    widthPx: Math.max(1, Math.floor(widthPx * scale + 1e-6)),
    heightPx: Math.max(1, Math.floor(heightPx * scale + 1e-6)),
  };
}

interface Task extends Pick<RemovalRequest, 'detail'> {
  readonly image: CheckedImage;
  readonly region: Box | undefined;
  readonly working: Size;
  /** Objects that are the subject, in px of the working size. */
  readonly prompt: Prompt | undefined;
}

/** Segments an image, or its region alone. @returns the cutout at the working size of the whole image. */
async function cutOut(
  { image, region, working, prompt, detail }: Task,
  segmenter: RemovalSegmenter,
  signal: AbortSignal,
): Promise<Raster> {
  const [scaleX, scaleY] = [working.widthPx / image.widthPx, working.heightPx / image.heightPx];
  const place = region && scaledBox(region, scaleX, scaleY);
  const isReduced = working.widthPx < image.widthPx;
  // The segmenter decodes a whole file itself, with all colour spaces that browsers know.
  const source: SegmenterSource =
    place || isReduced
      ? await decoded(image, region, place ?? { width: working.widthPx, height: working.heightPx })
      : blobOf(image);
  const { pixels, widthPx, heightPx, subject } = await segmenter
    .segment(source, {
      outputs: ['pixels'],
      detail,
      signal,
      ...(prompt && { prompt }),
    })
    .catch((error: unknown) => {
      signal.throwIfAborted();
      throw apiErrorOf(error);
    });
  if (subject === 'none') throw noSubject();
  const raster = { data: pixels, widthPx, heightPx };
  if (!place) return raster;
  const whole = emptyRaster(working.widthPx, working.heightPx);
  copyInto(raster, { left: 0, top: 0, width: widthPx, height: heightPx }, whole, place.left, place.top);
  return whole;
}

function blobOf({ bytes }: CheckedImage): Blob {
  return new Blob([bytes as Uint8Array<ArrayBuffer>]);
}

/** Decodes an image or a region of it at a smaller size. */
async function decoded(
  { bytes }: CheckedImage,
  region: Box | undefined,
  size: { readonly width: number; readonly height: number },
) {
  const upright = sharp(bytes, { failOn: 'error' }).autoOrient().toColourspace('srgb');
  const part = region ? upright.extract(region) : upright;
  const { data, widthPx, heightPx } = await rasterOf(
    part.resize(size.width, size.height, { fit: 'fill' }).ensureAlpha(),
  ).catch(() => {
    throw unreadable('image_file');
  });
  return { data, width: widthPx, height: heightPx };
}

/** @throws {ApiError} `roi_exceeds_bounds` or `roi_region_empty`. */
function regionOf(roi: NonNullable<RemovalRequest['roi']>, { widthPx, heightPx }: Size): Box {
  const [x1, y1, x2, y2] = roi.map((length, index) =>
    Math.round(pixelsOf(length, index % 2 === 0 ? widthPx : heightPx)),
  ) as [number, number, number, number];
  if (Math.max(x1, x2) > widthPx || Math.max(y1, y2) > heightPx) {
    throw badRequest('roi_exceeds_bounds', 'The region of interest exceeds the image', `${widthPx} × ${heightPx}`);
  }
  const box = {
    left: Math.min(x1, x2),
    top: Math.min(y1, y2),
    width: Math.abs(x2 - x1),
    height: Math.abs(y2 - y1),
  };
  if (box.width === 0 || box.height === 0) throw badRequest('roi_region_empty', 'The region of interest is empty');
  return box;
}

function scaledBox({ left, top, width, height }: Box, scaleX: number, scaleY: number): Box {
  const [x, y] = [Math.round(left * scaleX), Math.round(top * scaleY)];
  return {
    left: x,
    top: y,
    width: Math.max(1, Math.round((left + width) * scaleX) - x),
    height: Math.max(1, Math.round((top + height) * scaleY) - y),
  };
}

function makeSolid({ data, widthPx, heightPx }: Raster): void {
  const plane = Float32Array.from({ length: widthPx * heightPx }, (_, at) => data[at * 4 + 3] ?? 0);
  solidifyInside(plane, widthPx, heightPx, 1, solidReach(Math.max(widthPx, heightPx)));
  for (let at = 0; at < plane.length; at += 1) data[at * 4 + 3] = plane[at] ?? 0;
}

function noSubject(): ApiError {
  return badRequest('unknown_foreground', 'No foreground could be found in the image');
}

/** Translates an error of the segmenter. An unknown one is passed on. */
function apiErrorOf(error: unknown): unknown {
  switch (translateError(error).code) {
    case 'damaged-image':
    case 'empty-file':
      return unreadable('image_file');
    case 'unsupported-format':
      return badRequest('invalid_file_type', 'The file is not a JPEG, PNG or WebP');
    case 'image-too-large':
      return badRequest('resolution_too_high', 'The image is too large');
    case 'out-of-memory':
      return new ApiError(
        503,
        { code: 'busy', title: 'The server has no memory left' },
        { 'retry-after': '10' },
        { cause: error },
      );
    case 'disposed':
      return new ApiError(503, { code: 'busy', title: 'The server is stopping' }, { 'retry-after': '5' });
    default:
      return error;
  }
}
