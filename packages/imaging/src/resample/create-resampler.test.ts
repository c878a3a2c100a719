import { describe, expect, test } from 'vitest';

import { createResampler, type Filter, type RowSource, tapsOf } from './create-resampler.ts';

/** Returns values without a pattern, 0…1. */
const valueAt = (x: number, y: number, channel: number) => ((x * 37 + y * 61 + channel * 17 + x * y * 7) % 101) / 101;

function sourceOf(widthPx: number, heightPx: number, channels: number): RowSource {
  return {
    widthPx,
    heightPx,
    readRow(row, into) {
      for (let at = 0; at < widthPx * channels; at += 1)
        into[at] = valueAt(Math.floor(at / channels), row, at % channels);
    },
  };
}

interface Line {
  readonly perPx: number;
  readonly offset: number;
}

function resampled(
  size: readonly [number, number],
  result: readonly [number, number],
  across: Line,
  down: Line,
  filter: Filter,
  channels: 1 | 3 | 4,
) {
  const readRow = createResampler(
    sourceOf(...size, channels),
    channels,
    tapsOf({ sourcePx: size[0], resultPx: result[0], ...across }, filter),
    tapsOf({ sourcePx: size[1], resultPx: result[1], ...down }, filter),
  );
  return Array.from({ length: result[1] }, (_, row) => {
    const into = new Float32Array(result[0] * channels);
    readRow(row, into);
    return into;
  });
}

/** Calculates Keys' cubic with a = −½, by equation 4 of his paper. */
function keys(s: number): number {
  const [a, x] = [-0.5, Math.abs(s)];
  if (x < 1) return (a + 2) * x ** 3 - (a + 3) * x ** 2 + 1;
  return x < 2 ? a * x ** 3 - 5 * a * x ** 2 + 8 * a * x - 4 * a : 0;
}

/** Calculates a pixel by the definition, in both directions at once: a weighted mean over the whole source. */
function defined(
  size: readonly [number, number],
  x: number,
  y: number,
  across: Line,
  down: Line,
  filter: Filter,
  channel: number,
) {
  const weightOf = (at: number, middle: number, perPx: number) => {
    const step = Math.abs(perPx);
    if (filter === 'cubic') return keys((at + 0.5 - middle) / Math.max(1, step));
    return Math.max(0, Math.min(at + 1, middle + step / 2) - Math.max(at, middle - step / 2));
  };
  const [middleX, middleY] = [across.perPx * (x + 0.5) + across.offset, down.perPx * (y + 0.5) + down.offset];
  let [sum, whole] = [0, 0];
  const beyond = 40;
  for (let row = -beyond; row < size[1] + beyond; row += 1) {
    const weightY = weightOf(row, middleY, down.perPx);
    if (weightY === 0) continue;
    for (let column = -beyond; column < size[0] + beyond; column += 1) {
      const weight = weightY * weightOf(column, middleX, across.perPx);
      // The outermost pixels are repeated beyond the edge.
      const inX = Math.min(size[0] - 1, Math.max(0, column));
      const inY = Math.min(size[1] - 1, Math.max(0, row));
      sum += weight * valueAt(inX, inY, channel);
      whole += weight;
    }
  }
  return sum / whole;
}

const cases = [
  ['to half the size', [40, 30], [20, 15], { perPx: 2, offset: 0 }, { perPx: 2, offset: 0 }],
  ['to a slightly smaller size', [40, 30], [31, 23], { perPx: 40 / 31, offset: 0 }, { perPx: 30 / 23, offset: 0 }],
  ['to a much smaller size', [64, 50], [5, 4], { perPx: 12.8, offset: 0 }, { perPx: 12.5, offset: 0 }],
  ['to a larger size with an offset', [12, 9], [30, 20], { perPx: 0.4, offset: 0.13 }, { perPx: 0.45, offset: 0.02 }],
  ['mirrored in both directions', [25, 19], [14, 11], { perPx: -1.7, offset: 24.3 }, { perPx: -1.6, offset: 18.5 }],
  ['from a narrow source', [2, 3], [7, 2], { perPx: 2 / 7, offset: 0 }, { perPx: 1.5, offset: 0 }],
] as const;

describe.each(['cubic', 'box'] as const)('the %s filter', (filter) => {
  test.each(cases)('follows its definition at every pixel when it resamples %s', (_, size, result, across, down) => {
    for (const channels of [1, 3, 4] as const) {
      const rows = resampled(size, result, across, down, filter, channels);
      for (const [y, row] of rows.entries()) {
        for (let x = 0; x < result[0]; x += 1) {
          const channel = (x + y) % channels;
          expect(row[x * channels + channel]).toBeCloseTo(defined(size, x, y, across, down, filter, channel), 5);
        }
      }
    }
  });
});

test('coverage is the fraction of a pixel that lies within the source', () => {
  const { coverage } = tapsOf({ sourcePx: 4, resultPx: 6, perPx: 1, offset: -1.25 }, 'cubic');
  expect([...coverage]).toEqual([0, 0.75, 1, 1, 1, 0.25]);
  const mirrored = tapsOf({ sourcePx: 4, resultPx: 6, perPx: -1, offset: 4.75 }, 'cubic');
  expect([...mirrored.coverage]).toEqual([0.25, 1, 1, 1, 0.75, 0]);
});

test('rows can be read in any order, and a row of zeros is reported instead of written', () => {
  const source = sourceOf(9, 40, 3);
  const axes = [
    tapsOf({ sourcePx: 9, resultPx: 5, perPx: 1.8, offset: 0 }, 'cubic'),
    tapsOf({ sourcePx: 40, resultPx: 13, perPx: 40 / 13, offset: 0 }, 'cubic'),
  ] as const;
  const readRow = createResampler(source, 3, ...axes);
  const [first, again] = [new Float32Array(15), new Float32Array(15)];
  expect(readRow(3, first)).toBe(true);
  for (const row of [12, 0, 7]) readRow(row, again);
  readRow(3, again);
  expect(again).toEqual(first);
  const empty = createResampler({ ...source, readRow: () => ({ first: 4, end: 4 }) }, 3, ...axes);
  expect(empty(3, again)).toBe(false);
  expect(again).toEqual(first);
});
