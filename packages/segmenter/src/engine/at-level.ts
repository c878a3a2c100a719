import type { Size } from '../api/size.ts';

/** Returns the size after `level` halvings, each rounded up. */
export function atLevel({ heightPx, widthPx }: Size, level: number): Size {
  const halved = (px: number) => Math.ceil(px / 2 ** level);
  return { heightPx: halved(heightPx), widthPx: halved(widthPx) };
}
