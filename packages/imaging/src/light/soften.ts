import type { SmallMap } from '../resample/interpolate-map.ts';

/**
 * Blurs a map approximately as a Gaussian does, by three running means in each direction. The map's edge pixels are
 * repeated outside of it.
 * @param sigmaX standard deviation along the rows, in px.
 * @param sigmaY standard deviation along the columns, in px.
 * @returns a new map.
 */
export function softened({ widthPx, heightPx, data }: SmallMap, channels: 1 | 3, sigmaX: number, sigmaY = sigmaX) {
  let from = Float32Array.from(data);
  let into = new Float32Array(data.length);
  for (const radius of radiiFor(sigmaX)) {
    for (let row = 0; row < heightPx; row += 1) {
      for (let channel = 0; channel < channels; channel += 1) {
        runningMean(from, into, row * widthPx * channels + channel, channels, widthPx, radius);
      }
    }
    [from, into] = [into, from];
  }
  for (const radius of radiiFor(sigmaY)) {
    for (let at = 0; at < widthPx * channels; at += 1) {
      runningMean(from, into, at, widthPx * channels, heightPx, radius);
    }
    [from, into] = [into, from];
  }
  return { widthPx, heightPx, data: from };
}

/**
 * Returns the radii of three boxes whose variances add up to about σ². There are none when the blur is too weak to be
 * visible.
 * @see Kovesi 2010, "Fast almost-Gaussian filtering"
 */
function radiiFor(sigma: number): number[] {
  if (sigma < 0.5) return [];
  const ideal = Math.sqrt(4 * sigma * sigma + 1);
  const narrow = Math.floor((ideal - 1) / 2);
  const width = 2 * narrow + 1;
  const narrowCount = Math.round((12 * sigma * sigma - 3 * width * width - 12 * width - 9) / (-4 * width - 4));
  return [0, 1, 2].map((pass) => (pass < narrowCount ? narrow : narrow + 1)).filter((radius) => radius > 0);
}

function runningMean(
  from: Float32Array,
  into: Float32Array,
  start: number,
  step: number,
  count: number,
  radius: number,
): void {
  const end = start + (count - 1) * step;
  let sum = 0;
  for (let index = -radius; index <= radius; index += 1) {
    sum += from[start + Math.min(count - 1, Math.max(0, index)) * step] ?? 0;
  }
  const share = 1 / (2 * radius + 1);
  for (let index = 0, at = start; index < count; index += 1, at += step) {
    into[at] = sum * share;
    sum += (from[Math.min(end, at + (radius + 1) * step)] ?? 0) - (from[Math.max(start, at - radius * step)] ?? 0);
  }
}
