/** @module-tag long */
import { createPngEncoder } from '@isola/segmenter/imaging';
import { afterEach, expect, test } from 'vitest';

import { scaling } from '../geometry/affine.ts';
import type { BackgroundSource } from '../background/background-sources.ts';
import type { RenderParams } from './protocol.ts';
import type { Matte } from '../raster/raster.ts';
import type { Progress } from '../job/task.ts';
import { type Compositor, createCompositor } from './create-compositor.ts';
import type { Encoding } from '../encode/encoders.ts';
import { noLight } from '../light/light-params.ts';
import type { Stroke } from '../matte/apply-stroke.ts';
import type { Edit } from '../matte/edit-kinds.ts';
import { noEdits } from '../matte/matte-edits.ts';
import { readPngRows } from '../raster/read-png-rows.ts';

const [widthPx, heightPx] = [120, 80];
const { signal } = new AbortController();

const opened: Compositor[] = [];
afterEach(() => opened.splice(0).forEach((compositor) => compositor.close()));

type Pixel = readonly [red: number, green: number, blue: number, alpha: number];

/** The left third is transparent, the middle is half-transparent red, and the right is opaque with changing colours. */
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

/** Decodes a file with the browser's decoder. */
async function decoded(file: Blob) {
  const bitmap = await createImageBitmap(file);
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  if (!context) throw new Error('no canvas');
  context.drawImage(bitmap, 0, 0);
  const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
  return (x: number, y: number) => [...data.subarray((y * bitmap.width + x) * 4, (y * bitmap.width + x) * 4 + 4)];
}

/**
 * Opens a compositor for a cutout.
 * @param photo colours of the source image. Without it, the source image is the cutout on white.
 */
async function open(pixel: (x: number, y: number) => Pixel = pixelAt, photo?: (x: number, y: number) => Pixel) {
  const data = Uint8ClampedArray.from({ length: widthPx * heightPx }, (_, at) => {
    const [, , , alpha] = pixel(at % widthPx, Math.floor(at / widthPx));
    return alpha;
  });
  const matte: Matte = { data, widthPx, heightPx };
  const compositor = createCompositor({
    image: await pngOf(photo ?? ((x, y) => (pixel(x, y)[3] === 0 ? [255, 255, 255, 255] : pixel(x, y)))),
    cutout: await pngOf(pixel),
    matte,
  });
  opened.push(compositor);
  return compositor;
}

type Params = Partial<RenderParams<BackgroundSource, Edit>>;

const paramsOf = (background: BackgroundSource, change: Params = {}): Params => ({ background, ...change });

async function written(compositor: Compositor, params: Params, encoding: Encoding = { format: 'png' }) {
  return (await compositor.encode(params, encoding, { signal })).file;
}

test('readPngRows returns a cutout’s file as it was written, strip by strip', async () => {
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
  const at = await decoded(await written(await open(), paramsOf({ kind: 'color', color: '#0000ff' })));
  expect(at(5, 5)).toEqual([0, 0, 255, 255]);
  expect(at(60, 40)).toEqual([188, 0, 187, 255]);
  expect(at(100, 30)).toEqual([100, 30, 7, 255]);
});

test('without a background, PNG and WebP keep the alpha', async () => {
  const compositor = await open();
  for (const format of ['png', 'webp'] as const) {
    const file = await written(compositor, paramsOf({ kind: 'transparent' }), { format, quality: 100 });
    expect(file.type).toBe(`image/${format}`);
    const at = await decoded(file);
    expect([at(5, 5)[3], at(60, 40)[3], at(100, 30)[3]]).toEqual([0, 128, 255]);
  }
});

test('a matte stored as a PNG yields the same result, and a damaged one fails each job', async () => {
  const image = await pngOf((x, y) => [x, y, 7, 255]);
  const data = Uint8ClampedArray.from({ length: widthPx * heightPx }, (_, at) => (at * 7) % 256);
  const inMemory = createCompositor({ image, matte: { data, widthPx, heightPx } });
  const { file } = await inMemory.encodeMatte(noEdits);
  const stored = createCompositor({ image, matte: { file, widthPx, heightPx } });
  const damaged = createCompositor({ image, matte: { file: file.slice(0, 100), widthPx, heightPx } });
  opened.push(inMemory, stored, damaged);
  expect((await stored.editMatte(noEdits)).data).toEqual(data);
  const bytesOf = async (blob: Blob) => [...new Uint8Array(await blob.arrayBuffer())];
  expect(await bytesOf(await written(stored, {}))).toEqual(await bytesOf(await written(inMemory, {})));
  for (const _ of ['one job', 'another'])
    await expect(written(damaged, {})).rejects.toMatchObject({ code: 'processing-failed' });
});

