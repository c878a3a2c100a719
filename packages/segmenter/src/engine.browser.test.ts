/** @module-tag long */
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';

import { countResources, type ResourceCount } from '../test/count-resources.ts';
import { greatestDifference, spreadOf } from '../test/greatest-difference.ts';
import { createRandom } from '../test/random.ts';
import { tinyNetworkUrl } from '../test/tiny-network.ts';
import { createSegmenter, type Segmenter } from './create-segmenter.ts';
import type { SegmenterOptions } from './api/options.ts';
import type { Segmentation } from './api/segmentation.ts';
import type { StageProgress } from './api/stages.ts';

const deviceMemoryGib = 2;
const size = { widthPx: 640, heightPx: 256 };

const open: Segmenter[] = [];

async function segmenterWith(options: SegmenterOptions = {}): Promise<Segmenter> {
  const segmenter = createSegmenter({
    manifestUrl: await tinyNetworkUrl(),
    deviceMemoryGib,
    provider: 'cpu',
    ...options,
  });
  open.push(segmenter);
  return segmenter;
}

/** Functions that restore what a test has replaced without Vitest. */
const undo: (() => void)[] = [];

afterEach(async () => {
  for (const segmenter of open.splice(0)) segmenter.dispose();
  for (const restore of undo.splice(0)) restore();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await caches.delete('isola-models');
});

/** Returns an image of random coloured rectangles, which depends on the seed. */
function picture(seed: number, { widthPx, heightPx } = size): ImageData {
  const random = createRandom(seed);
  const image = new ImageData(widthPx, heightPx);
  image.data.fill(255);
  for (let blot = 0; blot < 60; blot += 1) {
    const [left, top] = [random.integer(0, widthPx - 1), random.integer(0, heightPx - 1)];
    const colour = [random.integer(0, 255), random.integer(0, 255), random.integer(0, 255), 255];
    for (let y = top; y < Math.min(top + 40, heightPx); y += 1) {
      for (let x = left; x < Math.min(left + 60, widthPx); x += 1) image.data.set(colour, (y * widthPx + x) * 4);
    }
  }
  return image;
}

/** Expected mattes by the image's seed. They come from another library (onnxruntime-web) with the same weights. */
const answers = new Map<number, Uint8ClampedArray>();

beforeAll(async () => {
  distrustEngine();
  const segmenter = await segmenterWith({ execution: 'main' });
  for (const seed of [1, 2, 3]) {
    const { matte, run, subject } = await finish(segmenter.segment(picture(seed)));
    expect([run.provider, subject]).toEqual(['wasm', 'found']);
    expect(spreadOf(matte.data)).toBeGreaterThan(200);
    answers.set(seed, matte.data);
  }
  expect(greatestDifference(answers.get(1) ?? [], answers.get(2) ?? [])).toBeGreaterThan(100);
  segmenter.dispose();
  vi.restoreAllMocks();
});

/** Awaits a result and closes its bitmap. */
async function finish(result: Promise<Segmentation>): Promise<Segmentation> {
  const segmentation = await result;
  segmentation.cutout.close();
  return segmentation;
}

/** Compares a matte with the expected one. A difference of 1e-4 in the mask may change a level by 1 through rounding. */
function expectRight({ matte }: Segmentation, seed: number): void {
  expect(greatestDifference(matte.data, answers.get(seed) ?? [])).toBeLessThanOrEqual(1);
}

/**
 * Makes the kernels compute wrong results from now on.
 * @param builds which of the tried builds are wrong, by the order in which they are tried.
 */
function distrustEngine(builds: readonly ('first' | 'second')[] = ['first', 'second']): void {
  const instantiate = WebAssembly.instantiate.bind(WebAssembly) as (...values: unknown[]) => Promise<unknown>;
  let tried = 0;
  vi.spyOn(WebAssembly, 'instantiate').mockImplementation((async (...values: unknown[]) => {
    const instance = await instantiate(...values);
    if (!(instance instanceof WebAssembly.Instance) || !('maxPool' in instance.exports)) return instance;
    tried += 1;
    const isWrong = (tried === 1 && builds.includes('first')) || (tried === 2 && builds.includes('second'));
    return isWrong ? { exports: { ...instance.exports, maxPool: () => undefined } } : instance;
  }) as never);
}

