import type { Raster } from '../raster/raster.ts';

/**
 * Largest number of samples along each side of a preview's pixel. It makes time and appearance nearly independent of
 * the raster's size.
 */
const maxSamples = 8;

/**
 * Makes a small preview of a raster for a list of results: each pixel is the mean of up to 64 evenly spaced pixels of
 * its area, weighted by alpha. Files are reduced by `reduceRaster` instead.
 * @param maxSidePx longer side of the preview. A smaller raster keeps its size.
 */
export function samplePreview({ data, widthPx: fromWidth, heightPx: fromHeight }: Raster, maxSidePx: number): Raster {
  const scale = Math.min(1, maxSidePx / Math.max(fromWidth, fromHeight));
  const widthPx = Math.max(1, Math.round(fromWidth * scale));
  const heightPx = Math.max(1, Math.round(fromHeight * scale));
  const columns = samplesOf(fromWidth, widthPx);
  const rows = samplesOf(fromHeight, heightPx);
  const preview = new Uint8ClampedArray(widthPx * heightPx * 4);
  for (let y = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1) {
      let [red, green, blue, alpha] = [0, 0, 0, 0];
      for (let down = y * rows.each; down < (y + 1) * rows.each; down += 1) {
        const row = (rows.places[down] ?? 0) * fromWidth;
        for (let across = x * columns.each; across < (x + 1) * columns.each; across += 1) {
          const at = (row + (columns.places[across] ?? 0)) * 4;
          const own = data[at + 3] ?? 0;
          red += (data[at] ?? 0) * own;
          green += (data[at + 1] ?? 0) * own;
          blue += (data[at + 2] ?? 0) * own;
          alpha += own;
        }
      }
      if (alpha === 0) continue;
      const to = (y * widthPx + x) * 4;
      preview[to] = red / alpha;
      preview[to + 1] = green / alpha;
      preview[to + 2] = blue / alpha;
      preview[to + 3] = alpha / (rows.each * columns.each);
    }
  }
  return { widthPx, heightPx, data: preview };
}

/** Returns the positions of the samples along a side: `each` samples for every pixel of the preview. */
function samplesOf(fromPx: number, toPx: number): { readonly each: number; readonly places: Uint32Array } {
  const each = Math.min(maxSamples, Math.ceil(fromPx / toPx));
  const places = Uint32Array.from({ length: toPx * each }, (_, at) =>
    Math.min(fromPx - 1, Math.floor(((at + 0.5) * fromPx) / (toPx * each))),
  );
  return { each, places };
}
