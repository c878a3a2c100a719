/** @module-tag long */
import { expect, test, vi } from 'vitest';

import { kernelBuilds, kernelModule } from '../../test/kernel-module.ts';
import { referenceMask } from '../../test/reference-network.ts';
import type { KernelBuild } from './kernels.ts';
import { createNetworkEngine } from './network-engine.ts';
import { runSelfTest, selfTestNetwork, selfTestSize } from './self-test.ts';

const normalisation = { mean: [128, 120, 110], std: [256, 250, 240] } as const;
const { signal } = new AbortController();

async function createEngine(build: KernelBuild) {
  const { network, weights } = selfTestNetwork();
  const engine = await createNetworkEngine(network, {
    ...normalisation,
    build,
    module: kernelModule(build),
    threads: 1,
    signal,
  });
  engine.weights().set(weights);
  engine.prepare(weights.length);
  const reference = (pixels: Uint8ClampedArray, heightPx: number, widthPx: number) =>
    referenceMask(network, weights, pixels, { heightPx, widthPx }, normalisation);
  return { engine, reference };
}

const randomPixels = (heightPx: number, widthPx: number) =>
  Uint8ClampedArray.from({ length: heightPx * widthPx * 4 }, (_, index) => Math.floor(Math.sin(index) * 1e4) & 255);

function greatestDifference(mask: Float32Array, reference: Float64Array): number {
  expect(mask.length).toBe(reference.length);
  return reference.reduce((most, value, index) => Math.max(most, Math.abs(value - (mask[index] ?? Number.NaN))), 0);
}

test.each(kernelBuilds)('%s: the network gives the stored answers of the self-test', async (build) => {
  await expect(runSelfTest(build, kernelModule(build), signal)).resolves.toBeUndefined();
});

test('kernels that compute something else fail the self-test', async () => {
  const module = kernelModule('baseline');
  const instantiate = WebAssembly.instantiate.bind(WebAssembly) as (
    from: WebAssembly.Module,
    imports: WebAssembly.Imports,
  ) => Promise<WebAssembly.Instance>;
  const wrong = vi.spyOn(WebAssembly, 'instantiate').mockImplementation((async (
    from: WebAssembly.Module,
    imports: WebAssembly.Imports,
  ) => {
    const { exports } = await instantiate(from, imports);
    return { exports: { ...exports, maxPool: () => undefined } };
  }) as never);
  try {
    await expect(runSelfTest('baseline', module, signal)).rejects.toThrow('compute something else');
  } finally {
    wrong.mockRestore();
  }
});

// One engine runs all sizes, larger and smaller: a plan must not depend on earlier ones.
const sizes = [
  [64, 48],
  [37, 51],
  [1, 1],
  [2, 90],
  [91, 3],
  [7, 7],
  [96, 97],
  [33, 128],
] as const;

test('a size that returns after others has the same result', async () => {
  const { engine } = await createEngine('baseline');
  const runAt = ([heightPx, widthPx]: (typeof sizes)[number]) =>
    engine.run(randomPixels(heightPx, widthPx), { heightPx, widthPx }, { signal });
  const [one, other, more, most] = sizes.slice(0, 4);
  if (!one || !other || !more || !most) throw new Error('there are too few sizes');
  const expected = await runAt(one);
  for (const between of [[other], [other, more], [other, more, most]]) {
    for (const size of between) await runAt(size);
    expect(await runAt(one)).toEqual(expected);
  }
});

test.each(kernelBuilds)('%s: the mask equals the plain sums at any size', async (build) => {
  const { engine, reference } = await createEngine(build);
  for (const [heightPx, widthPx] of sizes) {
    const pixels = randomPixels(heightPx, widthPx);
    const { mask } = await engine.run(pixels, { heightPx, widthPx }, { signal });
    expect(greatestDifference(mask, reference(pixels, heightPx, widthPx)), `${heightPx} × ${widthPx}`).toBeLessThan(
      1e-5,
    );
  }
});

