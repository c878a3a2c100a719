import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import type { Size } from '../api/size.ts';
import { type AccelerationOptions, accelerate, type GpuCandidate } from './accelerated-session.ts';
import { GpuError } from './gpu-network.ts';
import type { Model } from '../model/model-manifest.ts';
import { pause } from '../async/pause.ts';
import type { ModelSession } from './session.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const size: Size = { heightPx: 8, widthPx: 6 };
const picture = new Uint8ClampedArray(size.heightPx * size.widthPx * 4).fill(200);
const { signal } = new AbortController();
const forwards = { signal, onProgress: () => undefined };

/** Returns a mask in which half of the pixels are subject. */
const maskOf = ({ heightPx, widthPx }: Size) =>
  Float32Array.from({ length: heightPx * widthPx }, (_, index) => (index % 2 === 0 ? 0.9 : 0.1));

/** Returns a processor that takes `cpuMs` for any image, reacts to an abort at once, and does one run at a time. */
function fakeProcessor(cpuMs: number) {
  let isBusy = false;
  const run = vi.fn<ModelSession['run']>(async (_, size, options) => {
    expect(isBusy, 'the engine gets no second run while it runs').toBe(false);
    isBusy = true;
    try {
      await pause(cpuMs, options.signal);
    } finally {
      isBusy = false;
    }
    return { mask: maskOf(size), provider: 'engine' };
  });
  const release = vi.fn(() => Promise.resolve());
  return { model: {} as Model, threads: 2, reportsShares: true, run, release } satisfies ModelSession;
}

/** Returns a card that takes `gpuMs` for any image. */
function fakeCard(gpuMs: number, mask: (size: Size) => Float32Array<ArrayBuffer> = maskOf, hasWon = false) {
  const run = vi.fn<GpuCandidate['network']['run']>(async (_, size, { signal }) => {
    await pause(gpuMs, signal);
    return mask(size);
  });
  const network = { run, end: vi.fn() };
  return { network, hasWon, remember: vi.fn(() => Promise.resolve()) } satisfies GpuCandidate;
}

function accelerated(card: GpuCandidate | undefined, options: Partial<AccelerationOptions> = {}, cpuMs = 100) {
  const cpu = fakeProcessor(cpuMs);
  const open = vi.fn(() => Promise.resolve(card));
  const session = accelerate(cpu, { open, evenSlower: false, ...options });
  return { cpu, open, session };
}

/** Returns a run that takes the first of two times for its first run at a size, and the second time afterwards. */
function onceCold<T>(
  [coldMs = 0, warmMs = 0]: readonly number[],
  result: (size: Size) => T,
): (pixels: unknown, size: Size, options: { readonly signal: AbortSignal }) => Promise<T> {
  const seen = new Set<string>();
  return async (_, size, options) => {
    const key = JSON.stringify(size);
    await pause(seen.has(key) ? warmMs : coldMs, options.signal);
    seen.add(key);
    return result(size);
  };
}

async function ran(session: ModelSession, options = forwards) {
  const [run] = await Promise.all([session.run(picture, size, options), vi.advanceTimersByTimeAsync(2000)]);
  return run;
}

const nobodyComes = () => vi.advanceTimersByTimeAsync(20_000);

