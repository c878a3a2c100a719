/** Complex numbers: their real and their imaginary parts. */
export interface Complex {
  readonly real: Float32Array;
  readonly imaginary: Float32Array;
}

/**
 * Transforms a square plane to its frequencies, in place.
 * @param side length of a row, a power of two.
 * @param isInverse true to transform back. The result is then `side²` times the plane.
 * @see Cooley and Tukey 1965, "An algorithm for the machine calculation of complex Fourier series"
 */
export function transform({ real, imaginary }: Complex, side: number, isInverse = false): void {
  const line = { real: new Float32Array(side), imaginary: new Float32Array(side) };
  const along = (start: number, step: number) => {
    for (let index = 0; index < side; index += 1) {
      line.real[index] = real[start + index * step] ?? 0;
      line.imaginary[index] = imaginary[start + index * step] ?? 0;
    }
    transformLine(line, isInverse);
    for (let index = 0; index < side; index += 1) {
      real[start + index * step] = line.real[index] ?? 0;
      imaginary[start + index * step] = line.imaginary[index] ?? 0;
    }
  };
  for (let row = 0; row < side; row += 1) along(row * side, 1);
  for (let column = 0; column < side; column += 1) along(column, side);
}

function transformLine({ real, imaginary }: Complex, isInverse: boolean): void {
  const { length } = real;
  reorder(real);
  reorder(imaginary);
  for (let size = 2; size <= length; size *= 2) {
    const angle = ((isInverse ? 2 : -2) * Math.PI) / size;
    for (let step = 0; step < size / 2; step += 1) {
      const [cosine, sine] = [Math.cos(angle * step), Math.sin(angle * step)];
      for (let low = step; low < length; low += size) {
        const high = low + size / 2;
        const [x, y] = [real[high] ?? 0, imaginary[high] ?? 0];
        const [turnedReal, turnedImaginary] = [x * cosine - y * sine, x * sine + y * cosine];
        const [lowReal, lowImaginary] = [real[low] ?? 0, imaginary[low] ?? 0];
        real[high] = lowReal - turnedReal;
        imaginary[high] = lowImaginary - turnedImaginary;
        real[low] = lowReal + turnedReal;
        imaginary[low] = lowImaginary + turnedImaginary;
      }
    }
  }
}

/** Puts the values into the order of their indices with reversed bits. */
function reorder(values: Float32Array): void {
  for (let from = 0, to = 0; from < values.length; from += 1) {
    if (from < to) {
      const value = values[from] ?? 0;
      values[from] = values[to] ?? 0;
      values[to] = value;
    }
    let bit = values.length / 2;
    for (; bit >= 1 && to >= bit; bit /= 2) to -= bit;
    to += bit;
  }
}
