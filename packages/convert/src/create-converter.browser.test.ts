import { readCameraMetadata } from '@isola/imaging';
import { expect, onTestFinished, test, vi } from 'vitest';

import { ConvertError } from './convert-error.ts';
import { createConverter, type ConverterOptions } from './create-converter.ts';

const files = import.meta.glob<string>('../test/files/*.{heic,avif,tif,gif,png}', {
  query: '?url',
  import: 'default',
  eager: true,
});

const takenAt = Date.UTC(2026, 4, 6);

/** Returns a file under a name that says nothing about its format. */
async function fileOf(name: string, shownAs = 'photo.jpg'): Promise<File> {
  const bytes = await (await fetch(files[`../test/files/${name}`] ?? '')).arrayBuffer();
  return new File([bytes], shownAs, { lastModified: takenAt });
}

function converterOf(options?: ConverterOptions) {
  const converter = createConverter(options);
  onTestFinished(() => converter.close());
  return converter;
}

/** Decodes a picture as a page shows it: converted to sRGB. */
async function shown(picture: Blob) {
  const bitmap = await createImageBitmap(picture);
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  context?.drawImage(bitmap, 0, 0);
  const data = context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? new Uint8ClampedArray();
  return { size: [bitmap.width, bitmap.height], data };
}

function meanDifference(one: Uint8ClampedArray, other: Uint8ClampedArray): number {
  expect(one.length).toBe(other.length);
  return one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length;
}

const textOf = async (file: Blob) => new TextDecoder('latin1').decode(await file.arrayBuffer());

test(
  'a HEIC becomes a JPEG with its pixels, its camera and its date, and without its position',
  { tags: ['long'] },
  async () => {
    const stages: string[] = [];
    const { file, conversion } = await converterOf().convert(await fileOf('mug.heic', 'IMG_0001.HEIC'), {
      onStage: (stage) => stages.push(stage),
    });
    expect(conversion).toEqual({
      from: 'HEIC',
      to: 'JPEG',
      isFirstOfMany: false,
      isReduced: false,
      isApproximate: false,
    });
    expect([file.name, file.type, file.lastModified]).toEqual(['IMG_0001.jpg', 'image/jpeg', takenAt]);
    const { size, data } = await shown(file);
    expect(size).toEqual([96, 72]);
    expect(meanDifference(data, (await shown(await fileOf('mug.png'))).data)).toBeLessThan(2.5);
    expect(await readCameraMetadata(file)).toEqual({ make: 'Isola', model: 'Render' });
    const text = await textOf(file);
    expect(text).toContain('2026:05:06 07:08:09');
    expect(text).toContain('+02:00');
    expect(stages.at(0)).toBe('loading');
    expect(stages.slice(-2)).toEqual(['decoding', 'encoding']);
  },
);

test.each(['mug-p3.heic', 'mug-p3.avif'])(
  'the colours of Display P3 in %s are shown as they were',
  { tags: ['long'] },
  async (name) => {
    const { file } = await converterOf().convert(await fileOf(name));
    expect(await textOf(file)).toContain('ICC_PROFILE');
    expect(meanDifference((await shown(file)).data, (await shown(await fileOf('mug.png'))).data)).toBeLessThan(4);
  },
);

test('saturated colours outside of sRGB survive an AVIF of Display P3', { tags: ['long'] }, async () => {
  const { file } = await converterOf().convert(await fileOf('red-p3.avif'));
  const bitmap = await createImageBitmap(file);
  const context = new OffscreenCanvas(1, 1).getContext('2d', { colorSpace: 'display-p3' });
  context?.drawImage(bitmap, 0, 0);
  const [red, green, blue] = context?.getImageData(0, 0, 1, 1).data ?? [];
  // The file contains pure red of Display P3. In sRGB it would become (234, 51, 35) in terms of Display P3.
  expect(red).toBeGreaterThan(250);
  expect(Math.max(green ?? 255, blue ?? 255)).toBeLessThan(12);
});

test('alpha becomes a PNG with alpha', { tags: ['long'] }, async () => {
  const { file, conversion } = await converterOf().convert(await fileOf('mug-alpha.heic'));
  expect(conversion.to).toBe('PNG');
  const alphas = (all: Uint8ClampedArray) => all.filter((_, at) => at % 4 === 3);
  const { data } = await shown(file);
  expect(meanDifference(alphas(data), alphas((await shown(await fileOf('mug-alpha.png'))).data))).toBeLessThan(2);
});