test('a JPEG is opaque, has the chosen colour, and is smaller at lower quality', async () => {
  const compositor = await open();
  const params = paramsOf({ kind: 'color', color: '#ffffff' });
  const fine = await written(compositor, params, { format: 'jpeg', quality: 95 });
  const coarse = await written(compositor, params, { format: 'jpeg', quality: 20 });
  expect(fine.type).toBe('image/jpeg');
  expect(coarse.size).toBeLessThan(fine.size);
  expect((await decoded(fine))(5, 5)).toEqual([255, 255, 255, 255]);
});

test('a background image that cannot be decoded fails with its error code', async () => {
  const placed = { fit: 'cover', scale: 1, offsetX: 0, offsetY: 0, blur: 0 } as const;
  const params = paramsOf({ kind: 'image', image: new Blob(['no image']), ...placed });
  await expect(written(await open(), params)).rejects.toMatchObject({ code: 'unsupported-format' });
});

test('an unknown studio and a broken file fail with an error that names the problem', async () => {
  const compositor = await open();
  const unknown = written(compositor, paramsOf({ kind: 'studio', id: 'the-moon' }));
  await expect(unknown).rejects.toMatchObject({
    code: 'processing-failed',
    message: expect.stringContaining('the-moon'),
  });
  const broken = createCompositor({
    image: await pngOf(pixelAt),
    cutout: (await pngOf(pixelAt)).slice(0, 200),
    matte: { data: new Uint8ClampedArray(widthPx * heightPx), widthPx, heightPx },
  });
  opened.push(broken);
  await expect(written(broken, paramsOf({ kind: 'transparent' }))).rejects.toMatchObject({ code: 'processing-failed' });
});

test('a cutout passed as pixels yields the same file as its PNG', async () => {
  // The data has colours under low alpha, which a canvas would not preserve.
  const data = Uint8ClampedArray.from({ length: widthPx * heightPx * 4 }, (_, at) => (at * 7) % 256);
  const matte: Matte = { data: data.filter((_, at) => at % 4 === 3), widthPx, heightPx };
  const encoder = await createPngEncoder({ widthPx, heightPx });
  encoder.add(data);
  const png = encoder.finish();
  const image = await pngOf(pixelAt);
  for (const cutout of [png, data]) {
    const compositor = createCompositor({ image, cutout, matte });
    opened.push(compositor);
    const file = await written(compositor, {});
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(new Uint8Array(await png.arrayBuffer()));
  }
});

test('a lent bitmap is not decoded again and stays usable for the caller', async () => {
  const matte: Matte = { data: new Uint8ClampedArray(widthPx * heightPx).fill(255), widthPx, heightPx };
  const bitmap = await createImageBitmap(await pngOf((x, y) => [x, y, 9, 255]));
  const compositor = createCompositor({ image: new Blob(['nothing that can be decoded']), bitmap, matte });
  opened.push(compositor);
  const at = await decoded(await written(compositor, {}));
  expect(at(100, 30)).toEqual([100, 30, 9, 255]);
  expect(bitmap.width).toBe(widthPx);

  // A replacement worker receives the bitmap as well.
  compositor.close();
  expect((await written(compositor, {})).size).toBeGreaterThan(0);

  // When the bitmap was closed in the meantime, the worker reads the file.
  bitmap.close();
  compositor.close();
  await expect(written(compositor, {})).rejects.toMatchObject({ code: 'unsupported-format' });
});

