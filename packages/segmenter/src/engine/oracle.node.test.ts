/** @module-tag long */
import { afterEach, beforeAll, describe, expect, test } from 'vitest';

import { greatestDifference, spreadOf } from '../../test/greatest-difference.ts';
import { kernelBuilds } from '../../test/kernel-module.ts';
import { madeUpNetwork, type MadeUpNetwork } from '../../test/made-up-network.ts';
import { modelOnDisk } from '../../test/model-on-disk.ts';
import { type Normalisation, type OnnxOracle, openOnnxOracle } from '../../test/onnx-oracle.ts';
import { openEngine } from '../../test/open-engine.ts';
import { discPixels, randomPixels } from '../../test/picture-bytes.ts';
import { createRandom } from '../../test/random.ts';
import { randomSketch } from '../../test/random-network.ts';
import { singleStepNetworks } from '../../test/single-step-networks.ts';
import type { KernelBuild } from './kernels.ts';
import type { Size } from '../api/size.ts';
import { selfTestNetwork } from './self-test.ts';

/** Greatest accepted difference of the mask, 0…1, in which an 8-bit step is 4e-3. */
const tolerance = 1e-4;

const normalisation: Normalisation = { mean: [128, 120, 110], std: [64, 70, 60] };
const { signal } = new AbortController();

interface Question {
  readonly size: Size;
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
  readonly answer: Float32Array;
}

let oracle: OnnxOracle | undefined;
afterEach(async () => {
  await oracle?.release();
  oracle = undefined;
});

async function ask(
  made: MadeUpNetwork,
  sizes: readonly (readonly [heightPx: number, widthPx: number])[],
  facts = normalisation,
  pixelsOf = (size: Size) => randomPixels(size, createRandom(size.widthPx)),
): Promise<Question[]> {
  oracle = await openOnnxOracle(made, facts);
  const questions: Question[] = [];
  for (const [heightPx, widthPx] of sizes) {
    const size = { heightPx, widthPx };
    const pixels = pixelsOf(size);
    questions.push({ size, pixels, answer: await oracle.mask(pixels, size) });
  }
  // A mask that is the same everywhere would agree with too much.
  const spreads = questions.map(({ answer }) => spreadOf(answer));
  expect(Math.max(...spreads)).toBeGreaterThan(0.05);
  return questions;
}

/** Runs all questions on one engine: the remains of one size in memory must not affect the next. */
async function expectSameAnswers(
  made: MadeUpNetwork,
  questions: readonly Question[],
  builds: readonly KernelBuild[] = kernelBuilds,
  facts = normalisation,
): Promise<void> {
  for (const build of builds) {
    const engine = await openEngine(made, facts, build);
    for (const { size, pixels, answer } of questions) {
      const { mask } = await engine.run(pixels, size, { signal });
      const where = `${build}, ${size.heightPx} × ${size.widthPx}`;
      expect(greatestDifference(mask, answer), where).toBeLessThan(tolerance);
    }
  }
}

const selfTestSizes = [
  [64, 64],
  [37, 51],
  [1, 1],
  [1, 64],
  [90, 2],
  [3, 200],
  [17, 16],
  [97, 131],
  [128, 96],
  [5, 333],
  [255, 257],
  [12, 13],
  [2, 2],
  [400, 7],
] as const;

test('every kernel build agrees with onnxruntime on the self-test’s network at any size', async () => {
  const { network, weights } = selfTestNetwork();
  const questions = await ask({ network, weights }, selfTestSizes);
  await expectSameAnswers({ network, weights }, questions);
});

/** Sizes that are odd at one level or another. One is narrower than a pixel of the deepest level. */
const sizes = [
  [64, 96],
  [37, 51],
  [131, 22],
  [9, 70],
] as const;

test.each(Object.entries(singleStepNetworks))('agrees with onnxruntime on a single step: %s', async (_, sketch) => {
  const made = madeUpNetwork(sketch);
  const questions = await ask(made, sizes);
  await expectSameAnswers(made, questions);
});

test.each(Array.from({ length: 24 }, (_, seed) => [seed]))(
  'agrees with onnxruntime on made-up network %i',
  async (seed) => {
    const random = createRandom(seed);
    const made = madeUpNetwork(randomSketch(random, random.integer(4, 16)), seed);
    const size = () => random.integer(1, 90);
    const questions = await ask(made, [
      [size(), size()],
      [size(), size()],
      [65, 49],
    ]);
    await expectSameAnswers(made, questions, [random.pick(kernelBuilds), 'baseline']);
  },
);

describe('IS-Net', () => {
  let model: Awaited<ReturnType<typeof modelOnDisk>>;
  beforeAll(async () => {
    model = await modelOnDisk();
  });

  const expectMasksAt = async (...asked: (readonly [heightPx: number, widthPx: number])[]) => {
    const questions = await ask(model, asked, model.normalisation, discPixels);
    await expectSameAnswers(model, questions, kernelBuilds, model.normalisation);
  };

  test('returns the mask that onnxruntime returns', () => expectMasksAt([64, 96]));

  test('returns the masks that onnxruntime returns, at one size after another', { tags: ['long'] }, () =>
    expectMasksAt([64, 96], [131, 67], [257, 190]),
  );
});
