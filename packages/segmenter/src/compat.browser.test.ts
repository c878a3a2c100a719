/** @module-tag long */
import { beforeAll, expect, test, vi } from 'vitest';

import { answer } from '../test/answers.ts';
import { encoded, pixelsOf, redAndBlue } from '../test/pictures.ts';
import { tinyModelUrl } from '../test/tiny-model.ts';
import removeByDefault, {
  alphamask,
  applySegmentationMask,
  type Config,
  preload,
  removeBackground,
  removeForeground,
  segmentForeground,
} from './compat.ts';

const publicPath = '/test-answers/compat/';
const [widthPx, heightPx] = [60, 40];
const image = encoded(redAndBlue(widthPx, heightPx, 30));

beforeAll(async () => {
  const manifest = await (await fetch(await tinyModelUrl())).text();
  await answer('compat/manifest.json', { body: manifest });
  // Loads the scripts, which takes a minute on a loaded machine, without loading the tests' own model.
  await preload({ publicPath, fetchArgs: { headers: { 'x-purpose': 'warm-up' } } });
});

/** Returns two pixels of a result: one of the red subject, one of the blue background. */
async function subjectAndBackground(blob: Blob): Promise<number[][]> {
  const { data, width, height } = await pixelsOf(blob);
  const middle = Math.floor(height / 2) * width;
  const at = (x: number) => Array.from(data.subarray((middle + x) * 4, (middle + x) * 4 + 4));
  return [at(Math.round(width * 0.1)), at(Math.round(width * 0.9))];
}

test('the example of img.ly’s README runs, with progress and after preloading', async () => {
  const reported: [string, number, number][] = [];
  const config: Config = {
    publicPath,
    progress: (key, current, total) => reported.push([key, current, total]),
  };
  await preload(config);
  const fetched = reported.splice(0);
  expect(new Set(fetched.map(([key]) => key))).toEqual(new Set(['fetch:/models/isnet_fp16']));
  expect(fetched.every(([, current, total]) => current <= total)).toBe(true);

  const blob = await removeByDefault(image, config);
  expect(blob.type).toBe('image/png');
  expect(await subjectAndBackground(blob)).toEqual([
    [255, 0, 0, 255],
    [0, 0, 0, 0],
  ]);
  const computed = reported.filter(([key]) => key.startsWith('compute:'));
  expect(computed).toEqual([
    ['compute:decode', 0, 4],
    ['compute:inference', 1, 4],
    ['compute:mask', 2, 4],
    ['compute:encode', 3, 4],
    ['compute:encode', 4, 4],
  ]);
});

test('segmentForeground returns white with the mask, and applySegmentationMask scales a mask to the image', async () => {
  const mask = await segmentForeground(image, { publicPath });
  expect(await subjectAndBackground(mask)).toEqual([
    [255, 255, 255, 255],
    [0, 0, 0, 0],
  ]);
  expect(alphamask).toBe(segmentForeground);
  const larger = encoded(redAndBlue(widthPx * 2, heightPx * 2, 60));
  const cutout = await applySegmentationMask(larger, mask, { publicPath });
  expect((await pixelsOf(cutout)).width).toBe(widthPx * 2);
  expect(await subjectAndBackground(cutout)).toEqual([
    [255, 0, 0, 255],
    [0, 0, 0, 0],
  ]);
});

test('removeForeground keeps the background alone', async () => {
  expect(await subjectAndBackground(await removeForeground(image, { publicPath }))).toEqual([
    [0, 0, 0, 0],
    [0, 0, 255, 255],
  ]);
});

test.each(['image/png', 'image/jpeg', 'image/webp'] as const)('%s is written', async (format) => {
  const blob = await removeBackground(image, { publicPath, output: { format, quality: 0.9 } });
  expect(blob.type).toBe(format);
  const [subject = [], background = []] = await subjectAndBackground(blob);
  expect(subject[0]).toBeGreaterThan(240);
  // A JPEG has no transparency: its background is black.
  expect(background).toEqual(format === 'image/jpeg' ? [0, 0, 0, 255] : [0, 0, 0, 0]);
});

test('raw formats have one or four bytes per pixel, name their size, and are sources', async () => {
  const rgba = await removeBackground(image, { publicPath, output: { format: 'image/x-rgba8' } });
  expect([rgba.type, rgba.size]).toEqual(['image/x-rgba8;width=60;height=40', 60 * 40 * 4]);
  const alpha = await segmentForeground(image, { publicPath, output: { format: 'image/x-alpha8' } });
  expect([alpha.type, alpha.size]).toEqual(['image/x-alpha8;width=60;height=40', 60 * 40]);
  expect(await subjectAndBackground(await applySegmentationMask(image, alpha, { publicPath }))).toEqual([
    [255, 0, 0, 255],
    [0, 0, 0, 0],
  ]);
});

test('rescale: false returns 1024 × 1024 pixels', async () => {
  const { width, height } = await pixelsOf(await removeBackground(image, { publicPath, rescale: false }));
  expect([width, height]).toEqual([1024, 1024]);
});

test('pixels, bytes, addresses and an ndarray are sources', async () => {
  const pixels = redAndBlue(widthPx, heightPx, 30);
  const rgb = pixels.data.filter((_, index) => index % 4 < 3);
  const url = URL.createObjectURL(image);
  const sources = [
    pixels,
    await image.arrayBuffer(),
    new Uint8Array(await image.arrayBuffer()),
    url,
    new URL(url),
    { data: rgb, shape: [heightPx, widthPx, 3] },
  ];
  for (const source of sources) {
    const [, background] = await subjectAndBackground(await removeBackground(source, { publicPath }));
    expect(background).toEqual([0, 0, 0, 0]);
  }
});

test('an invalid value throws an error that names the valid ones, and an unknown option is ignored with a warning', async () => {
  await expect(removeBackground(image, { publicPath, model: 'huge' as never })).rejects.toThrow(
    'model is huge, and must be one of isnet, isnet_fp16, isnet_quint8, large, medium, small',
  );
  await expect(removeBackground(image, { publicPath, output: { quality: 80 } })).rejects.toThrow(
    'output.quality is 80, and must be a number from 0 to 1',
  );
  const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
  await removeBackground(image, { publicPath, output: { type: 'mask' }, numThreads: 4 } as Config);
  expect(warn.mock.calls).toEqual([['@isola/segmenter/compat ignores the unknown option numThreads.']]);
  warn.mockRestore();
});

test('a missing model is an error with a code', async () => {
  await expect(removeBackground(image, { publicPath: '/no-models/' })).rejects.toMatchObject({
    name: 'SegmenterError',
    code: 'model-load-failed',
  });
});