test('another image is composed in the same worker, without traces of the previous image', async () => {
  let started = 0;
  const solid = (width = widthPx, height = heightPx): Matte => ({
    data: new Uint8ClampedArray(width * height).fill(255),
    widthPx: width,
    heightPx: height,
  });
  const compositor = createCompositor(
    { image: await pngOf(() => [10, 20, 30, 255]), matte: solid() },
    {
      startWorker() {
        started += 1;
        return new Worker(new URL('./compositor-worker.ts', import.meta.url), { type: 'module' });
      },
    },
  );
  opened.push(compositor);
  const erased = { ...noEdits, edits: [{ ...eraser, sizePx: 500 }] };
  const before = await decoded(await written(compositor, { edits: erased }));
  expect(before(60, 40)[3]).toBe(0);

  const next = { image: await pngOf((x) => [x, 50, 60, 255], 60, 90), matte: solid(60, 90) };
  const unfinished = compositor.encode(
    { edits: erased, background: { kind: 'color', color: '#fff000' } },
    { format: 'png' },
  );
  compositor.open(next);
  await expect(unfinished).rejects.toMatchObject({ code: 'processing-failed' });
  // The same edits are sent to the worker again, because those of the previous image were discarded.
  expect((await decoded(await written(compositor, { edits: erased })))(44, 40)[3]).toBe(0);
  const after = await written(compositor, {});
  const { width, height } = await createImageBitmap(after);
  expect([width, height]).toEqual([60, 90]);
  expect((await decoded(after))(44, 70)).toEqual([44, 50, 60, 255]);

  // A lent bitmap belongs to its image only.
  const bitmap = await createImageBitmap(await pngOf(() => [70, 80, 90, 255]));
  compositor.open({ image: new Blob(['nothing that can be decoded']), bitmap, matte: solid() });
  expect((await decoded(await written(compositor, {})))(5, 5)).toEqual([70, 80, 90, 255]);

  compositor.release();
  await expect(written(compositor, {})).rejects.toMatchObject({ code: 'processing-failed' });
  compositor.open({ image: await pngOf(() => [1, 2, 3, 255]), matte: solid() });
  expect((await decoded(await written(compositor, {})))(5, 5)).toEqual([1, 2, 3, 255]);
  expect(started).toBe(1);
});

test('renderBackground renders the background without the subject, in the shape of the result', async () => {
  const compositor = await open(() => [255, 0, 0, 255]);
  const background = { kind: 'gradient', from: '#000000', to: '#ffffff', angleDeg: 180 } as const;
  const transform = { toPhoto: scaling(0.01), widthPx: 2560, heightPx: 640 };
  const { bitmap, quality } = await compositor.renderBackground({ background, transform });
  expect([bitmap.width, bitmap.height, quality]).toEqual([1280, 320, 'draft']);
  const context = new OffscreenCanvas(1280, 320).getContext('2d');
  context?.drawImage(bitmap, 0, 0);
  const [top, bottom] = [0, 319].map((y) => [...(context?.getImageData(640, y, 1, 1).data ?? [])]);
  expect(Math.max(...(top ?? []).slice(0, 3))).toBeLessThan(6);
  expect(Math.min(...(bottom ?? []).slice(0, 3))).toBeGreaterThan(249);
});

test('a cutout’s PNG is inflated once for all jobs', async () => {
  const inflated: string[] = [];
  const channel = new BroadcastChannel('inflated');
  channel.addEventListener('message', ({ data }: MessageEvent<string>) => inflated.push(data));
  const matte: Matte = { data: new Uint8ClampedArray(widthPx * heightPx).fill(255), widthPx, heightPx };
  const compositor = createCompositor(
    { image: await pngOf(pixelAt), cutout: await pngOf(pixelAt), matte },
    { startWorker: () => new Worker(new URL('../../test/counting-worker.ts', import.meta.url), { type: 'module' }) },
  );
  opened.push(compositor);
  const white = paramsOf({ kind: 'color', color: '#ffffff' });
  (await compositor.render(white, { quality: 'draft' })).bitmap.close();
  (await compositor.render(white)).bitmap.close();
  await written(compositor, paramsOf({ kind: 'color', color: '#000000' }, { light: { ...noLight, contact: 50 } }));
  expect(await compositor.measureFringe(noEdits)).toBeGreaterThanOrEqual(0);
  channel.close();
  expect(inflated).toEqual(['deflate']);
});

test('a click without effect is reported each time, and a new worker starts with the unedited cutout', async () => {
  const compositor = await open();
  const edits = { ...noEdits, edits: [eraser, { kind: 'seed-click', action: 'fill', x: 5, y: 5 } as const] };
  for (const isFirst of [true, false]) {
    const refined = await compositor.refine(edits, { signal });
    expect(refined).toMatchObject({ isFirst, withoutEffect: [1] });
    expect(refined.part === undefined).toBe(!isFirst);
  }
  compositor.close();
  expect(await compositor.refine(noEdits, { signal })).toEqual({
    part: undefined,
    isFirst: true,
    withoutEffect: [],
  });
});

