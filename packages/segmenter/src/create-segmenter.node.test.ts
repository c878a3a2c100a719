/** Tests the page's side of the worker with a fake worker, whose timing the tests control. */
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { collectGarbage } from '../test/collect-garbage.ts';
import { FakeWorker } from '../test/fake-worker.ts';
import { createSegmenter, type Segmenter } from './create-segmenter.ts';
import type { Segmentation } from './api/segmentation.ts';

// Test files share loaded modules (see `vitest.config.ts`). This file loads the segmenter again, with a fake in-page client.
vi.hoisted(() => vi.resetModules());
afterAll(() => vi.resetModules());

// The fake in-page client, which is used when no worker does the work.
vi.mock('./transport/in-page-client.ts', () => ({
  createInPageClient: () => ({
    warmUp: () => Promise.resolve(),
    decodeAhead: () => undefined,
    dropAhead: () => undefined,
    segment: () => Promise.resolve({ subject: 'found', run: { thread: 'main' } }),
    dispose: () => undefined,
  }),
}));

const open: Segmenter[] = [];

function segmenterWith(options: Parameters<typeof createSegmenter>[0] = {}): Segmenter {
  const segmenter = createSegmenter(options);
  open.push(segmenter);
  return segmenter;
}

/** The part of a bitmap that the page's side uses. */
class FakeBitmap {
  static all: FakeBitmap[] = [];
  readonly [Symbol.toStringTag] = 'ImageBitmap';
  width = 4;
  height = 3;

  constructor() {
    FakeBitmap.all.push(this);
  }

  close(): void {
    this.width = 0;
  }
}

/** A canvas whose pixels the page may read. */
class FakeCanvas {
  getContext(): unknown {
    return { canvas: this, drawImage: () => undefined };
  }

  convertToBlob(): Promise<Blob> {
    return Promise.resolve(new Blob());
  }
}

