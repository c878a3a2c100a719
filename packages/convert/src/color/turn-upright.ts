import type { Pixels } from '../pixels.ts';

/**
 * Rotates and mirrors pixels by an orientation of EXIF and TIFF.
 * @param orientation 1 to 8; other values count as 1.
 * @see CIPA DC-008 (EXIF 2.32), 4.6.4.A, Orientation
 */
export function turnUpright(pixels: Pixels, orientation: number): Pixels {
  if (!(orientation >= 2 && orientation <= 8)) return pixels;
  const { widthPx, heightPx, data } = pixels;
  const isTurned = orientation >= 5;
  const [outWidth, outHeight] = isTurned ? [heightPx, widthPx] : [widthPx, heightPx];
  const from = new Uint32Array(data.buffer, data.byteOffset, widthPx * heightPx);
  const to = new Uint32Array(from.length);
  // Each step along a row and down a column of the result moves by this many stored pixels.
  const isMirroredX = [2, 3, 7, 8].includes(orientation);
  const isMirroredY = [3, 4, 6, 7].includes(orientation);
  for (let y = 0; y < outHeight; y += 1) {
    for (let x = 0; x < outWidth; x += 1) {
      const [storedX, storedY] = isTurned ? [y, x] : [x, y];
      const column = isMirroredX ? widthPx - 1 - storedX : storedX;
      const row = isMirroredY ? heightPx - 1 - storedY : storedY;
      to[y * outWidth + x] = from[row * widthPx + column] ?? 0;
    }
  }
  return { ...pixels, widthPx: outWidth, heightPx: outHeight, data: new Uint8ClampedArray(to.buffer) };
}
