import type { Part, Size } from '../api/size.ts';
import { type EnlargerNetwork, enlargerReachPx, largestTilePx } from './create-enlarger-network.ts';
import type { EnlargerImage } from './enlarger-image.ts';
import { fillTransparent } from './fill-transparent.ts';

/** An image of twice the size. */
export interface EnlargedImage extends Size {
  /** RGBA, 8-bit sRGB, row by row. Alpha is 255, or 0 where nothing was computed. */
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
}

export interface EnlargeOptions {
  /** Ends the work after the current tile. The promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called after each tile. */
  readonly onProgress?: (progress: { readonly loaded: number; readonly total: number }) => void;
  /** Called after each tile; the next one begins when it is done. Default: pending events are handled. */
  readonly yieldToEventLoop?: () => Promise<void>;
}

/** The network, on the thread that opened it. */
export interface Enlarger {
  /**
   * Doubles the colours of an image. Pixels without alpha get the colours of those around them. The thread computes a
   * megapixel in about 2 s, in tiles of 0.03 s, so a worker suits pages that must stay responsive.
   * @returns the image, opaque: alpha is enlarged by the caller, because the network was not trained on it. Tiles without a
   *   visible pixel are not computed, and are transparent.
   * @throws {RangeError} when the number of values does not fit the size; the signal's reason.
   */
  readonly enlarge: (image: EnlargerImage, options?: EnlargeOptions) => Promise<EnlargedImage>;
}

/** Creates an enlarger from its network. */
export function createEnlarger(network: EnlargerNetwork): Enlarger {
  return {
    async enlarge(image, { signal, onProgress, yieldToEventLoop = nextTask } = {}) {
      const { pixels, widthPx, heightPx } = image;
      const length = widthPx * heightPx * 4;
      if (length === 0 || pixels.length !== length)
        throw new RangeError(`the image must have ${length} values, and more than none`);
      const tiles = tilesOf(image);
      // Pixels are copied as 32-bit numbers.
      const aligned = pixels.byteOffset % 4 === 0 ? image : { ...image, pixels: pixels.slice() };
      const enlarged = new Uint8ClampedArray(length * 4);
      for (const [index, tile] of tiles.entries()) {
        signal?.throwIfAborted();
        const part = doubledTile(network, aligned, tile);
        if (part) writeTile(enlarged, 2 * widthPx, part, tile);
        onProgress?.({ loaded: index + 1, total: tiles.length });
        await yieldToEventLoop();
      }
      signal?.throwIfAborted();
      return { pixels: enlarged, widthPx: 2 * widthPx, heightPx: 2 * heightPx };
    },
  };
}

/** Divides an image into tiles of about equal sides, row by row. */
function tilesOf({ widthPx, heightPx }: Size): Part[] {
  const columns = cutsOf(widthPx);
  return cutsOf(heightPx).flatMap(({ start: topPx, length: height }) =>
    columns.map(({ start: leftPx, length: width }) => ({ leftPx, topPx, widthPx: width, heightPx: height })),
  );
}

function cutsOf(sidePx: number): { readonly start: number; readonly length: number }[] {
  const count = Math.ceil(sidePx / largestTilePx);
  const cut = (index: number) => Math.round((sidePx * index) / count);
  return Array.from({ length: count }, (_, index) => ({ start: cut(index), length: cut(index + 1) - cut(index) }));
}

/** Doubles a tile. @returns undefined when it has no visible pixel. */
function doubledTile(network: EnlargerNetwork, image: EnlargerImage, tile: Part): Uint8ClampedArray | undefined {
  if (!isVisible(image, tile)) return undefined;
  // The colours of transparent pixels come from at most as far as these pixels reach.
  const filled = fillTransparent(around(image, tile, 2 * enlargerReachPx), enlargerReachPx);
  return network.run(around(filled, inner(tile), 0).pixels, tile.widthPx, tile.heightPx);
}

/** Returns the tile's place, with the network's reach, within the tile with twice that reach. */
function inner({ widthPx, heightPx }: Size): Part {
  return {
    leftPx: enlargerReachPx,
    topPx: enlargerReachPx,
    widthPx: widthPx + 2 * enlargerReachPx,
    heightPx: heightPx + 2 * enlargerReachPx,
  };
}

function isVisible({ pixels, widthPx }: EnlargerImage, tile: Part): boolean {
  for (let row = tile.topPx; row < tile.topPx + tile.heightPx; row += 1) {
    const end = (row * widthPx + tile.leftPx + tile.widthPx) * 4;
    for (let at = (row * widthPx + tile.leftPx) * 4 + 3; at < end; at += 4) if (pixels[at] !== 0) return true;
  }
  return false;
}

/** Copies a part of an image with a margin. Beyond the image its outermost pixels are repeated. */
function around({ pixels, widthPx, heightPx }: EnlargerImage, part: Part, marginPx: number): EnlargerImage {
  const size = { widthPx: part.widthPx + 2 * marginPx, heightPx: part.heightPx + 2 * marginPx };
  const source = new Uint32Array(pixels.buffer, pixels.byteOffset, widthPx * heightPx);
  const copy = new Uint32Array(size.widthPx * size.heightPx);
  for (let row = 0, to = 0; row < size.heightPx; row += 1) {
    const from = within(part.topPx - marginPx + row, heightPx) * widthPx;
    for (let column = 0; column < size.widthPx; column += 1, to += 1) {
      copy[to] = source[from + within(part.leftPx - marginPx + column, widthPx)] ?? 0;
    }
  }
  return { ...size, pixels: new Uint8ClampedArray(copy.buffer) };
}

function writeTile(
  enlarged: Uint8ClampedArray,
  widthPx: number,
  pixels: Uint8ClampedArray,
  { leftPx, topPx, ...size }: Part,
): void {
  const rowBytes = size.widthPx * 8;
  for (let row = 0; row < 2 * size.heightPx; row += 1) {
    enlarged.set(pixels.subarray(row * rowBytes, (row + 1) * rowBytes), ((2 * topPx + row) * widthPx + 2 * leftPx) * 4);
  }
}

function within(place: number, length: number): number {
  return Math.min(length - 1, Math.max(0, place));
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