beforeEach(() => {
  FakeWorker.reset();
  FakeBitmap.all = [];
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('ImageBitmap', FakeBitmap);
  vi.stubGlobal('OffscreenCanvas', FakeCanvas);
  vi.stubGlobal('createImageBitmap', () => Promise.resolve(new FakeBitmap()));
  vi.stubGlobal('location', new URL('https://example.org/'));
  vi.stubGlobal('crossOriginIsolated', true);
});
afterEach(() => {
  for (const segmenter of open.splice(0)) segmenter.dispose();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const photo = new Blob(['a photo']);

/** Returns a result with a matte of this many bytes. */
function resultOf(sizeBytes = 12): Segmentation {
  return {
    widthPx: sizeBytes,
    heightPx: 1,
    matte: { data: new Uint8ClampedArray(sizeBytes), widthPx: sizeBytes, heightPx: 1 },
    cutout: new FakeBitmap(),
    png: new Blob([]),
    subject: 'found',
    confidence: { value: 1, map: new Uint8ClampedArray(1), mapWidthPx: 1, mapHeightPx: 1, disputed: [] },
    run: {} as Segmentation['run'],
  };
}

/** Waits until the condition is true, without advancing fake timers. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise(setImmediate);
}

/** Waits until the most recently started worker has received this number of messages of this kind. */
const given = (kind: string, times = 1) =>
  until(() => FakeWorker.all.at(-1)?.kinds.filter((each) => each === kind).length === times);

describe('returned results', () => {
  // V8 11 to 14.5 kept each value that had won a `Promise.race` against a promise that stays pending.
  test('can be garbage-collected while their worker is running', async () => {
    const segmenter = segmenterWith();
    // This is a separate function, because a stack frame that continues would hold the objects that it used last.
    const matteOf = async (nth: number) => {
      const running = segmenter.segment(photo);
      await given('segment', nth);
      const { latest } = FakeWorker;
      latest.answer({ kind: 'segmented', call: latest.call, segmentation: resultOf(100_000) });
      return new WeakRef((await running).matte.data);
    };
    const mattes: WeakRef<object>[] = [];
    for (let nth = 1; nth <= 40; nth += 1) mattes.push(await matteOf(nth));
    // The target of a `WeakRef` is kept until the job in which it was read ends.
    await new Promise(setImmediate);
    collectGarbage();
    expect(mattes.filter((matte) => matte.deref() !== undefined).length).toBe(0);
    expect(FakeWorker.all.map(({ isEnded }) => isEnded)).toEqual([false]);
  });
});

describe('an abort', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));

  async function aborted(segmenter: Segmenter) {
    const stop = new AbortController();
    const running = segmenter.segment(photo, { signal: stop.signal });
    await given('segment');
    const outcome = expect(running).rejects.toThrow('enough');
    stop.abort(new Error('enough'));
    await outcome;
  }

  test('that the worker does not answer within a second ends the worker, and the next call starts another', async () => {
    const segmenter = segmenterWith();
    await aborted(segmenter);
    const { latest: deaf } = FakeWorker;
    const next = segmenter.segment(photo);
    await vi.advanceTimersByTimeAsync(999);
    // The next image is not sent to a worker that may have to be ended.
    expect([deaf.isEnded, deaf.kinds]).toEqual([false, ['start', 'segment', 'abort']]);
    await vi.advanceTimersByTimeAsync(1);
    expect(deaf.isEnded).toBe(true);
    await given('segment');
    expect(FakeWorker.all.length).toBe(2);
    const { latest } = FakeWorker;
    const result = resultOf();
    latest.answer({ kind: 'segmented', call: latest.call, segmentation: result });
    expect(await next).toEqual(result);
    expect(latest.isEnded).toBe(false);
  });

  test('that the worker answers keeps the worker for the next call', async () => {
    const segmenter = segmenterWith();
    await aborted(segmenter);
    const { latest } = FakeWorker;
    const next = segmenter.segment(photo);
    latest.answer({ kind: 'failed', call: latest.call, code: 'aborted', detail: undefined });
    await given('segment', 2);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(latest.isEnded).toBe(false);
    latest.answer({ kind: 'segmented', call: latest.call, segmentation: resultOf() });
    await next;
    expect(FakeWorker.all.length).toBe(1);
  });

  test('that arrives after the result was sent closes the result', async () => {
    const segmenter = segmenterWith();
    await aborted(segmenter);
    const { latest } = FakeWorker;
    latest.answer({ kind: 'segmented', call: latest.call, segmentation: resultOf() });
    expect(FakeBitmap.all.map(({ width }) => width)).toEqual([0]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(latest.isEnded).toBe(false);
  });

  test('ends the worker only after another running call has ended', async () => {
    const segmenter = segmenterWith();
    const stop = new AbortController();
    const warmUp = expect(segmenter.warmUp({ signal: stop.signal })).rejects.toThrow('enough');
    await given('warm-up');
    const running = segmenter.segment(photo);
    await given('segment');
    stop.abort(new Error('enough'));
    await warmUp;
    await vi.advanceTimersByTimeAsync(5000);
    const { latest } = FakeWorker;
    expect(latest.isEnded).toBe(false);
    latest.answer({ kind: 'segmented', call: latest.call, segmentation: resultOf() });
    await running;
    await vi.advanceTimersByTimeAsync(1000);
    expect(latest.isEnded).toBe(true);
  });
});

describe('a lost thread', () => {
  test('ends the worker, and the image is processed again in a new one with half the threads', async () => {
    const segmenter = segmenterWith({ threads: 5 });
    const running = segmenter.segment(photo);
    const threads: (number | undefined)[] = [];
    for (const workers of [1, 2, 3]) {
      await until(() => FakeWorker.all.length === workers);
      await given('segment');
      const { latest } = FakeWorker;
      threads.push(latest.threads);
      if (workers < 3) latest.answer({ kind: 'thread-lost', call: latest.call });
      else latest.answer({ kind: 'segmented', call: latest.call, segmentation: resultOf() });
    }
    await expect(running).resolves.toMatchObject({ subject: 'found' });
    expect(threads).toEqual([5, 2, 1]);
    expect(FakeWorker.latest.messages[0]).toMatchObject({ options: { threadsReason: 'lost' } });
    expect(FakeWorker.all.map(({ isEnded }) => isEnded)).toEqual([true, true, false]);
  });
});

