import { crc32, readPngRows } from '@isola/imaging';
import { createSegmenter } from '@isola/segmenter';
import { createPngEncoder } from '@isola/segmenter/imaging';
import { expect, test, vi } from 'vitest';

import { createSegmentationSession } from '../session/segmentation-session.ts';

const [widthPx, heightPx] = [256, 150];
/** Pixels with every alpha, and a different colour under each. */
const pixels = Uint8ClampedArray.from({ length: widthPx * heightPx * 4 }, (_, at) => {
  const [x, y] = [Math.floor(at / 4) % widthPx, Math.floor(at / 4 / widthPx)];
  return [(x * 7 + y) % 256, 255 - y, (x * y) % 256, x][at % 4] ?? 0;
});

async function pngOf(rgba: Uint8ClampedArray<ArrayBuffer>): Promise<Blob> {
  const encoder = await createPngEncoder({ widthPx, heightPx });
  encoder.add(rgba);
  return encoder.finish();
}

async function pixelsOf(png: Blob) {
  const read = new Uint8ClampedArray(pixels.length);
  for await (const { firstRow, data } of readPngRows(png)) read.set(data, firstRow * widthPx * 4);
  return read;
}

/** Opens a file that is cut out already, which needs no model. None is available. */
async function opened(file: Blob) {
  const segmenter = createSegmenter({ execution: 'main', manifestUrl: '/no-models/manifest.json' });
  const session = createSegmentationSession(() => Promise.resolve(segmenter));
  await session.start(file);
  const done = await vi.waitUntil(() => {
    const state = session.getState();
    return state.state === 'done' ? state.segmentation : undefined;
  });
  segmenter.dispose();
  return done;
}

const alphas = pixels.filter((_, at) => at % 4 === 3);

test(
  'an image that is cut out already keeps every colour of its PNG, even under low alpha',
  { tags: ['long'] },
  async () => {
    const { png, matte } = await opened(await pngOf(pixels));
    expect(await pixelsOf(await png.write())).toEqual(pixels);
    expect(matte.data).toEqual(alphas);
  },
);

test('the browser converts a file with its own colour space to sRGB', async () => {
  const file = await pngOf(pixels);
  // A gAMA chunk with a gamma of 1, which means linear light, replaces the sRGB chunk.
  const name = new TextEncoder().encode('gAMA');
  const content = Uint8Array.of(0, 1, 0x86, 0xa0);
  const check = new DataView(new ArrayBuffer(4));
  check.setUint32(0, crc32(content, crc32(name)));
  const linear = new Blob([file.slice(0, 33), Uint8Array.of(0, 0, 0, 4), name, content, check, file.slice(33 + 13)]);
  const { png, matte } = await opened(linear);
  const shown = new OffscreenCanvas(widthPx, heightPx).getContext('2d');
  shown?.drawImage(await createImageBitmap(linear), 0, 0);
  expect(await pixelsOf(await png.write())).toEqual(shown?.getImageData(0, 0, widthPx, heightPx).data);
  expect(matte.data).toEqual(alphas);
});

test('a WebP keeps its alpha, and its colours as far as a canvas preserves them', async () => {
  const canvas = new OffscreenCanvas(widthPx, heightPx);
  canvas.getContext('2d')?.putImageData(new ImageData(pixels, widthPx, heightPx), 0, 0);
  const { png, matte } = await opened(await canvas.convertToBlob({ type: 'image/webp', quality: 1 }));
  expect(matte.data).toEqual(alphas);
  const read = await pixelsOf(await png.write());
  // Opaque pixels are preserved exactly.
  for (let at = 255 * 4; at < read.length; at += widthPx * 4) {
    expect(read.subarray(at, at + 4)).toEqual(pixels.subarray(at, at + 4));
  }
});
