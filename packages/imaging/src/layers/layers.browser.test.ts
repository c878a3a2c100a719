import { readPsd } from 'ag-psd';
import { expect, test } from 'vitest';

import { composedPixels, filledPicture } from '../../test/composed-pixels.ts';
import { createCompositor } from '../compositor/create-compositor.ts';
import { noLight } from '../light/light-params.ts';
import type { LayerParams } from './layer-params.ts';

const [widthPx, heightPx] = [200, 100];
const placed = { size: 100, opacity: 100, angleDeg: 0, anchor: 'top-left', offsetX: 0, offsetY: 0 } as const;

/** Opens a grey image. Its right half is the subject. */
async function open() {
  const data = Uint8ClampedArray.from({ length: widthPx * heightPx }, (_, at) => (at % widthPx < 100 ? 0 : 255));
  const image = await filledPicture('#808080', widthPx, heightPx);
  return createCompositor({ image, matte: { data, widthPx, heightPx } });
}

const pixelsOf = async (params: Parameters<typeof composedPixels>[1]) => composedPixels(await open(), params);

const green = { kind: 'color', color: '#00ff00' } as const;
const text = (more: Partial<Extract<LayerParams, { kind: 'text' }>> = {}): LayerParams => ({
  kind: 'text',
  text: 'HHHH',
  fontFamily: 'sans-serif',
  weight: 700,
  color: '#ff0000',
  language: 'en',
  place: 'above',
  ...placed,
  size: 300,
  ...more,
});

test('a logo lies over the subject or behind it, at its anchor and in its size', { tags: ['long'] }, async () => {
  // The shorter side is 100 px, so that a logo of 40 % of it is 40 px wide and, because of its shape, 20 px high.
  const logo = { kind: 'picture', image: await filledPicture('#ff0000', 80, 40), ...placed, size: 400 } as const;
  const red = [255, 0, 0, 255];
  const above = await pixelsOf({
    background: green,
    layers: [{ ...logo, place: 'above', anchor: 'bottom-right', offsetX: -100, offsetY: -100 }],
  });
  expect([above(150, 70), above(189, 89)]).toEqual([red, red]);
  expect([above(149, 80), above(190, 80), above(170, 69), above(170, 90)]).toEqual(
    Array.from({ length: 4 }, () => [128, 128, 128, 255]),
  );
  const below = await pixelsOf({ background: green, layers: [{ ...logo, place: 'below', anchor: 'center' }] });
  expect([below(85, 50), below(115, 50), below(75, 50)]).toEqual([red, [128, 128, 128, 255], [0, 255, 0, 255]]);
});

test('half opacity mixes encoded values, as design programs do', { tags: ['long'] }, async () => {
  const logo = { kind: 'picture', image: await filledPicture('#ff0000', 10, 10), ...placed, size: 1000 } as const;
  const over = await pixelsOf({ background: green, layers: [{ ...logo, place: 'above', opacity: 50 }] });
  for (const [value, expected] of [
    [over(50, 50)[0], 128],
    [over(50, 50)[1], 127],
  ]) {
    expect(Math.abs((value ?? 0) - (expected ?? 0))).toBeLessThanOrEqual(1);
  }
});

test(
  'a layer behind the subject of a transparent result is opaque there, and the rest stays transparent',
  { tags: ['long'] },
  async () => {
    const logo = { kind: 'picture', image: await filledPicture('#ff0000', 10, 10), ...placed, size: 300 } as const;
    const at = await pixelsOf({ layers: [{ ...logo, place: 'below' }] });
    expect(at(10, 10)).toEqual([255, 0, 0, 255]);
    expect(at(60, 60)[3]).toBe(0);
    expect(at(150, 50)).toEqual([128, 128, 128, 255]);
  },
);

test('a shadow falls on a layer behind the subject', { tags: ['long'] }, async () => {
  const logo = { kind: 'picture', image: await filledPicture('#ffffff', 20, 10), ...placed, size: 2000 } as const;
  const light = { ...noLight, drop: { strength: 90, angleDeg: 90, distance: 30, softness: 0 } };
  const at = await pixelsOf({ background: green, light, layers: [{ ...logo, place: 'below' }] });
  const lit = at(5, 50);
  expect(lit).toEqual([255, 255, 255, 255]);
  const [shadowed = 0] = at(95, 50);
  expect(shadowed).toBeLessThan(200);
});