describe('bitmaps', () => {
  test('that were copied for a call are closed when the call is aborted before its worker starts', async () => {
    FakeWorker.answersStart = false;
    const segmenter = segmenterWith();
    const source = new FakeBitmap();
    const stop = new AbortController();
    const running = segmenter.segment(source, { signal: stop.signal });
    const outcome = expect(running).rejects.toThrow('enough');
    await until(() => FakeBitmap.all.length === 2);
    stop.abort(new Error('enough'));
    await outcome;
    expect(FakeBitmap.all.map(({ width }) => width)).toEqual([4, 0]);
  });

  test('that were decoded ahead are dropped when their call begins but is aborted before it is sent', async () => {
    const segmenter = segmenterWith({ deviceMemoryGib: 8 });
    const [first, second] = [new AbortController(), new AbortController()];
    const running = segmenter.segment(photo, { signal: first.signal });
    const outcome = expect(running).rejects.toThrow('enough');
    await given('segment');
    const next = segmenter.segment(photo, { signal: second.signal });
    const nextOutcome = expect(next).rejects.toThrow('enough');
    await given('decode-ahead');
    // The second call begins when the first is aborted, and is aborted before the worker has answered the first abort.
    first.abort(new Error('enough'));
    await outcome;
    second.abort(new Error('enough'));
    await nextOutcome;
    expect(FakeWorker.latest.kinds).toEqual(['start', 'segment', 'decode-ahead', 'abort', 'drop-ahead']);
  });
});

describe('invalid options', () => {
  const refusalOf = (options: object) => {
    try {
      return createSegmenter(options);
    } catch (error) {
      return error;
    }
  };

  test.each([
    { manifestUrl: 'https://' },
    { manifestUrl: 7 },
    { model: '' },
    { model: 3 },
    { threads: 0 },
    { threads: 2.5 },
    { threads: Number.NaN },
    { threads: '4' },
    { threads: 33 },
    { deviceMemoryGib: 0 },
    { deviceMemoryGib: Number.NaN },
    { deviceMemoryGib: '8' },
    { execution: 'worker' },
    { provider: 'gpu' },
    { provider: 'auto' },
    { provider: 'webgpu' },
    { provider: null },
    { runtimeUrl: 'http://' },
    { modelRequest: 'Bearer 1' },
    { fetch: 'fetch' },
    { onEvent: {} },
  ])('%j is rejected with its name', (options) => {
    const [name = ''] = Object.keys(options);
    const refusal = refusalOf(options);
    expect(refusal).toBeInstanceOf(RangeError);
    expect(refusal).toMatchObject({ message: expect.stringMatching(`^${name} is .*must be`) });
  });

  test.each([
    [{ headers: { 'no header': '1' } }, 'modelRequest.headers is {"no header":"1"}, and must be headers'],
    [{ credentials: 'always' }, 'modelRequest.credentials is always, and must be one of omit, same-origin, include'],
  ])('of modelRequest are rejected with their name: %j', (modelRequest, message) => {
    expect(refusalOf({ modelRequest })).toEqual(new RangeError(message));
  });

  test.each([
    [{ thread: 4 }, 'there is no option thread: did you mean threads?'],
    [{ manifestURL: '/m.json' }, 'there is no option manifestURL: did you mean manifestUrl?'],
    [{ modelUrl: '/m.json' }, 'there is no option modelUrl'],
    [{ toString: 1 }, 'there is no option toString'],
    [null as never, 'null is no object of options'],
    ['/m.json' as never, '/m.json is no object of options'],
    [{ modelRequest: { header: {} } }, 'there is no option modelRequest.header: did you mean modelRequest.headers?'],
  ])('with an unknown name are rejected with the nearest known name: %j', (options, message) => {
    expect(refusalOf(options)).toEqual(new TypeError(message));
  });

  test.each([
    [
      { outputs: ['png', 'jpeg'] },
      'outputs is ["png","jpeg"], and must be a list of png, webp, mask, cutout, pixels, sharedPixels',
    ],
    [{ outputs: 'png' }, 'outputs is png, and must be a list of png, webp, mask, cutout, pixels, sharedPixels'],
    [{ background: 'white' }, 'background is white, and must be a colour, #rrggbb'],
    [{ background: '#fff' }, 'background is #fff, and must be a colour, #rrggbb'],
    [
      { prompt: { points: [] } },
      'prompt is {"points":[]}, and must be { points, box, matte, corrected } with at least one point',
    ],
    [
      { prompt: { points: [{ x: 1, y: 2 }] } },
      'prompt is {"points":[{"x":1,"y":2}]}, and must be { points, box, matte, corrected }',
    ],
    [{ prompt: { box: { leftPx: 0, topPx: 0, widthPx: 0, heightPx: 9 } } }, 'or a box { leftPx, topPx,'],
    [{ prompt: { box: { leftPx: 0, topPx: 0, widthPx: 9, heightPx: 9, keep: 1 } } }, 'or a box { leftPx, topPx,'],
    [
      { prompt: { box: { leftPx: 0, topPx: 0, widthPx: 9, heightPx: 9 }, matte: {} } },
      'must be { points, box, matte, corrected }',
    ],
    [
      { prompt: { points: [{ xPx: 1, yPx: 2, keep: false }], corrected: 1 } },
      'must be { points, box, matte, corrected }',
    ],
    [{ detail: 'finest' }, 'detail is finest, and must be one of standard, fine'],
    [{ signal: new AbortController() }, 'signal is {}, and must be an AbortSignal'],
    [{ onProgress: true }, 'onProgress is true, and must be a function'],
    [{ onprogress: () => undefined }, 'there is no option onprogress: did you mean onProgress?'],
  ])('of a call are rejected before a worker is started: %j', async (options, message) => {
    const segmenter = segmenterWith();
    await expect(segmenter.segment(photo, options as object)).rejects.toThrow(message);
    if ('signal' in options || 'onProgress' in options) {
      await expect(segmenter.warmUp(options as object)).rejects.toThrow(message);
    }
    expect(FakeWorker.all).toEqual([]);
  });

  test('do not include undefined, which means the default', async () => {
    const segmenter = segmenterWith({ threads: undefined, model: undefined } as object);
    const running = segmenter.segment(photo, { signal: undefined, outputs: undefined } as object);
    await given('segment');
    const { latest } = FakeWorker;
    expect(latest.messages.at(-1)).toMatchObject({ request: { detail: 'standard', outputs: ['png', 'cutout'] } });
    latest.answer({ kind: 'segmented', call: latest.call, segmentation: resultOf() });
    await running;
  });
});

