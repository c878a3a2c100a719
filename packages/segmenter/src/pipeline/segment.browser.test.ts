import { expect, test } from 'vitest';

import type { Size } from '../api/size.ts';
import type { Model } from '../model/model-manifest.ts';
import type { ModelSession } from '../inference/session.ts';
import { pictureOf } from './canvas-platform.ts';
import type { Picture } from './platform.ts';
import { type Prediction, segment } from './segment.ts';

const options = {
  signal: new AbortController().signal,
  onProgress: () => undefined,
  onMask: () => undefined,
  detail: 'standard',
} as const;
const fine = { ...options, detail: 'fine' } as const;

/** The error with which onnxruntime-web reports refused memory. */
const refusedMemory = new Error('failed to call OrtRun(). ERROR_CODE: 6, ERROR_MESSAGE: std::bad_alloc');

/**
 * Returns a session whose mask is the redness of each pixel.
 * @param failures errors of runs, by the run's number from 1.
 */
function sessionSeeingRed(failures: Readonly<Record<number, Error>> = {}, fixedSize?: Size) {
  const seen: Size[] = [];
  const run: ModelSession['run'] = (pixels, { widthPx, heightPx }) => {
    seen.push({ widthPx, heightPx });
    const failure = failures[seen.length];
    if (failure) return Promise.reject(failure);
    const mask = Float32Array.from({ length: widthPx * heightPx }, (_, at) => (pixels[at * 4] ?? 0) / 255);
    return Promise.resolve({ mask, provider: 'wasm' });
  };
  const release = () => Promise.resolve();
  const session = {
    model: {} as Model,
    threads: 1,
    reportsShares: false,
    ...(fixedSize && { fixedSize }),
    run,
    release,
  };
  return { session, seen };
}

/**
 * Returns an image of 800 × 320 px. Its pixels have this share of subject up to the column `endPx`, and are background beyond.
 * A strip at the left edge is fully subject, so that the mask is stretched to its value.
 */
async function redPicture(share: number, endPx = 400): Promise<Picture> {
  const image = new ImageData(800, 320);
  for (let at = 0; at < 800 * 320; at += 1) {
    const x = at % 800;
    const red = x < 20 ? 1 : x < endPx ? share : 0;
    image.data.set([Math.round(red * 255), 0, 0, 255], at * 4);
  }
  return pictureOf(await createImageBitmap(image));
}

/** Sizes of the passes for that image. Its aspect ratio of 5 : 2 is squashed by two. */
const firstSize = { widthPx: 832, heightPx: 704 };
const secondSize = { widthPx: 1024, heightPx: 832 };
const smallerSize = { widthPx: 704, heightPx: 576 };

const refereeSeeingRed = {
  sidePx: 64,
  see: (pixels: Uint8ClampedArray) =>
    Float32Array.from({ length: 64 * 64 }, (_, at) => ((pixels[at * 4] ?? 0) > 50 ? 1 : 0)),
};

/** Returns the mask's value at a share of the image's width, at half of its height. */
function maskAt({ mask, widthPx, heightPx }: Prediction, across: number): number {
  return mask[Math.floor(heightPx / 2) * widthPx + Math.floor(widthPx * across)] ?? NaN;
}

test(
  'the first pass runs on the working image, the second on the full one in more pixels, and the first mask is reported',
  { tags: ['long'] },
  async () => {
    const { session, seen } = sessionSeeingRed();
    const told: number[] = [];
    const prediction = await segment(await redPicture(0.7), await redPicture(0.97), session, {
      ...options,
      onMask: (found) => void told.push(maskAt(found, 0.25)),
    });
    expect(seen).toEqual([firstSize, secondSize]);
    expect(told).toEqual([expect.closeTo(0.7, 2)]);
    expect(prediction).toMatchObject({ ...secondSize, subject: 'found', passes: 2 });
    expect(prediction.pixels).toHaveLength(prediction.mask.length * 4);
  },
);