test('an AVIF and an opaque TIFF, turned upright, have the pixels of their source', { tags: ['long'] }, async () => {
  const converter = converterOf();
  const source = await shown(await fileOf('mug.png'));
  const avif = await converter.convert(await fileOf('mug.avif'));
  expect(avif.conversion).toMatchObject({ from: 'AVIF', to: 'JPEG' });
  expect(meanDifference((await shown(avif.file)).data, source.data)).toBeLessThan(4);
  const tiff = await converter.convert(await fileOf('mug-6.tif', 'scan.tif'));
  expect([tiff.conversion.to, tiff.file.name]).toEqual(['PNG', 'scan.png']);
  const { size, data } = await shown(tiff.file);
  expect(size).toEqual([72, 96]);
  // Orientation 6: the first stored row is the right column.
  for (const [x, y] of [
    [0, 0],
    [40, 7],
    [95, 71],
  ] as const) {
    const at = (x * 72 + (71 - y)) * 4;
    expect([...data.subarray(at, at + 4)]).toEqual([...source.data.subarray((y * 96 + x) * 4, (y * 96 + x) * 4 + 4)]);
  }
});

test('of several images and frames the first is used, and the result says so', { tags: ['long'] }, async () => {
  const converter = converterOf();
  expect((await converter.convert(await fileOf('two-images.heic'))).conversion.isFirstOfMany).toBe(true);
  const gif = await converter.convert(await fileOf('two-frames.gif'));
  expect(gif.conversion).toMatchObject({ from: 'GIF', to: 'PNG', isFirstOfMany: true });
});

/** Builds a BMP of 2 × 2 px with 24 bits: red and green below, blue and white above. */
function bmp(widthPx = 2): File {
  const view = new DataView(new ArrayBuffer(54 + 16));
  const bytes = new Uint8Array(view.buffer);
  bytes.set([0x42, 0x4d]);
  view.setUint32(2, bytes.length, true);
  view.setUint32(10, 54, true);
  view.setUint32(14, 40, true);
  view.setInt32(18, widthPx, true);
  view.setInt32(22, 2, true);
  view.setUint16(26, 1, true);
  view.setUint16(28, 24, true);
  bytes.set([0, 0, 255, 0, 255, 0], 54);
  bytes.set([255, 0, 0, 255, 255, 255], 62);
  return new File([bytes], 'picture.bmp');
}

test('a BMP becomes a PNG with the same pixels', async () => {
  const { file } = await converterOf().convert(bmp());
  const { data } = await shown(file);
  expect([...data]).toEqual([0, 0, 255, 255, 255, 255, 255, 255, 255, 0, 0, 255, 0, 255, 0, 255]);
});

test('a result over the limit is reduced and says so, and one that cannot become small enough is refused', async () => {
  const converter = converterOf();
  const tiff = await fileOf('mug-6.tif');
  const { file, conversion } = await converter.convert(tiff, { maxBytes: 8000 });
  expect(conversion).toMatchObject({ to: 'JPEG', isReduced: true });
  expect(file.size).toBeLessThanOrEqual(8000);
  await expect(converter.convert(tiff, { maxBytes: 500 })).rejects.toMatchObject({ code: 'file-too-large' });
});

test('other formats, huge sides and damaged files are refused, and the converter goes on', async () => {
  const converter = converterOf();
  await expect(converter.convert(await fileOf('mug.png'))).rejects.toMatchObject({ code: 'unsupported-format' });
  await expect(converter.convert(bmp(65_536))).rejects.toMatchObject({ code: 'image-too-large' });
  for (const name of ['mug.heic', 'mug.avif', 'mug-6.tif', 'two-frames.gif']) {
    const whole = await fileOf(name);
    const cut = new File([whole.slice(0, 200)], name);
    await expect(converter.convert(cut), name).rejects.toMatchObject({ code: 'damaged-image' });
  }
  expect((await converter.convert(bmp())).conversion.to).toBe('PNG');
});

test('an abort ends the conversion and its worker, and the next file starts another', async () => {
  const startWorker = vi.fn(
    () => new Worker(new URL('./worker/convert-worker.ts', import.meta.url), { type: 'module' }),
  );
  const converter = converterOf({ startWorker });
  const controller = new AbortController();
  const aborted = converter.convert(await fileOf('mug.heic'), {
    signal: controller.signal,
    onStage: () => controller.abort(new Error('enough')),
  });
  await expect(aborted).rejects.toThrow('enough');
  expect((await converter.convert(bmp())).conversion.from).toBe('BMP');
  expect(startWorker).toHaveBeenCalledTimes(2);
});

test('a decoder that does not end is ended after the limit', async () => {
  const script = `onmessage = () => { postMessage({ kind: 'stage', stage: 'decoding' }); for (;;); }`;
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  onTestFinished(() => URL.revokeObjectURL(url));
  const converter = converterOf({ timeoutMs: 300, startWorker: () => new Worker(url) });
  await expect(converter.convert(bmp())).rejects.toEqual(new ConvertError('timed-out', '300 ms'));
});
