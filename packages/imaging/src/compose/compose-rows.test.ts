import { expect, test } from 'vitest';

import { identity } from '../geometry/affine.ts';
import { backgroundSources, type BackgroundSource } from '../background/background-sources.ts';
import { checkBackground } from '../background/open-background.ts';
import { composeRows } from './compose-rows.ts';
import type { LightParams } from '../light/light-params.ts';
import type { OutlineParams } from '../outline/outline-params.ts';
import { noTone, type ToneParams } from '../tone/tone-params.ts';

const [widthPx, heightPx] = [90, 150];
const noLight: LightParams = {
  contact: 0,
  drop: { strength: 0, angleDeg: 30, distance: 20, softness: 50 },
  match: 0,
  wrap: 0,
};
const yieldToEventLoop = async () => undefined;

/** Decodes sRGB by the formula, independently of the table under test. */
const light = (value: number) => (value <= 10.31475 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
const encoded = (value: number) => 255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);

/** A disc with a soft edge and a pattern. */
const pixels = Uint8ClampedArray.from({ length: widthPx * heightPx * 4 }, (_, at) => {
  const [x, y] = [(at >> 2) % widthPx, Math.floor((at >> 2) / widthPx)];
  if (at % 4 === 3) return 255 * Math.min(1, Math.max(0, (32 - Math.hypot(x - 45, y - 70)) / 6));
  return (x * 3 + y * 5 + (at % 4) * 40) % 256;
});

const cutout = {
  widthPx,
  heightPx,
  async *rows() {
    for (let firstRow = 0; firstRow < heightPx; firstRow += 64) {
      const rowCount = Math.min(64, heightPx - firstRow);
      yield { firstRow, rowCount, data: pixels.subarray(firstRow * widthPx * 4, (firstRow + rowCount) * widthPx * 4) };
    }
  },
};

async function composed(
  background: BackgroundSource,
  changed: Partial<LightParams> = {},
  source = cutout,
  outline?: OutlineParams,
  tone?: ToneParams,
) {
  const result = new Uint8ClampedArray(widthPx * heightPx * 4);
  const firstRows: number[] = [];
  const composition = {
    cutout: source,
    background: checkBackground(backgroundSources, background).open,
    light: { ...noLight, ...changed },
    outline,
    tone,
    toPhoto: identity,
    photo: cutout,
  };
  for await (const { firstRow, data } of composeRows(composition, yieldToEventLoop)) {
    result.set(data, firstRow * widthPx * 4);
    firstRows.push(firstRow);
  }
  expect(firstRows).toEqual([0, 64, 128]);
  return result;
}

const color = { kind: 'color', color: '#3c7850' } as const;
const everyLight = { contact: 100, drop: { ...noLight.drop, strength: 80 }, match: 100, wrap: 100 };

test('over a colour every pixel follows the closed form, and opaque pixels keep their values', async () => {
  const result = await composed(color);
  for (let at = 0; at < result.length; at += 4) {
    const alpha = (pixels[at + 3] ?? 0) / 255;
    for (const [channel, behind] of [0x3c, 0x78, 0x50].entries()) {
      const own = pixels[at + channel] ?? 0;
      const expected = alpha === 1 ? own : encoded(light(own) * alpha + light(behind) * (1 - alpha));
      expect(Math.abs((result[at + channel] ?? -9) - expected)).toBeLessThan(alpha === 1 ? 1e-9 : 0.6);
    }
    expect(result[at + 3]).toBe(255);
  }
});

test('no light changes the cutout that was passed in', async () => {
  const before = pixels.slice();
  await composed(color, everyLight);
  await composed({ kind: 'transparent' }, everyLight);
  expect(pixels).toEqual(before);
});

test('over transparency the cutout is unchanged, and only shadows are added', async () => {
  expect(await composed({ kind: 'transparent' })).toEqual(pixels);
  // There is no background whose light could be matched or wrapped.
  expect(await composed({ kind: 'transparent' }, { match: 100, wrap: 100 })).toEqual(pixels);
  const shadowed = await composed({ kind: 'transparent' }, { contact: 100 });
  const below = ((70 + 32) * widthPx + 45) * 4;
  expect([...shadowed.subarray(below, below + 3)]).toEqual([0, 0, 0]);
  expect(shadowed[below + 3]).toBeGreaterThan(30);
  const inside = (70 * widthPx + 45) * 4;
  expect(shadowed.subarray(inside, inside + 4)).toEqual(pixels.subarray(inside, inside + 4));
});

