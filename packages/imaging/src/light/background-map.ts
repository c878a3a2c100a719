import type { BackgroundRows } from '../background/define-background-source.ts';
import type { SmallMap } from '../resample/interpolate-map.ts';

/** Longer side of the map, in px. It is enough for light that is out of focus. */
const maxSidePx = 128;

/**
 * Reduces a background to a small map.
 * @returns three values in linear light for each pixel.
 */
export async function backgroundMapOf(
  { readRow }: BackgroundRows,
  fullWidthPx: number,
  fullHeightPx: number,
  yieldToEventLoop: () => Promise<void>,
): Promise<SmallMap> {
  const scale = Math.min(1, maxSidePx / Math.max(fullWidthPx, fullHeightPx));
  const widthPx = Math.max(1, Math.round(fullWidthPx * scale));
  const heightPx = Math.max(1, Math.round(fullHeightPx * scale));
  const data = new Float32Array(widthPx * heightPx * 3);
  const light = new Float32Array(fullWidthPx * 3);
  for (let y = 0; y < heightPx; y += 1) {
    readRow(Math.floor(((y + 0.5) * fullHeightPx) / heightPx), light);
    for (let x = 0; x < widthPx; x += 1) {
      const first = Math.floor((x * fullWidthPx) / widthPx);
      const end = Math.max(first + 1, Math.floor(((x + 1) * fullWidthPx) / widthPx));
      for (let channel = 0; channel < 3; channel += 1) {
        let sum = 0;
        for (let column = first; column < end; column += 1) sum += light[column * 3 + channel] ?? 0;
        data[(y * widthPx + x) * 3 + channel] = sum / (end - first);
      }
    }
    if (y % 16 === 0) await yieldToEventLoop();
  }
  return { widthPx, heightPx, data };
}
