import { afterEach, expect, test, vi } from 'vitest';

import { identity } from './affine.ts';
import type { Layer } from './backdrop/layer.ts';
import type { FromCompositor, ToCompositor } from './compositor-protocol.ts';
import { createCompositor } from './create-compositor.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A worker that does nothing but write down what it is sent. */
class SilentWorker extends EventTarget {
  readonly heard: ToCompositor[] = [];
  readonly terminate = vi.fn<() => void>();
  postMessage(message: ToCompositor) {
    this.heard.push(message);
  }
  answer(data: FromCompositor) {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
  /** Dies as a worker does of which the browser reports an error. */
  fail() {
    this.dispatchEvent(new Event('error', { cancelable: true }));
  }
  /** The edges that the jobs which it was given wanted. */
  jobs() {
    return this.heard.flatMap((message) =>
      message.kind === 'job' && message.job.kind === 'matte' ? [message.job.edits.shift] : [],
    );
  }
  callOf(shift: number) {
    const job = this.heard.find(
      (message) => message.kind === 'job' && message.job.kind === 'matte' && message.job.edits.shift === shift,
    );
    return job?.kind === 'job' ? job.call : -1;
  }
}

/** A compositor with the workers that it started. */
function setUp() {
  const workers: SilentWorker[] = [];
  class Started extends SilentWorker {
    constructor() {
      super();
      workers.push(this);
    }
  }
  vi.stubGlobal('Worker', Started);
  const [widthPx, heightPx] = [1, 1];
  const compositor = createCompositor({
    original: new Blob(['original']),
    cutout: new Blob(['cut-out']),
    matte: { data: new Uint8ClampedArray(1), widthPx, heightPx },
    workingWidthPx: widthPx,
    workingHeightPx: heightPx,
  });
  const compose = (layer: Layer) => {
    const look = {
      edits: { marks: [], shift: 0, feather: 0, contrast: 0, solidify: 0, decontaminate: 100 },
      light: { contact: 0, drop: { strength: 0, angleDeg: 0, distance: 0, softness: 0 }, match: 0, wrap: 0 },
      placement: { toPhoto: identity, widthPx, heightPx },
      layer,
    };
    compositor.run({ kind: 'compose', look, key: '', fineness: 'draft' }, new AbortController().signal).catch(() => 0);
  };
  /** A job that can be told by its edge. */
  const ask = (shift: number, signal = new AbortController().signal) => {
    const edits = { marks: [], shift, feather: 0, contrast: 0, solidify: 0, decontaminate: 100 };
    const outcome = compositor.run({ kind: 'matte', edits }, signal);
    outcome.catch(() => undefined);
    return outcome;
  };
  return { compositor, compose, ask, workers };
}

const matte = { data: new Uint8ClampedArray(1), widthPx: 1, heightPx: 1 };

const lie = { kind: 'picture', fit: 'cover', scale: 1, offsetX: 0, offsetY: 0 } as const;

test('a picture is sent once, and known by its number in every job after it', () => {
  const { compositor, compose, workers } = setUp();
  const [beach, photo] = [new Blob(['beach']), new Blob(['photo'])];
  for (const blur of [10, 20]) compose({ ...lie, picture: beach, blur });
  compose({ kind: 'blur', original: photo, strength: 5 });
  compose({ kind: 'color', color: '#ffffff' });
  compose({ ...lie, picture: beach, blur: 30 });
  // Of the files themselves a worker must hear no second time.
  const files = workers[0]?.heard.flatMap((message) => (message.kind === 'picture' ? [message] : [])) ?? [];
  expect(files.map(({ picture }) => picture)).toEqual([beach, photo]);
  const [first, second] = files.map(({ number }) => number);
  const layers = workers[0]?.heard.flatMap((message) =>
    message.kind === 'job' && 'look' in message.job ? [message.job.look.layer] : [],
  );
  expect(layers).toEqual([
    { ...lie, picture: first, blur: 10 },
    { ...lie, picture: first, blur: 20 },
    { kind: 'blur', original: second, strength: 5 },
    { kind: 'color', color: '#ffffff' },
    { ...lie, picture: first, blur: 30 },
  ]);
  expect(first).not.toBe(second);

  compositor.close();
  compose({ ...lie, picture: beach, blur: 0 });
  expect(workers[1]?.heard.map(({ kind }) => kind)).toEqual(['open', 'picture', 'job']);
});

test('what was not answered is given to another worker, in the same order', async () => {
  const { ask, workers } = setUp();
  const outcomes = [1, 2, 3].map((shift) => ask(shift));
  workers[0]?.answer({ kind: 'opened', isLocked: false });
  workers[0]?.answer({ kind: 'done', call: workers[0].callOf(1), outcome: matte });
  workers[0]?.fail();
  expect(workers[0]?.terminate).toHaveBeenCalledOnce();
  expect(workers[1]?.heard.map(({ kind }) => kind)).toEqual(['open', 'job', 'job']);
  expect(workers[1]?.jobs()).toEqual([2, 3]);
  for (const shift of [2, 3]) {
    workers[1]?.answer({ kind: 'done', call: workers[1].callOf(shift), outcome: matte });
  }
  expect(await Promise.all(outcomes)).toEqual([matte, matte, matte]);
});

test('a job that costs two workers is given up, and the ones behind it are not', async () => {
  const { ask, workers } = setUp();
  const [deadly, harmless] = [ask(1), ask(2)];
  for (const lost of [0, 1]) {
    workers[lost]?.answer({ kind: 'opened', isLocked: false });
    workers[lost]?.fail();
  }
  await expect(deadly).rejects.toMatchObject({ code: 'compositor-lost' });
  expect(workers[2]?.jobs()).toEqual([2]);
  workers[2]?.answer({ kind: 'done', call: workers[2].callOf(2), outcome: matte });
  expect(await harmless).toEqual(matte);
});

test('a worker that never starts is another failure, and an aborted job is not given to the next', async () => {
  vi.useFakeTimers();
  const { ask, workers } = setUp();
  const own = new AbortController();
  const [unserved, aborted] = [ask(1), ask(2, own.signal)];
  own.abort(new Error('no longer wanted'));
  await expect(aborted).rejects.toThrow('no longer wanted');
  vi.advanceTimersByTime(30_000);
  expect(workers[1]?.jobs()).toEqual([1]);
  vi.advanceTimersByTime(30_000);
  await expect(unserved).rejects.toMatchObject({ code: 'resource-load-failed' });
  expect(workers).toHaveLength(2);
});

test('between jobs another worker is started at once, but not for ever', async () => {
  const { compositor, ask, workers } = setUp();
  compositor.start();
  workers[0]?.answer({ kind: 'opened', isLocked: false });
  const outcome = ask(1);
  workers[0]?.answer({ kind: 'done', call: workers[0].callOf(1), outcome: matte });
  await outcome;
  workers[0]?.fail();
  expect(workers).toHaveLength(2);
  workers[1]?.answer({ kind: 'opened', isLocked: false });
  workers[1]?.fail();
  expect(workers).toHaveLength(2);
  void ask(2);
  expect(workers[2]?.jobs()).toEqual([2]);
});

test('without locks a worker that answers no heartbeat for a minute is lost, and one that does is not', () => {
  vi.useFakeTimers();
  const { compositor, ask, workers } = setUp();
  compositor.start();
  void ask(1);
  const [first] = workers;
  first?.answer({ kind: 'opened', isLocked: false });
  for (let beat = 0; beat < 20; beat += 1) {
    vi.advanceTimersByTime(10_000);
    expect(first?.heard.at(-1)).toEqual({ kind: 'are-you-there' });
    first?.answer({ kind: 'alive' });
  }
  expect(workers).toHaveLength(1);
  vi.advanceTimersByTime(80_000);
  expect(workers[1]?.jobs()).toEqual([1]);
  // Another one has it then; nothing is asked of the first any more.
  const asked = first?.heard.length;
  vi.advanceTimersByTime(20_000);
  expect(first?.heard).toHaveLength(asked ?? 0);
});

test('where the browser has no workers, starting is no error and a job is', async () => {
  const { compositor, ask } = setUp();
  vi.stubGlobal('Worker', undefined);
  compositor.start();
  await expect(ask(1)).rejects.toMatchObject({ code: 'resource-load-failed' });
});
