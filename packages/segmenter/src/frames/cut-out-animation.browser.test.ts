import { afterEach, describe, expect, test, vi } from 'vitest';

import type { Segmenter } from '../public-api.ts';
import { cutOutAnimation } from './cut-out-animation.ts';

afterEach(() => vi.unstubAllGlobals());

/**
 * Animations of 16 × 4 px with three frames, which sharp 0.35 wrote: a red part of 4, 8 and 12 columns on blue, for 50, 120 and
 * 200 ms, played three times.
 */
const sources = {
  gif: 'R0lGODlhEAAEAIEAAExpcf8AAAAA/wAAACH/C05FVFNDQVBFMi4wAwECAAAh+QQFBQAAACwAAAAAEAAEAAACC4wjqZuHDB2MZ7ICACH5BAUMAAAALAQAAAAEAAQAAAIEjI8ZBQAh+QQFFAAAACwIAAAABAAEAAACBIyPGQUAOw==',
  webp: 'UklGRr4AAABXRUJQVlA4WAoAAAACAAAADwAAAwAAQU5JTQYAAAD/////AwBBTk1GMgAAAAAAAAAAAA8AAAMAADIAAAJWUDhMGQAAAC8PwAAADxDzv//zHw4EAkkG+/sOEdH/yAEAQU5NRigAAAACAAAAAAADAAADAAB4AAAAVlA4TA8AAAAvA8AAAAcQ/Y/+ByKi/wEAQU5NRigAAAAEAAAAAAADAAADAADIAAAAVlA4TA8AAAAvA8AAAAcQ/Y/+ByKi/wEA',
};
const redPx = [4, 8, 12];
const durationsMs = [50, 120, 200];

const fileOf = (base64: string) => new Blob([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))]);

/** A segmenter whose subject is what is red, with half the alpha in the first column. */
const redness = {
  async segment(source: ImageData) {
    const pixels = source.data.slice();
    for (let at = 0; at < pixels.length; at += 4) {
      if ((pixels[at] ?? 0) < 128) pixels.fill(0, at, at + 4);
      else if ((at / 4) % 16 === 0) pixels[at + 3] = 128;
    }
    return { pixels, run: { model: 'redness' } };
  },
} as unknown as Segmenter;

/** Reads an animation with the browser's decoder. @returns the alpha of each frame's first row. */
async function readBack(file: Blob) {
  const decoder = new ImageDecoder({ data: await file.arrayBuffer(), type: file.type });
  await Promise.all([decoder.tracks.ready, decoder.completed]);
  const { frameCount = 0, repetitionCount } = decoder.tracks.selectedTrack ?? {};
  const durations: number[] = [];
  const alphas: number[][] = [];
  for (let frameIndex = 0; frameIndex < frameCount; frameIndex += 1) {
    const { image } = await decoder.decode({ frameIndex });
    durations.push((image.duration ?? 0) / 1000);
    const context = new OffscreenCanvas(16, 4).getContext('2d');
    context?.drawImage(image, 0, 0);
    image.close();
    const { data } = context?.getImageData(0, 0, 16, 1) ?? { data: new Uint8ClampedArray() };
    alphas.push(Array.from(data.filter((_, at) => at % 4 === 3)));
  }
  decoder.close();
  return { frameCount, repetitionCount, durations, alphas };
}

/** A GIF has no partial transparency, so alpha from 128 on becomes 255. */
const expectedAlphas = (format: string) =>
  redPx.map((columns) =>
    Array.from({ length: 16 }, (_, x) => (x === 0 ? (format === 'gif' ? 255 : 128) : x < columns ? 255 : 0)),
  );

test.each([
  ['gif', undefined, 'gif'],
  ['gif', 'png', 'png'],
  ['gif', 'webp', 'webp'],
  ['webp', undefined, 'webp'],
  ['webp', 'png', 'png'],
  ['webp', 'gif', 'gif'],
] as const)('a %s with the format %s becomes an animated %s', async (source, format, written) => {
  const progress: string[] = [];
  const { file, ...facts } = await cutOutAnimation(fileOf(sources[source]), {
    segmenter: redness,
    onProgress: ({ loaded, total }) => progress.push(`${loaded}/${total}`),
    ...(format && { format }),
  });
  expect(facts).toEqual({
    format: written,
    widthPx: 16,
    heightPx: 4,
    frames: 3,
    plays: 3,
    subject: 'found',
    keptTransparency: false,
  });
  expect(file.type).toBe(`image/${written}`);
  expect(progress).toEqual(['0/3', '1/3', '2/3', '3/3']);
  const { durations, alphas, ...counts } = await readBack(file);
  // An animation that is played three times is repeated twice.
  expect(counts).toEqual({ frameCount: 3, repetitionCount: 2 });
  expect(durations).toEqual(durationsMs);
  expect(alphas).toEqual(expectedAlphas(written));
});

describe('a failure has a code', () => {
  const gif = fileOf(sources.gif);
  const cutOut = (file: Blob, options = {}) => cutOutAnimation(file, { segmenter: redness, ...options });

  test('without ImageDecoder', async () => {
    vi.stubGlobal('ImageDecoder', undefined);
    await expect(cutOut(gif)).rejects.toMatchObject({ name: 'FramesError', code: 'no-image-decoder' });
  });

  test('without an encoder for WebP', async () => {
    vi.spyOn(OffscreenCanvas.prototype, 'convertToBlob').mockResolvedValueOnce(new Blob([], { type: 'image/png' }));
    await expect(cutOut(gif, { format: 'webp' })).rejects.toMatchObject({ code: 'format-not-writable' });
  });

  test.each<[string, Blob, string]>([
    ['a text', new Blob(['text']), 'unsupported-format'],
    ['an empty file', new Blob([]), 'empty-file'],
    ['a GIF without frames', gif.slice(0, 30), 'damaged-image'],
  ])('for %s', async (_, file, code) => {
    await expect(cutOut(file)).rejects.toMatchObject({ code });
  });

  test('for a format that is none of an animation', async () => {
    await expect(cutOut(gif, { format: 'jpeg' })).rejects.toThrow(RangeError);
  });
});

test('an aborted call rejects with the reason', async () => {
  const stop = new AbortController();
  const onProgress = ({ loaded }: { loaded: number }) => loaded === 1 && stop.abort(new Error('enough'));
  const call = cutOutAnimation(fileOf(sources.gif), { segmenter: redness, signal: stop.signal, onProgress });
  await expect(call).rejects.toThrow('enough');
});