test('the blurred original contains nothing of the subject', async () => {
  const subject = (x: number, y: number) => Math.hypot(x - 60, y - 40) < 20;
  const compositor = await open(
    (x, y) => (subject(x, y) ? [255, 0, 0, 255] : [0, 0, 0, 0]),
    (x, y) => (subject(x, y) ? [255, 0, 0, 255] : [0, 0, 255, 255]),
  );
  const original = await pngOf((x, y) => (subject(x, y) ? [255, 0, 0, 255] : [0, 0, 255, 255]));
  const at = await decoded(await written(compositor, paramsOf({ kind: 'blur', original, strength: 100 })));
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

test('a stroke erases, another restores the image’s own colour, and undoing both yields the first cutout', async () => {
  const photo = (x: number, y: number): Pixel => (x < 40 ? [10, 200, 30, 255] : pixelAt(x, y));
  const compositor = await open(pixelAt, photo);
  const restorer: Stroke = { ...eraser, action: 'restore', points: [20, 0, 1, 20, 80, 1] };
  const edits = { ...noEdits, edits: [eraser, restorer] };
  const refined = await compositor.refine(edits, { signal });
  expect(refined).toMatchObject({ part: { rect: { y: 0, heightPx } }, isFirst: true, withoutEffect: [] });
  const at = await decoded(await written(compositor, paramsOf({ kind: 'transparent' }, { edits })));
  expect(at(100, 40)[3]).toBe(0);
  expect(at(112, 40)).toEqual([112, 40, 7, 255]);
  expect(at(20, 40)).toEqual([10, 200, 30, 255]);
  expect(at(5, 40)[3]).toBe(0);
  const matte = await compositor.editMatte(noEdits, { signal });
  expect([matte.data[40 * widthPx + 100], matte.data[40 * widthPx + 20]]).toEqual([255, 0]);
  const first = await decoded(await written(compositor, paramsOf({ kind: 'transparent' })));
  expect([first(100, 40), first(20, 40)]).toEqual([
    [100, 40, 7, 255],
    [0, 0, 0, 0],
  ]);
});

test('the result has the requested size, and its draft has the same shape', async () => {
  const compositor = await open();
  const transform = { toPhoto: scaling(0.5), widthPx: widthPx * 2, heightPx: heightPx * 2 };
  const params = paramsOf({ kind: 'color', color: '#ffffff' }, { transform });
  const saved = await createImageBitmap(await written(compositor, params));
  expect([saved.width, saved.height]).toEqual([240, 160]);
  const { bitmap } = await compositor.render(params, { quality: 'draft', signal });
  expect(bitmap.width / bitmap.height).toBeCloseTo(1.5, 2);
});

test('encodeMatte writes the matte’s values as grey', async () => {
  const compositor = await open((x) => [0, 0, 0, x]);
  const { file } = await compositor.encodeMatte(noEdits, { signal });
  const at = await decoded(file);
  for (let x = 0; x < widthPx; x += 1) expect(at(x, 6)).toEqual([x, x, x, 255]);
});

test('an aborted job rejects, and the next job is served', async () => {
  const compositor = await open();
  const own = new AbortController();
  const jpeg: Encoding = { format: 'jpeg', quality: 90 };
  const write = (color: string, until: AbortSignal) =>
    compositor.encode(paramsOf({ kind: 'color', color }), jpeg, { signal: until });
  const first = write('#123456', own.signal);
  own.abort(new Error('newer'));
  const second = write('#ffffff', signal);
  await expect(first).rejects.toThrow('newer');
  expect((await decoded((await second).file))(5, 5)).toEqual([255, 255, 255, 255]);
});

test('closing the compositor rejects the running job, and the next job starts a new worker', async () => {
  const compositor = await open();
  const params = paramsOf({ kind: 'color', color: '#ffffff' });
  const first = compositor.render(params, { signal });
  compositor.close();
  await expect(first).rejects.toMatchObject({ code: 'processing-failed' });
  expect((await written(compositor, params)).size).toBeGreaterThan(0);
});

test('an image and its matte suffice, and every stage reports its progress', async () => {
  const data = Uint8ClampedArray.from({ length: widthPx * heightPx }, (_, at) => (at % widthPx < 60 ? 0 : 255));
  const image = await pngOf((x) => (x < 60 ? [0, 0, 255, 255] : [200, 30, 20, 255]));
  const compositor = createCompositor({ image, matte: { data, widthPx, heightPx } });
  opened.push(compositor);
  const reports: Progress[] = [];
  const eraser: Stroke = {
    kind: 'stroke',
    action: 'erase',
    points: [100, 0, 1, 100, 80, 1],
    sizePx: 10,
    hardness: 100,
    opacity: 100,
    followsEdges: false,
  };
  const { file } = await compositor.encode(
    { background: { kind: 'color', color: '#ffffff' }, edits: { ...noEdits, edits: [eraser] } },
    { format: 'png' },
    { onProgress: (progress) => reports.push(progress) },
  );
  const at = await decoded(file);
  expect([at(5, 5), at(115, 40), at(100, 40)]).toEqual([
    [255, 255, 255, 255],
    [200, 30, 20, 255],
    [255, 255, 255, 255],
  ]);
  expect([...new Set(reports.map(({ stage }) => stage))]).toEqual(['edit-matte', 'compose', 'encode']);
  for (const stage of ['edit-matte', 'compose', 'encode'] as const) {
    const counts = reports.flatMap((progress) => (progress.stage === stage ? [progress.loaded / progress.total] : []));
    expect(counts.at(-1)).toBe(1);
    expect(counts).toEqual(counts.toSorted((one, other) => one - other));
  }
});

test('a preview shows the result’s pixels with their alpha', async () => {
  const compositor = await open();
  const { preview, widthPx: resultPx } = await compositor.encode({}, { format: 'png' }, { previewSidePx: 30 });
  expect(resultPx).toBe(120);
  expect(preview).toMatchObject({ widthPx: 30, heightPx: 20 });
  const at = (x: number, y: number) => [...(preview?.data.subarray((y * 30 + x) * 4, (y * 30 + x) * 4 + 4) ?? [])];
  expect([at(1, 1), at(15, 10)]).toEqual([
    [0, 0, 0, 0],
    [255, 0, 0, 128],
  ]);
  // The pixel is the mean of the columns 100 to 103 and of the rows 40 to 43.
  expect([102, 101]).toContain(at(25, 10)[0]);
  expect((await compositor.encode({}, { format: 'png' })).preview).toBeUndefined();
});

test('another format of the same result reuses its pixels', async () => {
  const compositor = await open();
  const stagesOf = async (format: 'png' | 'jpeg') => {
    const stages = new Set<Progress['stage']>();
    const white = { background: { kind: 'color', color: '#ffffff' } } as const;
    const onProgress = ({ stage }: Progress) => void stages.add(stage);
    await compositor.encode(white, format === 'png' ? { format } : { format, quality: 90 }, { onProgress });
    return [...stages];
  };
  expect(await stagesOf('png')).toEqual(['compose', 'encode']);
  expect(await stagesOf('jpeg')).toEqual(['encode']);
});

test('params that a schema rejects fail their job with a message that names the property', async () => {
  const compositor = await open();
  const wrong = paramsOf({ kind: 'color', color: 'blue' });
  await expect(written(compositor, wrong)).rejects.toMatchObject({
    code: 'processing-failed',
    message: expect.stringMatching('color'),
  });
  const tooMuch = { ...noEdits, contrast: 200 };
  await expect(compositor.editMatte(tooMuch)).rejects.toMatchObject({ message: expect.stringMatching('contrast') });
  await expect(written(compositor, {}, { format: 'jpeg', quality: 0 })).rejects.toMatchObject({
    message: expect.stringMatching('quality'),
  });
  const small = { data: new Uint8ClampedArray(5), widthPx, heightPx };
  const unfit = createCompositor({ image: await pngOf(pixelAt), matte: small });
  opened.push(unfit);
  await expect(unfit.editMatte(noEdits)).rejects.toMatchObject({
    code: 'processing-failed',
    message: expect.stringMatching('does not match its size'),
  });
  expect((await written(compositor, {})).type).toBe('image/png');
});