describe('on a server', () => {
  test('a segmenter can be created, and its calls reject with no-browser', async () => {
    vi.stubGlobal('location', undefined);
    const segmenter = segmenterWith({ manifestUrl: '/models/manifest.json', runtimeUrl: './onnxruntime' });
    for (const call of [segmenter.segment(photo), segmenter.warmUp()]) {
      await expect(call).rejects.toMatchObject({ name: 'SegmenterError', code: 'no-browser' });
    }
    expect(() => createSegmenter({ threads: 0 })).toThrow(RangeError);
    expect(() => createSegmenter({ manifestUrl: 'https://' })).toThrow(RangeError);
    expect(FakeWorker.all).toEqual([]);
  });
});

describe('the start message', () => {
  test('contains complete options with absolute addresses and without functions', async () => {
    const segmenter = segmenterWith({
      manifestUrl: 'models/manifest.json',
      runtimeUrl: new URL('https://example.org/ort'),
      modelRequest: { headers: [['X-Token', '1']] },
      fetch: () => Promise.reject(new Error('not asked')),
      threads: 2,
    });
    const running = segmenter.segment(photo);
    await given('segment');
    const { latest } = FakeWorker;
    const [start] = latest.messages;
    expect(structuredClone(start)).toMatchObject({
      options: {
        manifestUrl: 'https://example.org/models/manifest.json',
        runtimeUrl: 'https://example.org/ort/',
        modelRequest: { headers: { 'x-token': '1' }, credentials: 'same-origin' },
        threads: 2,
      },
    });
    latest.answer({ kind: 'segmented', call: latest.call, segmentation: resultOf() });
    await running;
  });
});

describe('an event', () => {
  test('from the worker is passed to onEvent, whose errors are reported and do not make the call fail', async () => {
    const reported: unknown[] = [];
    vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
    const told: unknown[] = [];
    const segmenter = segmenterWith({
      onEvent(event) {
        told.push(event);
        throw new Error('the log is full');
      },
    });
    const running = segmenter.segment(photo);
    await given('segment');
    const { latest } = FakeWorker;
    latest.answer({ kind: 'event', event: { type: 'gpu-taken' } });
    latest.answer({ kind: 'segmented', call: latest.call, segmentation: resultOf() });
    await running;
    expect(told).toEqual([{ type: 'gpu-taken' }]);
    expect(reported).toEqual([new Error('the log is full')]);
    segmenter.dispose();
    latest.answer({ kind: 'event', event: { type: 'gpu-taken' } });
    expect(told.length).toBe(1);
  });
});

