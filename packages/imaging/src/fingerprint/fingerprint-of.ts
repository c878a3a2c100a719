import { readOklab } from '../color/oklab.ts';
import type { Matte, Raster } from '../raster/raster.ts';

/**
 * Describes a subject by what an eye notices first: its outline, where its colours lie, and how much of each there is.
 * It contains `fingerprintLength` numbers and does not depend on the size or the background of the image.
 */
export type Fingerprint = Float32Array<ArrayBuffer>;

/** Number of cells across and down the subject's frame. */
export const gridSide = 7;
/** Numbers of each cell: its coverage, 0…1, and its OKLab colour. */
export const cellNumbers = 4;
/** Number of bins of the histogram: twelve for the hue of coloured pixels, and six for the lightness of grey ones. */
export const hueBins = 12;
const lightnessBins = 6;
export const histogramStart = gridSide ** 2 * cellNumbers;
/** Index of the logarithm of width ÷ height. */
export const aspectIndex = histogramStart + hueBins + lightnessBins;
/** Number of cells across and down the whole image, which tell the same photograph from the same thing elsewhere. */
export const sceneSide = 3;
export const sceneStart = aspectIndex + 1;
export const fingerprintLength = sceneStart + sceneSide ** 2 * 3;

/** Share of the subject on each side that the frame leaves out, so that a thin strand does not move it. */
const outside = 0.01;
/** OKLab chroma from which a colour counts for its hue alone. */
const fullChroma = 0.1;
/** Smallest subject, in opaque pixels. */
const minSubjectPx = 24;

/**
 * Computes a subject's fingerprint. The image may be small: 400 px are as good as 4000.
 * @param image the image with its background; its alpha is ignored.
 * @param matte the subject, of the image's size.
 * @returns undefined when there is no subject.
 * @example
 * const fingerprint = fingerprintOf(thumbnail, matteOfThumbnail);
 * const isCopy = fingerprint !== undefined && relationOf(fingerprint, earlier) === 'duplicate';
 */
export function fingerprintOf(image: Raster, matte: Matte): Fingerprint | undefined {
  const frame = frameOf(matte);
  if (!frame) return undefined;
  const { left, top, right, bottom } = frame;
  const print = new Float32Array(fingerprintLength);
  const counts = new Float32Array(gridSide ** 2);
  const colors = new Float32Array(matte.widthPx * 3);
  for (let y = top; y < bottom; y += 1) {
    readOklab(image.data, y * matte.widthPx + left, right - left, colors);
    const row = Math.floor(((y - top) * gridSide) / (bottom - top)) * gridSide;
    for (let x = left; x < right; x += 1) {
      const cell = row + Math.floor(((x - left) * gridSide) / (right - left));
      counts[cell] = (counts[cell] ?? 0) + 1;
      const alpha = (matte.data[y * matte.widthPx + x] ?? 0) / 255;
      if (alpha === 0) continue;
      const from = (x - left) * 3;
      addColor(print, cell, alpha, colors.subarray(from, from + 3));
    }
  }
  for (const [cell, count] of counts.entries()) {
    const at = cell * cellNumbers;
    const covered = print[at] ?? 0;
    for (let axis = 1; axis < cellNumbers; axis += 1) print[at + axis] = (print[at + axis] ?? 0) / (covered || 1);
    print[at] = covered / (count || 1);
  }
  let total = 0;
  for (let bin = histogramStart; bin < aspectIndex; bin += 1) total += print[bin] ?? 0;
  for (let bin = histogramStart; bin < aspectIndex; bin += 1) print[bin] = (print[bin] ?? 0) / total;
  print[aspectIndex] = Math.log((right - left) / (bottom - top));
  addScene(print, image);
  return print;
}

/**
 * Checks whether a stored value is a fingerprint of this version.
 * @example
 * const fingerprint = isFingerprint(row.fingerprint) ? row.fingerprint : undefined;
 */
export function isFingerprint(value: unknown): value is Fingerprint {
  return value instanceof Float32Array && value.length === fingerprintLength;
}

