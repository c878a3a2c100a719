import type { Picture } from './platform.ts';

/** Largest number of rows that are read. */
const maxSampledRows = 256;
/** Highest alpha that counts as transparent: 0.9. Higher values come only from rounding and faint marks. */
const maxTransparentAlpha = 229;
/**
 * Smallest share of transparent pixels that counts as a removed background. The rounded corners of a screenshot have less:
 * corners of 12 px in a window of 800 × 600 px are 0.03 % of its pixels, and corners of 100 px on a phone's screen 0.3 %.
 */
const minTransparentShare = 0.01;

/** Checks whether an image is already cut out: at least 1 % of it is transparent or partly transparent. */
export function isCutOutAlready({ widthPx, heightPx, openRows }: Pick<Picture, 'widthPx' | 'heightPx' | 'openRows'>) {
  const rows = Math.min(heightPx, maxSampledRows);
  const readRows = openRows(1);
  let transparent = 0;
  for (let row = 0; row < rows; row += 1) {
    const data = readRows(Math.floor(((row + 0.5) * heightPx) / rows), 1);
    for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 255) <= maxTransparentAlpha) transparent += 1;
  }
  return transparent >= minTransparentShare * widthPx * rows;
}
