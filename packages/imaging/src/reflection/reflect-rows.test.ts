import { expect, test } from 'vitest';

import { reflectParts, reflectRows, type SubjectReflection } from './reflect-rows.ts';

const [widthPx, heightPx] = [40, 100];
/** A subject of 20 px × 40 px. */
const bounds = { left: 10, top: 20, right: 30, bottom: 60 };

/** A row of the subject. Its red value is the number of the row. */
function subjectRow(y: number): Uint8ClampedArray {
  const row = new Uint8ClampedArray(widthPx * 4);
  if (y < bounds.top || y >= bounds.bottom) return row;
  for (let x = bounds.left; x < bounds.right; x += 1) row.set([y, 0, 0, 255], x * 4);
  return row;
}

/** Reads the reflection row by row, as a result is composed. */
function read(reflection: SubjectReflection): (readonly [red: number, alpha: number] | undefined)[] {
  return Array.from({ length: heightPx }, (_, y) => {
    reflection.add(subjectRow(y), y);
    const row = reflection.readRow(y);
    return row && [row.data[20 * 4] ?? 0, ((row.data[20 * 4 + 3] ?? 0) / 255) * row.share];
  });
}

test('the rows below the ground show those above it in reverse order, and fade until the length ends', () => {
  const rows = read(reflectRows({ bounds, lift: 0 }, { strength: 50, length: 50 }, { widthPx, heightPx }));
  expect(rows.flatMap((row, y) => (row ? [y] : []))).toEqual(Array.from({ length: 20 }, (_, at) => 60 + at));
  expect(rows.flatMap((row) => (row ? [row[0]] : []))).toEqual(Array.from({ length: 20 }, (_, at) => 59 - at));
  const shares = rows.flatMap((row) => (row ? [row[1]] : []));
  expect(shares[0]).toBeCloseTo(0.5 * (1 - 0.5 / 20) ** 2, 6);
  expect(shares).toEqual(shares.toSorted((one, other) => other - one));
  expect(shares.at(-1)).toBeLessThan(0.001);
});

test('under a subject that floats, the reflection begins twice as far below it', () => {
  const rows = read(reflectRows({ bounds, lift: 10 }, { strength: 100, length: 25 }, { widthPx, heightPx }));
  // A tenth of 40 px lies between the subject and the ground, and as much between the ground and the reflection.
  expect(rows.findIndex((row) => row)).toBe(68);
  expect(rows[68]?.[0]).toBe(59);
});

test('at the lower edge of the result the reflection ends, and without room there is none', () => {
  const cut = reflectRows(
    { bounds: { ...bounds, bottom: 95 }, lift: 0 },
    { strength: 100, length: 100 },
    { widthPx, heightPx },
  );
  expect(read(cut).filter((row) => row)).toHaveLength(5);
  const full = reflectRows(
    { bounds: { ...bounds, bottom: heightPx }, lift: 0 },
    { strength: 100, length: 100 },
    { widthPx, heightPx },
  );
  expect(read(full).filter((row) => row)).toEqual([]);
});

test('parts that stand at different heights are mirrored each at its own row, in their own columns', () => {
  const parts = [
    { bounds: { ...bounds, right: 20 }, right: 20, lift: 0 },
    { bounds: { ...bounds, left: 20, bottom: 70 }, left: 20, lift: 0 },
  ];
  const reflection = reflectParts(parts, { strength: 100, length: 50 }, { widthPx, heightPx });
  const read: (readonly number[])[] = [];
  for (let y = 0; y < heightPx; y += 1) {
    const row = new Uint8ClampedArray(widthPx * 4);
    for (const [at, part] of parts.entries()) {
      if (y < part.bounds.top || y >= part.bounds.bottom) continue;
      for (let x = part.bounds.left; x < part.bounds.right; x += 1) row.set([y, at, 0, 255], x * 4);
    }
    reflection.add(row, y);
    const { data, share } = reflection.readRow(y) ?? { data: new Uint8ClampedArray(widthPx * 4), share: 0 };
    read.push([12, 27].map((x) => ((data[x * 4 + 3] ?? 0) * share > 0 ? (data[x * 4] ?? 0) : -1)));
  }
  expect([59, 60, 61, 69, 70, 71].map((y) => read[y])).toEqual([
    [-1, -1],
    [59, -1],
    [58, -1],
    [50, -1],
    [49, 69],
    [48, 68],
  ]);
});
