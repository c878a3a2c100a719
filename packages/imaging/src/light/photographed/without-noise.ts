import type { SmallMap } from '../../resample/interpolate-map.ts';

/**
 * Takes noise out of a map by an adaptive Wiener filter: where a window varies no more than noise does, a value becomes the mean
 * of its window, and where it varies more, such as at the edge of a shadow, the value stays.
 * @param counts 1 for each value that counts. The others are ignored and become 0.
 * @param noise standard deviation of the noise.
 * @see Lee 1980, "Digital image enhancement and noise filtering by use of local statistics"
 */
export function withoutNoise(
  { widthPx, heightPx, data }: SmallMap,
  counts: Uint8Array,
  noise: number,
  radiusPx: number,
): Float32Array {
  const sumsOf = (values: (at: number) => number) => summed(values, widthPx, heightPx);
  const number = sumsOf((at) => counts[at] ?? 0);
  const first = sumsOf((at) => (counts[at] ? (data[at] ?? 0) : 0));
  const second = sumsOf((at) => (counts[at] ? (data[at] ?? 0) ** 2 : 0));
  const result = new Float32Array(data.length);
  for (let y = 0, at = 0; y < heightPx; y += 1) {
    const [top, bottom] = [Math.max(0, y - radiusPx), Math.min(heightPx, y + radiusPx + 1)];
    for (let x = 0; x < widthPx; x += 1, at += 1) {
      if (!counts[at]) continue;
      const [left, right] = [Math.max(0, x - radiusPx), Math.min(widthPx, x + radiusPx + 1)];
      const within = (sums: Float64Array) => {
        const corner = (column: number, row: number) => sums[row * (widthPx + 1) + column] ?? 0;
        return corner(right, bottom) - corner(left, bottom) - corner(right, top) + corner(left, top);
      };
      const count = within(number);
      const mean = within(first) / count;
      const variance = Math.max(0, within(second) / count - mean * mean);
      const kept = variance > 0 ? Math.max(0, variance - noise * noise * 1.5) / variance : 0;
      result[at] = mean + kept * ((data[at] ?? 0) - mean);
    }
  }
  return result;
}

/** Returns the sums of all values to the left of and above each corner of the pixels. */
function summed(values: (at: number) => number, widthPx: number, heightPx: number): Float64Array {
  const sums = new Float64Array((widthPx + 1) * (heightPx + 1));
  for (let y = 0, at = 0; y < heightPx; y += 1) {
    let line = 0;
    for (let x = 0; x < widthPx; x += 1, at += 1) {
      line += values(at);
      const place = (y + 1) * (widthPx + 1) + x + 1;
      sums[place] = (sums[place - widthPx - 1] ?? 0) + line;
    }
  }
  return sums;
}