test('a run returns the tensors that it is asked for, and the same mask', async () => {
  const { engine } = await createEngine('baseline');
  const pool = selfTestNetwork().network.steps.find(({ kind }) => kind === 'max-pool');
  if (pool?.kind !== 'max-pool') throw new Error('the network of the self-test pools nothing');
  const [heightPx, widthPx] = [64, 48];
  const pixels = randomPixels(heightPx, widthPx);
  const plain = await engine.run(pixels, { heightPx, widthPx }, { signal });
  expect(plain.features).toEqual([]);
  const asked = { signal, features: [pool.from, pool.to] };
  const { mask, features } = await engine.run(pixels, { heightPx, widthPx }, asked);
  expect(mask).toEqual(plain.mask);
  const [from, to] = features;
  if (!from || !to) throw new Error('a tensor is missing');
  expect(to.data).toHaveLength(to.widthPx * to.heightPx * to.channels);
  const at = (x: number, y: number, channel: number) =>
    from.data[(y * from.widthPx + x) * from.channels + channel] ?? Number.NaN;
  const pooled = Array.from(to.data, (_, index) => {
    const [cell, channel] = [Math.floor(index / to.channels), index % to.channels];
    const [x, y] = [2 * (cell % to.widthPx), 2 * Math.floor(cell / to.widthPx)];
    return Math.max(at(x, y, channel), at(x + 1, y, channel), at(x, y + 1, channel), at(x + 1, y + 1, channel));
  });
  expect(Array.from(to.data)).toEqual(pooled);
  const unknown = engine.run(pixels, { heightPx, widthPx }, { signal, features: ['no-such-tensor'] });
  await expect(unknown).rejects.toMatchObject({ code: 'processing-failed' });
});

test('progress rises to the whole, and an abort between two steps leaves the engine usable', async () => {
  const { engine, reference } = await createEngine('relaxed');
  const pixels = randomPixels(37, 51);
  const controller = new AbortController();
  const reason = new Error('enough');
  const aborted = engine.run(pixels, selfTestSize, {
    signal: controller.signal,
    onProgress: (share) => share > 0.2 && controller.abort(reason),
  });
  await expect(aborted).rejects.toBe(reason);
  const shares: number[] = [];
  const { mask } = await engine.run(pixels, selfTestSize, { signal, onProgress: (share) => shares.push(share) });
  expect(greatestDifference(mask, reference(pixels, 37, 51))).toBeLessThan(1e-5);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(shares.length).toBeGreaterThan(3);
  expect(shares.at(-1)).toBeCloseTo(1, 9);
});

test('memory does not grow beyond what the largest image needs', async () => {
  const { engine } = await createEngine('relaxed');
  const run = (side: number) => engine.run(randomPixels(side, side), { heightPx: side, widthPx: side }, { signal });
  const sides = [160, 80, 33, 159];
  for (const side of sides) await run(side);
  // The weights are a view of the engine's whole memory.
  const { byteLength } = engine.weights().buffer;
  for (const side of sides.toReversed()) await run(side);
  expect(engine.weights().buffer.byteLength).toBe(byteLength);
});

test('refused memory is reported, and a smaller image can still be processed', async () => {
  const { engine, reference } = await createEngine('relaxed');
  const refusal = vi.spyOn(WebAssembly.Memory.prototype, 'grow').mockImplementation(() => {
    throw new RangeError('no more memory');
  });
  try {
    const large = engine.run(randomPixels(500, 500), { heightPx: 500, widthPx: 500 }, { signal });
    await expect(large).rejects.toMatchObject({ code: 'out-of-memory' });
    const pixels = randomPixels(7, 7);
    const { mask } = await engine.run(pixels, { heightPx: 7, widthPx: 7 }, { signal });
    expect(greatestDifference(mask, reference(pixels, 7, 7))).toBeLessThan(1e-5);
  } finally {
    refusal.mockRestore();
  }
});
