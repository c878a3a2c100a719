import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { PNG } from 'pngjs';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';

import { writeRednessModel } from '../../../test/redness-model.ts';
import { createSegmenter, type Segmenter } from '../create-node-segmenter.ts';
import type { RawPixels, SegmenterSource } from '../open-node-source.ts';
import { type AnimationOptions, cutOutAnimation } from './cut-out-animation.ts';

const size = { width: 24, height: 10 };
const frameBytes = size.width * size.height * 4;
const delays = [50, 120, 70, 200];

type Rgba = readonly [number, number, number, number];

/** RGBA pixels of a frame. */
function frameOf(colourAt: (x: number, y: number) => Rgba): Buffer {
  return Buffer.from(
    Array.from({ length: size.width * size.height }, (_, at) =>
      colourAt(at % size.width, Math.floor(at / size.width)),
    ).flat(),
  );
}

/** Frames in which a red part at the left grows and shrinks, on blue. What is left of a larger one would be seen. */
const redPxOf = (frame: number) => [12, 6, 15, 9][frame] ?? 0;
const changing = delays.map((_, frame) => frameOf((x) => (x < redPxOf(frame) ? [255, 0, 0, 255] : [0, 0, 255, 255])));

function animated(frames: readonly Buffer[]) {
  const tall = {
    width: size.width,
    height: size.height * frames.length,
    pageHeight: size.height,
    channels: 4,
  } as const;
  return sharp(Buffer.concat(frames), { raw: tall });
}

/** A segmenter whose subject is what is red. It records its calls. */
function redness() {
  const calls: { readonly transparency: unknown }[] = [];
  const segment = async ({ data }: RawPixels, { transparency }: { transparency?: string }) => {
    calls.push({ transparency });
    const isKept = transparency === 'keep' && data.some((value, at) => at % 4 === 3 && value < 200);
    const pixels = Uint8ClampedArray.from(data);
    for (let at = 0; at < pixels.length; at += 4) {
      if (!isKept && (data[at] ?? 0) < 128) pixels.fill(0, at, at + 4);
    }
    return { pixels, run: { model: isKept ? 'own-transparency' : 'redness' } };
  };
  return { calls, segmenter: { segment } as unknown as Segmenter };
}

async function cutOut(source: SegmenterSource, options: AnimationOptions = {}) {
  const { segmenter, calls } = redness();
  const { file, ...facts } = await cutOutAnimation(segmenter, source as Buffer, options);
  return { file: Buffer.from(await file.arrayBuffer()), type: file.type, facts, calls };
}

/** Reads an animation back with sharp. @returns its facts, and the alpha of each frame's middle row. */
async function readBack(file: Buffer) {
  const { pages, delay, loop, format } = await sharp(file).metadata();
  const { data } = await sharp(file, { pages: -1 }).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const rows = Array.from({ length: data.length / frameBytes }, (_, frame) => {
    const from = frame * frameBytes + 5 * size.width * 4;
    return Array.from(data.subarray(from, from + size.width * 4));
  });
  const alphas = rows.map((row) => row.filter((_, at) => at % 4 === 3));
  return { facts: { pages, delay, loop, format }, rows, alphas };
}

const expectedAlphas = delays.map((_, frame) =>
  Array.from({ length: size.width }, (_, x) => (x < redPxOf(frame) ? 255 : 0)),
);

