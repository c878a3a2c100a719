import { linearOf, toSrgb } from './linear-light.ts';

/**
 * Lays a row of a cut-out over what is behind it, as light adds up, and makes it opaque.
 * @param row RGBA, 8-bit sRGB, straight alpha; overwritten with the result.
 * @param behind three values in linear light for each pixel, 0…1.
 */
export function layOver(row: Uint8ClampedArray, behind: Float32Array): void {
  for (let pixel = 0, at = 0; pixel < row.length; pixel += 4, at += 3) {
    const alpha = (row[pixel + 3] ?? 0) / 255;
    // Not computed where nothing shows through: the subject's own values must not change.
    if (alpha === 1) continue;
    row[pixel] = blend(row[pixel] ?? 0, behind[at] ?? 0, alpha);
    row[pixel + 1] = blend(row[pixel + 1] ?? 0, behind[at + 1] ?? 0, alpha);
    row[pixel + 2] = blend(row[pixel + 2] ?? 0, behind[at + 2] ?? 0, alpha);
    row[pixel + 3] = 255;
  }
}

function blend(value: number, behind: number, alpha: number): number {
  return toSrgb((linearOf[value] ?? 0) * alpha + behind * (1 - alpha));
}