test.each([
  ['only the first pass detects', 600, 400],
  ['only the second pass detects', 400, 600],
])('a part of the subject that %s is kept and listed as disputed', { tags: ['long'] }, async (_, ofFirst, ofSecond) => {
  const { session } = sessionSeeingRed();
  const prediction = await segment(await redPicture(1, ofFirst), await redPicture(1, ofSecond), session, options);
  expect(maskAt(prediction, 0.62)).toBeCloseTo(1, 2);
  expect(maskAt(prediction, 0.9)).toBe(0);
  const part = { leftPx: 400, topPx: 0, widthPx: 200, heightPx: 320 };
  expect(prediction.confidence.disputed).toEqual([expect.objectContaining(part)]);
});

test('a faint part next to the subject is dropped from the united mask', { tags: ['long'] }, async () => {
  const image = new ImageData(800, 320);
  for (let at = 0; at < 800 * 320; at += 1) {
    const x = at % 800;
    image.data.set([x < 300 ? 255 : x > 500 && x < 700 ? 128 : 0, 0, 0, 255], at * 4);
  }
  const picture = pictureOf(await createImageBitmap(image));
  const prediction = await segment(picture, picture, sessionSeeingRed().session, options);
  expect(maskAt(prediction, 0.2)).toBeCloseTo(1, 2);
  expect(maskAt(prediction, 0.75)).toBe(0);
});

test('the referee makes solid what both passes doubt', { tags: ['long'] }, async () => {
  const [working, full] = [await redPicture(0.4), await redPicture(0.4)];
  const { session } = sessionSeeingRed();
  expect(maskAt(await segment(working, full, session, options), 0.25)).toBeCloseTo(0.4, 2);
  const refereed = { ...session, referee: refereeSeeingRed };
  for (const each of [options, fine]) {
    const prediction = await segment(working, full, refereed, each);
    expect(maskAt(prediction, 0.25)).toBeGreaterThan(0.99);
    expect(maskAt(prediction, 0.75)).toBe(0);
  }
});

test.each([
  ['that the referee detects too is no longer disputed', 400, 600, 0],
  ['that the referee does not detect stays disputed', 600, 400, 1],
])('a part of the subject %s', { tags: ['long'] }, async (_, ofFirst, ofSecond, disputed) => {
  const refereed = { ...sessionSeeingRed().session, referee: refereeSeeingRed };
  const prediction = await segment(await redPicture(1, ofFirst), await redPicture(1, ofSecond), refereed, options);
  expect(maskAt(prediction, 0.62)).toBeCloseTo(1, 2);
  expect(prediction.confidence.disputed).toHaveLength(disputed);
});

test('edges come from the second pass', { tags: ['long'] }, async () => {
  const [working, full] = [await redPicture(1, 401), await redPicture(1, 400)];
  const prediction = await segment(working, full, sessionSeeingRed().session, options);
  const ofSecondAlone = await segment(full, full, sessionSeeingRed().session, options);
  expect(maskAt(ofSecondAlone, 0.5006)).toBeLessThan(
    maskAt(await segment(working, working, sessionSeeingRed().session, options), 0.5006),
  );
  expect(maskAt(prediction, 0.5006)).toBeCloseTo(maskAt(ofSecondAlone, 0.5006), 5);
  expect(prediction.confidence.disputed).toEqual([]);
});

test('the first mask is the result when memory is refused to the second pass', async () => {
  const { session, seen } = sessionSeeingRed({ 2: refusedMemory });
  const prediction = await segment(await redPicture(1, 600), await redPicture(1), session, options);
  expect(prediction).toMatchObject({ ...firstSize, passes: 1 });
  expect(seen).toEqual([firstSize, secondSize]);
});

test(
  'the first pass uses a smaller size when memory is refused, and segmenting fails when it is refused again',
  { tags: ['long'] },
  async () => {
    const smaller = sessionSeeingRed({ 1: refusedMemory });
    expect(await segment(await redPicture(1), await redPicture(1), smaller.session, options)).toMatchObject(secondSize);
    expect(smaller.seen).toEqual([firstSize, smallerSize, secondSize]);
    const { session } = sessionSeeingRed({ 1: refusedMemory, 2: refusedMemory });
    await expect(segment(await redPicture(1), await redPicture(1), session, options)).rejects.toThrow('bad_alloc');
  },
);