describe.each(['gif', 'webp'] as const)('an animated %s', (format) => {
  test.each([0, 1, 3])('keeps its frames, durations and %s plays, and each frame is cut out', async (loop) => {
    const source = await animated(changing)[format]({ delay: delays, loop }).toBuffer();
    const { file, facts, type } = await cutOut(source);
    expect(facts).toEqual({
      format,
      widthPx: size.width,
      heightPx: size.height,
      frames: 4,
      plays: loop,
      subject: 'found',
      keptTransparency: false,
    });
    expect(type).toBe(`image/${format}`);
    const back = await readBack(file);
    expect(back.facts).toEqual({ pages: 4, delay: delays, loop, format });
    expect(back.alphas).toEqual(expectedAlphas);
  });

  test('keeps frames that are equal once they are cut out', async () => {
    const blinking = [10, 200, 60].map((blue) => frameOf((x) => (x < 8 ? [255, 0, 0, 255] : [0, 0, blue, 255])));
    const picture = animated(blinking);
    const source = await picture[format]({ delay: [40, 50, 60], loop: 0 }).toBuffer();
    const { facts, alphas } = await readBack((await cutOut(source)).file);
    expect(facts).toMatchObject({ pages: 3, delay: [40, 50, 60] });
    expect(new Set(alphas.map(String)).size).toBe(1);
  });

  test('becomes a PNG, and that becomes the same animation again', async () => {
    const source = await animated(changing)[format]({ delay: delays, loop: 3 }).toBuffer();
    const png = await cutOut(source, { format: 'png' });
    expect(png.type).toBe('image/png');
    // A program that shows no animations shows the first frame.
    const first = PNG.sync.read(png.file);
    expect(Array.from(first.data.filter((_, at) => at % 4 === 3).subarray(0, size.width))).toEqual(expectedAlphas[0]);
    const again = await cutOut(png.file, { format });
    expect(again.facts.keptTransparency).toBe(true);
    const back = await readBack(again.file);
    expect(back.facts).toEqual({ pages: 4, delay: delays, loop: 3, format });
    expect(back.alphas).toEqual(expectedAlphas);
  });
});

test('progress counts the frames', async () => {
  const source = await animated(changing).gif({ delay: delays }).toBuffer();
  const seen: string[] = [];
  await cutOut(source, { onProgress: ({ loaded, total }) => seen.push(`${loaded}/${total}`) });
  expect(seen).toEqual(['0/4', '1/4', '2/4', '3/4', '4/4']);
});

test('a steady edge is the mean of frames in which the picture does not change, and can be turned off', async () => {
  // Nothing changes except a pixel far away.
  const still = [0, 1, 2].map((frame) =>
    frameOf((x, y) => (x === 23 && y === frame ? [0, 255, 0, 255] : x < 8 ? [255, 0, 0, 255] : [0, 0, 255, 255])),
  );
  const source = await animated(still)
    .webp({ delay: [50, 50, 50], lossless: true, loop: 0 })
    .toBuffer();
  const alphas = async (steadyEdge: boolean) => {
    let call = 0;
    const { segmenter } = redness();
    const flickering = {
      segment: async (...given: Parameters<Segmenter['segment']>) => {
        const found = await segmenter.segment<'pixels'>(given[0], given[1] as never);
        call += 1;
        if (call === 2) found.pixels.fill(0);
        return found;
      },
    } as unknown as Segmenter;
    const { file } = await cutOutAnimation(flickering, source, { steadyEdge });
    return (await readBack(Buffer.from(await file.arrayBuffer()))).alphas.map(([alpha]) => alpha);
  };
  expect(await alphas(false)).toEqual([255, 0, 255]);
  // The second frame is the mean of two, and the third of three.
  expect(await alphas(true)).toEqual([255, 128, 170]);
});

test('frames that are cut out already keep their transparency, unless it is to be cut', async () => {
  const discs = changing.map((frame) => frame.map((value, at) => (at % 4 === 3 && (at / 4) % 2 < 1 ? 0 : value)));
  const source = await animated(discs.map((frame) => Buffer.from(frame)))
    .webp({ delay: delays, lossless: true, exact: true })
    .toBuffer();
  const kept = await cutOut(source);
  expect(kept.calls).toEqual([{ transparency: 'keep' }]);
  expect(kept.facts).toMatchObject({ keptTransparency: true, subject: 'found' });
  const { alphas } = await readBack(kept.file);
  expect(alphas[3]).toEqual(Array.from({ length: size.width }, (_, x) => (x % 2) * 255));
  const cut = await cutOut(source, { transparency: 'cut' });
  expect(cut.calls).toHaveLength(4);
  expect(cut.calls).toEqual(delays.map(() => ({ transparency: 'cut' })));
});

