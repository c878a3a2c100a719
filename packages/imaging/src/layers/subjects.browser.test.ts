import { readPsd } from 'ag-psd';
import { expect, test } from 'vitest';

import { composedPixels, drawnPicture, filledPicture } from '../../test/composed-pixels.ts';
import { createCompositor } from '../compositor/create-compositor.ts';
import { noLight } from '../light/light-params.ts';
import { noTone } from '../tone/tone-params.ts';
import type { PictureLayer } from './layer-params.ts';

const [widthPx, heightPx] = [200, 100];
const green = { kind: 'color', color: '#00ff00' } as const;
const grey = [128, 128, 128, 255];
/** The subject of the image: 40 px × 40 px, with its foot at 60 px. */
const own = { left: 20, right: 60, top: 20, bottom: 60 };

async function open() {
  const data = Uint8ClampedArray.from({ length: widthPx * heightPx }, (_, at) => {
    const [x, y] = [at % widthPx, Math.floor(at / widthPx)];
    return x >= own.left && x < own.right && y >= own.top && y < own.bottom ? 255 : 0;
  });
  return createCompositor({
    image: await filledPicture('#808080', widthPx, heightPx),
    matte: { data, widthPx, heightPx },
  });
}

const pixelsOf = async (params: Parameters<typeof composedPixels>[1]) => composedPixels(await open(), params);

/** Another subject of 40 px × 40 px, from 120 px to 160 px across, with its foot at 60 px. */
const other = async (more: Partial<PictureLayer> = {}): Promise<PictureLayer> => ({
  kind: 'picture',
  image: await filledPicture('#ff0000', 40, 40),
  subject: { castsShadow: true },
  place: 'above',
  size: 400,
  opacity: 100,
  angleDeg: 0,
  anchor: 'top-left',
  offsetX: 1200,
  offsetY: 200,
  ...more,
});

/** Encodes light as sRGB by the formula. */
const encoded = (light: number) =>
  Math.round(255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055));

function expectNear(pixel: readonly number[], expected: readonly number[], slack = 2): void {
  for (const [at, value] of expected.entries()) expect(Math.abs((pixel[at] ?? NaN) - value)).toBeLessThanOrEqual(slack);
}

test(
  'another subject lies at its place, and its half-transparent pixels mix with the background as light',
  { tags: ['long'] },
  async () => {
    const at = await pixelsOf({ background: green, layers: [await other({ opacity: 50 })] });
    expectNear(at(140, 40), [encoded(0.5), encoded(0.5), 0, 255]);
    expect([at(110, 40), at(140, 70), at(40, 40)]).toEqual([[0, 255, 0, 255], [0, 255, 0, 255], grey]);
  },
);

test('a mirrored subject is mirrored, left for right', { tags: ['long'] }, async () => {
  const image = await drawnPicture(40, 40, (context) => {
    context.fillStyle = '#ff0000';
    context.fillRect(0, 0, 20, 40);
    context.fillStyle = '#0000ff';
    context.fillRect(20, 0, 20, 40);
  });
  const at = await pixelsOf({ background: green, layers: [await other({ image, mirrored: true })] });
  expect([at(125, 40), at(155, 40)]).toEqual([
    [0, 0, 255, 255],
    [255, 0, 0, 255],
  ]);
});

test('the tone of another subject changes its light and colour, and nothing else', { tags: ['long'] }, async () => {
  const color = [0x32, 0x4b, 0x64];
  const image = await filledPicture('#324b64', 40, 40);
  const subject = { castsShadow: false, reflection: { strength: 100, length: 100 } };
  const plain = await pixelsOf({ background: green, layers: [await other({ image, subject })] });
  const brighter = { ...subject, tone: { ...noTone, exposure: 1 } };
  const at = await pixelsOf({ background: green, layers: [await other({ image, subject: brighter })] });
  expectNear(plain(140, 40), [...color, 255]);
  // One stop more is twice the light.
  expectNear(at(140, 40), [...color.map((value) => encoded(2 * ((value / 255 + 0.055) / 1.055) ** 2.4)), 255]);
  // The reflection shows the brighter subject, and the image's own subject stays.
  expect(at(140, 61)[2]).toBeGreaterThan(plain(140, 61)[2] ?? 255);
  expect(at(40, 40)).toEqual(grey);
});

test(
  'another subject takes on the colours of the background as the own one does, also in a PSD',
  { tags: ['long'] },
  async () => {
    const image = await filledPicture('#808080', 40, 40);
    const background = { kind: 'color', color: '#c06020' } as const;
    const light = { ...noLight, match: 100 };
    for (const place of ['above', 'below'] as const) {
      const layers = [await other({ image, place, subject: { castsShadow: false } })];
      const at = await pixelsOf({ background, light, layers });
      // Both subjects have the same grey, so that both become the same colour.
      expect(at(140, 40)).toEqual(at(40, 40));
      expect((at(140, 40)[0] ?? 0) - (at(140, 40)[2] ?? 0)).toBeGreaterThan(10);
      const compositor = await open();
      const { file } = await compositor.encode({ background, light, layers }, { format: 'psd' });
      compositor.close();
      const { children = [] } = readPsd(await file.arrayBuffer(), { useImageData: true });
      const drawn = children.find(({ left }) => left === 120)?.imageData;
      const middle = ((drawn?.width ?? 0) * 20 + 20) * 4;
      expectNear(Array.from(drawn?.data.slice(middle, middle + 4) ?? []), at(140, 40), 1);
    }
    // A text or a logo keeps its colours.
    const { subject: _, ...logo } = await other({ image });
    expect((await pixelsOf({ background, light, layers: [logo] }))(140, 40)).toEqual(grey);
  },
);

