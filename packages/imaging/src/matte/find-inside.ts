import { flood } from './flood.ts';
import type { Rect, Size } from '../geometry/rect.ts';

/** An image, or a small copy of one, with its matte at the same size. */
export interface DrawingAndMatte extends Size {
  /** Pixels, RGBA, 8-bit sRGB. */
  readonly pixels: Uint8ClampedArray;
  /** Alpha of each pixel, 0…255. */
  readonly matte: Uint8ClampedArray;
}

export interface Inside {
  /**
   * `inside` for background that preserved outlines enclose, `outside` for background that leads to the image's border.
   */
  readonly labels: Uint8Array<ArrayBuffer>;
  /** Number of pixels that the outlines enclose. */
  readonly count: number;
  /** Number of enclosed pixels that the matte has dropped. */
  readonly droppedCount: number;
}

export const [outside, inside] = [1, 2];
const [candidate, rejected] = [3, 4];

/** Smallest value of each channel of a white background. */
const minWhite = 230;
/**
 * Difference by which a background pixel may be darker than the darkest one of the border, because neither paper nor a
 * JPEG is even.
 */
const groundTolerance = 16;
/** Smallest share of the image's border that is white when a drawing lies on white. */
const minWhiteBorder = 0.9;
/** Alpha from which a pixel counts as preserved. */
const minKept = 128;
/** Smallest share of an outline that the matte has preserved when the outline belongs to the subject. */
const minKeptOutline = 0.5;

/**
 * Finds the areas that the outlines of a drawing on white enclose: background that is not connected with the image's
 * border, and whose outline the matte preserves.
 * @returns undefined when the image has no white border.
 */
export function findInside({ pixels, matte, widthPx, heightPx }: DrawingAndMatte): Inside | undefined {
  const size = { widthPx, heightPx };
  const border = borderOf(size);
  const levels = border.map((at) => darkestChannel(pixels, at)).filter((level) => level >= minWhite);
  if (levels.length < minWhiteBorder * border.length) return undefined;
  const minGround = levels.reduce((least, level) => Math.min(least, level)) - groundTolerance;
  const values = new Uint8Array(matte.length);
  for (let at = 0; at < values.length; at += 1) if (darkestChannel(pixels, at) >= minGround) values[at] = 1;

  const labels = new Uint8Array(matte.length);
  // The drawing's pixels are connected by corners, so the background's are not: a thin diagonal line separates areas.
  const floodFrom = (at: number, label: number) => {
    const field = { values, low: 1, high: 1, labels, label, byCorners: false };
    return flood(field, size, at % widthPx, Math.floor(at / widthPx));
  };
  for (const at of border) if (values[at] === 1 && labels[at] === 0) floodFrom(at, outside);
  let [count, droppedCount] = [0, 0];
  for (let at = 0; at < values.length; at += 1) {
    if (values[at] !== 1 || labels[at] !== 0) continue;
    const found = floodFrom(at, candidate);
    const isKept = hasKeptOutline({ labels, values, matte }, found.rect, size);
    eachIn(found.rect, size, (each) => {
      if (labels[each] !== candidate) return;
      labels[each] = isKept ? inside : rejected;
      if (isKept && (matte[each] ?? 0) < minKept) droppedCount += 1;
    });
    if (isKept) count += found.count;
  }
  return { labels, count, droppedCount };
}

/**
 * Checks whether most pixels of the outline around the candidate region are preserved. A region never touches the
 * image's border.
 */
function hasKeptOutline({ labels, values, matte }: Planes, rect: Rect, size: Size): boolean {
  let [count, keptCount] = [0, 0];
  eachIn(rect, size, (at) => {
    if (labels[at] !== candidate) return;
    for (const step of [-1, 1, -size.widthPx, size.widthPx]) {
      if (values[at + step] !== 0) continue;
      count += 1;
      // The outline's rim is half background, so the pixel behind it counts as well.
      if (Math.max(matte[at + step] ?? 0, matte[at + 2 * step] ?? 0) >= minKept) keptCount += 1;
    }
  });
  return keptCount >= minKeptOutline * count;
}

interface Planes {
  readonly labels: Uint8Array;
  /** 1 for the background, else 0. */
  readonly values: Uint8Array;
  readonly matte: Uint8ClampedArray;
}

/** Returns the indices of the image's outermost pixels. */
function borderOf({ widthPx, heightPx }: Size): number[] {
  const border: number[] = [];
  for (let x = 0; x < widthPx; x += 1) border.push(x, (heightPx - 1) * widthPx + x);
  for (let y = 1; y < heightPx - 1; y += 1) border.push(y * widthPx, y * widthPx + widthPx - 1);
  return border;
}

function darkestChannel(pixels: Uint8ClampedArray, at: number): number {
  return Math.min(pixels[at * 4] ?? 0, pixels[at * 4 + 1] ?? 0, pixels[at * 4 + 2] ?? 0);
}

function eachIn({ x, y, widthPx, heightPx }: Rect, size: Size, visit: (at: number) => void): void {
  for (let row = y; row < y + heightPx; row += 1) {
    for (let at = row * size.widthPx + x; at < row * size.widthPx + x + widthPx; at += 1) visit(at);
  }
}