test('a text is drawn in its colour at the resolution of the result', { tags: ['long'] }, async () => {
  // 30 % of 1000 px are 300 px. A capital H is at least 0.6 as high as its font, and its stems are sharp at any size.
  const scale = 10;
  const transform = {
    toPhoto: { a: 1 / scale, b: 0, c: 0, d: 1 / scale, e: 0, f: 0 },
    widthPx: widthPx * scale,
    heightPx: heightPx * scale,
  };
  const at = await pixelsOf({ background: green, transform, layers: [text()] });
  const row = Array.from({ length: 1000 }, (_, x) => at(x, 187));
  const isRed = ([red = 0, other = 0]: readonly number[]) => red > 250 && other < 5;
  const isGreen = ([red = 0, other = 0]: readonly number[]) => red < 5 && other > 250;
  expect(row.filter(isRed).length).toBeGreaterThan(100);
  // Only the two edges of each stem are mixed: eight stems have at most two mixed px at each side.
  expect(row.filter((pixel) => !isRed(pixel) && !isGreen(pixel)).length).toBeLessThanOrEqual(32);
});

test('a text that is drawn in many strips has no seams between them', { tags: ['long'] }, async () => {
  const tall = text({ text: 'M', size: 900, angleDeg: 17, anchor: 'center', place: 'above' });
  const transform = { toPhoto: { a: 0.2, b: 0, c: 0, d: 0.2, e: 0, f: 0 }, widthPx: 1000, heightPx: 500 };
  const at = await pixelsOf({ background: green, transform, layers: [tall] });
  // A strip begins every 64 px. A row that differs from both its neighbours would be a seam.
  let jumps = 0;
  for (let y = 64; y < 500; y += 64) {
    for (let x = 300; x < 700; x += 1) {
      const [before = 0, here = 0, after = 0] = [at(x, y - 2)[0], at(x, y - 1)[0], at(x, y)[0]];
      if (here !== before && here !== after && before === after) jumps += 1;
    }
  }
  expect(jumps).toBe(0);
});

test('a watermark covers the whole result', { tags: ['long'] }, async () => {
  const image = await filledPicture('#ff0000', 10, 10);
  const at = await pixelsOf({
    background: green,
    layers: [{ kind: 'picture', image, ...placed, place: 'above', size: 100, angleDeg: 30, repeat: { gap: 100 } }],
  });
  for (const [left, top] of [
    [0, 0],
    [160, 0],
    [0, 60],
    [160, 60],
  ] as const) {
    let red = 0;
    for (let y = 0; y < 40; y += 1) for (let x = 0; x < 40; x += 1) red += at(left + x, top + y)[1] === 0 ? 1 : 0;
    // A copy covers 100 of 400 px², so that each corner of 1600 px² has about 400 of them.
    expect(red).toBeGreaterThan(200);
    expect(red).toBeLessThan(600);
  }
});

test('a PSD has each text and picture as a layer of its own, named by its text', { tags: ['long'] }, async () => {
  const compositor = await open();
  const { file } = await compositor.encode(
    {
      background: green,
      layers: [
        {
          kind: 'picture',
          image: await filledPicture('#0000ff', 10, 10),
          ...placed,
          place: 'below',
          size: 200,
          name: 'Logo',
        },
        text({ text: 'Spring\nsale' }),
      ],
    },
    { format: 'psd' },
  );
  compositor.close();
  const { children = [] } = readPsd(await file.arrayBuffer(), { useImageData: true });
  expect(children.map(({ name }) => name)).toEqual(['Background', 'Logo', 'Subject', 'Spring sale']);
  const logo = children[1];
  expect([logo?.left, logo?.top, logo?.right, logo?.bottom]).toEqual([0, 0, 20, 20]);
  expect(Array.from(logo?.imageData?.data.slice(0, 4) ?? [])).toEqual([0, 0, 255, 255]);
});

test.each([
  ['a size of nothing', { size: 0 }],
  ['an unknown anchor', { anchor: 'somewhere' }],
  ['a text without end', { text: 'a'.repeat(1001) }],
  ['a colour by name', { color: 'red' }],
])('refuses %s', { tags: ['long'] }, async (_, wrong) => {
  const compositor = await open();
  const layers = [{ ...text(), ...wrong } as LayerParams];
  await expect(compositor.encode({ background: green, layers }, { format: 'png' })).rejects.toMatchObject({
    code: 'processing-failed',
  });
  compositor.close();
});

test('a picture that cannot be decoded is reported', { tags: ['long'] }, async () => {
  const compositor = await open();
  const image = new Blob(['<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'], { type: 'image/svg+xml' });
  const layers = [{ kind: 'picture', image, ...placed, place: 'above' }] as const;
  await expect(compositor.encode({ background: green, layers }, { format: 'png' })).rejects.toMatchObject({
    code: 'unsupported-format',
  });
  compositor.close();
});