test('another subject takes on the grain of the background', { tags: ['long'] }, async () => {
  const noisy = await drawnPicture(widthPx, heightPx, (context) => {
    const pixels = context.createImageData(widthPx, heightPx);
    let seed = 1;
    for (let at = 0; at < pixels.data.length; at += 4) {
      seed = (seed * 48_271) % 2_147_483_647;
      pixels.data.fill(128 + (seed % 31) - 15, at, at + 3);
      pixels.data[at + 3] = 255;
    }
    context.putImageData(pixels, 0, 0);
  });
  const background = { kind: 'image', image: noisy, fit: 'cover', scale: 1, offsetX: 0, offsetY: 0, blur: 0 } as const;
  const deviationIn = async (grain: number, place: 'above' | 'below') => {
    const layers = [
      await other({ image: await filledPicture('#808080', 40, 40), place, subject: { castsShadow: false } }),
    ];
    const at = await pixelsOf({ background, light: { ...noLight, grain }, layers });
    const values = Array.from(
      { length: 900 },
      (_, index) => at(125 + (index % 30), 25 + Math.floor(index / 30))[1] ?? 0,
    );
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
  };
  for (const place of ['above', 'below'] as const) {
    expect(await deviationIn(0, place)).toBe(0);
    expect(await deviationIn(100, place)).toBeGreaterThan(4);
  }
});

test(
  'the reflection of the own subject mixes with the background as light, fades, and ends',
  { tags: ['long'] },
  async () => {
    const reflection = { strength: 80, length: 50 };
    const at = await pixelsOf({ background: green, light: { ...noLight, reflection } });
    // The reflection is 20 px long. Its opacity falls with the square of the distance that is left.
    const grayLight = ((128 / 255 + 0.055) / 1.055) ** 2.4;
    for (const row of [60, 65, 70, 75]) {
      const share = 0.8 * (1 - (row + 0.5 - 60) / 20) ** 2;
      const red = encoded(grayLight * share);
      expectNear(at(40, row), [red, encoded(grayLight * share + 1 - share), red, 255]);
    }
    expect([at(40, 59), at(40, 80), at(90, 62)]).toEqual([grey, [0, 255, 0, 255], [0, 255, 0, 255]]);
  },
);

test(
  'two subjects of one image that stand at different heights are mirrored each at its own foot',
  { tags: ['long'] },
  async () => {
    const data = Uint8ClampedArray.from({ length: widthPx * heightPx }, (_, at) => {
      const [x, y] = [at % widthPx, Math.floor(at / widthPx)];
      const isLeft = x >= 20 && x < 60 && y >= 10 && y < 55;
      const isRight = x >= 120 && x < 160 && y >= 10 && y < 60;
      return isLeft || isRight ? 255 : 0;
    });
    const image = await filledPicture('#808080', widthPx, heightPx);
    const compositor = createCompositor({ image, matte: { data, widthPx, heightPx } });
    const light = { ...noLight, reflection: { strength: 100, length: 50 } };
    const at = await composedPixels(compositor, { background: green, light });
    const redAt = (x: number, y: number) => at(x, y)[0] ?? 0;
    // The reflection of each begins in the row below its foot, where it is strongest.
    expect([redAt(40, 55) > 110, redAt(140, 60) > 110]).toEqual([true, true]);
    expect(redAt(40, 60)).toBeLessThan(redAt(140, 60));
    expect([redAt(40, 54), redAt(140, 59), redAt(90, 62)]).toEqual([128, 128, 0]);
  },
);

test(
  'the reflection of another subject begins at its lowest solid row, not below faint remains of its old ground',
  { tags: ['long'] },
  async () => {
    const image = await drawnPicture(40, 40, (context) => {
      context.fillStyle = '#0000ff';
      context.fillRect(0, 0, 40, 30);
      context.fillStyle = 'rgb(0 0 255 / 0.1)';
      context.fillRect(0, 30, 40, 10);
    });
    const subject = { castsShadow: false, reflection: { strength: 100, length: 100 } };
    const at = await pixelsOf({ background: green, layers: [await other({ image, subject })] });
    // The picture lies from 20 px to 60 px, and its opaque part ends at 50 px.
    expect(at(140, 51)[2]).toBeGreaterThan(200);
  },
);

