import { d50, invert, type Matrix, multiply, valueAt } from './device-colours.ts';

/** CIE 1931 x and y of white, red, green and blue, in this order. */
export type Primaries = readonly [number, number, number, number, number, number, number, number];

/** The Bradford matrix: cone responses in which white points are adapted. @see K. M. Lam 1985; ICC.1:2022, annex E */
const bradford: Matrix = [0.8951, 0.2664, -0.1614, -0.7502, 1.7135, 0.0367, 0.0389, -0.0685, 1.0296];

/**
 * Computes the matrix from linear RGB to XYZ, adapted from its own white point to D50.
 * @returns undefined when the primaries do not span a colour space.
 * @see SMPTE RP 177, 3.3
 */
export function primariesToXyz(primaries: Primaries): Matrix | undefined {
  const [white, red, green, blue] = [0, 2, 4, 6].map((at) => {
    const [x, y] = [valueAt(primaries, at), valueAt(primaries, at + 1)];
    return [x, y, 1 - x - y];
  });
  if (!white || !red || !green || !blue || !primaries.every((value) => value >= 0 && value <= 1)) return undefined;
  const columns = [0, 1, 2].flatMap((row) => [red, green, blue].map((primary) => valueAt(primary, row)));
  const inverse = invert(columns);
  const whiteXyz = white.map((value) => value / valueAt(white, 1));
  const toD50 = adaptToD50(whiteXyz);
  if (!inverse || !toD50 || !whiteXyz.every(Number.isFinite)) return undefined;
  return multiply(toD50, multiply(columns, diagonal(times(inverse, whiteXyz))));
}

function adaptToD50(whiteXyz: readonly number[]): Matrix | undefined {
  const back = invert(bradford);
  const [from, to] = [times(bradford, whiteXyz), times(bradford, d50)];
  return back && multiply(back, multiply(diagonal(to.map((value, at) => value / valueAt(from, at))), bradford));
}

function times(matrix: Matrix, vector: readonly number[]): number[] {
  return [0, 3, 6].map((row) => vector.reduce((sum, value, column) => sum + valueAt(matrix, row + column) * value, 0));
}

function diagonal(values: readonly number[]): Matrix {
  return Array.from({ length: 9 }, (_, at) => (at % 4 === 0 ? valueAt(values, at / 4) : 0));
}
