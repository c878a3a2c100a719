import type { Part, Size } from '../api/size.ts';
import { connectedParts } from '../matting/connected-parts.ts';
import { type Mask, resampleMask } from '../matting/resample-mask.ts';

/** Runs the network on a part of the image. @returns the part's mask, 0…1, of any size. */
export type Look = (part: Part) => Promise<Mask>;

/** The network's view of a part of the image, on the grid on which a prompt is worked out. */
export interface View {
  /** The part, in pixels of the grid. */
  readonly part: Part;
  /** The mask as the network returned it. */
  readonly mask: Mask;
  /** The same mask at the part's size on the grid. */
  readonly shares: Float32Array;
}

/** The object at a point. */
export interface SeenObject {
  readonly view: View;
  /** Indices of the object's pixels on the grid. */
  readonly pixels: Uint32Array;
}

/**
 * Sides of the squares around a point that the network processes, as shares of the image's longer side, in this order.
 * The network finds what stands out in a square, so a square that fits an object finds this object alone, even if it
 * touches another. See `docs/measured.md`.
 */
const squareShares = [0.5, 0.8];
/** Mask value from which pixels belong to an object. */
const minShare = 0.5;
/**
 * Number of an object's pixels along the sides of its square, ÷ the square root of its area. From this number on the
 * object is cut off, and the next square shows more of it. The image's own border cuts nothing off.
 */
const maxCut = 0.25;

/**
 * Finds the object at a point by the network's view of its surroundings.
 * @param at index of the point's pixel on the grid.
 * @returns undefined if the network sees nothing there.
 */
export async function lookAtPoint(at: number, grid: Size, look: Look): Promise<SeenObject | undefined> {
  let best: (SeenObject & { readonly cut: number }) | undefined;
  for (const share of squareShares) {
    const view = await viewOf(squareAround(at, share, grid), look);
    const pixels = objectAt(at, view, grid);
    if (!pixels) continue;
    const cut = cutOff(pixels, view.part, grid);
    if (!best || cut < best.cut) best = { view, pixels, cut };
    if (cut < maxCut) break;
  }
  return best;
}

/** Runs the network on a part of the grid. @param part in whole pixels of the grid. */
export async function viewOf(part: Part, look: Look): Promise<View> {
  const mask = await look(part);
  return { part, mask, shares: resampleMask(mask, part) };
}

/** Returns the pixels of the grid that are an object in a view, from the first row to the last. */
export function objectsIn({ part, shares }: View, grid: Size): Uint8Array {
  const members = new Uint8Array(grid.widthPx * grid.heightPx);
  for (let y = 0, from = 0; y < part.heightPx; y += 1) {
    const row = (part.topPx + y) * grid.widthPx + part.leftPx;
    for (let x = 0; x < part.widthPx; x += 1, from += 1) members[row + x] = Number((shares[from] ?? 0) >= minShare);
  }
  return members;
}

function objectAt(at: number, view: View, grid: Size): Uint32Array | undefined {
  const members = objectsIn(view, grid);
  return members[at] === 1 ? connectedParts(members, grid).find((part) => part.includes(at)) : undefined;
}

function squareAround(at: number, share: number, { widthPx, heightPx }: Size): Part {
  const side = Math.round(share * Math.max(widthPx, heightPx));
  const size = { widthPx: Math.min(side, widthPx), heightPx: Math.min(side, heightPx) };
  const within = (middle: number, length: number, whole: number) =>
    Math.min(Math.max(Math.round(middle - length / 2), 0), whole - length);
  return {
    ...size,
    leftPx: within((at % widthPx) + 0.5, size.widthPx, widthPx),
    topPx: within(Math.floor(at / widthPx) + 0.5, size.heightPx, heightPx),
  };
}

function cutOff(pixels: Uint32Array, { leftPx, topPx, ...size }: Part, grid: Size): number {
  const [right, bottom] = [leftPx + size.widthPx - 1, topPx + size.heightPx - 1];
  let count = 0;
  for (const pixel of pixels) {
    const [x, y] = [pixel % grid.widthPx, Math.floor(pixel / grid.widthPx)];
    const isCut =
      (x === leftPx && x > 0) ||
      (y === topPx && y > 0) ||
      (x === right && x + 1 < grid.widthPx) ||
      (y === bottom && y + 1 < grid.heightPx);
    if (isCut) count += 1;
  }
  return count / Math.sqrt(pixels.length);
}
