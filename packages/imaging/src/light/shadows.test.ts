/** @module-tag long */
import { expect, test } from 'vitest';

import { lightLeft } from './shadows.ts';
import { subjectMapOf } from './subject-map.ts';

const [widthPx, heightPx] = [300, 240];
const plain = { contact: 0, drop: { strength: 0, angleDeg: 0, distance: 20, softness: 0 }, match: 0, wrap: 0 };

/**
 * Creates the map of a subject.
 * @param inside returns whether a pixel belongs to the subject.
 */
function mapOf(inside: (x: number, y: number) => boolean) {
  const data = new Uint8ClampedArray(widthPx * heightPx * 4);
  for (let at = 0; at < widthPx * heightPx; at += 1) {
    data[at * 4 + 3] = inside(at % widthPx, Math.floor(at / widthPx)) ? 255 : 0;
  }
  const rows = async function* () {
    for (let row = 0; row < heightPx; row += 60) {
      yield { firstRow: row, rowCount: 60, data: data.subarray(row * widthPx * 4, (row + 60) * widthPx * 4) };
    }
  };
  return subjectMapOf({ widthPx, heightPx, rows }, async () => undefined);
}

const box = (x: number, y: number) => x >= 100 && x < 200 && y >= 50 && y < 150;

test('without a chosen shadow and without a subject, all light is left', async () => {
  expect(lightLeft(await mapOf(box), plain)).toBeUndefined();
  expect(lightLeft(await mapOf(() => false), { ...plain, contact: 50 })).toBeUndefined();
});

test('contact shadow is darkest at the line of contact and fades below it', async () => {
  const left = lightLeft(await mapOf(box), { ...plain, contact: 100 });
  const at = (x: number, y: number) => left?.data[y * widthPx + x] ?? NaN;
  expect(at(150, 150)).toBeLessThan(0.35);
  expect(at(150, 152)).toBeGreaterThan(at(150, 150));
  expect(at(150, 165)).toBeGreaterThan(0.9);
  expect([at(150, 40), at(60, 100), at(10, 10), at(150, 200)]).toEqual([1, 1, 1, 1]);
});

test('contact shadow touches the ground under the rear legs but not under the seat', async () => {
  const legs = (x: number, y: number) =>
    (x >= 100 && x < 200 && y >= 50 && y < 90) ||
    (y < 150 && y >= 50 && ((x >= 100 && x < 106) || (x >= 194 && x < 200))) ||
    (y < 140 && y >= 50 && ((x >= 130 && x < 136) || (x >= 164 && x < 170)));
  const left = lightLeft(await mapOf(legs), { ...plain, contact: 100 });
  const at = (x: number, y: number) => left?.data[y * widthPx + x] ?? NaN;
  expect(at(102, 150)).toBeLessThan(0.75);
  expect(at(132, 140)).toBeLessThan(0.75);
  expect(at(150, 91)).toBeGreaterThan(0.98);
});

test('a subject that the image’s lower edge cuts off has no contact shadow', async () => {
  const cut = await mapOf((x, y) => x >= 100 && x < 200 && y >= 50);
  const left = lightLeft(cut, { ...plain, contact: 100 });
  expect(left?.data.every((value) => value === 1)).toBe(true);
});

test.each([
  ['above', 0, 0, 20],
  ['the right', 90, -20, 0],
  ['the left', -90, 20, 0],
  ['below', 180, 0, -20],
])('a lamp from %s casts the outline to the opposite side, at the chosen distance', async (_, angleDeg, byX, byY) => {
  const drop = { strength: 100, angleDeg, distance: 20, softness: 0 };
  const left = lightLeft(await mapOf(box), { ...plain, drop });
  for (const [at, value] of (left?.data ?? []).entries()) {
    const [x, y] = [at % widthPx, Math.floor(at / widthPx)];
    expect(value).toBeCloseTo(box(x - byX, y - byY) ? 0.2 : 1, 5);
  }
});

const onFloor = { strength: 100, angleDeg: 0, distance: 50, softness: 0, plane: 'floor' } as const;

test.each([
  // A distance of 50 is 0.8 of the subject's height of 100 px. The view of the floor shortens it by the factor 0.35.
  ['above', 0, [150, 164], [150, 190]],
  ['the front', 180, [150, 140], [150, 160]],
  ['the left', -90, [220, 155], [80, 155]],
  ['the right', 90, [80, 155], [220, 155]],
] as const)(
  'on the floor, a lamp from %s casts a shadow that begins at the subject’s base',
  async (_, angleDeg, dark, lit) => {
    const left = lightLeft(await mapOf(box), { ...plain, drop: { ...onFloor, angleDeg } });
    const at = ([x, y]: readonly [number, number]) => left?.data[y * widthPx + x] ?? 0;
    expect(at(dark)).toBeLessThan(0.7);
    expect(at(lit)).toBeGreaterThan(0.98);
    // The wall gets no shadow.
    expect(at([150, 40])).toBe(1);
  },
);

test('a floor shadow is sharp and dark at its beginning, and soft and faint at its end', async () => {
  const left = lightLeft(await mapOf(box), {
    ...plain,
    drop: { ...onFloor, angleDeg: -60, distance: 90, softness: 60 },
  });
  const row = (y: number) => Array.from({ length: widthPx }, (_, x) => left?.data[y * widthPx + x] ?? 1);
  const steepest = (values: number[]) =>
    Math.max(...values.slice(1).map((value, x) => Math.abs(value - (values[x] ?? 0))));
  const [near, far] = [row(152), row(168)];
  expect(Math.min(...near)).toBeLessThan(Math.min(...far) - 0.1);
  expect(steepest(near)).toBeGreaterThan(2 * steepest(far));
});

test('a subject that touches no floor casts no floor shadow', async () => {
  const cut = await mapOf((x, y) => x >= 100 && x < 200 && y >= 50);
  const left = lightLeft(cut, { ...plain, drop: onFloor });
  expect(left?.data.every((value) => value === 1)).toBe(true);
});

test('a shadow is softer the farther it falls', async () => {
  const subject = await mapOf(box);
  const slopeAt = (distance: number) => {
    const left = lightLeft(subject, { ...plain, drop: { strength: 100, angleDeg: 0, distance, softness: 50 } });
    const column = Array.from({ length: heightPx }, (_, y) => left?.data[y * widthPx + 150] ?? 0);
    return Math.max(...column.slice(1).map((value, y) => value - (column[y] ?? 0)));
  };
  expect(slopeAt(10)).toBeGreaterThan(1.5 * slopeAt(60));
});
