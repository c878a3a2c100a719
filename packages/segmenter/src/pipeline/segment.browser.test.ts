import { expect, test } from 'vitest';

import type { Size } from '../api/size.ts';
import type { Model } from '../model/model-manifest.ts';
import type { ModelSession } from '../inference/session.ts';
import { pictureOf } from './canvas-platform.ts';
import type { Picture } from './platform.ts';
import { type Prediction, segment } from './segment.ts';

const large = { sidePx: 896, longSidePx: 1024 };
const small = { sidePx: 640, longSidePx: 640 };

const options = {
  signal: new AbortController().signal,
  onProgress: () => undefined,
  onMask: () => undefined,
  detail: 'standard',
} as const;

/** A session that has not the memory for the first so many pictures, and says so in onnxruntime-web's own words. */
function sessionWithout(refusals: number, fixedSize?: Size) {
  const seen: Size[] = [];
  const run: ModelSession['run'] = (_, { widthPx, heightPx }) => {
    seen.push({ widthPx, heightPx });
    if (seen.length > refusals)
      return Promise.resolve({ mask: new Float32Array(widthPx * heightPx).fill(1), provider: 'wasm' });
    return Promise.reject(new Error('failed to call OrtRun(). ERROR_CODE: 6, ERROR_MESSAGE: std::bad_alloc'));
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

const picture = async () => pictureOf(await createImageBitmap(new ImageData(640, 256)));

/** Asks as for a full-size picture of the working picture's size. */
const segmentPictures = (working: Picture, lossless: Picture, ...rest: Tail<Parameters<typeof segment>>) =>
  segment({ working, lossless }, working, ...rest);

type Tail<T extends readonly unknown[]> = T extends readonly [unknown, unknown, ...infer Rest] ? Rest : never;

test('when memory is refused, the network runs within the next limits', async () => {
  const { session, seen } = sessionWithout(2);
  const limits = [large, { sidePx: 704, longSidePx: 768 }, small] as const;
  const mask = await segmentPictures(await picture(), await picture(), session, limits, options);
  expect(seen.length).toBe(3);
  for (const [attempt, { sidePx, longSidePx }] of limits.entries()) {
    const { widthPx, heightPx } = seen[attempt] ?? { widthPx: 0, heightPx: 0 };
    expect(widthPx * heightPx).toBeGreaterThan(0.7 * sidePx ** 2);
    expect(widthPx * heightPx).toBeLessThanOrEqual(sidePx ** 2);
    expect(widthPx).toBeLessThanOrEqual(longSidePx);
  }
  expect(mask).toMatchObject(seen[2] ?? {});
});

test('a model that takes one size is given that, once', async () => {
  const fixedSize = { widthPx: 64, heightPx: 64 };
  const { session, seen } = sessionWithout(1, fixedSize);
  await expect(segmentPictures(await picture(), await picture(), session, [large], options)).rejects.toThrow(
    'bad_alloc',
  );
  expect(seen).toEqual([fixedSize]);
});

/** What a picture's red says is subject; the masks of the runs that are named fail. */
function sessionSeeingRed(failures: Readonly<Record<number, Error>> = {}) {
  const seen: Size[] = [];
  const run: ModelSession['run'] = (pixels, { widthPx, heightPx }) => {
    seen.push({ widthPx, heightPx });
    const failure = failures[seen.length];
    if (failure) return Promise.reject(failure);
    const mask = Float32Array.from({ length: widthPx * heightPx }, (_, at) => (pixels[at * 4] ?? 0) / 255);
    return Promise.resolve({ mask, provider: 'wasm' });
  };
  const release = () => Promise.resolve();
  return { session: { model: {} as Model, threads: 1, reportsShares: false, run, release }, seen };
}

/**
 * 800 × 320 px: from the left edge to a column subject of this share, beyond it background. A strip on the left is subject
 * entirely, and is what masks are stretched to.
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

/** A picture of 5 : 2 is squashed by two. */
const firstSize = { widthPx: 640, heightPx: 512 };
const secondSize = { widthPx: 576, heightPx: 448 };

/** The mask at a share of the picture's width, half way down. */
function maskAt({ mask, widthPx, heightPx }: Prediction, across: number): number {
  return mask[Math.floor(heightPx / 2) * widthPx + Math.floor(widthPx * across)] ?? NaN;
}

const refusedMemory = new Error('std::bad_alloc');

test.each([
  // Of |2 × share − 1| the mean is the confidence: 0.98 and 0.6 here, but for the strip.
  ['a sure mask is the first', 0.99, 0.2, [firstSize], {}, 0.99],
  ['of an unsure one and a much surer one the second counts', 0.7, 0.97, [firstSize, secondSize], {}, 0.97],
  ['of an unsure one and one that is unsurer by far the first counts', 0.8, 0.4, [firstSize, secondSize], {}, 0.8],
  [
    'memory that is refused to the second leaves the first',
    0.8,
    0.97,
    [firstSize, secondSize],
    { 2: refusedMemory },
    0.8,
  ],
] as const)('%s', async (_, ofWorking, ofOriginal, sizes, failures, expected) => {
  const { session, seen } = sessionSeeingRed(failures);
  const prediction = await segmentPictures(
    await redPicture(ofWorking),
    await redPicture(ofOriginal),
    session,
    [small],
    options,
  );
  expect(seen).toEqual(sizes);
  expect(prediction).toMatchObject(firstSize);
  expect(maskAt(prediction, 0.25)).toBeCloseTo(expected, 2);
  expect(maskAt(prediction, 0.75)).toBe(0);
});

const fine = { ...options, detail: 'fine' } as const;

test('fine detail of a sure mask is seen once more, of the subject alone in the full-size picture', async () => {
  const { session, seen } = sessionSeeingRed();
  // The subject ends a little farther on in the full-size picture: by no more than an edge.
  const [lossless, full] = [await redPicture(1), await redPicture(1, 401)];
  const prediction = await segment({ working: await redPicture(1), lossless }, full, session, [small], fine);
  expect(prediction.passes).toBe(2);
  // Half of the picture's width and a margin, of all its height: a shape of 1.65 : 1, hardly squashed.
  const [first, closeUp] = seen;
  expect(first).toEqual(firstSize);
  expect((closeUp?.widthPx ?? 0) * (closeUp?.heightPx ?? 0)).toBeGreaterThan(0.9 * 832 ** 2);
  expect(prediction).toMatchObject({ widthPx: 800, heightPx: 320 });
  expect(maskAt(prediction, 0.25)).toBe(1);
  expect(maskAt(prediction, 0.75)).toBe(0);
  expect(maskAt(prediction, 0.5006)).toBeGreaterThan(0.8);
});

test('where a close-up lacks a whole part of the subject, the mask of all the picture stays', async () => {
  const { session } = sessionSeeingRed();
  const pictures = { working: await redPicture(1), lossless: await redPicture(1) };
  const prediction = await segment(pictures, await redPicture(0, 400), session, [small], fine);
  expect(maskAt(prediction, 0.25)).toBe(1);
  expect(maskAt(prediction, 0.75)).toBe(0);
});

test('fine detail of an unsure mask is seen three times, and each mask but the last is told as it is found', async () => {
  const { session, seen } = sessionSeeingRed();
  const told: number[] = [];
  const prediction = await segmentPictures(await redPicture(0.7), await redPicture(0.97), session, [small], {
    ...fine,
    onMask: (found) => void told.push(maskAt(found, 0.25)),
  });
  expect(seen.slice(0, 2)).toEqual([firstSize, secondSize]);
  expect(prediction.passes).toBe(3);
  expect(told).toEqual([expect.closeTo(0.7, 2), expect.closeTo(0.97, 2)]);
});

test('memory that is refused to the close-up leaves the mask as it was', async () => {
  const { session, seen } = sessionSeeingRed({ 2: refusedMemory, 3: refusedMemory });
  const prediction = await segmentPictures(await redPicture(1), await redPicture(1), session, [small], fine);
  expect(seen).toHaveLength(3);
  expect(prediction).toMatchObject({ ...firstSize, passes: 1 });
});

test('the passes’ progress is one, from none to all', async () => {
  const { session } = sessionSeeingRed();
  const run: ModelSession['run'] = (pixels, size, runOptions) => {
    for (const share of [0, 0.5, 1]) runOptions.onProgress(share);
    return session.run(pixels, size, runOptions);
  };
  const shares: number[] = [];
  const pictures = [await redPicture(0.7), await redPicture(0.7)] as const;
  const onProgress = (share: number) => void shares.push(share);
  await segmentPictures(...pictures, { ...session, run }, [small], { ...fine, onProgress });
  expect(shares).toHaveLength(9);
  expect(shares).toEqual(shares.toSorted((one, other) => one - other));
  expect([shares[0], shares.at(-1)]).toEqual([0, 1]);
});

test('a second pass sees 576 px at most, after however large a first one', async () => {
  const { session, seen } = sessionSeeingRed();
  const unsure = async () => (await redPicture(0.7)).scaled({ widthPx: 600, heightPx: 600 });
  await segmentPictures(await unsure(), await unsure(), session, [{ sidePx: 1024, longSidePx: 1408 }], options);
  expect(seen).toEqual([
    { widthPx: 1024, heightPx: 1024 },
    { widthPx: 576, heightPx: 576 },
  ]);
});

test('one that is a little less sure counts in part, place by place of the picture', async () => {
  const { session } = sessionSeeingRed();
  // By solidities of about 0.81 and 0.61 half; the second sees the subject end at three quarters of the width.
  const prediction = await segmentPictures(
    await redPicture(0.8),
    await redPicture(0.59, 600),
    session,
    [small],
    options,
  );
  expect(prediction).toMatchObject(firstSize);
  expect(maskAt(prediction, 0.25)).toBeGreaterThan(0.66);
  expect(maskAt(prediction, 0.25)).toBeLessThan(0.73);
  expect(maskAt(prediction, 0.9)).toBe(0);
  const between = maskAt(prediction, 0.62);
  expect(between).toBeGreaterThan(0.25);
  expect(between).toBeLessThan(0.5);
});

/** Of the whole picture: what both masks share of what either has. */
function likeness(one: Prediction, other: Prediction): number {
  let [common, either] = [0, 0];
  for (const [at, share] of one.mask.entries()) {
    common += Math.min(share, other.mask[at] ?? 0);
    either += Math.max(share, other.mask[at] ?? 0);
  }
  return common / either;
}

// ±1 level of noise in a photo moves the network's confidence by up to 0.04: of ours, by 0.04 in either direction.
test.each([
  ['both passes are equally sure', 0.8],
  ['the second is a little less sure', 0.775],
  ['the second is far less sure', 0.4],
])('where %s, noise does not choose between masks that differ by a part of the picture', async (_, ofOriginal) => {
  const results: Prediction[] = [];
  for (const [first, second] of [
    [0, 0],
    [0.01, -0.01],
    [-0.01, 0.01],
  ] as const) {
    const [working, original] = [await redPicture(0.8 + first), await redPicture(ofOriginal + second, 600)];
    results.push(await segmentPictures(working, original, sessionSeeingRed().session, [small], options));
  }
  const [middle, ...others] = results;
  // The part itself is the same; how opaque it is changes with the noise in this made-up network, by 0.01 of 0.8.
  for (const other of others) expect(middle && likeness(middle, other)).toBeGreaterThan(0.98);
});

test('what is no lack of memory ends a second pass too', async () => {
  const { session } = sessionSeeingRed({ 2: new Error('the device is lost') });
  await expect(
    segmentPictures(await redPicture(0.8), await redPicture(0.8), session, [small], options),
  ).rejects.toThrow('the device is lost');
});
