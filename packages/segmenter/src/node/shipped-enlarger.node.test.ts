import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';

import { buildEnlarger } from '../../models/build-enlarger.ts';
import { readCatalogue } from '../../models/catalogue.ts';
import { plainSums, type WebsrNetwork } from '../../test/plain-enlarger.ts';
import { createRandom } from '../../test/random.ts';
import type { Enlarger } from '../enlarge/create-enlarger.ts';
import type { EnlargerImage } from '../enlarge/enlarger-image.ts';
import { openEnlarger } from './open-node-enlarger.ts';

const models = join(import.meta.dirname, '../../../../apps/site/public/models');
const manifestUrl = join(models, 'enlarge/manifest.json');
const examples = join(import.meta.dirname, '../../test/enlarge');

/** Distance from a pixel to the farthest pixel that changes its enlargement. */
const reachPx = 7;

let enlarger: Enlarger;

beforeAll(async () => {
  await buildEnlarger(models, readCatalogue());
  enlarger = await openEnlarger({ manifestUrl });
});

async function read(file: string): Promise<EnlargerImage> {
  const { data, info } = await sharp(join(examples, file)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { pixels: new Uint8ClampedArray(data), widthPx: info.width, heightPx: info.height };
}

/** Reads the network that is shipped, as WebSR's package contains it. */
function readNetwork(): WebsrNetwork {
  const folder = dirname(createRequire(import.meta.url).resolve('@websr/websr'));
  const file = readFileSync(join(folder, '../weights/anime4k/cnn-2x-l-an.json'), 'utf8');
  return (JSON.parse(file) as { layers: WebsrNetwork }).layers;
}

function noise(widthPx: number, heightPx: number): EnlargerImage {
  const generator = createRandom(11);
  const pixels = Uint8ClampedArray.from({ length: widthPx * heightPx * 4 }, (_, at) =>
    at % 4 === 3 ? 255 : generator.integer(0, 255),
  );
  return { pixels, widthPx, heightPx };
}

function crop(
  { pixels, widthPx }: EnlargerImage,
  left: number,
  top: number,
  size: Pick<EnlargerImage, 'widthPx' | 'heightPx'>,
): EnlargerImage {
  const rows = Array.from({ length: size.heightPx }, (_, row) => {
    const from = ((top + row) * widthPx + left) * 4;
    return pixels.subarray(from, from + size.widthPx * 4);
  });
  return { pixels: Uint8ClampedArray.from(rows.flatMap((row) => [...row])), ...size };
}

test('the shipped network equals the plain sums of WebSR’s file, across the tiles and to the borders', async () => {
  const picture = await read('basket.png');
  const { pixels, widthPx, heightPx } = await enlarger.enlarge(picture);
  expect([widthPx, heightPx]).toEqual([2 * picture.widthPx, 2 * picture.heightPx]);
  const expected = plainSums(readNetwork(), picture);
  const differences = pixels.map((value, at) => (at % 4 === 3 ? 0 : Math.abs(value - (expected[at] ?? NaN))));
  // Weights are rounded to 16 bits, so values that end near a half may round to the other side.
  expect(Math.max(...differences)).toBeLessThanOrEqual(1);
  expect(differences.filter((each) => each > 0).length / differences.length).toBeLessThan(0.02);
});

test('tiles leave no seam: a part of a picture is enlarged as it is within the picture', async () => {
  const picture = noise(290, 140);
  const whole = await enlarger.enlarge(picture);
  // The part has its tiles at other places.
  const [left, top, size] = [31, 7, { widthPx: 240, heightPx: 131 }] as const;
  const part = await enlarger.enlarge(crop(picture, left, top, size));
  const inside = { widthPx: 2 * (size.widthPx - 2 * reachPx), heightPx: 2 * (size.heightPx - 2 * reachPx) };
  const expected = crop(whole, 2 * (left + reachPx), 2 * (top + reachPx), inside).pixels;
  const { pixels } = crop(part, 2 * reachPx, 2 * reachPx, inside);
  expect(pixels).toHaveLength(expected.length);
  // The number says more than a difference of all values, which takes minutes to print.
  expect(pixels.filter((value, at) => value !== expected[at])).toHaveLength(0);
});

test('the colour that hides in transparent pixels does not reach visible ones', async () => {
  const hiding = (hidden: number): EnlargerImage => {
    const pixels = new Uint8ClampedArray(120 * 60 * 4);
    for (let pixel = 0; pixel < 120 * 60; pixel += 1) {
      const [x, y] = [pixel % 120, Math.floor(pixel / 120)];
      const isVisible = Math.hypot(x - 90, y - 30) < 20;
      pixels.set(isVisible ? [200, 40 + (x % 7) * 5, 30, 255] : [hidden, hidden, hidden, 0], pixel * 4);
    }
    return { pixels, widthPx: 120, heightPx: 60 };
  };
  const [black, white] = [await enlarger.enlarge(hiding(0)), await enlarger.enlarge(hiding(255))];
  for (let y = 0; y < 120; y += 1) {
    for (let x = 0; x < 240; x += 1) {
      if (Math.hypot(x / 2 - 90, y / 2 - 30) >= 20) continue;
      const at = (y * 240 + x) * 4;
      expect([...black.pixels.subarray(at, at + 4)]).toEqual([...white.pixels.subarray(at, at + 4)]);
      expect(black.pixels[at]).toBeGreaterThan(180);
    }
  }
});

test('reports each tile, and ends when it is aborted', async () => {
  const reports: number[] = [];
  await enlarger.enlarge(noise(129, 4), { onProgress: ({ loaded, total }) => reports.push(loaded / total) });
  expect(reports).toEqual([0.5, 1]);

  const aborting = new AbortController();
  const reason = new Error('cancelled');
  const running = enlarger.enlarge(noise(129, 4), {
    signal: aborting.signal,
    onProgress: () => aborting.abort(reason),
  });
  await expect(running).rejects.toBe(reason);
});

test('an image with another number of values than its size says is rejected', async () => {
  await expect(enlarger.enlarge({ ...noise(4, 4), heightPx: 5 })).rejects.toThrow(RangeError);
});

test('a damaged file and a missing one are rejected', async () => {
  await expect(openEnlarger({ manifestUrl: join(models, 'nowhere.json') })).rejects.toMatchObject({
    code: 'model-load-failed',
  });
  const folder = mkdtempSync(join(tmpdir(), 'isola-enlarger-test-'));
  await buildEnlarger(folder, readCatalogue());
  const file = readdirSync(join(folder, 'enlarge')).find((name) => name.endsWith('.bin')) ?? '';
  writeFileSync(join(folder, 'enlarge', file), new Uint8Array(18_320));
  const opening = openEnlarger({ manifestUrl: join(folder, 'enlarge/manifest.json') });
  await expect(opening).rejects.toMatchObject({ detail: /SHA-256/ });
  rmSync(folder, { recursive: true });
});
