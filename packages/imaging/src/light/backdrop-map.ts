import type { Backdrop } from '../backdrop/backdrop.ts';
import type { SmallMap } from '../magnify.ts';

/** Along the longer side: enough for light that is wanted out of focus. */
const mostSidePx = 128;

/** A backdrop at a glance: three values in linear light for each pixel. */
export async function backdropMapOf(
  { readRow }: Backdrop,
  fullWidthPx: number,
  fullHeightPx: number,
  turn: () => Promise<void>,
): Promise<SmallMap> {
  const scale = Math.min(1, mostSidePx / Math.max(fullWidthPx, fullHeightPx));
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
    if (y % 16 === 0) await turn();
  }
  return { widthPx, heightPx, data };
}