describe('a trial', () => {
  test('starts when no image has arrived for a while, and a card that passes is used from then on', async () => {
    const card = fakeCard(10);
    const { session, open } = accelerated(card);
    expect(await ran(session)).toMatchObject({ provider: 'engine' });
    expect(open).not.toHaveBeenCalled();
    expect(await ran(session)).toMatchObject({ provider: 'engine' });
    await nobodyComes();
    const run = await ran(session);
    expect(run.provider).toBe('webgpu');
    expect(run.mask).toEqual(maskOf(size));
    expect(open).toHaveBeenCalledOnce();
  });

  test('does not start before the first image', async () => {
    const { open } = accelerated(fakeCard(10));
    await nobodyComes();
    expect(open).not.toHaveBeenCalled();
  });

  test('rejects a card that computes something else, and remembers it', async () => {
    const card = fakeCard(10, (size) => maskOf(size).map((value) => 1 - value));
    const { session } = accelerated(card, { evenSlower: true });
    await ran(session);
    await nobodyComes();
    expect(card.remember).toHaveBeenCalledExactlyOnceWith('wrong');
    expect(card.network.end).toHaveBeenCalledOnce();
    expect(await ran(session)).toMatchObject({ provider: 'engine' });
  });

  test('rejects a card that is slower, and remembers it', async () => {
    const card = fakeCard(150);
    const { session } = accelerated(card);
    await ran(session);
    await nobodyComes();
    expect(card.network.end).toHaveBeenCalledOnce();
    expect(card.remember).toHaveBeenCalledExactlyOnceWith('slower');
    expect(await ran(session)).toMatchObject({ provider: 'engine' });
  });

  test('accepts a slower card if that was requested', async () => {
    const { session } = accelerated(fakeCard(150), { evenSlower: true });
    await ran(session);
    await nobodyComes();
    expect(await ran(session)).toMatchObject({ provider: 'webgpu' });
  });

  test('that fails on the card is remembered as the card’s failure', async () => {
    const card = fakeCard(10);
    card.network.run.mockRejectedValueOnce(new GpuError('gpu-failed', 'no answer within 180000 ms'));
    const { session } = accelerated(card);
    await ran(session);
    await nobodyComes();
    expect(card.network.end).toHaveBeenCalledOnce();
    expect(card.remember).toHaveBeenCalledExactlyOnceWith('failed');
    expect(await ran(session)).toMatchObject({ provider: 'engine' });
  });

  test('that fails on the processor is not held against the card', async () => {
    const card = fakeCard(10);
    const { cpu, session } = accelerated(card);
    await ran(session);
    cpu.run.mockRejectedValueOnce(new Error('out of memory'));
    await nobodyComes();
    expect(card.network.end).toHaveBeenCalledOnce();
    expect(card.remember).not.toHaveBeenCalled();
  });

  // The first run at a size compiles shaders on the card; on the processor it grows memory and fills caches.
  test.each([
    { card: [3000, 10], cpu: [100, 100], provider: 'webgpu', remembered: 'faster' },
    { card: [10, 10], cpu: [1000, 8], provider: 'engine', remembered: 'slower' },
    { card: [100, 100], cpu: [1000, 50], provider: 'engine', remembered: 'slower' },
    { card: [3000, 40], cpu: [1000, 50], provider: 'webgpu', remembered: 'faster' },
  ])('times both warm: card $card, processor $cpu (cold, warm) → $provider', async ({ card, cpu, ...expected }) => {
    const candidate = fakeCard(10);
    candidate.network.run.mockImplementation(onceCold(card, (size) => maskOf(size)));
    const setting = accelerated(candidate);
    setting.cpu.run.mockImplementation(onceCold(cpu, (size) => ({ mask: maskOf(size), provider: 'engine' })));
    await ran(setting.session);
    // The processor is cold again, as after an image of another size.
    setting.cpu.run.mockImplementation(onceCold(cpu, (size) => ({ mask: maskOf(size), provider: 'engine' })));
    await nobodyComes();
    expect(candidate.remember).toHaveBeenCalledExactlyOnceWith(expected.remembered);
    expect((await ran(setting.session)).provider).toBe(expected.provider);
  });

  test('of a card that has won here recently compares its masks and does not time it again', async () => {
    const card = fakeCard(10, maskOf, true);
    const { session, cpu } = accelerated(card);
    await ran(session);
    cpu.run.mockClear();
    await nobodyComes();
    const ofTest = { heightPx: 256, widthPx: 256 };
    expect(cpu.run.mock.calls.map(([, size]) => size)).toEqual([ofTest]);
    // The card also runs at the images' size, so that no image waits for its shaders.
    expect(card.network.run.mock.calls.map(([, size]) => size)).toEqual([ofTest, size]);
    expect(await ran(session)).toMatchObject({ provider: 'webgpu' });
    expect(card.remember).not.toHaveBeenCalled();
  });

  test('gives way to an image that arrives during it, and is repeated later', async () => {
    const { session, cpu, open } = accelerated(fakeCard(10), {}, 1000);
    await ran(session);
    // This covers the quiet time that is left, and part of the processor's own run of the trial.
    await vi.advanceTimersByTimeAsync(2500);
    expect(cpu.run).toHaveBeenCalledTimes(2);
    const run = session.run(picture, size, forwards);
    await vi.advanceTimersByTimeAsync(1010);
    expect(await run).toMatchObject({ provider: 'engine' });
    await nobodyComes();
    expect(await ran(session)).toMatchObject({ provider: 'webgpu' });
    expect(open).toHaveBeenCalledOnce();
  });

  test.each([
    ['does not exist', () => Promise.resolve(undefined)],
    ['fails to start', () => Promise.reject(new GpuError('gpu-failed', 'no memory'))],
  ])('of a card that %s is not repeated', async (_, open) => {
    const spy = vi.fn(open);
    const { session } = accelerated(undefined, { open: spy });
    await ran(session);
    await nobodyComes();
    expect(await ran(session)).toEqual({ mask: maskOf(size), provider: 'engine' });
    await nobodyComes();
    expect(spy).toHaveBeenCalledOnce();
  });
});

