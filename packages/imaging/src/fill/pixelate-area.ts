import { linearOf, toSrgb } from '../color/linear-light.ts';
import { isEmpty, type Rect, rectWithin, type Size } from '../geometry/rect.ts';
import { rasterizeStroke } from '../matte/rasterize-stroke.ts';
import type { ReadPart } from './fill-area.ts';

/** An area that is made unrecognisable: an ellipse around a face, or everything under a stroke. Lengths are in px of the image. */
export type PixelatedArea =
  | {
      readonly kind: 'ellipse';
      readonly centerX: number;
      readonly centerY: number;
      readonly radiusX: number;
      readonly radiusY: number;
    }
  /** `points` are x, y and pressure (0…1) of each point. `sizePx` is the diameter of the brush. */
  | { readonly kind: 'stroke'; readonly points: readonly number[]; readonly sizePx: number };

/** New pixels of an area. */
export interface PixelatedPart {
  readonly rect: Rect;
  /** RGB and 255, row by row of `rect`. */
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
  /** 1 for each pixel of the area. */
  readonly mask: Uint8Array;
}

/** Number of blocks along the longer axis of an ellipse. Six blocks show no features of a face. */
const blocksPerEllipse = 6;
/** Side of a block under a stroke, in diameters of the brush: a letter of a number plate is smaller than that. */
const blockPerBrush = 0.6;
/** Smallest side of a block, in px. */
const minBlockPx = 6;

/**
 * Replaces an area by large blocks, each in the mean of its light. What the blocks do not show is in no file that is
 * written afterwards.
 * @param readPhoto reads a part of the image.
 * @returns undefined when no pixel of the area lies in the image.
 *
 * @example
 * const part = await pixelateArea({ kind: 'stroke', points: [40, 20, 1, 90, 20, 1], sizePx: 24 }, image, readPhoto);
 */
export async function pixelateArea(
  area: PixelatedArea,
  size: Size,
  readPhoto: ReadPart,
): Promise<PixelatedPart | undefined> {
  const covered = area.kind === 'ellipse' ? ellipseOf(area, size) : strokeOf(area, size);
  if (isEmpty(covered.rect) || !covered.mask.includes(1)) return undefined;
  const pixels = await readPhoto(covered.rect);
  const { widthPx, heightPx } = covered.rect;
  for (let top = 0; top < heightPx; top += covered.blockPx) {
    for (let left = 0; left < widthPx; left += covered.blockPx) {
      fillBlock(pixels, widthPx, {
        left,
        top,
        right: Math.min(widthPx, left + covered.blockPx),
        bottom: Math.min(heightPx, top + covered.blockPx),
      });
    }
  }
  return { rect: covered.rect, pixels, mask: covered.mask };
}

interface Covered {
  readonly rect: Rect;
  readonly mask: Uint8Array;
  readonly blockPx: number;
}

function ellipseOf(
  { centerX, centerY, radiusX, radiusY }: Extract<PixelatedArea, { kind: 'ellipse' }>,
  size: Size,
): Covered {
  const rect = rectWithin(
    Math.floor(centerX - radiusX),
    Math.floor(centerY - radiusY),
    Math.ceil(centerX + radiusX),
    Math.ceil(centerY + radiusY),
    size,
  );
  const mask = Uint8Array.from({ length: rect.widthPx * rect.heightPx }, (_, at) => {
    const across = (rect.x + (at % rect.widthPx) + 0.5 - centerX) / radiusX;
    const down = (rect.y + Math.floor(at / rect.widthPx) + 0.5 - centerY) / radiusY;
    return Number(across * across + down * down <= 1);
  });
  return { rect, mask, blockPx: blockPxOf((2 * Math.max(radiusX, radiusY)) / blocksPerEllipse) };
}

function strokeOf({ points, sizePx }: Extract<PixelatedArea, { kind: 'stroke' }>, size: Size): Covered {
  const { rect, data } = rasterizeStroke({ points, sizePx, hardness: 100 }, size);
  return { rect, mask: data.map((share) => Number(share >= 128)), blockPx: blockPxOf(sizePx * blockPerBrush) };
}

const blockPxOf = (sidePx: number) => Math.max(minBlockPx, Math.ceil(sidePx));

/** Fills a block with the mean of its light. */
function fillBlock(
  pixels: Uint8ClampedArray,
  widthPx: number,
  { left, top, right, bottom }: { left: number; top: number; right: number; bottom: number },
): void {
  const sums: [number, number, number] = [0, 0, 0];
  const eachPixel = (visit: (at: number) => void) => {
    for (let y = top; y < bottom; y += 1) for (let x = left; x < right; x += 1) visit((y * widthPx + x) * 4);
  };
  eachPixel((at) => {
    for (const channel of [0, 1, 2] as const) sums[channel] += linearOf[pixels[at + channel] ?? 0] ?? 0;
  });
  const count = (right - left) * (bottom - top);
  const color = sums.map((sum) => toSrgb(sum / count));
  eachPixel((at) => pixels.set([...color, 255], at));
}
