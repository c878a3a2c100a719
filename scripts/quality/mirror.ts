import type { Rgba } from './pixels.ts';

/** Returns the image with left and right exchanged. */
export function mirror({ data, widthPx, heightPx }: Rgba): Rgba {
  const mirrored = new Uint8Array(data.length);
  for (let pixel = 0; pixel < widthPx * heightPx; pixel += 1) {
    const x = pixel % widthPx;
    const there = pixel - x + (widthPx - 1 - x);
    mirrored.set(data.subarray(4 * pixel, 4 * pixel + 4), 4 * there);
  }
  return { data: mirrored, widthPx, heightPx };
}
