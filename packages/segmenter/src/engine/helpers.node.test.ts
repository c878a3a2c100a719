import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { kernelModule } from '../../test/kernel-module.ts';
import { madeUpNetwork, type MadeUpNetwork } from '../../test/made-up-network.ts';
import type { Normalisation } from '../../test/onnx-oracle.ts';
import { openEngine } from '../../test/open-engine.ts';
import { randomPixels } from '../../test/picture-bytes.ts';
import { createRandom } from '../../test/random.ts';
import { randomSketch } from '../../test/random-network.ts';
import { ThreadWorker } from '../../test/thread-worker.ts';
import { startHelpers } from './helpers.ts';
import { createMemory } from './kernels.ts';
import type { NetworkEngine, NetworkEngineOptions } from './network-engine.ts';
import type { Size } from './picture-size.ts';
import { selfTestNetwork } from './self-test.ts';

const normalisation: Normalisation = { mean: [128, 120, 110], std: [64, 70, 60] };
const { signal } = new AbortController();

const open: NetworkEngine[] = [];

async function engineOf(
  made: MadeUpNetwork,
  threads: number,
  options: Partial<NetworkEngineOptions> = {},
): Promise<NetworkEngine> {
  const engine = await openEngine(made, normalisation, 'relaxed-threads', { threads, ...options });
  open.push(engine);
  return engine;
}

