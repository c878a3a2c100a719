import { linearOf, toSrgb } from '../color/linear-light.ts';
import type { ToneRow } from './create-tone-row.ts';

const cells = 32;
const side = cells + 1;
/** Bytes between neighbouring entries of the table in the direction of each channel. */
const [toRed, toGreen, toBlue] = [side * side * 4, side * 4, 4];

/** Cell of each 8-bit value, and the value's place in that cell, 0…1. */
const cellOf = Uint8Array.from({ length: 256 }, (_, value) => Math.min(cells - 1, Math.floor((value * cells) / 255)));
const partOf = Float32Array.from({ length: 256 }, (_, value) => (value * cells) / 255 - (cellOf[value] ?? 0));

/**
 * Creates a function that does nearly what `exact` does, several times as fast, for drafts that follow a drag. It
 * applies `exact` to a table of 33³ colours, and interpolates between the four entries around a pixel's colour. On
 * photographs it differs by at most 3 of 255.
 * @see Kasson et al. 1995, "Performing color space conversions with three-dimensional linear interpolation" (the
 *   tetrahedra)
 */
export function draftToneRow(exact: ToneRow): ToneRow {
  const table = tableOf(exact);
  return (row, gains) => {
    if (gains) multiply(row, gains);
    for (let pixel = 0; pixel < row.length; pixel += 4) {
      if (row[pixel + 3] !== 0) lookUp(table, row, pixel);
    }
  };
}

function tableOf(exact: ToneRow): Uint8ClampedArray {
  const table = new Uint8ClampedArray(side ** 3 * 4);
  for (let red = 0, at = 0; red < side; red += 1) {
    for (let green = 0; green < side; green += 1) {
      for (let blue = 0; blue < side; blue += 1, at += 4) {
        table[at] = (red * 255) / cells;
        table[at + 1] = (green * 255) / cells;
        table[at + 2] = (blue * 255) / cells;
        table[at + 3] = 255;
      }
    }
  }
  exact(table);
  return table;
}

function multiply(row: Uint8ClampedArray, gains: Float32Array): void {
  for (let pixel = 0, at = 0; pixel < row.length; pixel += 4, at += 1) {
    const gain = gains[at] ?? 1;
    if (gain === 1 || row[pixel + 3] === 0) continue;
    for (let channel = pixel; channel < pixel + 3; channel += 1) {
      row[channel] = toSrgb(gain * (linearOf[row[channel] ?? 0] ?? 0));
    }
  }
}

/** Maps a pixel by the tetrahedron of the table that contains its colour. Greys stay on the edge between greys. */
function lookUp(table: Uint8ClampedArray, row: Uint8ClampedArray, pixel: number): void {
  const [red, green, blue] = [row[pixel] ?? 0, row[pixel + 1] ?? 0, row[pixel + 2] ?? 0];
  const partRed = partOf[red] ?? 0;
  const partGreen = partOf[green] ?? 0;
  const partBlue = partOf[blue] ?? 0;
  const start = (cellOf[red] ?? 0) * toRed + (cellOf[green] ?? 0) * toGreen + (cellOf[blue] ?? 0) * toBlue;
  const end = start + toRed + toGreen + toBlue;
  const largest = Math.max(partRed, partGreen, partBlue);
  const smallest = Math.min(partRed, partGreen, partBlue);
  const middle = partRed + partGreen + partBlue - largest - smallest;
  // The path from the cell's first corner to its last one goes first along the channel with the largest part, and last
  // along that with the smallest.
  const second = start + (largest === partRed ? toRed : largest === partGreen ? toGreen : toBlue);
  const third = end - (smallest === partBlue ? toBlue : smallest === partGreen ? toGreen : toRed);
  for (let channel = 0; channel < 3; channel += 1) {
    row[pixel + channel] =
      (1 - largest) * (table[start + channel] ?? 0) +
      (largest - middle) * (table[second + channel] ?? 0) +
      (middle - smallest) * (table[third + channel] ?? 0) +
      smallest * (table[end + channel] ?? 0);
  }
}
