import { linearOf, toSrgb } from '../color/linear-light.ts';
import { fromOklab, toOklab } from '../color/oklab.ts';
import type { ColorStatistics } from './statistics.ts';

/** Changes the colours of a row in place. @param row RGBA, 8-bit sRGB, straight alpha. */
export type MatchRow = (row: Uint8ClampedArray) => void;

/** Bounds of the change, in OKLab, so that the subject remains recognisable: lightness, colour axes and contrast. */
const maxLightnessShift = 0.11;
const maxColorShift = 0.05;
const maxGain = 1.2;
/**
 * Share of the difference in lightness that is applied, so that bright surroundings do not make a dark object bright.
 */
const lightnessShare = 0.4;
const colorShare = 0.7;
/**
 * Share of a shift against the subject's own hue that is applied, so that grey surroundings do not turn a red object
 * grey.
 */
const fadingShare = 0.2;

const cells = 32;
const side = cells + 1;

/**
 * Moves a subject's colours towards those of its background: their mean and their spread, within bounds.
 * @param strength 0…1.
 * @see Reinhard et al. 2001, "Color transfer between images"
 */
export function colorMatch(subject: ColorStatistics, behind: ColorStatistics, strength: number): MatchRow {
  const table = tableOf(subject, behind, strength);
  return (row) => {
    for (let pixel = 0; pixel < row.length; pixel += 4) {
      if (row[pixel + 3] !== 0) lookUp(table, row, pixel);
    }
  };
}

function tableOf(subject: ColorStatistics, behind: ColorStatistics, strength: number): Float32Array {
  const lightness = strength * bounded((behind.mean[0] - subject.mean[0]) * lightnessShare, maxLightnessShift);
  const [toA, toB] = castOf(subject.mean, behind.mean);
  const a = strength * bounded(toA * colorShare, maxColorShift);
  const b = strength * bounded(toB * colorShare, maxColorShift);
  const spread = behind.deviation[0] / Math.max(1e-3, subject.deviation[0]);
  const gain = Math.min(maxGain, Math.max(1 / maxGain, spread)) ** (strength / 2);
  const table = new Float32Array(side ** 3 * 3);
  const color = new Float64Array(3);
  for (let red = 0, at = 0; red < side; red += 1) {
    for (let green = 0; green < side; green += 1) {
      for (let blue = 0; blue < side; blue += 1, at += 3) {
        color[0] = lightAt(red);
        color[1] = lightAt(green);
        color[2] = lightAt(blue);
        toOklab(color);
        const seen = color[0] ?? 0;
        // Black stays black and white stays white; otherwise the image would look hazy.
        const set = Math.max(0, 4 * seen * (1 - seen));
        const [mean] = subject.mean;
        color[0] = seen + set * (lightness + (seen - mean) * (gain - 1));
        const tint = Math.min(1, seen * 2.5);
        color[1] = (color[1] ?? 0) + a * tint;
        color[2] = (color[2] ?? 0) + b * tint;
        fromOklab(color);
        for (let channel = 0; channel < 3; channel += 1) table[at + channel] = toSrgb(color[channel] ?? 0);
      }
    }
  }
  return table;
}

/** Returns the shift of the colour axes a and b. */
function castOf([, ownA, ownB]: ColorStatistics['mean'], [, a, b]: ColorStatistics['mean']): [number, number] {
  const [toA, toB] = [a - ownA, b - ownB];
  const squared = ownA * ownA + ownB * ownB;
  const along = squared > 0 ? (toA * ownA + toB * ownB) / squared : 0;
  const remaining = along < 0 ? along * (1 - fadingShare) : 0;
  return [toA - ownA * remaining, toB - ownB * remaining];
}

function bounded(shift: number, most: number): number {
  return Math.min(most, Math.max(-most, shift));
}

function lightAt(step: number): number {
  return linearOf[Math.round((step * 255) / cells)] ?? 0;
}

/** Maps a pixel by trilinear interpolation between the eight table entries around its colour. */
function lookUp(table: Float32Array, row: Uint8ClampedArray, pixel: number): void {
  const red = ((row[pixel] ?? 0) * cells) / 255;
  const green = ((row[pixel + 1] ?? 0) * cells) / 255;
  const blue = ((row[pixel + 2] ?? 0) * cells) / 255;
  const lowRed = Math.min(cells - 1, Math.floor(red));
  const lowGreen = Math.min(cells - 1, Math.floor(green));
  const lowBlue = Math.min(cells - 1, Math.floor(blue));
  const partRed = red - lowRed;
  const partGreen = green - lowGreen;
  const partBlue = blue - lowBlue;
  const corner = ((lowRed * side + lowGreen) * side + lowBlue) * 3;
  for (let channel = 0; channel < 3; channel += 1) {
    const at = corner + channel;
    const near = edge(table, at, partBlue);
    const far = edge(table, at + side * 3, partBlue);
    const nearNext = edge(table, at + side * side * 3, partBlue);
    const farNext = edge(table, at + side * side * 3 + side * 3, partBlue);
    const low = near + (far - near) * partGreen;
    const high = nearNext + (farNext - nearNext) * partGreen;
    row[pixel + channel] = low + (high - low) * partRed;
  }
}

function edge(table: Float32Array, at: number, part: number): number {
  const from = table[at] ?? 0;
  return from + ((table[at + 3] ?? 0) - from) * part;
}
