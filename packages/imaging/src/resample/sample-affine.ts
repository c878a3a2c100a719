import type { Bounds } from '../geometry/rect.ts';
import type { Affine } from '../geometry/affine.ts';
import { toSrgb } from '../color/linear-light.ts';
import type { CutoutSource, RasterStrip } from '../raster/raster.ts';
import { cubic } from './create-resampler.ts';
import type { OutputTransform } from './output-transform.ts';
import { lightOf, minAlpha } from './premultiplied-rows.ts';
import { type Part, readPart } from './read-part.ts';

/** Side of the squares in which the result is made. The pixels that a square needs fit into the processor's cache. */
const squarePx = 64;
/** Number of positions between two pixels to which a position is rounded. It is finer than 8 bits can show. */
const phases = 256;

/**
 * Resamples a rotated cutout. It applies the cubic of `create-resampler.ts` in both directions at once, whereas an
 * upright image is resampled along one axis after the other. At half the size and below, squares of 2, 4, 8 … px are
 * averaged first, so that every pixel counts and the cubic stays short.
 *
 * The image's outermost pixels are repeated beyond its edge, and alpha is reduced by the share of a pixel outside. An
 * image that is only made smaller therefore has no pale rim.
 */
export async function* rotatedRows(
  source: CutoutSource,
  { widthPx, heightPx, toPhoto }: OutputTransform,
  yieldToEventLoop: () => Promise<void>,
): AsyncIterable<RasterStrip> {
  // Rotations and mirrors scale both axes alike. For a transform that distorts, the axis that shrinks more counts.
  const perPx = Math.max(Math.hypot(toPhoto.a, toPhoto.b), Math.hypot(toPhoto.c, toPhoto.d));
  const blockPx = 2 ** Math.max(0, Math.floor(Math.log2(perPx) + 1e-6));
  const kernel = createKernel(Math.max(1, perPx / blockPx));
  const reachPx = (kernel.taps / 2 + 1) * blockPx;
  const needed = boundsOf(toPhoto, 0, 0, widthPx, heightPx, reachPx);
  const part = await readPart(source, needed, yieldToEventLoop);
  const square = createSquare(part, blockPx);
  for (let firstRow = 0; firstRow < heightPx; firstRow += squarePx) {
    const rowCount = Math.min(squarePx, heightPx - firstRow);
    const strip = new Uint8ClampedArray(widthPx * rowCount * 4);
    for (let left = 0; left < widthPx; left += squarePx) {
      const right = Math.min(widthPx, left + squarePx);
      const isSeen = square.load(boundsOf(toPhoto, left, firstRow, right, firstRow + rowCount, reachPx));
      if (isSeen) blend(square, kernel, { widthPx, toPhoto, left, right, firstRow, rowCount }, strip);
    }
    yield { firstRow, rowCount, data: strip };
    await yieldToEventLoop();
  }
}

/** Returns the part of the image that a rectangle of the result needs, in px of the image. */
function boundsOf(
  { a, b, c, d, e, f }: Affine,
  left: number,
  top: number,
  right: number,
  bottom: number,
  reachPx: number,
): Bounds {
  const xs = [a * left + c * top, a * right + c * top, a * left + c * bottom, a * right + c * bottom];
  const ys = [b * left + d * top, b * right + d * top, b * left + d * bottom, b * right + d * bottom];
  return {
    left: Math.floor(Math.min(...xs) + e - reachPx),
    top: Math.floor(Math.min(...ys) + f - reachPx),
    right: Math.ceil(Math.max(...xs) + e + reachPx),
    bottom: Math.ceil(Math.max(...ys) + f + reachPx),
  };
}

/** A rectangle of the image in linear light, premultiplied: four values for each block of `blockPx × blockPx` px. */
interface Square {
  readonly blockPx: number;
  readonly photoWidthPx: number;
  readonly photoHeightPx: number;
  /** Left edge, in blocks. `top` and `width` are in blocks, too. */
  left: number;
  top: number;
  width: number;
  data: Float32Array;
  /** Loads a part of the image. @returns false when all of it is transparent. */
  readonly load: (bounds: Bounds) => boolean;
}

function createSquare(part: Part | undefined, blockPx: number): Square {
  const square: Square = {
    blockPx,
    photoWidthPx: part?.photoWidthPx ?? 0,
    photoHeightPx: part?.photoHeightPx ?? 0,
    left: 0,
    top: 0,
    width: 0,
    data: new Float32Array(),
    load(bounds) {
      if (!part) return false;
      square.left = Math.floor(bounds.left / blockPx);
      square.top = Math.floor(bounds.top / blockPx);
      square.width = Math.ceil(bounds.right / blockPx) - square.left;
      const height = Math.ceil(bounds.bottom / blockPx) - square.top;
      const length = square.width * height * 4;
      if (square.data.length < length) square.data = new Float32Array(length);
      else square.data.fill(0, 0, length);
      return addBlocks(part, square, height);
    },
  };
  return square;
}

