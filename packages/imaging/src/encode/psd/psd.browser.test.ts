import { readPsd } from 'ag-psd';
import { expect, test } from 'vitest';

import type { Encoding } from '../encoders.ts';
import { createCompositor } from '../../compositor/create-compositor.ts';
import { noLight } from '../../light/light-params.ts';

const [widthPx, heightPx] = [60, 40];

/** Opens an image of one colour. The subject is on the right, and a column of it is half transparent. */
async function open() {
  const canvas = new OffscreenCanvas(widthPx, heightPx);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = '#c81e14';
  context.fillRect(0, 0, widthPx, heightPx);
  const data = Uint8ClampedArray.from({ length: widthPx * heightPx }, (_, at) => alphaAt(at % widthPx));
  return createCompositor({ image: await canvas.convertToBlob(), matte: { data, widthPx, heightPx } });
}

function alphaAt(x: number): number {
  return x < 30 ? 0 : x === 30 ? 128 : 255;
}

type Params = Parameters<Awaited<ReturnType<typeof open>>['encode']>[0];

async function psdOf(params: Params, options: Partial<Extract<Encoding, { format: 'psd' }>> = {}) {
  const compositor = await open();
  const { file } = await compositor.encode(params, { format: 'psd', ...options });
  compositor.close();
  const psd = readPsd(await file.arrayBuffer(), { useImageData: true });
  return { psd, file, layers: psd.children ?? [] };
}

interface Pixels {
  readonly width: number;
  readonly data: ArrayLike<number>;
}

/** Returns the pixel of a layer at a position of the document. */
function pixelAt(layer: { left?: number; top?: number; imageData?: Pixels }, x: number, y: number): number[] {
  const { left = 0, top = 0, imageData } = layer;
  if (!imageData) throw new Error('the layer has no pixels');
  const at = ((y - top) * imageData.width + x - left) * 4;
  return Array.from({ length: 4 }, (_, channel) => imageData.data[at + channel] ?? NaN);
}

test('a cutout is one layer with the image’s colours, and the matte is its mask', { tags: ['long'] }, async () => {
  const { psd, file, layers } = await psdOf({});
  expect(file.type).toBe('image/vnd.adobe.photoshop');
  expect([psd.width, psd.height, psd.bitsPerChannel]).toEqual([widthPx, heightPx, 8]);
  expect(layers.map(({ name }) => name)).toEqual(['Subject']);
  const [subject] = layers;
  if (!subject?.mask?.imageData) throw new Error('there is no mask');
  for (const x of [0, 15, 29, 31, 59]) expect(pixelAt(subject, x, 20)).toEqual([200, 30, 20, 255]);
  for (const x of [0, 29, 30, 31, 59]) {
    expect(pixelAt({ ...subject.mask, imageData: subject.mask.imageData }, x, 20)[0]).toBe(alphaAt(x));
  }
  // The composite is the result.
  const composite = { imageData: psd.imageData as Pixels };
  expect([pixelAt(composite, 10, 20)[3], pixelAt(composite, 50, 20)]).toEqual([0, [200, 30, 20, 255]]);
});

test('background, shadow and outline are layers behind it, with the given names', { tags: ['long'] }, async () => {
  const layerNames = { background: '背景', shadow: '阴影', outline: '描边', subject: '主体' };
  const light = { ...noLight, drop: { strength: 80, angleDeg: 315, distance: 20, softness: 10 } };
  const { layers } = await psdOf(
    {
      background: { kind: 'color', color: '#3366cc' },
      light,
      outline: { width: 60, color: '#00ff00' },
      transform: { toPhoto: { a: 1, b: 0, c: 0, d: 1, e: -10, f: -10 }, widthPx: 80, heightPx: 60 },
    },
    { layerNames },
  );
  expect(layers.map(({ name }) => name)).toEqual(['背景', '阴影', '描边', '主体']);
  const [background, shadow, outline, subject] = layers;
  if (!background || !shadow || !outline || !subject) throw new Error('a layer is missing');
  expect(pixelAt(background, 5, 5)).toEqual([0x33, 0x66, 0xcc, 255]);
  expect(shadow.imageData?.data.some((value, at) => at % 4 === 3 && value > 60)).toBe(true);
  expect(pixelAt(outline, 60, 8).slice(0, 3)).toEqual([0, 255, 0]);
  expect(pixelAt(subject, 40, 30)).toEqual([200, 30, 20, 255]);
});

test('the file names its print resolution and sRGB', { tags: ['long'] }, async () => {
  const { psd, file } = await psdOf({}, { dotsPerInch: 300 });
  expect(psd.imageResources?.resolutionInfo).toMatchObject({
    horizontalResolution: 300,
    horizontalResolutionUnit: 'PPI',
    verticalResolution: 300,
  });
  const text = new TextDecoder('latin1').decode(await file.arrayBuffer());
  // The mark of a resource, the number 1039 of the ICC profile, and an empty name.
  expect(text).toContain('8BIM\u0004\u000f\0\0');
  expect(text).toContain('acsp');
});

test('a maximum size makes the layers smaller', { tags: ['long'] }, async () => {
  const whole = await psdOf({});
  const maxBytes = Math.floor(whole.file.size * 0.9);
  const { psd, file, layers } = await psdOf({}, { maxBytes });
  expect(file.size).toBeLessThanOrEqual(maxBytes);
  expect(psd.width).toBeLessThan(widthPx);
  expect(layers[0]?.mask?.imageData?.width).toBe(psd.width);
});
