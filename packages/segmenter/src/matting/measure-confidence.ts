import type { Confidence } from '../api/segmentation.ts';
import type { Size } from '../api/size.ts';

/** Side of the map's cells, in px of the mask. */
const piecePx = 16;

/** Share below which a pixel counts as background. */
const minShare = 0.02;

/**
 * Measures the confidence of a mask.
 * @param mask 0…1, normalised; see `normaliseMatte`.
 */
export function measureConfidence(mask: Float32Array, { heightPx, widthPx }: Size): Omit<Confidence, 'disputed'> {
  const mapWidthPx = Math.ceil(widthPx / piecePx);
  const mapHeightPx = Math.ceil(heightPx / piecePx);
  const sums = new Float32Array(mapWidthPx * mapHeightPx);
  let sureness = 0;
  let pixels = 0;
  for (let y = 0, at = 0; y < heightPx; y += 1) {
    let piece = Math.floor(y / piecePx) * mapWidthPx;
    for (let right = piecePx; at < (y + 1) * widthPx; right += piecePx, piece += 1) {
      const end = y * widthPx + Math.min(right, widthPx);
      let sum = sums[piece] ?? 0;
      for (; at < end; at += 1) {
        const share = mask[at] ?? 0;
        // The sureness is 0 for a share of one half and 1 for a share of 0 or 1.
        const sure = Math.abs(2 * share - 1);
        sum += sure;
        if (share < minShare) continue;
        sureness += sure;
        pixels += 1;
      }
      sums[piece] = sum;
    }
  }
  const map = new Uint8ClampedArray(sums.length);
  for (let piece = 0; piece < map.length; piece += 1) {
    const column = piece % mapWidthPx;
    const row = (piece - column) / mapWidthPx;
    const columns = Math.min(piecePx, widthPx - column * piecePx);
    const rows = Math.min(piecePx, heightPx - row * piecePx);
    map[piece] = (255 * (sums[piece] ?? 0)) / (columns * rows);
  }
  return { value: pixels === 0 ? 0 : sureness / pixels, map, mapWidthPx, mapHeightPx };
}
