import { afterEach, expect, test } from 'vitest';

import { identity, scaling } from './affine.ts';
import type { Layer } from './backdrop/layer.ts';
import type { AlphaMatte, Look } from './compositor-protocol.ts';
import { type Compositor, createCompositor } from './create-compositor.ts';
import type { Encoding } from './file/write-file.ts';
import type { MatteEdits, Stroke } from './matte/matte-edits.ts';
import { readPngRows } from './read-png-rows.ts';

const [widthPx, heightPx] = [120, 80];
const { signal } = new AbortController();
const plain: MatteEdits = { marks: [], shift: 0, feather: 0, contrast: 0, solidify: 0, decontaminate: 100 };
const unlit = { contact: 0, drop: { strength: 0, angleDeg: 0, distance: 0, softness: 0 }, match: 0, wrap: 0 };
const asPng: Encoding = { format: 'png', quality: 90, keepsMetadata: false };

const opened: Compositor[] = [];
afterEach(() => opened.splice(0).forEach((compositor) => compositor.close()));

type Pixel = readonly [red: number, green: number, blue: number, alpha: number];

/** Left transparent, the middle half-transparent red, right opaque and of changing colour. */
function pixelAt(x: number, y: number): Pixel {
  if (x < 40) return [0, 0, 0, 0];
  return x < 80 ? [255, 0, 0, 128] : [x, y, 7, 255];
}

async function pngOf(pixel: (x: number, y: number) => Pixel, width = widthPx, height = heightPx): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const image = new ImageData(width, height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) image.data.set(pixel(x, y), (y * width + x) * 4);
  }
  canvas.getContext('2d')?.putImageData(image, 0, 0);
  return canvas.convertToBlob();
}

/** By the browser's own decoder. */
async function decoded(file: Blob) {
  const bitmap = await createImageBitmap(file);
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  if (!context) throw new Error('no canvas');
  context.drawImage(bitmap, 0, 0);
  const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
  return (x: number, y: number) => [...data.subarray((y * bitmap.width + x) * 4, (y * bitmap.width + x) * 4 + 4)];
}

/** @param photo its own colours; without it, those of the cut-out on white. */
async function open(pixel: (x: number, y: number) => Pixel = pixelAt, photo?: (x: number, y: number) => Pixel) {
  const data = Uint8ClampedArray.from({ length: widthPx * heightPx }, (_, at) => {
    const [, , , alpha] = pixel(at % widthPx, Math.floor(at / widthPx));
    return alpha;
  });
  const matte: AlphaMatte = { data, widthPx, heightPx };
  const compositor = createCompositor({
    original: await pngOf(photo ?? ((x, y) => (pixel(x, y)[3] === 0 ? [255, 255, 255, 255] : pixel(x, y)))),
    cutout: await pngOf(pixel),
    matte,
    workingWidthPx: widthPx,
    workingHeightPx: heightPx,
  });
  opened.push(compositor);
  return compositor;
}

const lookOf = (layer: Layer, change: Partial<Look> = {}): Look => ({
  edits: plain,
  layer,
  light: unlit,
  placement: { toPhoto: identity, widthPx, heightPx },
  ...change,
});

async function written(compositor: Compositor, look: Look, encoding: Partial<Encoding> = {}) {
  const job = { kind: 'write', look, key: JSON.stringify(look), encoding: { ...asPng, ...encoding } } as const;
  return (await compositor.run(job, signal)).file;
}

test('a cut-out’s file is read as it was written, strip by strip', async () => {
  const noisy = (x: number, y: number) => [(x * 7 + y * 13) % 256, (x * y) % 256, (x ^ y) & 255, 255] as const;
  const rows: number[] = [];
  for await (const { firstRow, rowCount, data } of readPngRows(await pngOf(noisy, 97, 150))) {
    for (let row = 0; row < rowCount; row += 1) {
      rows.push(firstRow + row);
      for (let x = 0; x < 97; x += 1) {
        expect([...data.subarray((row * 97 + x) * 4, (row * 97 + x) * 4 + 4)]).toEqual(noisy(x, firstRow + row));
      }
    }
  }
  expect(rows).toEqual(Array.from({ length: 150 }, (_, row) => row));
});

