/** @module-tag long */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { kernelModule } from '../../test/kernel-module.ts';
import { madeUpNetwork, type MadeUpNetwork } from '../../test/made-up-network.ts';
import type { Normalisation } from '../../test/onnx-oracle.ts';
import { openEngine } from '../../test/open-engine.ts';
import { randomPixels } from '../../test/picture-bytes.ts';
import { createRandom } from '../../test/random.ts';
import { randomSketch } from '../../test/random-network.ts';
import { ThreadWorker } from '../../test/thread-worker.ts';
import type { FromHelper, ToHelper } from './helper-protocol.ts';
import { startHelpers } from './helpers.ts';
import { createMemory, instantiateKernels } from './kernels.ts';
import type { NetworkEngine, NetworkEngineOptions } from './network-engine.ts';
import type { Size } from '../api/size.ts';
import { LostThreadError } from './run-commands.ts';
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

/** Creates an engine and waits for threads that start late on a busy machine. */
async function fullEngineOf(...how: Parameters<typeof engineOf>): Promise<NetworkEngine> {
  const engine = await engineOf(...how);
  while (engine.threads < how[1]) await new Promise(setImmediate);
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

  // Each number is the same sum in the same order with any number of threads, so the results are bit-identical.
  test.each([2, 5])(
    '%i threads return bit for bit what one thread returns, at one size after another',
    async (threads) => {
      const random = createRandom(threads);
      for (const seed of [1, 2, 3]) {
        const made = madeUpNetwork(randomSketch(random, 14), seed);
        const [one, many] = [await engineOf(made, 1), await fullEngineOf(made, threads)];
        expect([one.threads, many.threads]).toEqual([1, threads]);
        for (let turn = 0; turn < 12; turn += 1) {
          const size: Size = { heightPx: random.integer(1, 150), widthPx: random.integer(1, 150) };
          const pixels = randomPixels(size, random);
          const expected = await one.run(pixels, size, { signal });
          expect(await many.run(pixels, size, { signal }), `${size.heightPx} × ${size.widthPx}`).toEqual(expected);
        }
      }
    },
  );

  test('after an abort between two steps the threads still reach the barrier together', async () => {
    const { network, weights } = selfTestNetwork();
    const [one, many] = [await engineOf({ network, weights }, 1), await fullEngineOf({ network, weights }, 3)];
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

  test('a build without threads starts none', async () => {
    const started = vi.fn();
    vi.stubGlobal('Worker', started);
    const engine = await openEngine(selfTestNetwork(), normalisation, 'relaxed', { threads: 4 });
    open.push(engine);
    expect(engine.threads).toBe(1);
    expect(started).not.toHaveBeenCalled();
  });

  test('the threads end with the engine', async () => {
    const { network, weights } = selfTestNetwork();
    const before = ThreadWorker.alive.size;
    const engine = await engineOf({ network, weights }, 4);
    expect(ThreadWorker.alive.size).toBe(before + 3);
    engine.dispose();
    expect(ThreadWorker.alive.size).toBe(before);
  });
});

/** A worker that sends no messages except those that the test dispatches. */
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

describe('a thread that is lost during a run', () => {
  beforeEach(() => vi.stubGlobal('Worker', ThreadWorker));

  test('is awaited no longer than the time limit, and its memory is not used again', async () => {
    const { network, weights } = selfTestNetwork();
    const before = new Set(ThreadWorker.alive);
    const engine = await fullEngineOf({ network, weights }, 3, { timeoutMs: 200 });
    const random = createRandom(5);
    const size: Size = { heightPx: 90, widthPx: 70 };
    const pixels = randomPixels(size, random);
    let reports = 0;
    const onProgress = () => {
      reports += 1;
      if (reports === 3) [...ThreadWorker.alive].at(-1)?.terminate();
    };
    const loss: unknown = await engine.run(pixels, size, { signal, onProgress }).catch((error: unknown) => error);
    expect(loss).toBeInstanceOf(LostThreadError);
    expect(ThreadWorker.alive).toEqual(before);
    // The other thread may still be running and may write to the shared memory. Another run in it would fail again,
    // with another error.
    await expect(engine.run(pixels, size, { signal })).rejects.toBe(loss);
  });

  test('is reported by the other threads, which stay alive, when it is the first thread', async () => {
    const thread = new ThreadWorker(new URL('helper.ts', import.meta.url));
    const heard: string[] = [];
    thread.addEventListener('error', (event) => heard.push(`error ${(event as ErrorEvent).message}`));
    const next = () =>
      new Promise<FromHelper>((resolve) =>
        thread.addEventListener('message', (event) => resolve((event as MessageEvent<FromHelper>).data), {
          once: true,
        }),
      );
    const memory = createMemory('threads');
    const kernels = await instantiateKernels(kernelModule('threads'), memory);
    const ready = next();
    thread.postMessage({ kind: 'start', module: kernelModule('threads'), memory });
    expect(await ready).toEqual({ kind: 'ready' });
    // The only command does nothing: it pools 0 rows.
    const barrier = kernels.firstFreeAddress();
    const command = { kernel: 'maxPool', numbers: [0, 0, 1, 4, 0], scratch: 0, scratchBytes: 0, cost: 0 };
    const plan = { commands: [command], counters: barrier + 64, barrier, threads: 2, timeoutMs: 50 };
    const failed = next();
    thread.postMessage({ kind: 'plan', plan, thread: 1 });
    thread.postMessage({ kind: 'run', from: 0, to: 1 });
    expect(await failed).toEqual({ kind: 'failed', detail: expect.stringContaining('LostThreadError') });
    expect(heard).toEqual([]);
    thread.terminate();
  });
});

test('a thread reports that it cannot instantiate its kernels', async () => {
  const thread = new ThreadWorker(new URL('helper.ts', import.meta.url));
  const answer = new Promise((resolve, reject) => {
    thread.addEventListener('message', ({ data }: MessageEventInit) => resolve(data));
    thread.addEventListener('error', reject);
  });
  // The kernels' memory is not shared.
  thread.postMessage({ kind: 'start', module: kernelModule('baseline'), memory: createMemory('threads') });
  expect(await answer).toEqual({ kind: 'failed', detail: expect.stringContaining('LinkError') });
  thread.terminate();
});

describe('threads that do not start', () => {
  beforeEach(() => {
    SilentWorker.all = [];
    vi.stubGlobal('Worker', SilentWorker);
  });

  const start = (startSignal = signal) =>
    startHelpers(3, { module: kernelModule('threads') }, createMemory('threads'), startSignal);
  const answer = (index: number, data: FromHelper) =>
    SilentWorker.all[index]?.dispatchEvent(new MessageEvent('message', { data }));
  const ended = () => SilentWorker.all.map(({ isEnded }) => isEnded);

  test('are skipped when the browser refuses to create them', async () => {
    vi.stubGlobal('Worker', undefined);
    expect((await start()).count).toBe(0);
  });

  test('cost only themselves when their script fails', async () => {
    const helpers = start();
    answer(0, { kind: 'ready' });
    const error = new Event('error', { cancelable: true });
    SilentWorker.all[1]?.dispatchEvent(error);
    answer(2, { kind: 'ready' });
    expect((await helpers).count).toBe(2);
    expect(ended()).toEqual([false, true, false]);
    // Otherwise the browser raises the error again in the outer scopes, and the page considers the segmenter's worker
    // dead.
    expect(error.defaultPrevented).toBe(true);
  });

  test('cost only themselves when they report a failure', async () => {
    const helpers = start();
    answer(0, { kind: 'ready' });
    answer(1, { kind: 'failed', detail: 'no such import' });
    answer(2, { kind: 'ready' });
    expect((await helpers).count).toBe(2);
    expect(ended()).toEqual([false, true, false]);
  });

  test('cost a second and only themselves when they do not answer, and take part when they start late', async () => {
    vi.useFakeTimers();
    const starting = start();
    answer(0, { kind: 'ready' });
    answer(2, { kind: 'ready' });
    await vi.advanceTimersByTimeAsync(1000);
    const helpers = await starting;
    const { count, generation } = helpers;
    expect(count).toBe(2);
    expect(ended()).toEqual([false, false, false]);
    answer(1, { kind: 'ready' });
    expect(helpers.count).toBe(3);
    expect(helpers.generation).not.toBe(generation);
  });

  test('are skipped and ended when the memory cannot be sent to them', async () => {
    vi.spyOn(SilentWorker.prototype, 'postMessage').mockImplementation(() => {
      throw new DOMException('the memory is shared', 'DataCloneError');
    });
    const unhandled = vi.fn<() => void>();
    process.once('unhandledRejection', unhandled);
    expect((await start()).count).toBe(0);
    expect(ended()).toEqual([true, true, true]);
    await new Promise(setImmediate);
    expect(unhandled).not.toHaveBeenCalled();
    process.off('unhandledRejection', unhandled);
  });

  test('are ended when the caller aborts, which rejects with the reason', async () => {
    const stop = new AbortController();
    const helpers = start(stop.signal);
    stop.abort(new Error('enough'));
    await expect(helpers).rejects.toThrow('enough');
    expect(ended()).toEqual([true, true, true]);
  });
});

test('a thread that starts late takes part from the next image on, which is bit-identical', async () => {
  const held: (() => void)[] = [];
  const sent: string[] = [];
  vi.stubGlobal(
    'Worker',
    class extends ThreadWorker {
      override postMessage(message: ToHelper): void {
        sent.push(message.kind);
        if (message.kind === 'start') held.push(() => super.postMessage(message));
        else super.postMessage(message);
      }
    },
  );
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { network, weights } = selfTestNetwork();
  const starting = engineOf({ network, weights }, 3);
  while (held.length < 2) await new Promise(setImmediate);
  await vi.advanceTimersByTimeAsync(1000);
  const engine = await starting;
  const size: Size = { heightPx: 90, widthPx: 70 };
  const pixels = randomPixels(size, createRandom(6));
  expect(engine.threads).toBe(1);
  const alone = await engine.run(pixels, size, { signal });
  expect(sent).toEqual(['start', 'start']);

  for (const release of held) release();
  while (engine.threads < 3) await new Promise(setImmediate);
  expect(await engine.run(pixels, size, { signal })).toEqual(alone);
  expect(sent.slice(2, 4)).toEqual(['plan', 'plan']);
  expect(sent.slice(4)).toContain('run');
});
