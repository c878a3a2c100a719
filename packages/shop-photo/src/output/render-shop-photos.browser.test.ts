/** @module-tag long */
import { createCompositor } from '@isola/imaging';
import { marketplaceIds } from '@isola/photo-specs/marketplaces';
import {
  checkShopPhoto,
  findSubject,
  layOutSubject,
  measurePhoto,
  renderShopPhotos,
  type TargetId,
  targets,
} from '@isola/shop-photo';
import jpeg from 'jpeg-js';
import { expect, test } from 'vitest';

const size = { widthPx: 900, heightPx: 700 };
const subject = { x: 200, y: 120, widthPx: 480, heightPx: 460 };

/** Draws a box with a pattern that is hard to compress, in front of a wall, and its exact matte. */
async function photographed() {
  const canvas = new OffscreenCanvas(size.widthPx, size.heightPx);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = '#b9b2a4';
  context.fillRect(0, 0, size.widthPx, size.heightPx);
  for (let y = 0; y < subject.heightPx; y += 2) {
    for (let x = 0; x < subject.widthPx; x += 2) {
      context.fillStyle = `hsl(${(x * 37 + y * 91) % 360} 70% ${20 + ((x * y) % 40)}%)`;
      context.fillRect(subject.x + x, subject.y + y, 2, 2);
    }
  }
  const data = new Uint8ClampedArray(size.widthPx * size.heightPx);
  for (let y = subject.y; y < subject.y + subject.heightPx; y += 1) {
    const row = y * size.widthPx + subject.x;
    data.fill(255, row, row + subject.widthPx);
  }
  return { image: await canvas.convertToBlob(), matte: { ...size, data } };
}

async function requestsFor(ids: readonly TargetId[], found: ReturnType<typeof findSubject>) {
  if (!found) throw new Error('no subject');
  return ids.map((id) => ({ id, target: targets[id], layout: layOutSubject(found.box, targets[id].spec) }));
}

/** Decodes a JPEG without the browser's decoder, which the package uses. */
async function decodedJpeg(file: Blob) {
  const { width, height, data } = jpeg.decode(await file.arrayBuffer(), { useTArray: true, maxMemoryUsageInMB: 2048 });
  return { widthPx: width, heightPx: height, data };
}

test('white stays exactly white under every size limit, although some JPEG qualities cannot represent it', async () => {
  const { image, matte } = await photographed();
  const compositor = createCompositor({ image, matte });
  const [request] = await requestsFor(['coupang'], findSubject(matte));
  if (!request) throw new Error('no request');
  const { spec } = request.target;
  const limits = [52_000, 46_000, 44_000, 42_000, 40_000, 36_000, 30_000, 24_000];
  const rendered = await renderShopPhotos(
    compositor,
    limits.map((maxBytes) => ({
      ...request,
      id: `${maxBytes}`,
      target: { ...request.target, spec: { ...spec, fileSize: { maxBytes } } },
    })),
  );
  compositor.close();
  const qualities: number[] = [];
  for (const photo of rendered) {
    if (photo.state !== 'done') throw new Error(photo.code);
    const { border } = measurePhoto(await decodedJpeg(photo.file), '#ffffff', 'jpeg');
    expect([photo.quality, border.offColour]).toEqual([photo.quality, 0]);
    expect(photo.file.size).toBeLessThanOrEqual(Number(photo.id));
    qualities.push(photo.quality ?? 0);
  }
  expect(Math.min(...qualities)).toBeLessThan(46);
});

test('one cutout for Amazon, Taobao, Ozon and two own files keeps each target’s rules, measured with another decoder', async () => {
  const { image, matte } = await photographed();
  const compositor = createCompositor({ image, matte });
  const ids = ['amazon', 'taobao', 'ozon', 'white', 'transparent'] as const;
  const seen: number[] = [];
  const rendered = await renderShopPhotos(compositor, await requestsFor(ids, findSubject(matte)), {
    onProgress: ({ loaded, total }) => seen.push(loaded / total),
  });
  compositor.close();
  expect(rendered.map(({ id }) => id)).toEqual(ids);
  expect(seen).toEqual(seen.toSorted((one, other) => one - other));
  expect(seen.at(-1)).toBe(1);
  for (const photo of rendered) {
    if (photo.state !== 'done') throw new Error(photo.code);
    const target = targets[photo.id as TargetId];
    const checked = await checkShopPhoto(photo.file, target);
    expect([photo.id, checked.rules.filter(({ state }) => state === 'fail')]).toEqual([photo.id, []]);
    if (photo.id === 'transparent') continue;
    const measured = measurePhoto(await decodedJpeg(photo.file), '#ffffff', 'jpeg');
    expect(measured.border.offColour).toBe(0);
    const [pixels, fill] = [checked.rules[0]?.measured, checked.rules.find(({ id }) => id === 'fill')?.measured];
    expect(pixels).toEqual({ widthPx: measured.widthPx, heightPx: measured.heightPx });
    const longerPx = Math.max(measured.subject?.widthPx ?? 0, measured.subject?.heightPx ?? 0);
    // Decoders smooth the chroma differently.
    expect(Math.abs((fill as { longerSidePx: number }).longerSidePx - longerPx)).toBeLessThan(10);
  }
});

test('a limit that no quality meets fails only its own file, and an abort stops all files', async () => {
  const { image, matte } = await photographed();
  const compositor = createCompositor({ image, matte });
  const [first, second] = await requestsFor(['amazon', 'taobao'], findSubject(matte));
  if (!first || !second) throw new Error('no requests');
  const impossible = {
    ...first,
    target: { ...first.target, spec: { ...first.target.spec, fileSize: { maxBytes: 900 } } },
  };
  const rendered = await renderShopPhotos(compositor, [impossible, second]);
  expect(rendered).toMatchObject([
    { id: 'amazon', state: 'failed', code: 'processing-failed' },
    { id: 'taobao', state: 'done' },
  ]);
  const aborting = new AbortController();
  const stopped = renderShopPhotos(compositor, [second, first], {
    signal: aborting.signal,
    onRendered: () => aborting.abort(new Error('stop')),
  });
  await expect(stopped).rejects.toThrow('stop');
  compositor.close();
});

test('every marketplace has a target with a white background', () => {
  for (const id of marketplaceIds) expect(targets[id].background).toBe('#ffffff');
});
