import { toOklab } from '../color/oklab.ts';

/** Mean and deviation of colours in OKLab: L, a and b. */
export interface ColorStatistics {
  readonly mean: readonly [number, number, number];
  readonly deviation: readonly [number, number, number];
  /** Number of colours that were measured. The other values are meaningless when it is 0. */
  readonly count: number;
}

/** Creates an accumulator of colour statistics. */
export function createStatistics() {
  const color = new Float64Array(3);
  const sums = new Float64Array(3);
  const squares = new Float64Array(3);
  let count = 0;
  return {
    /** Adds a colour in linear light. */
    add(red: number, green: number, blue: number): void {
      color[0] = red;
      color[1] = green;
      color[2] = blue;
      toOklab(color);
      for (let channel = 0; channel < 3; channel += 1) {
        const value = color[channel] ?? 0;
        sums[channel] = (sums[channel] ?? 0) + value;
        squares[channel] = (squares[channel] ?? 0) + value * value;
      }
      count += 1;
    },
    finish(): ColorStatistics {
      const meanOf = (channel: number) => (sums[channel] ?? 0) / Math.max(1, count);
      const deviationOf = (channel: number) =>
        Math.sqrt(Math.max(0, (squares[channel] ?? 0) / Math.max(1, count) - meanOf(channel) ** 2));
      return {
        mean: [meanOf(0), meanOf(1), meanOf(2)],
        deviation: [deviationOf(0), deviationOf(1), deviationOf(2)],
        count,
      };
    },
  };
}
