import { beforeAll, describe, expect, test } from 'vitest';

import { inspectFile } from '../../test/inspect-file.ts';
import type { Raster } from '../raster/raster.ts';
import { readPngRows } from '../raster/read-png-rows.ts';
import type { Task } from '../job/task.ts';
import { encodeImage, prepareEncoding } from './encode-image.ts';
import { encoders, type Encoding } from './encoders.ts';
import { encodeMattePng } from './png.ts';

const { signal } = new AbortController();
const formats = ['png', 'webp', 'jpeg'] as const;

type Paint = (x: number, y: number) => readonly [red: number, green: number, blue: number, alpha: number];

function paint(widthPx: number, heightPx: number, at: Paint): Raster {
  const data = new Uint8ClampedArray(widthPx * heightPx * 4);
  for (let y = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1) data.set(at(x, y), (y * widthPx + x) * 4);
  }
  return { widthPx, heightPx, data };
}

/** The left third is transparent, the middle is half-transparent red, and the right is opaque blue. */
const cutout = paint(120, 80, (x) => (x < 40 ? [0, 0, 0, 0] : x < 80 ? [255, 0, 0, 128] : [0, 0, 255, 255]));
const opaque = paint(120, 80, (x) => (x < 60 ? [255, 255, 255, 255] : [20, 120, 60, 255]));
/** Noise, which compresses badly. */
const noise = paint(400, 300, noiseAt);

/** Draws continuously. Chromium delays the encoding of a canvas by a second on a page that draws nothing. */
function keepDrawing(): void {
  requestAnimationFrame(keepDrawing);
}
beforeAll(keepDrawing);

type Choice = Partial<Omit<Extract<Encoding, { format: 'jpeg' }>, 'format'>> & { readonly format?: Encoding['format'] };

const encoding = (choice: Choice) => prepareEncoding(encoders, { format: 'png', quality: 90, ...choice });
const task: Task = { signal, yieldToEventLoop: () => Promise.resolve(), report: () => undefined };
const write = (raster: Raster, choice: Choice, metadata?: { model: string }) =>
  encodeImage(raster, encoding(choice), task, { metadata });

/** Decodes a file with the browser's decoder. */
async function decoded(file: Blob) {
  const bitmap = await createImageBitmap(file);
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  if (!context) throw new Error('no canvas');
  context.drawImage(bitmap, 0, 0);
  const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
  return {
    size: [bitmap.width, bitmap.height],
    at: (x: number, y: number) => [...data.subarray((y * bitmap.width + x) * 4, (y * bitmap.width + x) * 4 + 4)],
  };
}

async function viewOn(file: Blob): Promise<DataView> {
  return new DataView(await file.arrayBuffer());
}

function textAt(view: DataView, at: number, length: number): string {
  return Array.from({ length }, (_, index) => String.fromCharCode(view.getUint8(at + index))).join('');
}

async function textOf(file: Blob): Promise<string> {
  const view = await viewOn(file);
  return textAt(view, 0, view.byteLength);
}

/** Returns the offset of each chunk's data, by the chunk's name. */
function pngChunks(view: DataView): ReadonlyMap<string, number> {
  const chunks = new Map<string, number>();
  for (let at = 8; at < view.byteLength; at += 12 + view.getUint32(at)) chunks.set(textAt(view, at + 4, 4), at + 8);
  return chunks;
}

function webpChunks(view: DataView): ReadonlyMap<string, number> {
  const chunks = new Map<string, number>();
  for (let at = 12; at < view.byteLength;) {
    chunks.set(textAt(view, at, 4), at + 8);
    const length = view.getUint32(at + 4, true);
    at += 8 + length + (length % 2);
  }
  return chunks;
}