/** Averages the pixels of each block. The image's border pixels are repeated outside of it. */
function addBlocks({ left, top, right, bottom, data }: Part, square: Square, height: number): boolean {
  const { blockPx, width } = square;
  const into = square.data;
  const share = 1 / (blockPx * blockPx);
  const rowLength = right - left;
  let isSeen = false;
  for (let y = 0; y < height * blockPx; y += 1) {
    const row = Math.min(bottom - 1, Math.max(top, square.top * blockPx + y)) - top;
    const line = Math.floor(y / blockPx) * width * 4;
    for (let block = 0; block < width; block += 1) {
      const first = (square.left + block) * blockPx - left;
      let red = 0;
      let green = 0;
      let blue = 0;
      let alpha = 0;
      for (let x = first; x < first + blockPx; x += 1) {
        const at = (row * rowLength + (x < 0 ? 0 : x >= rowLength ? rowLength - 1 : x)) * 4;
        const opacity = data[at + 3] ?? 0;
        if (opacity === 0) continue;
        const table = opacity << 8;
        red += lightOf[table | (data[at] ?? 0)] ?? 0;
        green += lightOf[table | (data[at + 1] ?? 0)] ?? 0;
        blue += lightOf[table | (data[at + 2] ?? 0)] ?? 0;
        alpha += opacity;
      }
      if (alpha === 0) continue;
      isSeen = true;
      const to = line + block * 4;
      into[to] = (into[to] ?? 0) + red * share;
      into[to + 1] = (into[to + 1] ?? 0) + green * share;
      into[to + 2] = (into[to + 2] ?? 0) + blue * share;
      into[to + 3] = (into[to + 3] ?? 0) + (alpha * share) / 255;
    }
  }
  return isSeen;
}

/** Table of the cubic's values: `taps` weights for each phase, which add up to 1. */
interface Kernel {
  readonly taps: number;
  readonly weights: Float32Array;
}

/**
 * Creates the table of a cubic.
 * @param stretch 1 interpolates the pixels' values; more makes the result correspondingly smoother.
 */
function createKernel(stretch: number): Kernel {
  const taps = 2 * Math.ceil(2 * stretch);
  const weights = new Float32Array((phases + 1) * taps);
  for (let phase = 0; phase <= phases; phase += 1) {
    const values = Array.from({ length: taps }, (_, tap) => cubic((tap + 1 - taps / 2 - phase / phases) / stretch));
    const sum = values.reduce((total, value) => total + value, 0);
    for (const [tap, value] of values.entries()) weights[phase * taps + tap] = value / sum;
  }
  return { taps, weights };
}

interface Area {
  /** Width of the result. */
  readonly widthPx: number;
  readonly toPhoto: Affine;
  readonly left: number;
  readonly right: number;
  readonly firstRow: number;
  readonly rowCount: number;
}

function blend(square: Square, { taps, weights }: Kernel, area: Area, strip: Uint8ClampedArray): void {
  const { a, b, c, d, e, f } = area.toPhoto;
  const { data, blockPx, width, photoWidthPx, photoHeightPx } = square;
  const [perX, perY] = [Math.hypot(a, c), Math.hypot(b, d)];
  for (let row = 0; row < area.rowCount; row += 1) {
    const down = area.firstRow + row + 0.5;
    for (let column = area.left; column < area.right; column += 1) {
      const x = a * (column + 0.5) + c * down + e;
      const y = b * (column + 0.5) + d * down + f;
      const inside = shareInside(x, photoWidthPx, perX) * shareInside(y, photoHeightPx, perY);
      if (inside === 0) continue;
      const blockX = x / blockPx - 0.5 - square.left;
      const blockY = y / blockPx - 0.5 - square.top;
      const firstX = Math.floor(blockX);
      const firstY = Math.floor(blockY);
      const across = Math.round((blockX - firstX) * phases) * taps;
      const upright = Math.round((blockY - firstY) * phases) * taps;
      const start = ((firstY + 1 - taps / 2) * width + firstX + 1 - taps / 2) * 4;
      let red = 0;
      let green = 0;
      let blue = 0;
      let alpha = 0;
      for (let tapY = 0; tapY < taps; tapY += 1) {
        let at = start + tapY * width * 4;
        let lineRed = 0;
        let lineGreen = 0;
        let lineBlue = 0;
        let lineAlpha = 0;
        for (let tapX = across; tapX < across + taps; tapX += 1, at += 4) {
          const weight = weights[tapX] ?? 0;
          lineRed += (data[at] ?? 0) * weight;
          lineGreen += (data[at + 1] ?? 0) * weight;
          lineBlue += (data[at + 2] ?? 0) * weight;
          lineAlpha += (data[at + 3] ?? 0) * weight;
        }
        const weight = weights[upright + tapY] ?? 0;
        red += lineRed * weight;
        green += lineGreen * weight;
        blue += lineBlue * weight;
        alpha += lineAlpha * weight;
      }
      if (alpha * inside < minAlpha) continue;
      const to = (row * area.widthPx + column) * 4;
      strip[to] = toSrgb(red / alpha);
      strip[to + 1] = toSrgb(green / alpha);
      strip[to + 2] = toSrgb(blue / alpha);
      strip[to + 3] = Math.min(1, alpha) * inside * 255;
    }
  }
}

/** Returns the share of a result's pixel that lies between two opposite edges of the image. */
function shareInside(place: number, sidePx: number, perPx: number): number {
  const share = Math.min(place, sidePx - place) / perPx + 0.5;
  return share <= 0 ? 0 : share >= 1 ? 1 : share;
}
