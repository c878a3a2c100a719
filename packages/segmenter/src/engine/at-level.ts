import type { Size } from '../api/size.ts';

/** @returns the size after being halved `level` times, each time rounded up. */
export function atLevel({ heightPx, widthPx }: Size, level: number): Size {
  const halved = (px: number) => Math.ceil(px / 2 ** level);
  return { heightPx: halved(heightPx), widthPx: halved(widthPx) };
}