test('an error of the second pass other than refused memory makes segmenting fail', async () => {
  const { session } = sessionSeeingRed({ 2: new Error('the device is lost') });
  await expect(segment(await redPicture(1), await redPicture(1), session, options)).rejects.toThrow(
    'the device is lost',
  );
});

test('a model with a fixed size runs once at that size', async () => {
  const fixedSize = { widthPx: 64, heightPx: 64 };
  const { session, seen } = sessionSeeingRed({}, fixedSize);
  expect(await segment(await redPicture(1), await redPicture(1), session, options)).toMatchObject({ passes: 1 });
  expect(seen).toEqual([fixedSize]);
});

test('if one pass finds no subject, the other pass decides alone', { tags: ['long'] }, async () => {
  const black = new ImageData(800, 320);
  for (let at = 3; at < black.data.length; at += 4) black.data[at] = 255;
  const [nothing, found] = [pictureOf(await createImageBitmap(black)), await redPicture(1)];
  const subjectOf = async (working: Picture, full: Picture) =>
    (await segment(working, full, sessionSeeingRed().session, options)).subject;
  expect(await subjectOf(nothing, found)).toBe('found');
  expect(await subjectOf(found, nothing)).toBe('found');
  expect(await subjectOf(nothing, nothing)).toBe('none');
});

test('fine detail adds a third pass on a close-up of the subject', { tags: ['long'] }, async () => {
  const { session, seen } = sessionSeeingRed();
  const told: number[] = [];
  const prediction = await segment(await redPicture(0.7), await redPicture(0.97), session, {
    ...fine,
    onMask: (found) => void told.push(maskAt(found, 0.25)),
  });
  expect(prediction.passes).toBe(3);
  // The close-up has half of the image's width plus a margin and its whole height: 1.65 : 1, which is hardly squashed.
  const [first, second, closeUp] = seen;
  expect([first, second]).toEqual([firstSize, secondSize]);
  expect((closeUp?.widthPx ?? 0) * (closeUp?.heightPx ?? 0)).toBeGreaterThan(0.9 * 1024 ** 2);
  expect(told).toEqual([expect.closeTo(0.7, 2), expect.closeTo(0.97, 2)]);
  expect(maskAt(prediction, 0.25)).toBeCloseTo(0.97, 2);
  expect(maskAt(prediction, 0.75)).toBe(0);
  expect(prediction.pixels).toHaveLength(prediction.mask.length * 4);
});

test('disputed parts stay disputed after the close-up', { tags: ['long'] }, async () => {
  const [working, full] = [await redPicture(1, 600), await redPicture(1, 400)];
  const seenTwice = await segment(working, full, sessionSeeingRed().session, options);
  const seenThrice = await segment(working, full, sessionSeeingRed().session, fine);
  expect(seenThrice.confidence.disputed).toEqual(seenTwice.confidence.disputed);
  expect(seenThrice.passes).toBe(3);
});

test('the mask does not change when memory is refused to the close-up', { tags: ['long'] }, async () => {
  const { session, seen } = sessionSeeingRed({ 3: refusedMemory });
  const prediction = await segment(await redPicture(1), await redPicture(1), session, fine);
  expect(seen).toHaveLength(3);
  expect(prediction).toMatchObject({ ...secondSize, passes: 2 });
});

test('the progress of all passes together increases from 0 to 1', { tags: ['long'] }, async () => {
  const { session } = sessionSeeingRed();
  const run: ModelSession['run'] = (pixels, size, runOptions) => {
    for (const share of [0, 0.5, 1]) runOptions.onProgress(share);
    return session.run(pixels, size, runOptions);
  };
  const shares: number[] = [];
  const onProgress = (share: number) => void shares.push(share);
  await segment(await redPicture(0.7), await redPicture(0.7), { ...session, run }, { ...fine, onProgress });
  expect(shares).toHaveLength(9);
  expect(shares).toEqual(shares.toSorted((one, other) => one - other));
  expect([shares[0], shares.at(-1)]).toEqual([0, 1]);
});
