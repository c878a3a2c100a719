/** @module-tag long */
import { readFileSync } from 'node:fs';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Normalisation } from '../../test/onnx-oracle.ts';
import { openEngine } from '../../test/open-engine.ts';
import { randomPixels } from '../../test/picture-bytes.ts';
import { createRandom } from '../../test/random.ts';
import { ThreadWorker } from '../../test/thread-worker.ts';
import type { NetworkEngine, NetworkEngineOptions } from '../engine/network-engine.ts';
import { LostThreadError } from '../engine/run-commands.ts';
import { selfTestNetwork, selfTestSize } from '../engine/self-test.ts';
import { acquireInstance, borrowInstance, command, type MattingInstance } from './matting-kernels.ts';
import { refineMatte, type SmallPicture } from './refine-matte.ts';
import { refineSoftParts } from './refine-soft-parts.ts';

const kernelsOf = (name: string) =>
  new WebAssembly.Module(readFileSync(new URL(`../../kernels/${name}.wasm`, import.meta.url)));
const alone = kernelsOf('matting');
const shared = kernelsOf('matting-threads');

const { signal } = new AbortController();
const open: NetworkEngine[] = [];

beforeEach(() => vi.stubGlobal('Worker', ThreadWorker));
afterEach(() => {
  for (const engine of open.splice(0)) engine.dispose();
  vi.unstubAllGlobals();
});

/** Creates an engine and waits until all its threads are ready. */
async function engineOf(threads: number, options: Partial<NetworkEngineOptions> = {}): Promise<NetworkEngine> {
  const normalisation: Normalisation = { mean: [128, 120, 110], std: [64, 70, 60] };
  const engine = await openEngine(selfTestNetwork(), normalisation, 'relaxed-threads', {
    threads,
    matting: shared,
    ...options,
  });
  open.push(engine);
  while (engine.threads < threads) await new Promise(setImmediate);
  return engine;
}

const small = { widthPx: 190, heightPx: 230 };
const full = { widthPx: 431, heightPx: 522 };

/** Returns an image of hair in front of a wall, with strands that the mask shows only as haze. */
function picture(random = createRandom(3)): SmallPicture {
  const mask = new Float32Array(small.widthPx * small.heightPx);
  const pixels = new Uint8ClampedArray(mask.length * 4).fill(255);
  for (let at = 0; at < mask.length; at += 1) {
    const [x, y] = [at % small.widthPx, Math.floor(at / small.widthPx)];
    const share = x < 70 ? 1 : x > 130 ? 0 : (0.5 + 0.5 * Math.sin(y / 1.6 + Math.sin(x / 25) * 2)) ** 2;
    mask[at] = x < 70 ? 1 : x > 130 ? 0 : 0.3 + 0.3 * random.number();
    for (const [channel, [front, back]] of [
      [90, 130],
      [55, 160],
      [35, 190],
    ].entries() as Iterable<[number, [number, number]]>) {
      pixels[at * 4 + channel] = Math.sqrt(front ** 2 * share + back ** 2 * (1 - share)) + random.integer(-3, 3);
    }
  }
  return { ...small, pixels, mask };
}

/** Refines and cuts out, in portions. Each is begun while the previous one is still in the instance's memory. */
function cutOut(instance: MattingInstance) {
  const { mask, ...rest } = picture();
  const refined = mask.slice();
  refineSoftParts(instance, refined, rest);
  const refinement = refineMatte(instance, { ...rest, mask: refined.slice() }, full, 'cutout');
  const pixels = randomPixels({ ...full }, createRandom(4)).map((value, at) => (at % 4 === 3 ? 255 : value));
  const matte = new Uint8ClampedArray(full.widthPx * full.heightPx);
  for (let row = 0; row < full.heightPx; row += 100) {
    const [from, end] = [row * full.widthPx, Math.min(row + 100, full.heightPx) * full.widthPx];
    const finish = refinement.begin(pixels.subarray(from * 4, end * 4), row);
    finish(matte.subarray(from, end));
  }
  instance.release();
  return { refined, pixels, matte };
}

test.each([1, 2, 5])('%i threads of an engine return bit for bit what a separate instance returns', async (threads) => {
  const expected = cutOut(await acquireInstance(alone));
  // The strands are resolved, so the threads had work to share.
  expect(new Set(expected.matte).size).toBeGreaterThan(200);
  const engine = await engineOf(threads);
  const pixels = randomPixels(selfTestSize, createRandom(5));
  const { mask } = await engine.run(pixels, selfTestSize, { signal });
  for (let turn = 0; turn < 3; turn += 1) {
    const instance = await borrowInstance(engine);
    expect(instance.threads).toBe(threads);
    expect(cutOut(instance)).toEqual(expected);
    // The run shows that the engine's plan and weights are intact.
    expect((await engine.run(pixels, selfTestSize, { signal })).mask).toEqual(mask);
  }
});

test('the network runs once the instance is released, and an instance is lent once the network has run', async () => {
  const engine = await engineOf(2);
  const pixels = randomPixels(selfTestSize, createRandom(6));
  const log: string[] = [];
  const first = await borrowInstance(engine);
  const run = engine.run(pixels, selfTestSize, { signal }).then(() => log.push('ran'));
  const second = borrowInstance(engine).then((instance) => {
    log.push('lent');
    instance.release();
  });
  await new Promise((resolve) => setTimeout(resolve));
  log.push('released');
  first.release();
  await Promise.all([run, second]);
  expect(log).toEqual(['released', 'ran', 'lent']);
});

test('release finishes commands that were begun, so that no thread waits for them', async () => {
  const engine = await engineOf(3, { timeoutMs: 2000 });
  const instance = await borrowInstance(engine);
  const place = instance.start + 64;
  instance.memory.grow(4);
  instance.begin([command('fuseColours', place, place + 4096, place + 8192, 16)]);
  instance.release();
  expect(cutOut(await borrowInstance(engine))).toEqual(cutOut(await acquireInstance(alone)));
});

test('a lost thread ends the engine', async () => {
  const before = new Set(ThreadWorker.alive);
  const engine = await engineOf(3, { timeoutMs: 200 });
  const instance = await borrowInstance(engine);
  [...ThreadWorker.alive].at(-1)?.terminate();
  expect(() => cutOut(instance)).toThrow(LostThreadError);
  instance.release();
  expect(ThreadWorker.alive).toEqual(before);
  const pixels = randomPixels(selfTestSize, createRandom(7));
  await expect(engine.run(pixels, selfTestSize, { signal })).rejects.toBeInstanceOf(LostThreadError);
});
