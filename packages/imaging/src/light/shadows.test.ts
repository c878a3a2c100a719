/** @module-tag long */
import { expect, test } from 'vitest';

import { lightLeft } from './shadows.ts';
import { shadowOf } from './sun.ts';
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

const onFloor = { strength: 100, angleDeg: 0, distance: 30, softness: 0, plane: 'floor' } as const;
/** A camera of one metre's height that sees the horizon at a quarter of the image. */
const ground = { horizonY: 0.25, focal: 1.2, backY: 0.3 };

/**
 * Projects a point of the world into the image, as a pinhole camera does.
 * @param across metres to the right. @param up metres above the ground. @param depth metres away.
 */
function seen(across: number, up: number, depth: number): readonly [x: number, y: number] {
  return [
    widthPx / 2 + ((across * ground.focal) / depth) * heightPx,
    (ground.horizonY + (ground.focal * (1 - up)) / depth) * heightPx,
  ];
}

test.each([
  ['behind', 180, 50],
  ['the front', 0, 50],
  ['the right', 90, 55],
  ['the left behind', 225, 40],
  ['the right in front', 45, 60],
] as const)(
  'the shadow of a rod ends where trigonometry says, in a light from %s',
  async (_, azimuthDeg, elevationDeg) => {
    // A rod of 0.5 m stands 2 m away.
    const [x, bottom] = seen(0, 0, 2);
    const top = seen(0, 0.5, 2)[1];
    const rod = await mapOf(
      (column, row) => Math.abs(column + 0.5 - x) < 2 && row >= Math.round(top) && row < Math.round(bottom),
    );
    const { angleDeg, distance } = shadowOf({ azimuthDeg, elevationDeg, color: [1, 1, 1], strength: 1, sizeDeg: 0 });
    const left = lightLeft(rod, { ...plain, drop: { ...onFloor, angleDeg, distance } }, ground);
    const [azimuth, length] = [(azimuthDeg / 180) * Math.PI, 0.5 / Math.tan((elevationDeg / 180) * Math.PI)];
    const along = (share: number) =>
      seen(-Math.sin(azimuth) * length * share, 0, 2 + Math.cos(azimuth) * length * share);
    const darkAt = ([column, row]: readonly [number, number]) => {
      let least = 1;
      for (let dy = -2; dy <= 2; dy += 1) {
        for (let dx = -2; dx <= 2; dx += 1) {
          least = Math.min(least, left?.data[(Math.round(row) + dy) * widthPx + Math.round(column) + dx] ?? 1);
        }
      }
      return least;
    };
    expect(darkAt(along(0.5))).toBeLessThan(0.8);
    expect(darkAt(along(0.85))).toBeLessThan(0.9);
    expect(darkAt(along(1.3))).toBeGreaterThan(0.97);
    expect(darkAt(along(-0.3))).toBeGreaterThan(0.97);
  },
);

test('beside the subject, no floor shadow lies on the side of the lamp', async () => {
  const left = lightLeft(await mapOf(box), { ...plain, drop: { ...onFloor, angleDeg: 60 } }, ground);
  for (let y = 0; y < heightPx; y += 1) {
    for (let x = 206; x < widthPx; x += 1) expect(left?.data[y * widthPx + x]).toBeGreaterThan(0.99);
  }
});

test('the shadow of a saucer has no hard edge and touches the saucer', async () => {
  // The shadow once began at a straight line beside the saucer, as a wedge of its own.
  const saucer = (x: number, y: number) => ((x - 150) / 90) ** 2 + ((y - 120) / 70) ** 2 < 1;
  const left = lightLeft(await mapOf(saucer), { ...plain, drop: { ...onFloor, angleDeg: -50, softness: 60 } }, ground);
  const at = (x: number, y: number) => left?.data[y * widthPx + x] ?? 1;
  let shaded = 0;
  for (let y = 1; y < heightPx; y += 1) {
    for (let x = 1; x < widthPx - 1; x += 1) {
      const isNear = [-2, 0, 2].some((by) => saucer(x + by, y) || saucer(x, y + by));
      if (isNear) continue;
      if (at(x, y) < 0.9) shaded += 1;
      expect(Math.abs(at(x, y) - at(x, y - 1))).toBeLessThan(0.3);
    }
  }
  expect(shaded).toBeGreaterThan(100);
});

test('under a subject that floats, there is a lit gap above its shadow', async () => {
  const shadows = { contact: 60, drop: { ...onFloor, softness: 40 } };
  const column = async (lift: number) => {
    const left = lightLeft(await mapOf(box), { ...plain, ...shadows, lift }, ground);
    return Array.from({ length: 60 }, (_, row) => left?.data[(150 + row) * widthPx + 150] ?? 1);
  };
  const [standing, floating] = [await column(0), await column(30)];
  expect(standing[0]).toBeLessThan(0.4);
  expect(floating[2]).toBeGreaterThan(0.95);
  // Its shadow lies 30 % of its height of 100 px lower.
  expect(Math.min(...floating.slice(25, 36))).toBeLessThan(0.75);
});

test('a floor shadow is sharp and dark at its beginning, and soft and faint at its end', async () => {
  const left = lightLeft(await mapOf(box), {
    ...plain,
    drop: { ...onFloor, angleDeg: -60, distance: 90, softness: 60 },
  });
  const row = (y: number) => Array.from({ length: widthPx }, (_, x) => left?.data[y * widthPx + x] ?? 1);
  const steepest = (values: number[]) =>
    Math.max(...values.slice(1).map((value, x) => Math.abs(value - (values[x] ?? 0))));
  const [near, far] = [row(152), row(186)];
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
