import { describe, expect, test } from 'vitest';

import type { Matte } from '../raster/raster.ts';
import { findSubjects } from './find-subjects.ts';

const size = { widthPx: 800, heightPx: 600 };

interface Disc {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** Returns a matte of discs, whose edges are ramps of 8 px. */
function matteOf(...discs: readonly Disc[]): Matte {
  const data = Uint8ClampedArray.from({ length: size.widthPx * size.heightPx }, (_, at) => {
    const [column, row] = [at % size.widthPx, Math.floor(at / size.widthPx)];
    return Math.max(0, ...discs.map(({ x, y, radius }) => 32 * (radius + 4 - Math.hypot(column - x, row - y))));
  });
  return { data, ...size };
}

const left: Disc = { x: 180, y: 300, radius: 120 };
const right: Disc = { x: 600, y: 320, radius: 150 };
const alphaAt = ({ data }: Matte, { x, y }: { x: number; y: number }) =>
  data[Math.floor(y) * size.widthPx + Math.floor(x)];

describe('subjects', () => {
  test('that do not touch are listed from left to right, each with its rectangle and a place inside it', () => {
    const matte = matteOf(right, left);
    const { subjects } = findSubjects(matte);
    expect(subjects).toHaveLength(2);
    for (const [index, { x, y, radius }] of [left, right].entries()) {
      const subject = subjects[index];
      if (!subject) throw new Error('a subject is missing');
      const { rect } = subject;
      // A cell of the grid has about 3 px.
      expect(Math.abs(rect.x - (x - radius))).toBeLessThan(7);
      expect(Math.abs(rect.y - (y - radius))).toBeLessThan(7);
      expect(Math.abs(rect.widthPx - 2 * radius)).toBeLessThan(13);
      expect(alphaAt(matte, subject)).toBe(255);
      expect(Math.hypot(subject.x - x, subject.y - y)).toBeLessThan(radius / 4);
    }
  });

  test.each([
    ['of an empty matte', []],
    ['of a single subject', [left]],
    ['of a subject with crumbs', [right, { x: 100, y: 100, radius: 20 }]],
    ['that touch', [left, { x: 400, y: 300, radius: 110 }]],
  ])('%s are no choice', (_, discs) => {
    expect(findSubjects(matteOf(...discs)).subjects).toEqual([]);
  });

  test('that a thin line joins are one', () => {
    const matte = matteOf(left, right);
    for (let x = left.x; x < right.x; x += 1) matte.data.fill(255, 300 * size.widthPx + x, 300 * size.widthPx + x + 1);
    expect(findSubjects(matte).subjects).toEqual([]);
  });

  test('are removed with their soft edges and with the crumbs next to them, and come back to the last level', () => {
    const crumb: Disc = { x: 60, y: 120, radius: 16 };
    const matte = matteOf(left, right, crumb);
    const { withSubject, keptShares } = findSubjects(matte);
    const withoutLeft = withSubject(matte, 0, false);
    expect(withoutLeft.data).toEqual(matteOf(right).data);
    expect(keptShares(matte)).toEqual([1, 1]);
    expect(keptShares(withoutLeft)).toEqual([0, 1]);
    expect(withSubject(withoutLeft, 0, true).data).toEqual(matte.data);
  });

  test('leave the edits of other subjects unchanged', () => {
    const matte = matteOf(left, right);
    const painted = { ...matte, data: matte.data.map((alpha, at) => (at % size.widthPx > 600 ? 0 : alpha)) };
    const { withSubject, keptShares } = findSubjects(matte);
    const edited = withSubject(painted, 0, false);
    expect(keptShares(edited)[1]).toBeCloseTo(0.5, 1);
    expect(alphaAt(edited, { x: 500, y: 320 })).toBe(255);
    expect(alphaAt(edited, { x: 700, y: 320 })).toBe(0);
  });

  test('of more than six are the six largest', () => {
    const discs = Array.from({ length: 7 }, (_, index) => ({ x: 60 + 110 * index, y: 300, radius: 30 + index }));
    const { subjects } = findSubjects(matteOf(...discs));
    expect(subjects.map(({ x }) => Math.round((x - 60) / 110))).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('are not compared with a matte of another size', () => {
    const { keptShares } = findSubjects(matteOf(left, right));
    expect(() => keptShares({ data: new Uint8ClampedArray(4), widthPx: 2, heightPx: 2 })).toThrow(RangeError);
  });
});