describe('pixels', () => {
  test('a PNG preserves every pixel, including colours under low alpha', async () => {
    const soft = paint(90, 70, (x, y) => [x * 2, y * 3, 77, (x + y) % 5]);
    const { file } = await write(soft, {});
    for await (const { firstRow, data } of readPngRows(file)) {
      expect(data).toEqual(soft.data.subarray(firstRow * 360, firstRow * 360 + data.length));
    }
  });

  test('an opaque PNG preserves every pixel and has no alpha channel', async () => {
    const { file } = await write(noise, {});
    const view = await viewOn(file);
    // The bytes are the bit depth, 8, and colour type 2.
    expect([view.getUint8(24), view.getUint8(25)]).toEqual([8, 2]);
    const { at } = await decoded(file);
    for (const [x = 0, y = 0] of [
      [0, 0],
      [399, 299],
      [123, 45],
    ]) {
      expect(at(x, y)).toEqual([...noise.data.subarray((y * 400 + x) * 4, (y * 400 + x) * 4 + 4)]);
    }
  });

  test('a WebP preserves alpha', async () => {
    const { file, quality } = await write(cutout, { format: 'webp' });
    expect([file.type, quality]).toEqual(['image/webp', 90]);
    const { at, size } = await decoded(file);
    expect(size).toEqual([120, 80]);
    expect([at(5, 5)[3], at(60, 40)[3], at(100, 40)[3]]).toEqual([0, 128, 255]);
  });

  test(
    'a palette PNG has at most 256 colours, alpha included, and is close to its source',
    { tags: ['long'] },
    async () => {
      const soft = paint(120, 80, (x, y) => [x * 2, y * 3, 77, Math.min(255, x * 3)]);
      const { file, colorCount } = await write(soft, { format: 'png-palette' });
      const image = await inspectFile(file);
      expect(image.isPalette).toBe(true);
      const colors = new Set(
        Array.from({ length: 120 * 80 }, (_, at) => image.at(at % 120, Math.floor(at / 120)).join()),
      );
      expect(colors.size).toBeGreaterThan(128);
      expect(colors.size).toBeLessThanOrEqual(256);
      expect(colorCount).toBe(256);
      const errors = soft.data.map((value, at) => (at % 4 === 3 ? Math.abs(value - (image.pixels[at] ?? 0)) : 0));
      expect(Math.max(...errors)).toBeLessThan(24);
      expect((await write(soft, { format: 'png-palette', maxBytes: file.size * 0.8 })).colorCount).toBeLessThan(256);
    },
  );

  test('a JPEG is close to its source', async () => {
    const { at } = await decoded((await write(opaque, { format: 'jpeg', quality: 95 })).file);
    for (const [index, value] of [20, 120, 60, 255].entries()) {
      expect(Math.abs((at(90, 40)[index] ?? 0) - value)).toBeLessThan(4);
    }
  });

  test('a matte is written as one channel of grey', async () => {
    const data = Uint8ClampedArray.from({ length: 300 * 7 }, (_, at) => at % 256);
    const file = await encodeMattePng({ data, widthPx: 300, heightPx: 7 }, task.yieldToEventLoop, () => undefined);
    expect((await viewOn(file)).getUint8(25)).toBe(0);
    const { at } = await decoded(file);
    for (let x = 0; x < 300; x += 1) {
      const value = (6 * 300 + x) % 256;
      expect(at(x, 6)).toEqual([value, value, value, 255]);
    }
  });
});

describe('print resolution', () => {
  test('is in a PNG’s pHYs chunk, in pixels per metre', async () => {
    const view = await viewOn((await write(cutout, { dotsPerInch: 300 })).file);
    const chunks = pngChunks(view);
    const at = chunks.get('pHYs') ?? 0;
    // 300 ÷ 0.0254 = 11 811.02.
    expect([view.getUint32(at), view.getUint32(at + 4), view.getUint8(at + 8)]).toEqual([11_811, 11_811, 1]);
    expect(view.getUint8(chunks.get('sRGB') ?? 0)).toBe(0);
  });

  test('is in a JPEG’s first segment, in dots per inch', async () => {
    const { file } = await write(opaque, { format: 'jpeg', dotsPerInch: 600 });
    const view = await viewOn(file);
    expect([view.getUint16(2), textAt(view, 6, 5)]).toEqual([0xffe0, 'JFIF\0']);
    expect([view.getUint8(13), view.getUint16(14), view.getUint16(16)]).toEqual([1, 600, 600]);
    expect((await decoded(file)).size).toEqual([120, 80]);
  });

  test.each([
    ['a transparent', cutout, 0x18],
    ['an opaque', opaque, 0x08],
  ] as const)('is in the EXIF chunk of %s WebP, and the flags match', async (_, raster, flags) => {
    for (const quality of [80, 100]) {
      const { file } = await write(raster, { format: 'webp', quality, dotsPerInch: 150 });
      const view = await viewOn(file);
      expect(view.getUint32(4, true)).toBe(view.byteLength - 8);
      const chunks = webpChunks(view);
      expect([...chunks.keys()].at(0)).toBe('VP8X');
      expect([...chunks.keys()].at(-1)).toBe('EXIF');
      expect(chunks.has('ICCP')).toBe(false);
      const extended = chunks.get('VP8X') ?? 0;
      expect(view.getUint8(extended)).toBe(flags);
      expect([view.getUint16(extended + 4, true), view.getUint16(extended + 7, true)]).toEqual([119, 79]);
      const exif = chunks.get('EXIF') ?? 0;
      expect(textAt(view, exif, 2)).toBe('II');
      expect(view.getUint16(exif + 10, true)).toBe(0x011a);
      const place = view.getUint32(exif + 18, true);
      expect([view.getUint32(exif + place, true), view.getUint32(exif + place + 4, true)]).toEqual([150, 1]);
      const { at, size } = await decoded(file);
      expect(size).toEqual([120, 80]);
      expect(at(5, 5)[3]).toBe(raster === cutout ? 0 : 255);
    }
  });

  test.each(formats)('is missing from a %s when none was chosen', async (format) => {
    const { file } = await write(opaque, { format });
    const view = await viewOn(file);
    if (format === 'png') expect([...pngChunks(view).keys()]).toEqual(['IHDR', 'sRGB', 'IDAT', 'IEND']);
    else expect(await textOf(file)).not.toMatch(/Exif|EXIF|ICCP/);
  });
});