test('over a colour, light adds up and the subject keeps its values', async () => {
  const at = await decoded(await written(await open(), lookOf({ kind: 'color', color: '#0000ff' })));
  expect(at(5, 5)).toEqual([0, 0, 255, 255]);
  expect(at(60, 40)).toEqual([188, 0, 187, 255]);
  expect(at(100, 30)).toEqual([100, 30, 7, 255]);
});

test('without a background the alpha stays, in PNG and in WebP', async () => {
  const compositor = await open();
  for (const format of ['png', 'webp'] as const) {
    const file = await written(compositor, lookOf({ kind: 'transparent' }), { format, quality: 100 });
    expect(file.type).toBe(`image/${format}`);
    const at = await decoded(file);
    expect([at(5, 5)[3], at(60, 40)[3], at(100, 30)[3]]).toEqual([0, 128, 255]);
  }
});

test('a JPEG is opaque, of the colour chosen, and smaller with less quality', async () => {
  const compositor = await open();
  const look = lookOf({ kind: 'color', color: '#ffffff' });
  const fine = await written(compositor, look, { format: 'jpeg', quality: 95 });
  const coarse = await written(compositor, look, { format: 'jpeg', quality: 20 });
  expect(fine.type).toBe('image/jpeg');
  expect(coarse.size).toBeLessThan(fine.size);
  expect((await decoded(fine))(5, 5)).toEqual([255, 255, 255, 255]);
});

test('a picture behind that cannot be read is refused by its code', async () => {
  const lie = { fit: 'cover', scale: 1, offsetX: 0, offsetY: 0, blur: 0 } as const;
  const look = lookOf({ kind: 'picture', picture: new Blob(['no picture']), ...lie });
  await expect(written(await open(), look)).rejects.toMatchObject({ code: 'unsupported-format' });
});

test('what is wrong is named: a studio that there is none of and a broken file are no lack of memory', async () => {
  const compositor = await open();
  const unknown = written(compositor, lookOf({ kind: 'studio', id: 'the-moon' }));
  await expect(unknown).rejects.toMatchObject({
    code: 'processing-failed',
    message: expect.stringContaining('the-moon'),
  });
  const broken = createCompositor({
    original: await pngOf(pixelAt),
    cutout: (await pngOf(pixelAt)).slice(0, 200),
    matte: { data: new Uint8ClampedArray(widthPx * heightPx), widthPx, heightPx },
    workingWidthPx: widthPx,
    workingHeightPx: heightPx,
  });
  opened.push(broken);
  await expect(written(broken, lookOf({ kind: 'transparent' }))).rejects.toMatchObject({ code: 'processing-failed' });
});

test('a press that finds nothing is told, each time; a new worker begins with the first cut-out', async () => {
  const compositor = await open();
  const edits = { ...plain, marks: [eraser, { kind: 'press', action: 'fill', x: 5, y: 5 } as const] };
  for (const isFirst of [true, false]) {
    const refined = await compositor.run({ kind: 'refine', edits }, signal);
    expect(refined).toMatchObject({ isFirst, withoutEffect: [1] });
    expect(refined.part === undefined).toBe(!isFirst);
  }
  compositor.close();
  expect(await compositor.run({ kind: 'refine', edits: plain }, signal)).toEqual({
    part: undefined,
    isFirst: true,
    withoutEffect: [],
  });
});

test('the blurred original has nothing of the subject in it', async () => {
  const subject = (x: number, y: number) => Math.hypot(x - 60, y - 40) < 20;
  const compositor = await open(
    (x, y) => (subject(x, y) ? [255, 0, 0, 255] : [0, 0, 0, 0]),
    (x, y) => (subject(x, y) ? [255, 0, 0, 255] : [0, 0, 255, 255]),
  );
  const original = await pngOf((x, y) => (subject(x, y) ? [255, 0, 0, 255] : [0, 0, 255, 255]));
  const at = await decoded(await written(compositor, lookOf({ kind: 'blur', original, strength: 100 })));
  expect(at(60, 40)).toEqual([255, 0, 0, 255]);
  for (const [x, y] of [
    [60, 19],
    [38, 40],
    [3, 3],
  ] as const) {
    expect(at(x, y)).toEqual([0, 0, 255, 255]);
  }
});