describe('`using`', () => {
  test('ends a segmenter and closes a result’s bitmap', async () => {
    let running: Promise<unknown>;
    {
      using segmenter = createSegmenter();
      const first = segmenter.segment(photo);
      await given('segment');
      FakeWorker.latest.answer({ kind: 'segmented', call: FakeWorker.latest.call, segmentation: resultOf() });
      {
        using result = await first;
        expect(result.cutout.width).toBe(4);
      }
      expect(FakeBitmap.all.map(({ width }) => width)).toEqual([0]);
      running = segmenter.segment(photo);
    }
    await expect(running).rejects.toMatchObject({ code: 'disposed' });
    expect(FakeWorker.latest.isEnded).toBe(true);
  });
});

describe('threadsReason', () => {
  test.each([
    ['the option asks for one thread', { threads: 1 }, 8, true, 'asked'],
    ['the processor has one core', {}, 1, true, 'single-core'],
    ['the page is not isolated', {}, 8, false, 'not-isolated'],
    ['the page came over plain HTTP', {}, 8, undefined, 'insecure-origin'],
    ['several threads are possible', {}, 8, true, undefined],
  ])('is correct when %s', async (_, options, hardwareConcurrency, isIsolated, reason) => {
    vi.stubGlobal('crossOriginIsolated', isIsolated === true);
    vi.stubGlobal('isSecureContext', isIsolated !== undefined);
    vi.stubGlobal('navigator', { hardwareConcurrency });
    const segmenter = segmenterWith(options);
    const running = segmenter.segment(photo);
    await given('segment');
    const [start] = FakeWorker.latest.messages;
    expect(start).toMatchObject({ options: { threads: reason === undefined ? 4 : 1, threadsReason: reason } });
    FakeWorker.latest.answer({ kind: 'segmented', call: FakeWorker.latest.call, segmentation: resultOf() });
    await running;
  });
});

describe('a worker', () => {
  test('whose script failed to load is started again by the next call', async () => {
    FakeWorker.answersStart = false;
    const segmenter = segmenterWith();
    const first = segmenter.segment(photo);
    await until(() => FakeWorker.all.length === 1);
    FakeWorker.latest.dispatchEvent(Object.assign(new Event('error'), { message: '404' }));
    await expect(first).resolves.toMatchObject({ run: { thread: 'main', mainThreadReason: 'worker-not-started' } });

    FakeWorker.answersStart = true;
    const second = segmenter.segment(photo);
    await given('segment');
    expect(FakeWorker.all.length).toBe(2);
    FakeWorker.latest.answer({ kind: 'segmented', call: FakeWorker.latest.call, segmentation: resultOf() });
    await second;
  });

  test('that exceeded the start’s time limit is started again two minutes later, not at once', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    FakeWorker.answersStart = false;
    const segmenter = segmenterWith();
    const first = segmenter.segment(photo);
    await vi.advanceTimersByTimeAsync(20_000);
    await expect(first).resolves.toMatchObject({ run: { mainThreadReason: 'worker-not-started' } });
    await expect(segmenter.segment(photo)).resolves.toMatchObject({ run: { mainThreadReason: 'worker-not-started' } });
    expect(FakeWorker.all.length).toBe(1);

    FakeWorker.answersStart = true;
    await vi.advanceTimersByTimeAsync(120_000);
    const later = segmenter.segment(photo);
    await given('segment');
    FakeWorker.latest.answer({ kind: 'segmented', call: FakeWorker.latest.call, segmentation: resultOf() });
    await later;
    expect(FakeWorker.all.length).toBe(2);
  });

  test('that died twice in a row is started again two minutes later, and then avoided after one more death', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const segmenter = segmenterWith();
    const died = async () => {
      const running = segmenter.segment(photo);
      await until(() => FakeWorker.latest.kinds.includes('segment') && !FakeWorker.latest.isEnded);
      FakeWorker.latest.dispatchEvent(Object.assign(new Event('error'), { message: 'out of memory' }));
      await expect(running).resolves.toMatchObject({ run: { mainThreadReason: 'worker-died' } });
    };
    await died();
    await died();
    const expectPage = () =>
      expect(segmenter.segment(photo)).resolves.toMatchObject({ run: { mainThreadReason: 'worker-died' } });
    await expectPage();
    expect(FakeWorker.all.length).toBe(2);
    await vi.advanceTimersByTimeAsync(120_000);
    await died();
    await expectPage();
    expect(FakeWorker.all.length).toBe(3);
  });
});
