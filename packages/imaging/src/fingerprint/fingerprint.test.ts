import { expect, test } from 'vitest';

import type { Matte, Raster } from '../raster/raster.ts';
import { likenessOf, relationOf } from './compare-fingerprints.ts';
import { type Fingerprint, fingerprintOf, isFingerprint } from './fingerprint-of.ts';

type Color = readonly [red: number, green: number, blue: number];

interface Scene {
  readonly scale?: number;
  readonly leftPx?: number;
  readonly background?: Color;
  readonly mirrored?: boolean;
  readonly body?: Color;
  readonly lamp?: Color;
  /** Gain of the light. */
  readonly gain?: number;
}

const teal: Color = [20, 120, 130];
const brass: Color = [200, 160, 60];
const wall: Color = [215, 210, 200];
const garden: Color = [70, 110, 50];

/** Draws a lamp: a wide brass shade over a narrow teal foot that stands to the left. */
function lamp({ scale = 1, leftPx = 20, background = wall, ...scene }: Scene = {}): {
  readonly image: Raster;
  readonly matte: Matte;
} {
  const { mirrored = false, body = teal, lamp: shade = brass, gain = 1 } = scene;
  const [widthPx, heightPx] = [100 * scale, 80 * scale];
  const data = new Uint8ClampedArray(widthPx * heightPx * 4);
  const alpha = new Uint8ClampedArray(widthPx * heightPx);
  for (let at = 0; at < alpha.length; at += 1) {
    const y = Math.floor(at / widthPx / scale);
    const across = Math.floor((at % widthPx) / scale) - leftPx;
    const x = mirrored ? 39 - across : across;
    const isShade = x >= 0 && x < 40 && y >= 20 && y < 40;
    const isFoot = x >= 4 && x < 14 && y >= 40 && y < 70;
    alpha[at] = isShade || isFoot ? 255 : 0;
    const color = isShade ? shade : isFoot ? body : background;
    data.set([...color.map((value) => value * gain), 255], at * 4);
  }
  return { image: { data, widthPx, heightPx }, matte: { data: alpha, widthPx, heightPx } };
}

function printOf(scene?: Scene): Fingerprint {
  const { image, matte } = lamp(scene);
  const print = fingerprintOf(image, matte);
  if (!print) throw new Error('the lamp was not seen');
  return print;
}

test('the same picture at another size is a duplicate, and at most 256 numbers describe it', () => {
  expect(printOf().length).toBeLessThanOrEqual(256);
  expect(relationOf(printOf(), printOf({ scale: 3 }))).toBe('duplicate');
  expect(likenessOf(printOf(), printOf()).photo).toBeCloseTo(1, 5);
});

test.each<[string, Scene]>([
  ['in front of another background', { background: garden }],
  ['mirrored, elsewhere and in less light', { mirrored: true, leftPx: 45, background: garden, gain: 0.85 }],
])('the same thing %s is a sister', (_, scene) => {
  expect(relationOf(printOf(), printOf(scene))).toBe('sister');
});

test('a thing of the same form in other colours is different', () => {
  const other = printOf({ body: [190, 60, 120], lamp: [40, 40, 45] });
  expect(relationOf(printOf(), other)).toBe('different');
});

test('a thing of the same colours in another form is different', () => {
  const { image } = lamp();
  const data = new Uint8ClampedArray(image.widthPx * image.heightPx);
  // Only the foot is the subject: a narrow upright in one colour.
  for (let y = 40; y < 70; y += 1) data.fill(255, y * image.widthPx + 24, y * image.widthPx + 34);
  const foot = fingerprintOf(image, { ...image, data });
  expect(foot && relationOf(printOf(), foot)).toBe('different');
});

test('the relation does not depend on the order', () => {
  const other = printOf({ mirrored: true, body: [90, 80, 70] });
  const [one, same] = [likenessOf(printOf(), other), likenessOf(other, printOf())];
  expect(one.photo).toBeCloseTo(same.photo, 5);
  expect(one.subject).toBeCloseTo(same.subject, 5);
});

test('an image without a subject has no fingerprint', () => {
  const { image, matte } = lamp();
  expect(fingerprintOf(image, { ...matte, data: new Uint8ClampedArray(matte.data.length) })).toBeUndefined();
});

test('a stored value counts as a fingerprint only with the numbers of this version', () => {
  expect([isFingerprint(printOf()), isFingerprint(new Float32Array(7)), isFingerprint([1])]).toEqual([
    true,
    false,
    false,
  ]);
});
