import type { Size } from '../api/size.ts';
import { createWindowSums } from './window-sums.ts';

/**
 * Calls `visit` for each pixel, row by row, with the mean of `values` over the square window around it.
 * @param values one number per pixel. `visit` may change them, because the sums are taken before.
 * @param share the window's radius as a share of the image's shorter side; at least one pixel. A window ends at the
 *   image's edge.
 */
export function eachWindowMean(
  values: Float32Array,
  { widthPx, heightPx }: Size,
  share: number,
  visit: (at: number, mean: number) => void,
): void {
  const sums = createWindowSums({ columns: widthPx, rows: heightPx }, [values]);
  const radius = Math.max(1, Math.round(Math.min(widthPx, heightPx) * share));
  const line = new Float64Array(widthPx);
  for (let y = 0, at = 0; y < heightPx; y += 1) {
    const rows = Math.min(heightPx, y + radius + 1) - Math.max(0, y - radius);
    sums.aroundRow(y, radius, line);
    for (let x = 0; x < widthPx; x += 1, at += 1) {
      const columns = Math.min(widthPx, x + radius + 1) - Math.max(0, x - radius);
      visit(at, (line[x] ?? 0) / (rows * columns));
    }
  }
}