/** Records the addresses that are fetched from now on, in order. @param answer replaces the answer to some of them. */
function watchFetches(answer: (url: string) => Response | undefined = () => undefined): string[] {
  const urls: string[] = [];
  const fetchAsEver = fetch;
  vi.stubGlobal('fetch', (input: string | URL, init?: RequestInit) => {
    urls.push(String(input));
    const instead = answer(String(input));
    return instead ? Promise.resolve(instead) : fetchAsEver(input, init);
  });
  return urls;
}

/** Counts the resources that the page creates from now on. */
function countedHere(): () => Promise<ResourceCount> {
  const { count, restore } = countResources();
  undo.push(restore);
  return () => Promise.resolve(count());
}

/** Counts the resources that the segmenter's next worker creates. */
function countedInWorker(): () => Promise<ResourceCount> {
  const RealWorker = Worker;
  const counted: Worker[] = [];
  vi.stubGlobal(
    'Worker',
    class extends RealWorker {
      constructor() {
        super(new URL('../test/counting-worker.ts', import.meta.url), { type: 'module' });
        counted.push(this);
      }
    },
  );
  return () =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', ({ data }: MessageEvent<ResourceCount>) => resolve(data), { once: true });
      port1.start();
      counted[0]?.postMessage({ kind: 'count' }, [port2]);
    });
}

describe('a network', () => {
  test('runs on this package’s own engine in a worker, with the same result as onnxruntime-web', async () => {
    const segmenter = await segmenterWith();
    const reports: StageProgress[] = [];
    const result = await finish(segmenter.segment(picture(1), { onProgress: (progress) => reports.push(progress) }));
    expect(result.run).toMatchObject({ provider: 'engine', thread: 'worker', model: 'self-test' });
    // The tests' page is not cross-origin isolated.
    expect(result.run).toMatchObject({ threads: 1, threadsReason: 'not-isolated' });
    expectRight(result, 1);
    const segmenting = reports.filter(({ stage }) => stage === 'segmenting');
    expect(segmenting.every(({ unit, total }) => unit === 'percent' && total === 100)).toBe(true);
    expect([segmenting.at(0)?.loaded, segmenting.at(-1)?.loaded]).toEqual([0, 100]);
    expect(new Set(segmenting.map(({ loaded }) => loaded)).size).toBeGreaterThan(4);
  });

  test('starts to load before its kernels have arrived', async () => {
    const fetchAsEver = fetch;
    const partAsked = Promise.withResolvers<void>();
    let files = 0;
    vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
      if (input.startsWith('blob:')) files += 1;
      // The manifest and the description are the first two files.
      if (files === 3) partAsked.resolve();
      if (/network.*\.wasm/.test(input)) await partAsked.promise;
      return fetchAsEver(input, init);
    });
    const segmenter = await segmenterWith({ execution: 'main' });
    expectRight(await finish(segmenter.segment(picture(1))), 1);
  });

  test('continues on the page’s engine when its worker is killed during a run', async () => {
    const workers: Worker[] = [];
    const RealWorker = Worker;
    vi.stubGlobal(
      'Worker',
      class extends RealWorker {
        constructor(url: string | URL, options?: WorkerOptions) {
          super(url, options);
          workers.push(this);
        }
      },
    );
    const segmenter = await segmenterWith();
    await segmenter.warmUp();
    const onProgress = ({ stage }: StageProgress) => stage === 'segmenting' && workers[0]?.terminate();
    const result = await finish(segmenter.segment(picture(2), { onProgress }));
    expect(result.run).toMatchObject({ provider: 'engine', thread: 'main', mainThreadReason: 'worker-died' });
    expectRight(result, 2);
  });
});

