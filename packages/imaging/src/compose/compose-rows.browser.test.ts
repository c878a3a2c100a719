import { expect, test } from 'vitest';

import trueAlpha from '../../../../pictures/creature.alpha.png?url';
import trueCutout from '../../../../pictures/creature.cutout.webp?url';
import { identity } from '../geometry/affine.ts';
import { backgroundSources, type BackgroundSource } from '../background/background-sources.ts';
import { checkBackground } from '../background/open-background.ts';
import { type Composition, composeRows } from './compose-rows.ts';
import type { CutoutSource } from '../raster/raster.ts';

const noLight = { contact: 0, drop: { strength: 0, angleDeg: 0, distance: 20, softness: 50 }, match: 0, wrap: 0 };
const yieldToEventLoop = async () => undefined;

function sourceOf(widthPx: number, heightPx: number, data: Uint8ClampedArray<ArrayBuffer>): CutoutSource {
  const rows = async function* () {
    for (let firstRow = 0; firstRow < heightPx; firstRow += 64) {
      const rowCount = Math.min(64, heightPx - firstRow);
      yield { firstRow, rowCount, data: data.subarray(firstRow * widthPx * 4, (firstRow + rowCount) * widthPx * 4) };
    }
  };
  return { widthPx, heightPx, rows };
}

type PixelAt = (x: number, y: number) => readonly [number, number, number, number];

function painted(widthPx: number, heightPx: number, pixelAt: PixelAt) {
  const data = new Uint8ClampedArray(widthPx * heightPx * 4);
  for (let at = 0; at < widthPx * heightPx; at += 1) data.set(pixelAt(at % widthPx, Math.floor(at / widthPx)), at * 4);
  return data;
}

async function pngOf(widthPx: number, heightPx: number, pixelAt: PixelAt): Promise<Blob> {
  const canvas = new OffscreenCanvas(widthPx, heightPx);
  canvas.getContext('2d')?.putImageData(new ImageData(painted(widthPx, heightPx, pixelAt), widthPx, heightPx), 0, 0);
  return canvas.convertToBlob();
}

type Composed = Pick<Composition, 'cutout'> & Partial<Composition>;

/**
 * Composes a cutout over a background.
 * @returns a function that returns the result's pixel at a position, as RGB.
 */
async function composed({
  background,
  ...composition
}: Omit<Composed, 'background'> & { background: BackgroundSource }) {
  const { widthPx, heightPx } = composition.cutout;
  const result = new Uint8ClampedArray(widthPx * heightPx * 4);
  const { open: opener } = checkBackground(backgroundSources, background);
  const whole = { light: noLight, toPhoto: identity, photo: { widthPx, heightPx }, background: opener, ...composition };
  for await (const { firstRow, data } of composeRows(whole, yieldToEventLoop)) result.set(data, firstRow * widthPx * 4);
  return (x: number, y: number) => [...result.subarray((y * widthPx + x) * 4, (y * widthPx + x) * 4 + 3)];
}

const [widthPx, heightPx] = [120, 80];
const nothing = sourceOf(widthPx, heightPx, new Uint8ClampedArray(widthPx * heightPx * 4));
const placed = { kind: 'image', fit: 'cover', scale: 1, offsetX: 0, offsetY: 0, blur: 0 } as const;

test(
  'a background image covers the result, or fits inside it on white, and can be moved and scaled',
  { tags: ['long'] },
  async () => {
    // The image is much wider than tall: green on the left, blue on the right.
    const image = await pngOf(400, 80, (x) => (x < 200 ? [0, 255, 0, 255] : [0, 0, 255, 255]));
    const seen = (changed: Partial<Extract<BackgroundSource, { kind: 'image' }>>) =>
      composed({ cutout: nothing, background: { ...placed, image, ...changed } });
    const cover = await seen({});
    expect([cover(1, 1), cover(56, 78), cover(63, 40), cover(118, 2)]).toEqual([
      [0, 255, 0],
      [0, 255, 0],
      [0, 0, 255],
      [0, 0, 255],
    ]);
    const contain = await seen({ fit: 'contain' });
    expect([contain(60, 20), contain(2, 40), contain(117, 40), contain(60, 60)]).toEqual([
      [255, 255, 255],
      [0, 255, 0],
      [0, 0, 255],
      [255, 255, 255],
    ]);
    const moved = await seen({ offsetX: 0.25, scale: 0.5 });
    expect([moved(86, 40), moved(94, 40), moved(60, 5)]).toEqual([
      [0, 255, 0],
      [0, 0, 255],
      [255, 255, 255],
    ]);
  },
);

test('a blurred image is blended around its edges and even far from them', async () => {
  const image = await pngOf(120, 80, (x) => (x < 60 ? [0, 0, 0, 255] : [255, 255, 255, 255]));
  const at = await composed({ cutout: nothing, background: { ...placed, image, blur: 100 } });
  expect([at(5, 40), at(114, 40)]).toEqual([
    [0, 0, 0],
    [255, 255, 255],
  ]);
  // The middle has half of the light, which is more than half of the encoded value.
  const [middle = 0] = at(60, 40);
  expect(middle).toBeGreaterThan(170);
  expect(middle).toBeLessThan(215);
});