afterEach(() => {
  for (const engine of open.splice(0)) engine.dispose();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('with threads', () => {
  beforeEach(() => vi.stubGlobal('Worker', ThreadWorker));

  // Whoever computes a number, it is the same sum in the same order: not one bit may differ.
  test.each([2, 3, 5])('%i threads give to the bit what one gives, size after size', async (threads) => {
    const random = createRandom(threads);
    for (const seed of [1, 2, 3]) {
      const made = madeUpNetwork(randomSketch(random, 14), seed);
      const [one, many] = [await engineOf(made, 1), await engineOf(made, threads)];
      expect([one.threads, many.threads]).toEqual([1, threads]);
      for (let turn = 0; turn < 12; turn += 1) {
        const size: Size = { heightPx: random.integer(1, 150), widthPx: random.integer(1, 150) };
        const pixels = randomPixels(size, random);
        const expected = await one.run(pixels, size, { signal });
        expect(await many.run(pixels, size, { signal }), `${size.heightPx} × ${size.widthPx}`).toEqual(expected);
      }
    }
  });

  test('after an abort between two steps the threads still meet', async () => {
    const { network, weights } = selfTestNetwork();
    const [one, many] = [await engineOf({ network, weights }, 1), await engineOf({ network, weights }, 3)];
    const random = createRandom(4);
    const size: Size = { heightPx: 90, widthPx: 70 };
    const pixels = randomPixels(size, random);
    const expected = await one.run(pixels, size, { signal });
    for (let turn = 0; turn < 20; turn += 1) {
      const stop = new AbortController();
      const until = random.number();
      const onProgress = (share: number) => share > until && stop.abort(new Error('enough'));
      await expect(many.run(pixels, size, { signal: stop.signal, onProgress })).rejects.toThrow('enough');
      expect(await many.run(pixels, size, { signal })).toEqual(expected);
    }
  });

  test('they end with the engine', async () => {
    const { network, weights } = selfTestNetwork();
    const before = ThreadWorker.alive.size;
    const engine = await engineOf({ network, weights }, 4);
    expect(ThreadWorker.alive.size).toBe(before + 3);
    engine.dispose();
    expect(ThreadWorker.alive.size).toBe(before);
  });
});

/** A worker of which nothing comes but what the test sends. */
class SilentWorker extends EventTarget {
  static all: SilentWorker[] = [];
  isEnded = false;

  constructor() {
    super();
    SilentWorker.all.push(this);
  }

  postMessage(): void {}

  terminate(): void {
    this.isEnded = true;
  }
}

describe('a thread that is lost in mid-run', () => {
  beforeEach(() => vi.stubGlobal('Worker', ThreadWorker));

  test('is not waited for for ever: what it left is done without any, to the bit', async () => {
    const { network, weights } = selfTestNetwork();
    const before = new Set(ThreadWorker.alive);
    const [one, many] = [
      await engineOf({ network, weights }, 1),
      await engineOf({ network, weights }, 3, { patienceMs: 200 }),
    ];
    const random = createRandom(5);
    const size: Size = { heightPx: 90, widthPx: 70 };
    const pixels = randomPixels(size, random);
    const expected = await one.run(pixels, size, { signal });
    const shares: number[] = [];
    const onProgress = (share: number) => {
      shares.push(share);
      if (shares.length === 3) [...ThreadWorker.alive].at(-1)?.terminate();
    };
    expect(await many.run(pixels, size, { signal, onProgress })).toEqual(expected);
    // It was begun anew.
    expect(shares).not.toEqual(shares.toSorted((a, b) => a - b));
    expect(many.threads).toBe(1);
    expect(ThreadWorker.alive).toEqual(before);
    expect(await many.run(pixels, size, { signal })).toEqual(expected);
  });
});

test('a thread says that it cannot make an instance of its kernels', async () => {
  const thread = new ThreadWorker(new URL('helper.ts', import.meta.url));
  const answer = new Promise((resolve, reject) => {
    thread.addEventListener('message', ({ data }: MessageEventInit) => resolve(data));
    thread.addEventListener('error', reject);
  });
  // Their memory is not one that threads share.
  thread.postMessage({ kind: 'start', module: kernelModule('baseline'), memory: createMemory('threads') });
  expect(await answer).toEqual({ kind: 'failed', detail: expect.stringContaining('LinkError') });
  thread.terminate();
});

describe('threads that do not start', () => {
  beforeEach(() => {
    SilentWorker.all = [];
  });

  const start = (startSignal = signal) =>
    startHelpers(2, kernelModule('threads'), createMemory('threads'), startSignal);

  test('are done without, when the browser refuses them', async () => {
    vi.stubGlobal('Worker', undefined);
    expect((await start()).count).toBe(0);
  });

  test('are done without, and ended, when one fails', async () => {
    vi.stubGlobal('Worker', SilentWorker);
    const helpers = start();
    SilentWorker.all[1]?.dispatchEvent(Object.assign(new Event('error'), { message: 'no such script' }));
    expect((await helpers).count).toBe(0);
    expect(SilentWorker.all.map(({ isEnded }) => isEnded)).toEqual([true, true]);
  });

  test('are done without, and ended, when one says that it cannot', async () => {
    vi.stubGlobal('Worker', SilentWorker);
    const helpers = start();
    SilentWorker.all[1]?.dispatchEvent(
      new MessageEvent('message', { data: { kind: 'failed', detail: 'no such import' } }),
    );
    expect((await helpers).count).toBe(0);
    expect(SilentWorker.all.map(({ isEnded }) => isEnded)).toEqual([true, true]);
  });

  test('are done without, and ended, when nothing is heard of them for ten seconds', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('Worker', SilentWorker);
    const helpers = start();
    SilentWorker.all[0]?.dispatchEvent(new MessageEvent('message', { data: { kind: 'ready' } }));
    await vi.advanceTimersByTimeAsync(10_000);
    expect((await helpers).count).toBe(0);
    expect(SilentWorker.all.map(({ isEnded }) => isEnded)).toEqual([true, true]);
  });

  test('are done without, and ended, when the memory cannot be sent to them', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('Worker', SilentWorker);
    vi.spyOn(SilentWorker.prototype, 'postMessage').mockImplementation(() => {
      throw new DOMException('the memory is shared', 'DataCloneError');
    });
    const unhandled = vi.fn<() => void>();
    process.once('unhandledRejection', unhandled);
    expect((await start()).count).toBe(0);
    expect(SilentWorker.all.map(({ isEnded }) => isEnded)).toEqual([true, true]);
    // When the wait for their answers ends, nobody waits any more.
    await vi.advanceTimersByTimeAsync(10_000);
    vi.useRealTimers();
    await new Promise(setImmediate);
    expect(unhandled).not.toHaveBeenCalled();
    process.off('unhandledRejection', unhandled);
  });

  test('are ended when the caller gives up, who hears the reason', async () => {
    vi.stubGlobal('Worker', SilentWorker);
    const stop = new AbortController();
    const helpers = start(stop.signal);
    stop.abort(new Error('enough'));
    await expect(helpers).rejects.toThrow('enough');
    expect(SilentWorker.all.map(({ isEnded }) => isEnded)).toEqual([true, true]);
  });
});
