import type { Size } from '../api/size.ts';
import { type Complex, transform } from './fourier.ts';

/** Displacement of a photograph against another one, in px. */
export interface Shift {
  readonly xPx: number;
  readonly yPx: number;
  /** Height of the correlation's peak above its mean, in standard deviations. */
  readonly clarity: number;
}

/** A plane of brightness, one value per pixel. */
export interface Plane extends Size {
  readonly values: Float32Array;
}

/** Side of the squares that are correlated, in px. */
const side = 512;

/**
 * Finds by how much a photograph is displaced against another one, to a fraction of a pixel: at first in small copies, then in
 * a part with much detail at full size. Outlines are compared instead of brightness, because the backgrounds differ.
 * @see Kuglin and Hines 1975, "The phase correlation image alignment method"
 */
export function findShift(one: Plane, other: Plane): Shift {
  const scale = Math.max(1, Math.max(one.widthPx, one.heightPx) / side);
  const coarse = correlate(outlines(reduced(one, scale)), outlines(reduced(other, scale)));
  if (scale === 1) return coarse;
  const [xPx, yPx] = [Math.round(coarse.xPx * scale), Math.round(coarse.yPx * scale)];
  const [leftPx, topPx] = mostDetailed(one);
  const near = correlate(outlines(cut(one, leftPx, topPx)), outlines(cut(other, leftPx + xPx, topPx + yPx)));
  // A part without detail of its own can only repeat what the small copies have shown, so a far peak is noise.
  const isNear = Math.max(Math.abs(near.xPx), Math.abs(near.yPx)) <= 2 * scale;
  const fine = isNear ? near : { xPx: coarse.xPx * scale - xPx, yPx: coarse.yPx * scale - yPx };
  return { xPx: xPx + fine.xPx, yPx: yPx + fine.yPx, clarity: coarse.clarity };
}

/** Returns the steepness of a plane, in a square that fades out towards its border. */
function outlines({ values, widthPx, heightPx }: Plane): Complex {
  const square = { real: new Float32Array(side * side), imaginary: new Float32Array(side * side) };
  const fade = (at: number, length: number) => Math.sin((Math.PI * (at + 0.5)) / length) ** 2;
  for (let y = 1; y + 1 < heightPx; y += 1) {
    for (let x = 1; x + 1 < widthPx; x += 1) {
      const at = y * widthPx + x;
      const across = (values[at + 1] ?? 0) - (values[at - 1] ?? 0);
      const down = (values[at + widthPx] ?? 0) - (values[at - widthPx] ?? 0);
      square.real[y * side + x] = Math.hypot(across, down) * fade(x, widthPx) * fade(y, heightPx);
    }
  }
  return square;
}

function correlate(one: Complex, other: Complex): Shift {
  transform(one, side);
  transform(other, side);
  for (let at = 0; at < side * side; at += 1) {
    const [a, b] = [one.real[at] ?? 0, one.imaginary[at] ?? 0];
    const [c, d] = [other.real[at] ?? 0, other.imaginary[at] ?? 0];
    const [real, imaginary] = [a * c + b * d, a * d - b * c];
    // The square root of the magnitude is a compromise: full phase correlation also amplifies noise.
    const weight = 1 / Math.max(Math.sqrt(Math.hypot(real, imaginary)), 1e-12);
    one.real[at] = real * weight;
    one.imaginary[at] = imaginary * weight;
  }
  transform(one, side, true);
  return peakOf(one.real);
}

/** Finds the highest value. Its place between pixels is that of a parabola through it and its neighbours. */
function peakOf(values: Float32Array): Shift {
  let [best, sum, squares] = [0, 0, 0];
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? 0;
    if (value > (values[best] ?? 0)) best = at;
    sum += value;
    squares += value * value;
  }
  const mean = sum / values.length;
  const [x, y] = [best % side, Math.floor(best / side)];
  const at = (column: number, row: number) => values[((row + side) % side) * side + ((column + side) % side)] ?? 0;
  const middle = at(x, y);
  const between = (before: number, after: number) => {
    const bend = before - 2 * middle + after;
    return bend === 0 ? 0 : (before - after) / (2 * bend);
  };
  // Beyond half of the square, the displacement is negative.
  const signed = (value: number) => (value > side / 2 ? value - side : value);
  return {
    xPx: signed(x + between(at(x - 1, y), at(x + 1, y))),
    yPx: signed(y + between(at(x, y - 1), at(x, y + 1))),
    clarity: (middle - mean) / Math.max(Math.sqrt(squares / values.length - mean * mean), 1e-12),
  };
}

/** Returns a smaller copy, of the mean of each area. */
function reduced({ values, widthPx, heightPx }: Plane, scale: number): Plane {
  const size = { widthPx: Math.floor(widthPx / scale), heightPx: Math.floor(heightPx / scale) };
  const small = new Float32Array(size.widthPx * size.heightPx);
  for (let y = 0, to = 0; y < size.heightPx; y += 1) {
    const [top, bottom] = [Math.floor(y * scale), Math.floor((y + 1) * scale)];
    for (let x = 0; x < size.widthPx; x += 1, to += 1) {
      const [left, right] = [Math.floor(x * scale), Math.floor((x + 1) * scale)];
      let sum = 0;
      for (let row = top; row < bottom; row += 1) {
        for (let column = left; column < right; column += 1) sum += values[row * widthPx + column] ?? 0;
      }
      small[to] = sum / ((bottom - top) * (right - left));
    }
  }
  return { values: small, ...size };
}

/** Returns a square part of a plane. Beyond the border, the nearest values are repeated. */
function cut({ values, widthPx, heightPx }: Plane, leftPx: number, topPx: number): Plane {
  const part = new Float32Array(side * side);
  const within = (at: number, length: number) => Math.min(Math.max(at, 0), length - 1);
  for (let y = 0, to = 0; y < side; y += 1) {
    const row = within(topPx + y, heightPx) * widthPx;
    for (let x = 0; x < side; x += 1, to += 1) part[to] = values[row + within(leftPx + x, widthPx)] ?? 0;
  }
  return { values: part, widthPx: side, heightPx: side };
}

/** Distance between the squares that are compared for their detail, in px. */
const stride = side / 4;

/** Returns the left upper corner of the square with the most detail. */
function mostDetailed({ values, widthPx, heightPx }: Plane): readonly [leftPx: number, topPx: number] {
  let best: readonly [number, number] = [0, 0];
  let most = -1;
  for (let top = 0; top === 0 || top + side <= heightPx; top += stride) {
    for (let left = 0; left === 0 || left + side <= widthPx; left += stride) {
      let detail = 0;
      for (let y = top; y < Math.min(top + side, heightPx); y += 4) {
        for (let x = left; x + 1 < Math.min(left + side, widthPx); x += 4)
          detail += Math.abs((values[y * widthPx + x + 1] ?? 0) - (values[y * widthPx + x] ?? 0));
      }
      if (detail > most) [most, best] = [detail, [left, top]];
    }
  }
  return best;
}
