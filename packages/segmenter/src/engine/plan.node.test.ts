import { beforeAll, describe, expect, test } from 'vitest';

import { madeUpNetwork } from '../../test/made-up-network.ts';
import { modelOnDisk } from '../../test/model-on-disk.ts';
import { createRandom } from '../../test/random.ts';
import { randomSketch } from '../../test/random-network.ts';
import { singleStepNetworks } from '../../test/single-step-networks.ts';
import { type Trace, tracePlan } from '../../test/trace-plan.ts';
import { fuseNetwork } from './fuse-network.ts';
import type { Network } from './network.ts';
import type { Size } from '../api/size.ts';
import { planNetwork } from './plan.ts';
import { planWeights } from './weights.ts';

const normalisation = 4096;

function planAndTrace(network: Network, size: Size, threads: number): Trace & { readonly bytes: number } {
  const fused = fuseNetwork(network);
  const weights = planWeights(fused, network.sizeBytes, normalisation + 64);
  const plan = planNetwork(fused, { size, threads, placed: weights.placed, normalisation, start: weights.end });
  return { ...tracePlan(network, plan, threads, weights, normalisation), bytes: plan.end - weights.end };
}

const randomSize = (random: ReturnType<typeof createRandom>, most: number): Size => ({
  heightPx: random.integer(1, most),
  widthPx: random.integer(1, most),
});

test.each(Object.entries(singleStepNetworks))(
  '%s: no memory is overwritten while it is still to be read',
  (_, sketch) => {
    const { network } = madeUpNetwork(sketch);
    const random = createRandom(network.steps.length);
    for (let turn = 0; turn < 8; turn += 1) planAndTrace(network, randomSize(random, 300), random.integer(1, 8));
  },
);

test('random networks: no memory is overwritten while it is still to be read', { tags: ['long'] }, () => {
  const random = createRandom(5);
  for (let turn = 0; turn < 150; turn += 1) {
    const { network } = madeUpNetwork(randomSketch(random, random.integer(3, 25)));
    planAndTrace(network, randomSize(random, 200), random.integer(1, 4));
  }
});

describe('IS-Net', () => {
  let network: Network;
  beforeAll(async () => {
    ({ network } = await modelOnDisk());
  });

  test('no memory is overwritten while it is still to be read, at any size', { tags: ['long'] }, () => {
    const random = createRandom(6);
    const sizes = Array.from({ length: 40 }, () => randomSize(random, 1100));
    const usual = [
      [1024, 1024],
      [683, 1024],
      [1024, 683],
      [768, 512],
      [640, 160],
      [1, 1],
      [1, 1024],
    ].map(([heightPx = 0, widthPx = 0]) => ({ heightPx, widthPx }));
    for (const size of [...usual, ...sizes]) planAndTrace(network, size, random.integer(1, 8));
  });

  test('both sizes of Winograd’s tiles are chosen', () => {
    const { layers } = planAndTrace(network, { heightPx: 683, widthPx: 1024 }, 2);
    expect(new Set(layers.map(({ side }) => side))).toEqual(new Set([4, 6]));
  });

  test.each([1, 2, 4, 8, 16])('with %d threads, none has much more of a layer than its share', (threads) => {
    for (const layer of planAndTrace(network, { heightPx: 896, widthPx: 896 }, threads).layers) {
      const along = (px: number) => Math.ceil(Math.ceil(px / layer.dilation) / layer.side);
      const tiles = along(layer.heightPx) * along(layer.widthPx) * layer.dilation ** 2;
      const blocksOfOne = Math.ceil(Math.ceil(tiles / layer.blockTiles) / threads);
      // Six tiles are processed at once, and no fewer; more blocks would fetch the weights more often.
      expect(blocksOfOne * layer.blockTiles).toBeLessThan(1.25 * (tiles / threads) + 12);
    }
  });

  test('memory of tensors that are no longer needed is reused', () => {
    const size = { heightPx: 512, widthPx: 768 };
    const { bytes } = planAndTrace(network, size, 1);
    // Sum of all results: every step's outputs at its level, according to the network's description.
    const levels = new Map([['image', 0]]);
    const channels = new Map([['image', 3]]);
    let all = 0;
    for (const step of network.steps) {
      const [first = ''] = [step.from].flat();
      const below = step.kind === 'max-pool' || (step.kind === 'convolution' && step.stride === 2) ? 1 : 0;
      const level = step.kind === 'resize' ? step.level : (levels.get(first) ?? 0) + below;
      levels.set(step.to, level);
      channels.set(step.to, step.kind === 'convolution' ? step.outputs : (channels.get(first) ?? 0));
      const pixels = Math.ceil(size.heightPx / 2 ** level) * Math.ceil(size.widthPx / 2 ** level);
      all += pixels * (channels.get(step.to) ?? 0) * 4;
    }
    expect(bytes).toBeLessThan(all / 4);
  });
});