test('the reflection of another subject shows it upside down, below it', { tags: ['long'] }, async () => {
  const image = await drawnPicture(40, 40, (context) => {
    context.fillStyle = '#0000ff';
    context.fillRect(0, 0, 40, 20);
    context.fillStyle = '#ff0000';
    context.fillRect(0, 20, 40, 20);
  });
  const subject = { castsShadow: false, reflection: { strength: 100, length: 100 } };
  const at = await pixelsOf({ background: green, layers: [await other({ image, subject })] });
  const [near, far, after] = [at(140, 62), at(140, 82), at(140, 99)];
  expect(near[0]).toBeGreaterThan(200);
  expect(near[2]).toBeLessThan(10);
  expect(far[2]).toBeGreaterThan(60);
  expect(far[0]).toBeLessThan(10);
  expectNear(after, [0, 255, 0, 255], 4);
});

test(
  'the reflection of a subject in front lies on the ground, and so behind the own subject',
  { tags: ['long'] },
  async () => {
    // It stands above the own subject, so that its reflection would cover it.
    const subject = { castsShadow: false, reflection: { strength: 100, length: 100 } };
    const above = await other({ subject, offsetX: 300, offsetY: -200 });
    const at = await pixelsOf({ background: green, layers: [above] });
    expect(at(40, 10)).toEqual([255, 0, 0, 255]);
    expect(at(40, 25)).toEqual(grey);
    // Beside the own subject the reflection is visible.
    expect(at(65, 25)[0]).toBeGreaterThan(150);
  },
);

test(
  'another subject casts the shadows of the light where the own one casts them, unless it casts none',
  { tags: ['long'] },
  async () => {
    const light = { ...noLight, drop: { strength: 90, angleDeg: 315, distance: 20, softness: 0 } };
    const white = { kind: 'color', color: '#ffffff' } as const;
    const at = await pixelsOf({ background: white, light, layers: [await other()] });
    const [ownShadow = 255, otherShadow = 255] = [at(64, 62)[0], at(164, 62)[0]];
    expect(ownShadow).toBeLessThan(200);
    expect(Math.abs(ownShadow - otherShadow)).toBeLessThanOrEqual(12);
    const unlit = await pixelsOf({
      background: white,
      light,
      layers: [await other({ subject: { castsShadow: false } })],
    });
    expect(unlit(164, 62)).toEqual([255, 255, 255, 255]);
  },
);

test(
  'in a transparent result, reflections have alpha, and the subjects keep their pixels',
  { tags: ['long'] },
  async () => {
    const reflection = { strength: 50, length: 100 };
    const layers = [await other({ place: 'below', subject: { castsShadow: false, reflection } })];
    const at = await pixelsOf({ light: { ...noLight, reflection }, layers });
    expect([at(40, 40), at(140, 40), at(100, 40)[3]]).toEqual([grey, [255, 0, 0, 255], 0]);
    for (const x of [40, 140]) {
      const alphas = [61, 70, 80, 90].map((y) => at(x, y)[3] ?? 0);
      expect(alphas[0]).toBeGreaterThan(100);
      expect(alphas).toEqual(alphas.toSorted((one, next) => next - one));
      expect(alphas[3]).toBeGreaterThan(0);
    }
    expectNear(at(140, 61).slice(0, 3), [255, 0, 0]);
  },
);

test(
  'a PSD has the subjects, their shadows and their reflections as layers, from back to front',
  { tags: ['long'] },
  async () => {
    const reflection = { strength: 60, length: 50 };
    const light = { ...noLight, reflection, drop: { strength: 80, angleDeg: 315, distance: 20, softness: 0 } };
    const layers = [
      await other({ name: 'Chair', subject: { castsShadow: true, reflection } }),
      await other({ place: 'below', offsetX: 600, subject: { castsShadow: false, reflection } }),
    ];
    const compositor = await open();
    const { file } = await compositor.encode({ background: green, light, layers }, { format: 'psd' });
    compositor.close();
    const { children = [] } = readPsd(await file.arrayBuffer(), { useImageData: true });
    expect(children.map(({ name }) => name)).toEqual([
      'Background',
      'Reflection',
      'Subject',
      'Shadow',
      'Shadow',
      'Reflection',
      'Reflection',
      'Subject',
      'Chair',
    ]);
    const chair = children.at(-1);
    expect([chair?.left, chair?.top, chair?.right, chair?.bottom]).toEqual([120, 20, 160, 60]);
    const ownReflection = children[5];
    expect([ownReflection?.left, ownReflection?.top, ownReflection?.right]).toEqual([own.left, own.bottom, own.right]);
  },
);

test.each([
  ['a reflection of no strength', { strength: 0, length: 50 }],
  ['a reflection without end', { strength: 50, length: 101 }],
])('refuses %s', { tags: ['long'] }, async (_, reflection) => {
  const compositor = await open();
  const layers = [await other({ subject: { castsShadow: false, reflection } })];
  await expect(compositor.encode({ background: green, layers }, { format: 'png' })).rejects.toMatchObject({
    code: 'processing-failed',
  });
  const light = { ...noLight, reflection };
  await expect(compositor.encode({ background: green, light }, { format: 'png' })).rejects.toMatchObject({
    code: 'processing-failed',
  });
  compositor.close();
});