test(
  'a much larger image keeps its light when it is reduced, repeatedly, and its detail when it is not',
  { tags: ['long'] },
  async () => {
    // The left half is a fine chequerboard, which averages to half of the light. The stripes on the right remain visible
    // when the image is reduced.
    const image = await pngOf(960, 640, (x, y) => {
      const isBright = x < 480 ? (x + y) % 2 === 0 : Math.floor(x / 80) % 2 === 0;
      return isBright ? [255, 255, 255, 255] : [0, 0, 0, 255];
    });
    const seen = (changed: Partial<Extract<BackgroundSource, { kind: 'image' }>> = {}) =>
      composed({ cutout: nothing, background: { ...placed, image, ...changed } });
    for (let time = 0; time < 2; time += 1) {
      const at = await seen();
      // sRGB 188 is half of the light. The mean of the encoded values would be 128.
      expect([at(20, 40)[0], at(40, 10)[0]]).toEqual([188, 188]);
      expect([at(65, 40)[0], at(75, 40)[0]]).toEqual([255, 0]);
    }
    // Each square of the chequerboard is one pixel at the original size.
    const near = await seen({ scale: 8, offsetX: 3 });
    expect(Math.abs((near(10, 40)[0] ?? 0) - (near(11, 40)[0] ?? 0))).toBe(255);
  },
);

test('a background image that cannot be decoded fails with its error code', async () => {
  const background = { ...placed, image: new Blob(['no picture']) };
  await expect(composed({ cutout: nothing, background })).rejects.toMatchObject({ code: 'unsupported-format' });
});

test(
  'the blurred original is aligned with the source image and does not contain the subject',
  { tags: ['long'] },
  async () => {
    const photo = { widthPx: 200, heightPx: 100 };
    const inSubject = (x: number, y: number) => Math.hypot(x - 40, y - 50) < 25;
    const original = await pngOf(200, 100, (x, y) => {
      if (inSubject(x, y)) return [255, 0, 0, 255];
      return x < 100 ? [0, 0, 255, 255] : [0, 255, 0, 255];
    });
    const subject = sourceOf(
      200,
      100,
      painted(200, 100, (x, y) => [255, 0, 0, inSubject(x, y) ? 255 : 0]),
    );
    const background: BackgroundSource = { kind: 'blur', original, strength: 60 };
    // The result is the right three fifths of the source image, mirrored: its left edge is the image's right edge.
    const toPhoto = { a: -1, b: 0, c: 0, d: 1, e: 200, f: 10 };
    const right = await composed({ cutout: nothing, background, photo, subject, toPhoto });
    expect([right(5, 40), right(115, 40)]).toEqual([
      [0, 255, 0],
      [0, 0, 255],
    ]);
    const left = await composed({ cutout: nothing, background, photo, subject, toPhoto: { ...identity, f: 10 } });
    for (const [x, y] of [
      [17, 40],
      [12, 40],
      [40, 12],
    ] as const)
      expect(left(x, y)).toEqual([0, 0, 255]);
    // Beyond the source image, its edge pixels are repeated.
    const beyond = await composed({
      cutout: nothing,
      background,
      photo,
      subject,
      toPhoto: { ...identity, e: 150, f: 60 },
    });
    expect(beyond(119, 79)).toEqual([0, 255, 0]);
  },
);

test('the true foreground of an image blends over a new colour in linear light', { tags: ['long'] }, async () => {
  const foreground = await straightPixels(trueCutout, 'image/webp');
  const matte = await straightPixels(trueAlpha, 'image/png');
  const { width, height, data } = foreground;
  expect([matte.width, matte.height]).toEqual([width, height]);
  for (let at = 3; at < data.length; at += 4) data[at] = matte.data[at - 3] ?? 0;
  const at = await composed({ cutout: sourceOf(width, height, data), background: { kind: 'color', color: '#2a6f97' } });
  const behind = [0x2a, 0x6f, 0x97];
  let worst = 0;
  for (let y = 0; y < height; y += 3) {
    for (let x = 0; x < width; x += 3) {
      const pixel = (y * width + x) * 4;
      const alpha = (data[pixel + 3] ?? 0) / 255;
      for (const [channel, value] of at(x, y).entries()) {
        const added = light(data[pixel + channel] ?? 0) * alpha + light(behind[channel] ?? 0) * (1 - alpha);
        worst = Math.max(worst, Math.abs(value - encoded(added)));
      }
    }
  }
  expect(worst).toBeLessThan(0.6);
});

/** Decodes sRGB by the formula, independently of the table under test. */
function light(value: number): number {
  return value <= 10.31475 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
}

function encoded(value: number): number {
  return 255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);
}

/** Decodes an image with straight alpha. A canvas would premultiply the colours and divide them again. */
async function straightPixels(url: string, type: string) {
  const decoder = new ImageDecoder({ data: await (await fetch(url)).arrayBuffer(), type });
  const { image } = await decoder.decode();
  const { codedWidth: width, codedHeight: height } = image;
  const data = new Uint8ClampedArray(width * height * 4);
  await image.copyTo(data, { format: 'RGBA' });
  image.close();
  return { width, height, data };
}