// The soak test repeats this a hundred and two hundred times with the real network.
describe('repeated use', () => {
  test.each(['main', 'auto'] as const)(
    'thirty images in a row leave no bitmap open and do not grow the memory (execution: %s)',
    { timeout: 240_000, tags: ['long'] },
    async (execution) => {
      const resources = execution === 'main' ? countedHere() : countedInWorker();
      const segmenter = await segmenterWith({ execution });
      const upright = picture(4, { widthPx: 256, heightPx: 640 });
      await finish(segmenter.segment(upright));
      await finish(segmenter.segment(picture(1)));
      const before = await resources();
      expect(before.engineMemoryBytes.length).toBeGreaterThan(0);
      expect(before.bitmaps).toBeGreaterThanOrEqual(4);
      for (let turn = 0; turn < 15; turn += 1) {
        await finish(segmenter.segment(upright));
        const seed = 1 + (turn % 3);
        const result = await finish(segmenter.segment(picture(seed)));
        expectRight(result, seed);
        expect(result.run.thread).toBe(execution === 'main' ? 'main' : 'worker');
      }
      const after = await resources();
      expect(after.engineMemoryBytes).toEqual(before.engineMemoryBytes);
      expect(after.bitmaps).toBeGreaterThanOrEqual(before.bitmaps + 60);
      expect(after.openBitmaps).toBe(0);
    },
  );

  test('concurrent calls have right results, on one segmenter and on two', async () => {
    const [one, other] = [await segmenterWith(), await segmenterWith()];
    const seeds = [1, 2, 3, 3, 1];
    const results = await Promise.all(
      seeds.map((seed, index) => finish((index % 2 === 0 ? one : other).segment(picture(seed)))),
    );
    for (const [index, result] of results.entries()) expectRight(result, seeds[index] ?? 0);
  });

  test('eighty aborts at random moments leave no worker behind', { timeout: 240_000, tags: ['long'] }, async () => {
    const unhandled: unknown[] = [];
    const onUnhandled = ({ reason }: PromiseRejectionEvent) => unhandled.push(reason);
    addEventListener('unhandledrejection', onUnhandled);
    const random = createRandom(7);
    let segmenter = await segmenterWith();
    const cold: StageProgress[] = [];
    await finish(segmenter.segment(picture(1), { onProgress: (progress) => cold.push(progress) }));

    const abortedIn: string[] = [];
    for (let turn = 0; abortedIn.length < 80; turn += 1) {
      // Every twentieth call uses a new segmenter, so that loading the model is aborted, too.
      if (turn % 20 === 0) {
        segmenter.dispose();
        segmenter = await segmenterWith();
      }
      const stop = new AbortController();
      const reason = new Error(`enough of ${turn}`);
      const [events, turns] = [random.integer(0, cold.length - 1), random.integer(0, 4)];
      const stopSoon = async () => {
        for (let waited = 0; waited < turns; waited += 1) await messageTurn();
        stop.abort(reason);
      };
      let reports = 0;
      let latest = 'nothing';
      const onProgress = ({ stage }: StageProgress) => {
        reports += 1;
        latest = stage;
        if (reports === events) void stopSoon();
      };
      const running = finish(segmenter.segment(picture(2), { signal: stop.signal, onProgress }));
      if (events === 0) void stopSoon();
      const [result] = await Promise.allSettled([running]);
      if (result.status === 'fulfilled') {
        // The call ended before its abort.
        expectRight(result.value, 2);
      } else {
        expect(result.reason).toBe(reason);
        abortedIn.push(latest);
      }
    }
    const stages = ['nothing', 'preprocessing', 'loading-model', 'segmenting', 'postprocessing'];
    expect(abortedIn).toEqual(expect.arrayContaining(stages));

    const after = await finish(segmenter.segment(picture(3)));
    expect(after.run).toMatchObject({ provider: 'engine', thread: 'worker' });
    expectRight(after, 3);
    for (const each of open) each.dispose();
    await vi.waitUntil(async () => (await livingWorkers()) === 0);
    expect(unhandled).toEqual([]);
    removeEventListener('unhandledrejection', onUnhandled);
  });
});

describe('refused memory', () => {
  const refuse = () => {
    throw new RangeError('WebAssembly.Memory.grow(): Unable to grow instance memory');
  };

  test('for the model rejects with out-of-memory, and the next call loads it again', async () => {
    const segmenter = await segmenterWith({ execution: 'main' });
    const refusal = vi.spyOn(WebAssembly.Memory.prototype, 'grow').mockImplementation(refuse);
    await expect(segmenter.segment(picture(1))).rejects.toMatchObject({ code: 'out-of-memory' });
    refusal.mockRestore();
    expectRight(await finish(segmenter.segment(picture(1))), 1);
  });

  test('for the image at every size rejects with out-of-memory, and the next image is processed', async () => {
    const segmenter = await segmenterWith({ execution: 'main' });
    await segmenter.warmUp();
    const refusal = vi.spyOn(WebAssembly.Memory.prototype, 'grow').mockImplementation(refuse);
    await expect(segmenter.segment(picture(1))).rejects.toMatchObject({ code: 'out-of-memory' });
    refusal.mockRestore();
    expectRight(await finish(segmenter.segment(picture(2))), 2);
  });

  test('for the image at the first size makes the network use a smaller size', async () => {
    const segmenter = await segmenterWith({ execution: 'main', deviceMemoryGib: 4 });
    await segmenter.warmUp();
    const growth = vi.spyOn(WebAssembly.Memory.prototype, 'grow').mockImplementationOnce(refuse);
    const { run, subject } = await finish(segmenter.segment(picture(1)));
    expect([run.provider, subject]).toEqual(['engine', 'found']);
    const [refusedPages = 0, grantedPages = 0] = growth.mock.calls.map(([pages]) => pages);
    expect(grantedPages).toBeGreaterThan(0);
    expect(grantedPages).toBeLessThan(refusedPages);
  });
});