const eraser: Stroke = {
  kind: 'stroke',
  action: 'erase',
  points: [100, 0, 1, 100, 80, 1],
  sizePx: 10,
  hardness: 100,
  opacity: 100,
  followsEdges: false,
};

test('a stroke takes away, another brings the photo’s own colour back, and undone it is the very first', async () => {
  const photo = (x: number, y: number): Pixel => (x < 40 ? [10, 200, 30, 255] : pixelAt(x, y));
  const compositor = await open(pixelAt, photo);
  const restorer: Stroke = { ...eraser, action: 'restore', points: [20, 0, 1, 20, 80, 1] };
  const edits = { ...plain, marks: [eraser, restorer] };
  const refined = await compositor.run({ kind: 'refine', edits }, signal);
  expect(refined).toMatchObject({ part: { rect: { y: 0, heightPx } }, isFirst: true, withoutEffect: [] });
  const at = await decoded(await written(compositor, lookOf({ kind: 'transparent' }, { edits })));
  expect(at(100, 40)[3]).toBe(0);
  expect(at(112, 40)).toEqual([112, 40, 7, 255]);
  expect(at(20, 40)).toEqual([10, 200, 30, 255]);
  expect(at(5, 40)[3]).toBe(0);
  const matte = await compositor.run({ kind: 'matte', edits: plain }, signal);
  expect([matte.data[40 * widthPx + 100], matte.data[40 * widthPx + 20]]).toEqual([255, 0]);
  const first = await decoded(await written(compositor, lookOf({ kind: 'transparent' })));
  expect([first(100, 40), first(20, 40)]).toEqual([
    [100, 40, 7, 255],
    [0, 0, 0, 0],
  ]);
});

test('the result has the size that was asked for, and its draft shows the same', async () => {
  const compositor = await open();
  const placement = { toPhoto: scaling(0.5), widthPx: widthPx * 2, heightPx: heightPx * 2 };
  const look = lookOf({ kind: 'color', color: '#ffffff' }, { placement });
  const saved = await createImageBitmap(await written(compositor, look));
  expect([saved.width, saved.height]).toEqual([240, 160]);
  const { bitmap } = await compositor.run({ kind: 'compose', look, key: 'a', fineness: 'draft' }, signal);
  expect(bitmap.width / bitmap.height).toBeCloseTo(1.5, 2);
});

test('the matte alone is its values in greys', async () => {
  const compositor = await open((x) => [0, 0, 0, x]);
  const { file } = await compositor.run({ kind: 'write-matte', edits: plain }, signal);
  const at = await decoded(file);
  for (let x = 0; x < widthPx; x += 1) expect(at(x, 6)).toEqual([x, x, x, 255]);
});

test('what is aborted gives nothing more, and what comes after it is served', async () => {
  const compositor = await open();
  const own = new AbortController();
  const jpeg: Encoding = { ...asPng, format: 'jpeg' };
  const write = (color: string, until: AbortSignal) =>
    compositor.run({ kind: 'write', look: lookOf({ kind: 'color', color }), key: color, encoding: jpeg }, until);
  const first = write('#123456', own.signal);
  own.abort(new Error('newer'));
  const second = write('#ffffff', signal);
  await expect(first).rejects.toThrow('newer');
  expect((await decoded((await second).file))(5, 5)).toEqual([255, 255, 255, 255]);
});

test('closed in mid-work it tells whoever waits, and starts again with the next job', async () => {
  const compositor = await open();
  const look = lookOf({ kind: 'color', color: '#ffffff' });
  const first = compositor.run({ kind: 'compose', look, key: 'a', fineness: 'full' }, signal);
  compositor.close();
  await expect(first).rejects.toMatchObject({ code: 'processing-failed' });
  expect((await written(compositor, look)).size).toBeGreaterThan(0);
});
