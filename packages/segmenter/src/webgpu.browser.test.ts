/**
 * @module-tag long
 *
 * Tests the graphics card from end to end, on the adapter that Chromium emulates on the processor (see `vitest.config.ts`).
 * It computes like a card, but hundreds of times slower, so the network is small.
 */
import { afterEach, expect, test, vi } from 'vitest';

import { referenceMask } from '../test/reference-network.ts';
import { tinyNetworkUrl } from '../test/tiny-network.ts';
import type { BackendEvent } from './api/events.ts';
import type { Size } from './api/size.ts';
import { createSegmenter } from './create-segmenter.ts';
import { selfTestNetwork } from './engine/self-test.ts';
import type { FromGpu } from './inference/gpu-protocol.ts';
import { agree, madeUpPicture } from './inference/gpu-trial.ts';
import { createModelLoader } from './inference/model-loader.ts';

const { signal } = new AbortController();
const forwards = { signal, onProgress: () => undefined };
const large: Size = { heightPx: 256, widthPx: 256 };
const odd: Size = { heightPx: 37, widthPx: 51 };

afterEach(async () => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await caches.delete('isola-models');
});

/** Counts the graphics card's workers and masks, and records its failures. */
function watchGpu() {
  const seen = { workers: 0, masks: 0, failures: [] as string[] };
  const RealWorker = Worker;
  vi.stubGlobal(
    'Worker',
    class extends RealWorker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        if (options?.name !== 'segmenter-gpu') return;
        seen.workers += 1;
        this.addEventListener('message', ({ data }: MessageEvent<FromGpu>) => {
          if (data.kind === 'mask') seen.masks += 1;
          if (data.kind === 'failed') seen.failures.push(data.detail);
        });
      }
    },
  );
  return seen;
}

/** The files of onnxruntime-web that a site with support for the graphics card serves. */
const wasmUrl = new URL('../node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded.jspi.wasm', import.meta.url);
const runtimeUrl = new URL('.', wasmUrl).href;

async function loaderWith(provider: 'auto' | 'webgpu', onEvent?: (event: BackendEvent) => void) {
  const manifestUrl = await tinyNetworkUrl();
  const options = { manifestUrl, model: undefined, threads: 1, deviceMemoryGib: 8, runtimeUrl, provider };
  return createModelLoader(options, onEvent);
}

/** Performs a run, then lets a minute pass without another run. */
async function runAndRest(run: () => Promise<unknown>): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await run();
    await vi.advanceTimersByTimeAsync(60_000);
  } finally {
    vi.useRealTimers();
  }
}

test('a software adapter is not used, and nothing is loaded for it', async () => {
  const seen = watchGpu();
  const loader = await loaderWith('auto');
  const session = await loader.load(signal);
  const adapter = vi.spyOn(navigator.gpu, 'requestAdapter');
  await runAndRest(() => session.run(madeUpPicture(odd), odd, forwards));
  expect((await adapter.mock.results[0]?.value)?.info).toMatchObject({ isFallbackAdapter: true });
  expect((await session.run(madeUpPicture(odd), odd, forwards)).provider).toBe('engine');
  expect(seen.workers).toBe(0);
  await loader.dispose();
});

test('by default no graphics adapter is requested', async () => {
  const adapter = vi.spyOn(navigator.gpu, 'requestAdapter');
  const manifestUrl = await tinyNetworkUrl();
  const segmenter = createSegmenter({ manifestUrl, runtimeUrl, execution: 'main' });
  const picture = new ImageData(madeUpPicture(large), large.widthPx, large.heightPx);
  await runAndRest(async () => {
    const { run } = await segmenter.segment(picture, { outputs: [] });
    expect(run.provider).toBe('engine');
  });
  expect(adapter).not.toHaveBeenCalled();
  segmenter.dispose();
});

test(
  'with provider webgpu, the graphics card passes its trial and returns the processor’s masks',
  { timeout: 300_000, tags: ['long'] },
  async () => {
    const seen = watchGpu();
    const told: BackendEvent[] = [];
    const loader = await loaderWith('webgpu', (event) => told.push(event));
    const session = await loader.load(signal);
    const onCpu = await session.run(madeUpPicture(large), large, forwards);
    expect(onCpu.provider).toBe('engine');
    expect(onCpu.mask.some((value) => value > 0.5) && onCpu.mask.some((value) => value < 0.5)).toBe(true);
    // The trial uses the last image's size. A small image saves time here.
    await session.run(madeUpPicture(odd), odd, forwards);

    // The session judges the trial after its last mask has arrived, so the test waits for the event.
    const isDecided = () => told.some(({ type }) => type.startsWith('gpu-')) || seen.failures.length > 0;
    await vi.waitUntil(isDecided, { timeout: 280_000, interval: 200 });
    expect(seen.failures).toEqual([]);
    // One mask of the self-test and three of the runs at the image's size.
    expect(seen.masks).toBe(4);
    const onGpu = await session.run(madeUpPicture(large), large, forwards);
    expect(onGpu).toMatchObject({ provider: 'webgpu' });
    expect(told.map(({ type }) => type)).toEqual(['model-loaded', 'backend-started', 'gpu-taken']);
    expect(agree(onCpu.mask, onGpu.mask)).toBe(true);

    const { network, weights } = selfTestNetwork();
    const model = { mean: [128, 120, 110], std: [64, 64, 64] };
    const picture = madeUpPicture(odd);
    const { mask, provider } = await session.run(picture, odd, forwards);
    expect(provider).toBe('webgpu');
    expect(agree(referenceMask(network, weights, picture, odd, model), mask)).toBe(true);
    await loader.dispose();
  },
);
