/** A function of one channel. The input is 0…1. The output is usually 0…1, but some curves leave that range. */
export type Curve = (value: number) => number;
export type Curves = readonly Curve[];

/** A 3 × 3 matrix, row by row. */
export type Matrix = readonly number[];

/** The meaning of a file's pixel values: their conversion to CIE XYZ under D50, in which white has Y = 1. */
export type DeviceColours = MatrixColours | TableColours;

/** RGB, or grey with three equal channels: XYZ = `toXyz` · (curves of the channels). */
export interface MatrixColours {
  readonly kind: 'matrix';
  readonly curves: Curves;
  readonly toXyz: Matrix;
}

/**
 * Measured colours of an RGB or CMYK device. The steps are input curves, a table, curves with a matrix, and output curves.
 * A step may be absent.
 */
export interface TableColours {
  readonly kind: 'table';
  readonly inputs: Curves;
  readonly table: Table;
  readonly middle: CurvesWithMatrix | undefined;
  readonly outputs: Curves;
  /** Colour space of the outputs: XYZ, or L*a*b* as L* ÷ 100, (a* + 128) ÷ 255 and (b* + 128) ÷ 255. */
  readonly connection: 'XYZ' | 'Lab';
}

export interface CurvesWithMatrix {
  readonly curves: Curves;
  readonly matrix: Matrix;
  /** Added to the matrix's result. */
  readonly offsets: readonly number[];
}

/** Three values at each grid point; the last channel varies fastest. Values between grid points are interpolated. */
export interface Table {
  /** Number of grid points along each channel, at least 2. */
  readonly points: readonly number[];
  /** Values at the grid points, 0…1. */
  readonly values: Float32Array;
}

export const gammaCurve =
  (exponent: number): Curve =>
  (value) =>
    Math.max(value, 0) ** exponent;

/** White of the profile connection space. @see ICC.1:2022, 7.2.16 */
export const d50 = [0.9642, 1, 0.8249] as const;

/** The primaries of sRGB in its ICC profiles, adapted to D50. @see https://www.color.org/chardata/rgb/srgb.xalter */
export const srgbToXyz: Matrix = [
  0.436065674, 0.385147095, 0.143066406, 0.222488403, 0.716873169, 0.06060791, 0.013916016, 0.097076416, 0.714096069,
];

export function multiply(left: Matrix, right: Matrix): Matrix {
  return Array.from({ length: 9 }, (_, at) => {
    const [row, column] = [at - (at % 3), at % 3];
    return [0, 1, 2].reduce((sum, index) => sum + valueAt(left, row + index) * valueAt(right, 3 * index + column), 0);
  });
}

/** Inverts a matrix. @returns undefined when it has no inverse. */
export function invert(matrix: Matrix): Matrix | undefined {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = matrix;
  const adjugate = [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ];
  const inverse = adjugate.map((value) => value / (a * (e * i - f * h) + b * (f * g - d * i) + c * (d * h - e * g)));
  return inverse.every(Number.isFinite) ? inverse : undefined;
}

export function valueAt(values: ArrayLike<number>, at: number): number {
  return values[at] ?? 0;
}
