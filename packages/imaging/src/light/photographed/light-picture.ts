import { linearOf } from '../../color/linear-light.ts';
import type { Bounds, Size } from '../../geometry/rect.ts';
import type { Raster } from '../../raster/raster.ts';

/** A small copy of a photograph in the logarithm of linear light, in which a shadow subtracts the same amount from every surface. */
export interface LightPicture extends Size {
  /** Natural logarithm of red, green and blue, three values for each pixel. */
  readonly logs: Float32Array;
  /** Share of the subject, 0…1. */
  readonly alpha: Float32Array;
  /** 1 where the ground is visible: outside of the subject and of its soft edge. */
  readonly isFree: Uint8Array;
  /** Box of the subject, in px. */
  readonly bounds: Bounds;
  /** Side of a square with the area of that box, in px. */
  readonly subjectPx: number;
}

/** Light below which 8-bit values are too coarse for a ratio. */
const darkest = 0.002;
/** Alpha above which a pixel may contain some of the subject. */
const faintest = 0.02;
/** Width of the rim around the subject that may still contain some of it, as a share of the subject, and at least in px. */
const rimShare = 0.004;
const minRimPx = 1.5;

/**
 * Reads a photograph whose alpha is the matte of its subject.
 * @returns undefined without a subject.
 */
export function lightPictureOf({ widthPx, heightPx, data }: Raster): LightPicture | undefined {
  const count = widthPx * heightPx;
  const logs = new Float32Array(count * 3);
  const alpha = new Float32Array(count);
  const logOf = Float32Array.from(linearOf, (light) => Math.log(Math.max(darkest, light)));
  let [left, top, right, bottom] = [widthPx, -1, 0, 0];
  for (let at = 0; at < count; at += 1) {
    for (let channel = 0; channel < 3; channel += 1) {
      logs[at * 3 + channel] = logOf[data[at * 4 + channel] ?? 0] ?? 0;
    }
    alpha[at] = (data[at * 4 + 3] ?? 0) / 255;
    if ((alpha[at] ?? 0) < 0.5) continue;
    const x = at % widthPx;
    const y = (at - x) / widthPx;
    if (top < 0) top = y;
    left = Math.min(left, x);
    right = Math.max(right, x + 1);
    bottom = y + 1;
  }
  if (top < 0) return undefined;
  const subjectPx = Math.sqrt((right - left) * (bottom - top));
  const isFree = freeOf({ widthPx, heightPx }, alpha, Math.ceil(Math.max(minRimPx, subjectPx * rimShare)));
  return { widthPx, heightPx, logs, alpha, isFree, bounds: { left, top, right, bottom }, subjectPx };
}

/** Marks the pixels that are farther from the subject than its rim. */
function freeOf({ widthPx, heightPx }: Size, alpha: Float32Array, rimPx: number): Uint8Array {
  const across = new Uint8Array(alpha.length);
  for (let y = 0; y < heightPx; y += 1) {
    for (let x = 0, last = -Infinity, next = -1; x < widthPx; x += 1) {
      const row = y * widthPx;
      if ((alpha[row + x] ?? 0) > faintest) last = x;
      if (next < x) for (next = x; next < widthPx && (alpha[row + next] ?? 0) <= faintest;) next += 1;
      across[row + x] = Number(x - last <= rimPx || next - x <= rimPx);
    }
  }
  const free = new Uint8Array(alpha.length);
  for (let x = 0; x < widthPx; x += 1) {
    for (let y = 0; y < heightPx; y += 1) {
      let isNear = 0;
      for (let step = -rimPx; step <= rimPx && !isNear; step += 1) {
        const row = y + step;
        if (row >= 0 && row < heightPx) isNear = across[row * widthPx + x] ?? 0;
      }
      free[y * widthPx + x] = 1 - isNear;
    }
  }
  return free;
}

/** Returns the logarithm of the luminance of a colour that is given by the logarithms of its channels. */
export function logLuminance(red: number, green: number, blue: number): number {
  return Math.log(0.2126 * Math.exp(red) + 0.7152 * Math.exp(green) + 0.0722 * Math.exp(blue));
}
