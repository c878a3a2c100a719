import type { Picture } from './platform.ts';

/** The most rows that are read to find whether a picture is cut out already. */
const maxSampledRows = 256;
/** The highest alpha that counts as transparent: 0.9. Above it only rounding and faint marks are found. */
const maxTransparentAlpha = 229;
/**
 * The smallest share of a picture's pixels that is taken for a removed background. The rounded corners of a screenshot have
 * less: 12 px of a window of 800 × 600 px are 0.03 %, 100 px of a phone's screen 0.3 %.
 */
const minTransparentShare = 0.01;

/** Tells whether a picture is cut out already: a considerable part of it is transparent, or half transparent. */
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