describe('reported events', () => {
  async function toldOf(card: GpuCandidate | undefined, options: Partial<AccelerationOptions> = {}) {
    const onEvent = vi.fn<NonNullable<AccelerationOptions['onEvent']>>();
    const setting = accelerated(card, { onEvent, ...options });
    await ran(setting.session);
    await nobodyComes();
    return { ...setting, told: () => onEvent.mock.calls.map(([event]) => event) };
  }

  test.each([
    ['slower', fakeCard(150)],
    ['wrong', fakeCard(10, (size) => maskOf(size).map((value) => 1 - value))],
  ] as const)('a card that is %s is reported as given up', async (reason, card) => {
    const { told } = await toldOf(card);
    expect(told()).toEqual([{ type: 'gpu-given-up', reason }]);
  });

  test('a card that does not start is reported as given up, and a missing card is not reported', async () => {
    const failing = await toldOf(undefined, { open: () => Promise.reject(new GpuError('device-lost', 'unknown')) });
    expect(failing.told()).toEqual([{ type: 'gpu-given-up', reason: 'device-lost' }]);
    const none = await toldOf(undefined);
    expect(none.told()).toEqual([]);
  });

  test('a card is reported as taken, and as given up when it fails, but not when it ends with the session', async () => {
    const card = fakeCard(10);
    const { session, told } = await toldOf(card);
    expect(told()).toEqual([{ type: 'gpu-taken' }]);
    card.network.run.mockRejectedValueOnce(new Error('anything'));
    await ran(session);
    expect(told()).toEqual([{ type: 'gpu-taken' }, { type: 'gpu-given-up', reason: 'gpu-failed' }]);

    const ended = await toldOf(fakeCard(10));
    await ended.session.release();
    expect(ended.told()).toEqual([{ type: 'gpu-taken' }]);
  });
});

describe('a card in use', () => {
  async function inUse() {
    const card = fakeCard(10);
    const setting = accelerated(card);
    await ran(setting.session);
    await nobodyComes();
    expect(await ran(setting.session)).toMatchObject({ provider: 'webgpu' });
    card.remember.mockClear();
    return { card, ...setting };
  }

  test.each([
    ['is lost', new GpuError('device-lost', 'unknown'), 'device-lost'],
    ['fails', new Error('anything else'), 'gpu-failed'],
  ])('that %s during a run leaves the image to the processor, in the same call', async (_, error, fallback) => {
    const { card, session, open } = await inUse();
    card.network.run.mockRejectedValueOnce(error);
    expect(await ran(session)).toEqual({ mask: maskOf(size), provider: 'engine', fallback });
    expect(card.network.end).toHaveBeenCalledOnce();
    expect(card.remember).toHaveBeenCalledExactlyOnceWith('failed');

    expect(await ran(session)).toEqual({ mask: maskOf(size), provider: 'engine' });
    await nobodyComes();
    expect(await ran(session)).toMatchObject({ provider: 'engine' });
    expect(open).toHaveBeenCalledOnce();
  });

  test('rejects an aborted call at once, and processes the next image', async () => {
    const { session, card } = await inUse();
    const stop = new AbortController();
    const reason = new Error('enough');
    const running = session.run(picture, size, { ...forwards, signal: stop.signal });
    const outcome = expect(running).rejects.toBe(reason);
    await vi.advanceTimersByTimeAsync(5);
    stop.abort(reason);
    await outcome;
    expect(card.network.end).not.toHaveBeenCalled();
    expect(await ran(session)).toMatchObject({ provider: 'webgpu' });
  });

  test('ends with the session', async () => {
    const { session, card, cpu } = await inUse();
    await session.release();
    expect(card.network.end).toHaveBeenCalledOnce();
    expect(cpu.release).toHaveBeenCalledOnce();
    expect(card.remember).not.toHaveBeenCalled();
  });
});

test('a session reports the processor’s current number of threads', () => {
  const { cpu, session } = accelerated(undefined);
  cpu.threads = 1;
  expect(session.threads).toBe(1);
});

test('a release aborts a card that is still starting', async () => {
  const open = vi.fn<AccelerationOptions['open']>(async (openSignal) => {
    await pause(60_000, openSignal);
    return fakeCard(10);
  });
  const { session } = accelerated(undefined, { open });
  await ran(session);
  await vi.advanceTimersByTimeAsync(5000);
  await session.release();
  expect(open.mock.calls[0]?.[0].aborted).toBe(true);
});