test('a background makes each frame opaque', async () => {
  const source = await animated(changing).gif({ delay: delays }).toBuffer();
  const { rows } = await readBack((await cutOut(source, { background: '#00ff00' })).file);
  for (const row of rows) expect(row.slice(-4)).toEqual([0, 255, 0, 255]);
});

test('a still GIF is one frame, and a source without red has no subject', async () => {
  const source = await sharp(
    frameOf(() => [0, 0, 255, 255]),
    { raw: { ...size, channels: 4 } },
  )
    .gif()
    .toBuffer();
  expect((await cutOut(source)).facts).toMatchObject({ frames: 1, plays: 1, subject: 'none' });
});

describe('a source that cannot be cut out rejects with a code', () => {
  const webp = animated(changing).webp({ delay: delays }).toBuffer();
  test.each<[string, () => unknown, string, RegExp]>([
    ['text', () => Buffer.from('a text'), 'unsupported-format', /not a GIF, WebP or PNG/],
    [
      'a JPEG',
      () =>
        sharp({ create: { ...size, channels: 3, background: 'red' } })
          .jpeg()
          .toBuffer(),
      'unsupported-format',
      /no frames/,
    ],
    ['pixels', () => ({ data: changing[0], ...size }), 'unsupported-format', /not an animation/],
    ['an empty file', () => Buffer.alloc(0), 'empty-file', /no bytes/],
    ['a truncated WebP', async () => (await webp).subarray(0, -20), 'damaged-image', /from frame 1 on/],
    [
      'a GIF whose first frame is cut off',
      async () => (await animated(changing).gif().toBuffer()).subarray(0, 40),
      'damaged-image',
      /frame 1/,
    ],
    [
      'a GIF of 20 000 px',
      () =>
        Buffer.from(
          'GIF89a\x20\x4e\x20\x4e\x00\x00\x00\x2c\x00\x00\x00\x00\x20\x4e\x20\x4e\x00\x02\x02\x44\x01\x00\x3b',
          'latin1',
        ),
      'image-too-large',
      /20000 × 20000/,
    ],
  ])('%s', async (_, source, code, detail) => {
    await expect(cutOut((await source()) as Buffer)).rejects.toMatchObject({
      code,
      detail: expect.stringMatching(detail),
    });
  });
});

test('options that do not exist and values that they cannot have are rejected', async () => {
  const source = await animated(changing).gif().toBuffer();
  await expect(cutOut(source, { format: 'jpeg' as never })).rejects.toThrow(RangeError);
  await expect(cutOut(source, { quality: 0 })).rejects.toThrow(RangeError);
  await expect(cutOut(source, { outputs: [] } as never)).rejects.toThrow(TypeError);
});

test('the real segmenter cuts out each frame', { tags: ['long'] }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'isola-animation-'));
  await using segmenter = createSegmenter({ manifestUrl: writeRednessModel(folder), threads: 1 });
  const source = await animated(changing).webp({ delay: delays, lossless: true }).toBuffer();
  const { file, ...facts } = await cutOutAnimation(segmenter, source, { format: 'png' });
  expect(facts).toMatchObject({ frames: 4, subject: 'found', keptTransparency: false });
  const first = PNG.sync.read(Buffer.from(await file.arrayBuffer()));
  expect(Array.from(first.data.subarray(0, 4))).toEqual([255, 0, 0, 255]);
  expect(first.data.at(-1)).toBe(0);
  rmSync(folder, { recursive: true });
});

test('an aborted call rejects with the reason, and later frames are not segmented', async () => {
  const source = await animated(changing).gif({ delay: delays }).toBuffer();
  const stop = new AbortController();
  const { segmenter, calls } = redness();
  const onProgress = ({ loaded }: { loaded: number }) => loaded === 2 && stop.abort(new Error('enough'));
  await expect(cutOutAnimation(segmenter, source, { signal: stop.signal, onProgress })).rejects.toThrow('enough');
  expect(calls).toHaveLength(2);
});