describe('camera metadata', () => {
  test.each(formats)('is written into a %s only when it is requested', async (format) => {
    const notes = { model: 'Canon EOS R5' };
    const kept = (await write(opaque, { format, includesMetadata: true, dotsPerInch: 300 }, notes)).file;
    expect(await textOf(kept)).toContain('Canon EOS R5\0');
    expect((await decoded(kept)).size).toEqual([120, 80]);
    expect(await textOf((await write(opaque, { format }, notes)).file)).not.toContain('Canon');
  });

  test('is in a PNG’s eXIf chunk as TIFF, before the pixels', async () => {
    const { file } = await write(opaque, { includesMetadata: true }, { model: 'X100V' });
    const view = await viewOn(file);
    expect([...pngChunks(view).keys()].indexOf('eXIf')).toBeLessThan([...pngChunks(view).keys()].indexOf('IDAT'));
    expect(view.getUint32(pngChunks(view).get('eXIf') ?? 0)).toBe(0x49492a00);
  });
});

describe('a file with a maximum size', () => {
  test('has lower quality, and below that fewer pixels, including its metadata', async () => {
    const whole = await write(noise, { format: 'jpeg', quality: 90 });
    const choice = { format: 'jpeg', dotsPerInch: 300, includesMetadata: true } as const;
    for (const share of [0.8, 0.1]) {
      const maxBytes = Math.round(whole.file.size * share);
      const small = await write(noise, { ...choice, maxBytes }, { model: 'EOS' });
      expect(small.file.size).toBeLessThanOrEqual(maxBytes);
      expect(small.file.size).toBeGreaterThan(maxBytes * 0.75);
      expect((await decoded(small.file)).size).toEqual([small.widthPx, small.heightPx]);
      if (share === 0.8) expect([small.widthPx, small.quality && small.quality < 90]).toEqual([400, true]);
      else expect(small.widthPx / small.heightPx).toBeCloseTo(4 / 3, 1);
    }
  });

  test('as PNG has fewer colours, and only below that fewer pixels', { tags: ['long'] }, async () => {
    const steps = paint(400, 300, (x, y) => [x >> 1, y, (x * y) % 256, x < 100 ? 128 : 255]);
    const whole = await write(steps, {});
    expect(whole.colorCount).toBeUndefined();
    const less = await write(steps, { maxBytes: Math.round(whole.file.size * 0.6) });
    expect(less.file.size).toBeLessThanOrEqual(whole.file.size * 0.6);
    expect([less.widthPx, less.heightPx]).toEqual([400, 300]);
    expect(less.colorCount).toBeLessThanOrEqual(256);
    expect(less.colorCount).toBeGreaterThanOrEqual(32);
    const image = await decoded(less.file);
    const colors = new Set(
      Array.from({ length: 400 * 300 }, (_, at) => image.at(at % 400, Math.floor(at / 400)).join()),
    );
    expect(colors.size).toBeLessThanOrEqual(less.colorCount ?? 0);

    const small = await write(steps, { maxBytes: 8_000 });
    expect(small.file.size).toBeLessThanOrEqual(8_000);
    expect(small.widthPx).toBeLessThan(400);
    expect(small.colorCount).toBeGreaterThanOrEqual(32);

    // When the size in px must stay, the file loses more colours instead of pixels.
    const kept = await write(steps, { maxBytes: 20_000, keepsSize: true });
    expect(kept.file.size).toBeLessThanOrEqual(20_000);
    expect([kept.widthPx, kept.heightPx]).toEqual([400, 300]);
  });

  test.each(['png', 'webp'] as const)(
    'as %s keeps its alpha when it has fewer pixels',
    { tags: ['long'] },
    async (format) => {
      const patches = paint(600, 400, (x, y) => (x < 300 ? [0, 0, 0, 0] : noiseAt(x, y)));
      const small = await write(patches, { format, maxBytes: 20_000 });
      expect(small.file.size).toBeLessThanOrEqual(20_000);
      expect(small.widthPx).toBeLessThan(600);
      const { at, size } = await decoded(small.file);
      expect(size).toEqual([small.widthPx, small.heightPx]);
      expect([at(2, 2)[3], at(small.widthPx - 3, 2)[3]]).toEqual([0, 255]);
    },
  );

  test('is rejected when no image is small enough', async () => {
    const failing = write(noise, { format: 'jpeg', maxBytes: 200 });
    await expect(failing).rejects.toMatchObject({ code: 'processing-failed' });
  });
});

test('an aborted encoding returns no file', async () => {
  const own = new AbortController();
  own.abort(new Error('newer'));
  await expect(encodeImage(noise, encoding({ format: 'jpeg' }), { ...task, signal: own.signal })).rejects.toThrow(
    'newer',
  );
  let yields = 0;
  const yieldToEventLoop = () => (++yields > 2 ? Promise.reject(new Error('stopped')) : Promise.resolve());
  const limited = encoding({ format: 'jpeg', maxBytes: 20_000 });
  await expect(encodeImage(noise, limited, { ...task, yieldToEventLoop })).rejects.toThrow('stopped');
});

function noiseAt(x: number, y: number): readonly [number, number, number, number] {
  return [(x * 7919 + y * 104_729) % 251, (x * x + y * 31) % 241, (x * y) % 239, 255];
}
