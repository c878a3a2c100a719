import { linearOf } from '../color/linear-light.ts';
import type { Size } from '../geometry/rect.ts';
import { createGrainHistogram } from './grain.ts';
import { type ColorStatistics, createStatistics } from './statistics.ts';
import { addNoise, colorStride, grainStride } from './subject-map.ts';

/** Measurements of a subject's pixels, which its light needs. */
export interface SubjectMeasure {
  readonly colors: ColorStatistics;
  /** Standard deviation of the noise, in 8-bit sRGB values. */
  readonly grain: number;
}

/**
 * Measures the colours and the noise of a subject that is drawn.
 * @param drawn RGBA with straight alpha, in px of the result. A translucent subject counts as opaque where it has its greatest alpha.
 */
export function measureSubject({
  widthPx,
  heightPx,
  data,
}: Size & { readonly data: Uint8ClampedArray }): SubjectMeasure {
  let greatest = 0;
  for (let at = 3; at < data.length; at += 4) greatest = Math.max(greatest, data[at] ?? 0);
  const colors = createStatistics();
  const noise = createGrainHistogram();
  let untilColor = 0;
  for (let y = 0; y < heightPx; y += 1) {
    const row = data.subarray(y * widthPx * 4, (y + 1) * widthPx * 4);
    if (y % grainStride === 0) addNoise(noise, row);
    for (let at = 0; at < row.length; at += 4) {
      const alpha = row[at + 3] ?? 0;
      // Soft pixels are skipped, because they may still contain colours of their old background.
      if (alpha === 0 || alpha < greatest * 0.98 || untilColor-- > 0) continue;
      untilColor = colorStride - 1;
      colors.add(linearOf[row[at] ?? 0] ?? 0, linearOf[row[at + 1] ?? 0] ?? 0, linearOf[row[at + 2] ?? 0] ?? 0);
    }
  }
  return { colors: colors.finish(), grain: noise.deviation() };
}
