import { expect, test } from 'vitest';

import { dropFaintParts } from './drop-faint-parts.ts';

const size = { widthPx: 40, heightPx: 30 };
type Box = readonly [left: number, top: number, right: number, bottom: number, share: number];

function maskOf(...boxes: readonly Box[]): Float32Array {
  return Float32Array.from({ length: size.widthPx * size.heightPx }, (_, at) => {
    const [x, y] = [at % size.widthPx, Math.floor(at / size.widthPx)];
    const within = boxes.filter(([left, top, right, bottom]) => x >= left && x < right && y >= top && y < bottom);
    return Math.max(0, ...within.map(([, , , , share]) => share));
  });
}

function dropped(...boxes: readonly Box[]): Float32Array {
  const mask = maskOf(...boxes);
  dropFaintParts(mask, size);
  return mask;
}

const subject: Box = [2, 2, 14, 28, 1];

test('a faint part that touches no sure subject is dropped, and the subject stays', () => {
  expect(dropped(subject, [20, 5, 36, 25, 0.6])).toEqual(maskOf(subject));
});

test.each<[string, Box]>([
  ['touches the subject', [14, 5, 30, 25, 0.4]],
  ['touches the subject at a corner', [14, 28, 30, 30, 0.4]],
  ['is sure itself', [20, 5, 36, 25, 0.95]],
])('a part that %s stays', (_, part) => {
  expect(dropped(subject, part)).toEqual(maskOf(subject, part));
});

test('a part stays that is sure in a twentieth of its pixels, such as a thing with soft sides', () => {
  const soft: Box = [20, 5, 40, 25, 0.5];
  const core: Box = [24, 10, 28, 15, 0.95];
  expect(dropped(subject, soft, core)).toEqual(maskOf(subject, soft, core));
});

test('a mask that is faint everywhere stays: its subject may be glass', () => {
  const glass: readonly Box[] = [
    [2, 2, 14, 28, 0.5],
    [20, 5, 36, 25, 0.3],
  ];
  expect(dropped(...glass)).toEqual(maskOf(...glass));
});

test('the remaining share of a part grows continuously with the number of its sure pixels', () => {
  const kept = Array.from({ length: 17 }, (_, sure) => {
    // A strip of `sure` sure pixels lies in a faint part of 400.
    const mask = dropped(subject, [20, 5, 40, 25, 0.5], [21, 10, 21 + sure, 11, 0.95]);
    return mask[7 * size.widthPx + 30] ?? NaN;
  });
  expect([kept[0], kept[16]]).toEqual([0, 0.5]);
  for (const [before, value] of kept.slice(1).entries()) {
    expect(value).toBeGreaterThan(kept[before] ?? NaN);
    expect(value - (kept[before] ?? NaN)).toBeLessThan(0.06);
  }
});
