import { estimateForeground } from '@isola/segmenter/imaging';
import { describe, expect, test } from 'vitest';

import rows from '../../../../pictures/pictures.json';
import { backgroundSources, type BackgroundSource } from '../background/background-sources.ts';
import { checkBackground } from '../background/open-background.ts';
import { composeRows } from './compose-rows.ts';
import { identity } from '../geometry/affine.ts';
import type { CutoutSource } from '../raster/raster.ts';
import { linearFromHex, linearOf, toSrgb } from '../color/linear-light.ts';

/**
 * Our own renders, for which the exact alpha and the subject's true colours are known, so that their true result over a
 * new background is known as well. The exact alpha serves as the matte, so that only the colours are judged.
 */
const renders = rows.filter(({ cutout }) => cutout);
const grounds = ['#ffffff', '#1c2733', '#4fa36b'];

async function pixelsOf(path: string, widthPx: number, heightPx: number): Promise<Uint8ClampedArray<ArrayBuffer>> {
  const response = await fetch(`/pictures/${path}`);
  const bitmap = await createImageBitmap(await response.blob(), { imageOrientation: 'from-image' });
  const context = new OffscreenCanvas(widthPx, heightPx).getContext('2d');
  if (!context) throw new Error('no canvas');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, widthPx, heightPx);
  return context.getImageData(0, 0, widthPx, heightPx).data;
}

async function sizeOf(path: string) {
  const { width, height } = await createImageBitmap(await (await fetch(`/pictures/${path}`)).blob());
  return { widthPx: width, heightPx: height };
}

/** Fur, glass, hair and a lamp. `npm test` runs only these. */
const always = new Set(['creature.jpg', 'glass.jpg', 'figure.jpg', 'lamp.webp']);

describe.each(renders)('decontamination of $file', ({ file, alpha: alphaFile, cutout: cutoutFile }) => {
  const tags = always.has(file) ? [] : ['long'];
  test('yields colours that are closer to the true result over a new background', { tags }, async () => {
    if (!cutoutFile || !alphaFile) throw new Error('pictures.json lists no cutout for this image');
    const size = await sizeOf(cutoutFile);
    const { widthPx, heightPx } = size;
    const [photo, grey, truth] = await Promise.all([
      pixelsOf(file, widthPx, heightPx),
      pixelsOf(alphaFile, widthPx, heightPx),
      pixelsOf(cutoutFile, widthPx, heightPx),
    ]);
    const matte = Uint8ClampedArray.from({ length: widthPx * heightPx }, (_, pixel) => grey[pixel * 4] ?? 0);

    const errorWith = async (strength: number): Promise<number> => {
      const foreground = await estimateForeground({ ...size, pixels: photo, matte }, size);
      const data = photo.slice();
      for (let first = 0; first < heightPx; first += foreground.maxRows) {
        const last = Math.min(heightPx, first + foreground.maxRows);
        const part = data.subarray(first * widthPx * 4, last * widthPx * 4);
        foreground.cutOut(part, first, matte.subarray(first * widthPx, last * widthPx), strength);
      }
      foreground.release();
      let [sum, count] = [0, 0];
      for (const color of grounds) {
        const cutout: CutoutSource = { ...size, rows: () => whole(data, heightPx) };
        const light = { contact: 0, drop: { strength: 0, angleDeg: 0, distance: 0, softness: 0 }, match: 0, wrap: 0 };
        const params: BackgroundSource = { kind: 'color', color };
        const { open: background } = checkBackground(backgroundSources, params);
        const composition = { cutout, background, light, toPhoto: identity, photo: size };
        const behind = linearFromHex(color);
        for await (const strip of composeRows(composition, () => Promise.resolve())) {
          for (let at = 0; at < strip.rowCount * widthPx; at += 1) {
            const pixel = strip.firstRow * widthPx + at;
            const share = (matte[pixel] ?? 0) / 255;
            if (share === 0 || share === 1) continue;
            for (const channel of [0, 1, 2] as const) {
              const own = linearOf[truth[pixel * 4 + channel] ?? 0] ?? 0;
              const expected = toSrgb(own * share + behind[channel] * (1 - share));
              sum += Math.abs((strip.data[at * 4 + channel] ?? 0) - expected);
              count += 1;
            }
          }
        }
      }
      return sum / count;
    };
    const [contaminated, clean] = [await errorWith(0), await errorWith(1)];
    expect(clean).toBeLessThan(contaminated);
  });
});

async function* whole(data: Uint8ClampedArray<ArrayBuffer>, rowCount: number) {
  yield { firstRow: 0, rowCount, data };
}