describe('a browser without', () => {
  const kernelsAmong = (urls: readonly string[]) =>
    urls.flatMap((url) => /network[a-z-]*(?=\.wasm)/.exec(url)?.[0] ?? []);

  test('relaxed SIMD uses the plain kernels', async () => {
    const validate = WebAssembly.validate.bind(WebAssembly);
    // The SIMD prefix is followed by two bytes of the instruction's number. Only relaxed instructions have such high numbers.
    vi.spyOn(WebAssembly, 'validate').mockImplementation(
      (bytes) =>
        !Array.from(bytes as Uint8Array)
          .join()
          .includes('253,128,2') && validate(bytes),
    );
    const urls = watchFetches();
    const segmenter = await segmenterWith({ execution: 'main' });
    const result = await finish(segmenter.segment(picture(1)));
    expect(kernelsAmong(urls)).toEqual(['network']);
    expect(result.run.provider).toBe('engine');
    expectRight(result, 1);
  });

  test('any SIMD rejects with a message that names it, and fetches no kernels', async () => {
    vi.spyOn(WebAssembly, 'validate').mockReturnValue(false);
    const urls = watchFetches();
    const segmenter = await segmenterWith({ execution: 'main' });
    await expect(segmenter.segment(picture(1))).rejects.toMatchObject({
      code: 'resource-load-failed',
      detail: expect.stringContaining('SIMD'),
    });
    expect(kernelsAmong(urls)).toEqual([]);
  });

  test('a worker uses one thread, because the page’s own thread may not wait', async () => {
    const shared = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
    vi.stubGlobal('crossOriginIsolated', true);
    vi.stubGlobal('SharedArrayBuffer', shared.buffer.constructor);
    const urls = watchFetches();
    const segmenter = await segmenterWith({ execution: 'main', threads: 4 });
    const result = await finish(segmenter.segment(picture(2)));
    expect(kernelsAmong(urls)).toEqual(['network-relaxed']);
    expect(result.run).toMatchObject({ provider: 'engine', threads: 1, threadsReason: 'in-page' });
    expectRight(result, 2);
  });

  test('right results from the fast kernels uses the plain ones', async () => {
    distrustEngine(['first']);
    const urls = watchFetches();
    const segmenter = await segmenterWith({ execution: 'main' });
    const result = await finish(segmenter.segment(picture(3)));
    expect(kernelsAmong(urls)).toEqual(['network-relaxed', 'network']);
    expect(result.run.provider).toBe('engine');
    expectRight(result, 3);
  });

  test('right results from any kernels uses onnxruntime-web with the same download', async () => {
    distrustEngine();
    const urls = watchFetches();
    const segmenter = await segmenterWith({ execution: 'main' });
    const result = await finish(segmenter.segment(picture(3)));
    expect(result.run.provider).toBe('wasm');
    expectRight(result, 3);
    // The manifest, the description and four parts are fetched once each.
    const files = urls.filter((url) => url.startsWith('blob:'));
    expect([files.length, new Set(files).size]).toEqual([6, 6]);
  });

  test('the kernels’ file rejects with the status, and a later call loads the file once it exists', async () => {
    let isMissing = true;
    watchFetches((url) => (isMissing && url.endsWith('.wasm') ? new Response('', { status: 404 }) : undefined));
    const segmenter = await segmenterWith({ execution: 'main' });
    await expect(segmenter.segment(picture(1))).rejects.toMatchObject({
      code: 'resource-load-failed',
      detail: expect.stringContaining('404'),
    });
    isMissing = false;
    expectRight(await finish(segmenter.segment(picture(1))), 1);
  });
});

/** Counts the running workers. Each holds a lock until it ends. */
async function livingWorkers(): Promise<number> {
  const { held = [] } = await navigator.locks.query();
  return held.filter(({ name }) => name?.startsWith('isola-segmenter-')).length;
}

/** Waits until the messages that have already arrived are handled. */
function messageTurn(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener('message', () => resolve(), { once: true });
    port1.start();
    port2.postMessage(undefined);
  });
}
