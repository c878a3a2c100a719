import type { EnlargerImage } from './enlarger-image.ts';

/**
 * Gives the transparent pixels next to visible ones the mean colour of these, and those next to them theirs, so that the
 * colour that hides in transparent pixels does not reach into the edge.
 * @param reachPx greatest distance of a pixel that gets a colour.
 * @returns a copy in which pixels within reach are visible.
 */
export function fillTransparent(image: EnlargerImage, reachPx: number): EnlargerImage {
  const { widthPx, heightPx } = image;
  const pixels = image.pixels.slice();
  /** Pixels without a colour, in order. */
  let bare: number[] = [];
  for (let pixel = 0; pixel < widthPx * heightPx; pixel += 1) if (pixels[pixel * 4 + 3] === 0) bare.push(pixel);
  for (let distance = 0; distance < reachPx && bare.length > 0; distance += 1) {
    const still: number[] = [];
    /** Pixels that got a colour in this round. They are not yet seen by their neighbours. */
    const filled: number[] = [];
    for (const pixel of bare) (colourFromNeighbours(pixels, pixel, { widthPx, heightPx }) ? filled : still).push(pixel);
    if (filled.length === 0) break;
    for (const pixel of filled) pixels[pixel * 4 + 3] = 255;
    bare = still;
  }
  return { widthPx, heightPx, pixels };
}

/** Writes the mean colour of a pixel's visible neighbours. @returns false when it has none. */
function colourFromNeighbours(
  pixels: Uint8ClampedArray,
  pixel: number,
  { widthPx, heightPx }: Pick<EnlargerImage, 'widthPx' | 'heightPx'>,
): boolean {
  const [x, y] = [pixel % widthPx, Math.floor(pixel / widthPx)];
  const [right, bottom] = [Math.min(widthPx - 1, x + 1), Math.min(heightPx - 1, y + 1)];
  let [red, green, blue, count] = [0, 0, 0, 0];
  for (let row = Math.max(0, y - 1); row <= bottom; row += 1) {
    for (let column = Math.max(0, x - 1); column <= right; column += 1) {
      const at = (row * widthPx + column) * 4;
      if (pixels[at + 3] === 0) continue;
      red += pixels[at] ?? 0;
      green += pixels[at + 1] ?? 0;
      blue += pixels[at + 2] ?? 0;
      count += 1;
    }
  }
  if (count === 0) return false;
  pixels.set([red / count, green / count, blue / count], pixel * 4);
  return true;
}
