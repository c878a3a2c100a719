import { readFileSync } from 'node:fs';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { sha256 } from '../../test/sha256.ts';
import type { ServedFile } from '../model/model-manifest.ts';
import { loadReferee } from './load-referee.ts';

const manifestUrl = 'http://models.test/manifest.json';

beforeEach(() => vi.stubGlobal('fetch', (url: string) => Promise.resolve(new Response(readFileSync(new URL(url))))));
afterEach(() => vi.unstubAllGlobals());

/** A convolution to eight channels at half the size, then each pixel unfolded to 2 × 2 of one channel. */
const graph = {
  sidePx: 4,
  weightCount: 224 + 33,
  steps: [
    {
      kind: 'convolution',
      from: 0,
      to: 1,
      weights: 0,
      biases: 216,
      windowPx: 3,
      inputs: 3,
      outputs: 8,
      stride: 2,
    },
    { kind: 'unfold', from: 1, to: 2, weights: 224, biases: 256, inputs: 8 },
  ],
  outputs: [{ value: 2, channels: 1 }],
};

/** Loads a referee whose files are in the cache. */
async function load(description: unknown, halves: readonly number[]) {
  const kept = new Map<string, Uint8Array<ArrayBuffer>>();
  const keep = async (file: string, bytes: Uint8Array<ArrayBuffer>): Promise<ServedFile> => {
    kept.set(new URL(file, manifestUrl).href, bytes);
    return { file, sha256: await sha256(bytes), sizeBytes: bytes.length };
  };
  const files = {
    graph: await keep('graph.json', new TextEncoder().encode(JSON.stringify(description))),
    weights: await keep('weights.bin', new Uint8Array(Uint16Array.from(halves).buffer)),
    licence: 'MIT',
    source: 'a test',
    madeFrom: { sha256: 'a'.repeat(64), recipe: 'by hand' },
  };
  const cache = {
    read: (url: string) => Promise.resolve(kept.get(url)),
    write: () => Promise.resolve(true),
    remove: () => Promise.resolve(),
    keepOnly: () => Promise.resolve(),
  };
  return loadReferee(files, { manifestUrl, cache, signal: new AbortController().signal, onBytes: () => undefined });
}

test('reads float16 weights and computes a mask with them', async () => {
  // 0x3c00 is 1, 0xb800 is −0.5, and 0x0001 the smallest number above 0.
  const halves = Array.from({ length: 257 }, (_, at) =>
    at < 216 ? 0x3c00 : at < 224 ? 0xb800 : at < 256 ? 0x3c00 : 1,
  );
  const { sidePx, see } = await load(graph, halves);
  expect(sidePx).toBe(4);
  const mask = see(new Uint8ClampedArray(4 * 4 * 4).fill(255));
  // The window of 3 × 3 that begins at the image's first pixel is complete: 27 values of 1, less one half, in 8
  // channels.
  expect(mask[0]).toBeCloseTo(8 * 26.5, 4);
  expect(mask).toHaveLength(16);
});

test.each([
  ['fewer weights than its description says', graph, [0x3c00], /weights\.bin has 1 weights instead of 257/],
  [
    'a convolution of five outputs, which the kernels cannot compute',
    { ...graph, steps: [{ ...graph.steps[0], outputs: 5 }] },
    [],
    /graph\.json is not a small network[^]*outputs/,
  ],
  ['an invalid description', { sidePx: 4 }, [0x3c00], /graph\.json is not a small network/],
])('rejects a referee with %s', async (_, description, halves, message) => {
  const loading = load(description, halves);
  await expect(loading).rejects.toMatchObject({ code: 'model-load-failed' });
  await expect(loading).rejects.toThrow(message);
});