interface Frame {
  readonly left: number;
  readonly top: number;
  /** Exclusive. */
  readonly right: number;
  /** Exclusive. */
  readonly bottom: number;
}

/** Returns the frame that contains the subject without its outermost strands. */
function frameOf({ data, widthPx, heightPx }: Matte): Frame | undefined {
  const columns = new Float64Array(widthPx);
  const rows = new Float64Array(heightPx);
  for (let y = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1) {
      const alpha = data[y * widthPx + x] ?? 0;
      columns[x] = (columns[x] ?? 0) + alpha;
      rows[y] = (rows[y] ?? 0) + alpha;
    }
  }
  const total = rows.reduce((sum, value) => sum + value, 0);
  if (total < minSubjectPx * 255) return undefined;
  const [left, right] = middleOf(columns, total);
  const [top, bottom] = middleOf(rows, total);
  return { left, top, right, bottom };
}

function middleOf(sums: Float64Array, total: number): readonly [start: number, end: number] {
  let start = 0;
  let end = sums.length;
  for (let sum = sums[start] ?? 0; sum < total * outside; sum += sums[start] ?? 0) start += 1;
  for (let sum = sums[end - 1] ?? 0; sum < total * outside; sum += sums[end - 1] ?? 0) end -= 1;
  return [start, Math.max(start + 1, end)];
}

function addColor(print: Float32Array, cell: number, alpha: number, color: Float32Array): void {
  const [lightness = 0, a = 0, b = 0] = color;
  const at = cell * cellNumbers;
  print[at] = (print[at] ?? 0) + alpha;
  print[at + 1] = (print[at + 1] ?? 0) + alpha * lightness;
  print[at + 2] = (print[at + 2] ?? 0) + alpha * a;
  print[at + 3] = (print[at + 3] ?? 0) + alpha * b;
  const hued = Math.min(1, Math.hypot(a, b) / fullChroma);
  const hue = (Math.atan2(b, a) / (2 * Math.PI) + 1) * hueBins;
  addBetween(print, histogramStart, hueBins, hue, alpha * hued, true);
  const grey = Math.min(lightnessBins - 1, Math.max(0, lightness * lightnessBins - 0.5));
  addBetween(print, histogramStart + hueBins, lightnessBins, grey, alpha * (1 - hued), false);
}

/** Adds the mean colours of the cells of the whole image. */
function addScene(print: Float32Array, { data, widthPx, heightPx }: Raster): void {
  const counts = new Float32Array(sceneSide ** 2);
  const colors = new Float32Array(widthPx * 3);
  for (let y = 0; y < heightPx; y += 1) {
    readOklab(data, y * widthPx, widthPx, colors);
    const row = Math.floor((y * sceneSide) / heightPx) * sceneSide;
    for (let x = 0; x < widthPx; x += 1) {
      const cell = row + Math.floor((x * sceneSide) / widthPx);
      counts[cell] = (counts[cell] ?? 0) + 1;
      for (let axis = 0; axis < 3; axis += 1) {
        const at = sceneStart + cell * 3 + axis;
        print[at] = (print[at] ?? 0) + (colors[x * 3 + axis] ?? 0);
      }
    }
  }
  for (let at = sceneStart; at < fingerprintLength; at += 1)
    print[at] = (print[at] ?? 0) / (counts[Math.floor((at - sceneStart) / 3)] || 1);
}

/** Adds to the two bins between which a value lies, so that a small change of the value changes the bins little. */
function addBetween(print: Float32Array, start: number, bins: number, value: number, weight: number, wraps: boolean) {
  const lower = Math.floor(value);
  const share = value - lower;
  const upper = wraps ? lower + 1 : Math.min(bins - 1, lower + 1);
  const [first, second] = [start + (lower % bins), start + (upper % bins)];
  print[first] = (print[first] ?? 0) + weight * (1 - share);
  print[second] = (print[second] ?? 0) + weight * share;
}
