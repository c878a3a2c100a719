import { readPsd } from 'ag-psd';
import { afterEach, expect, test } from 'vitest';

import { boxOn, whiteSweep, withoutShadow } from '../../test/shadow-renders.ts';
import { noLight } from '../light/light-params.ts';
import { noEdits } from '../matte/matte-edits.ts';
import type { Raster } from '../raster/raster.ts';
import { type Compositor, createCompositor } from './create-compositor.ts';

const opened: Compositor[] = [];
afterEach(() => opened.splice(0).forEach((compositor) => compositor.close()));

/** Opens a render whose alpha is the matte. */
async function open({ widthPx, heightPx, data }: Raster): Promise<Compositor> {
  const image = new ImageData(data.slice(), widthPx, heightPx);
  const matte = new Uint8ClampedArray(widthPx * heightPx);
  for (let at = 0; at < matte.length; at += 1) {
    matte[at] = data[at * 4 + 3] ?? 0;
    image.data[at * 4 + 3] = 255;
  }
  const canvas = new OffscreenCanvas(widthPx, heightPx);
  canvas.getContext('2d')?.putImageData(image, 0, 0);
  const compositor = createCompositor({
    image: await canvas.convertToBlob(),
    matte: { data: matte, widthPx, heightPx },
  });
  opened.push(compositor);
  return compositor;
}

/** Decodes a file with the browser's decoder. */
async function pixelsOf(file: Blob) {
  const bitmap = await createImageBitmap(file);
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  context?.drawImage(bitmap, 0, 0);
  return (x: number, y: number) => Array.from(context?.getImageData(x, y, 1, 1).data ?? []);
}

const photographed = { ...noLight, photographed: { strength: 100, softness: 0 } };
/** A place in the shadow to the right of the box, and one far from it. */
const [shaded, lit] = [
  [420, 346],
  [60, 60],
] as const;

test(
  'the shadow of the photograph darkens a new background, and is black with alpha without one',
  { tags: ['long'] },
  async () => {
    const compositor = await open(boxOn(whiteSweep));
    expect(await compositor.findShadow(noEdits)).toEqual({ refusal: undefined });
    const background = { kind: 'color', color: '#ffffff' } as const;
    const onWhite = await compositor.encode({ light: photographed, background }, { format: 'png' });
    expect(onWhite.missingShadow).toBeUndefined();
    const white = await pixelsOf(onWhite.file);
    expect(white(...lit)).toEqual([255, 255, 255, 255]);
    // The cast shadow leaves about 40 % of the light, which is 168 in sRGB.
    expect(white(...shaded)[0]).toBeGreaterThan(150);
    expect(white(...shaded)[0]).toBeLessThan(190);
    const transparent = await pixelsOf((await compositor.encode({ light: photographed }, { format: 'png' })).file);
    expect(transparent(...lit)[3]).toBe(0);
    expect(transparent(...shaded)).toEqual([0, 0, 0, 255 - (white(...shaded)[0] ?? 0)]);
    const half = { ...noLight, photographed: { strength: 50, softness: 0 } };
    const weaker = await pixelsOf((await compositor.encode({ light: half, background }, { format: 'png' })).file);
    expect(weaker(...shaded)[0]).toBeGreaterThan((white(...shaded)[0] ?? 255) + 20);
  },
);

test('a PSD has the shadow of the photograph as a layer of its own below a drawn one', { tags: ['long'] }, async () => {
  const compositor = await open(boxOn(whiteSweep));
  const { file } = await compositor.encode({ light: { ...photographed, contact: 50 } }, { format: 'psd' });
  const layers = readPsd(await file.arrayBuffer(), { useImageData: true }).children ?? [];
  expect(layers.map(({ name }) => name)).toEqual(['Photographed shadow', 'Shadow', 'Subject']);
});

test('a result without the shadow says why it is missing', { tags: ['long'] }, async () => {
  const compositor = await open(withoutShadow(whiteSweep));
  expect(await compositor.findShadow(noEdits)).toEqual({ refusal: 'no-shadow' });
  const { file, missingShadow } = await compositor.encode({ light: photographed }, { format: 'png' });
  expect(missingShadow).toBe('no-shadow');
  expect((await pixelsOf(file))(...shaded)[3]).toBe(0);
  const view = await compositor.render({ light: photographed }, { quality: 'draft' });
  expect(view.missingShadow).toBe('no-shadow');
  view.bitmap.close();
});

test('a search for the shadow can be aborted', { tags: ['long'] }, async () => {
  const compositor = await open(boxOn(whiteSweep));
  const reason = new Error('stopped');
  await expect(compositor.findShadow(noEdits, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});
