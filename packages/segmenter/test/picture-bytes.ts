import type { Size } from '../src/api/size.ts';
import type { Random } from './random.ts';

/** Returns RGBA pixels of random bytes. */
export function randomPixels({ heightPx, widthPx }: Size, random: Random): Uint8ClampedArray<ArrayBuffer> {
  return Uint8ClampedArray.from({ length: heightPx * widthPx * 4 }, () => random.integer(0, 255));
}

/** Returns RGBA pixels of a bright disc on a dark gradient. A network that looks for subjects finds the disc. */
export function discPixels({ heightPx, widthPx }: Size): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(heightPx * widthPx * 4);
  const radius = Math.min(heightPx, widthPx) * 0.35;
  for (let y = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1) {
      const distance = Math.hypot(x - widthPx * 0.45, y - heightPx * 0.55);
      const slope = 30 + (40 * x) / widthPx;
      pixels.set(
        distance < radius ? [230, 190 - distance, 60, 255] : [slope, slope, slope + 20, 255],
        (y * widthPx + x) * 4,
      );
    }
  }
  return pixels;
}