test('a shadow rendered over white is as dark as a transparent shadow placed over white', async () => {
  const drop = { strength: 70, angleDeg: -45, distance: 30, softness: 80 };
  const opaque = await composed({ kind: 'color', color: '#ffffff' }, { drop });
  const apart = await composed({ kind: 'transparent' }, { drop });
  for (let at = 0; at < opaque.length; at += 4) {
    if ((pixels[at + 3] ?? 0) !== 0) continue;
    expect(Math.abs((opaque[at] ?? -9) - (255 - (apart[at + 3] ?? 0)))).toBeLessThanOrEqual(1);
  }
});

test('each light changes its own part of the result', async () => {
  const plain = await composed(color);
  const inside = (70 * widthPx + 45) * 4;
  const outside = (105 * widthPx + 45) * 4;
  const changes = async (changed: Partial<LightParams>) => {
    const result = await composed(color, changed);
    return [inside, outside].map((at) => result.subarray(at, at + 3).some((value, by) => value !== plain[at + by]));
  };
  expect(await changes({ contact: 100 })).toEqual([false, true]);
  expect(await changes({ drop: { ...noLight.drop, strength: 80, angleDeg: 0 } })).toEqual([false, true]);
  expect(await changes({ match: 100 })).toEqual([true, false]);
  expect(await changes({ wrap: 100 })).toEqual([false, false]);
  expect(await composed(color, { wrap: 100 })).not.toEqual(plain);
});

test('an error of yieldToEventLoop ends the composition', async () => {
  const stop = composeRows(
    {
      cutout,
      background: checkBackground(backgroundSources, color).open,
      light: noLight,
      toPhoto: identity,
      photo: cutout,
    },
    () => Promise.reject(new Error('stopped')),
  );
  await stop.next();
  await expect(stop.next()).rejects.toThrow('stopped');
});

test('an outline has the requested width and colour, and leaves opaque pixels unchanged', async () => {
  const result = await composed({ kind: 'transparent' }, {}, cutout, { width: 100, color: '#ff8000' });
  // Half of a pixel is covered at a radius of 29 px, which is the disc's edge. The bounding box is 58 px wide.
  const [edgePx, outerPx] = [29, 29 + 5.8];
  for (let at = 0; at < result.length; at += 4) {
    const farPx = Math.hypot(((at >> 2) % widthPx) - 45, Math.floor((at >> 2) / widthPx) - 70);
    const rgba = [...result.subarray(at, at + 4)];
    if (pixels[at + 3] === 255) expect(rgba).toEqual([...pixels.subarray(at, at + 4)]);
    else if (farPx > edgePx + 3 && farPx < outerPx - 1.2) expect(rgba).toEqual([0xff, 0x80, 0, 255]);
    else if (farPx > edgePx && farPx < outerPx - 1.2) expect(rgba[3]).toBe(255);
    else if (farPx > outerPx + 1.2) expect(rgba[3]).toBe(0);
  }
});

test('an outline casts the shadow, and covers the colour behind the subject', async () => {
  const drop = { strength: 100, angleDeg: 0, distance: 50, softness: 0 };
  const outline = { width: 100, color: '#ffffff' } as const;
  const [bare, outlined] = [await composed(color, { drop }), await composed(color, { drop }, cutout, outline)];
  const at = (result: Uint8ClampedArray, x: number, y: number) => [
    ...result.subarray((y * widthPx + x) * 4, (y * widthPx + x) * 4 + 3),
  ];
  // The point lies between the edges of the subject's shadow, which is 29 px lower than the subject, and of the
  // outline's.
  expect(at(bare, 45, 132)).toEqual([0x3c, 0x78, 0x50]);
  expect(at(outlined, 45, 132)[1]).toBeLessThan(0x60);
  expect(at(outlined, 45, 103)).toEqual([255, 255, 255]);
});

test('a tone changes the subject and not its background, and a tone of zeros changes nothing', async () => {
  const plain = await composed(color);
  expect(await composed(color, {}, cutout, undefined, noTone)).toEqual(plain);
  const result = await composed(color, {}, cutout, undefined, { ...noTone, exposure: -1 });
  for (let at = 0; at < result.length; at += 4) {
    const alpha = (pixels[at + 3] ?? 0) / 255;
    for (const [channel, behind] of [0x3c, 0x78, 0x50].entries()) {
      // A subject of half the light, rounded to eight bits before it is blended.
      const own = Math.round(encoded(light(pixels[at + channel] ?? 0) / 2));
      const expected = alpha === 1 ? own : encoded(light(own) * alpha + light(behind) * (1 - alpha));
      expect(Math.abs((result[at + channel] ?? -9) - expected)).toBeLessThan(alpha === 1 ? 1.01 : 1.1);
    }
  }
});
