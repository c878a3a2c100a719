import { afterEach, expect, onTestFinished, test, vi } from 'vitest';

import type { SeedClick } from '../matte/apply-seed-click.ts';
import { noEdits } from '../matte/matte-edits.ts';
import type { BackgroundSource } from '../background/background-sources.ts';
import type { FromCompositor, ToCompositor } from './protocol.ts';
import { createCompositor } from './create-compositor.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A worker that only records the messages it receives. */
class SilentWorker extends EventTarget {
  readonly heard: ToCompositor[] = [];
  readonly terminate = vi.fn<() => void>();
  postMessage(message: ToCompositor) {
    this.heard.push(message);
  }
  answer(data: FromCompositor) {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
  /** Simulates the death of a worker for which the browser reports an error. */
  fail() {
    this.dispatchEvent(new Event('error', { cancelable: true }));
  }
  /** Returns the `shift` of each job that the worker received. The tests identify jobs by it. */
  jobs() {
    return this.heard.flatMap((message) =>
      message.kind === 'job' && message.job.kind === 'edit-matte' ? [message.job.edits.shift] : [],
    );
  }
  callOf(shift: number) {
    const job = this.heard.find(
      (message) => message.kind === 'job' && message.job.kind === 'edit-matte' && message.job.edits.shift === shift,
    );
    return job?.kind === 'job' ? job.call : -1;
  }
}

/** Creates a compositor and collects the workers that it starts. */
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
    image: new Blob(['image']),
    cutout: new Blob(['cutout']),
    matte: { data: new Uint8ClampedArray(1), widthPx, heightPx },
  });
  // The compositor's timers would otherwise replace the worker while tests of other files run.
  onTestFinished(() => compositor.close());
  const compose = (background: BackgroundSource) => {
    compositor.render({ background }, { quality: 'draft' }).catch(() => 0);
  };
  /** Starts a job that can be identified by its `shift`. */
  const ask = (shift: number, signal = new AbortController().signal) => {
    const outcome = compositor.editMatte({ ...noEdits, shift }, { signal });
    outcome.catch(() => undefined);
    return outcome;
  };
  return { compositor, compose, ask, workers };
}

const matte = { data: new Uint8ClampedArray(1), widthPx: 1, heightPx: 1 };

const placed = { kind: 'image', fit: 'cover', scale: 1, offsetX: 0, offsetY: 0 } as const;

test('a blob is sent once and identified by its number in every later job', () => {
  const { compositor, compose, workers } = setUp();
  const [beach, photo] = [new Blob(['beach']), new Blob(['photo'])];
  for (const blur of [10, 20]) compose({ ...placed, image: beach, blur });
  compose({ kind: 'blur', original: photo, strength: 5 });
  compose({ kind: 'color', color: '#ffffff' });
  compose({ ...placed, image: beach, blur: 30 });
  // The worker would treat a blob that is sent twice as two different blobs.
  const sent = workers[0]?.heard.flatMap((message) => (message.kind === 'blob' ? [message] : [])) ?? [];
  expect(sent.map(({ blob }) => blob)).toEqual([beach, photo]);
  const [first, second] = sent.map(({ number }) => ({ blobNumber: number }));
  const backgrounds = workers[0]?.heard.flatMap((message) =>
    message.kind === 'job' && 'params' in message.job ? [message.job.params.background] : [],
  );
  expect(backgrounds).toEqual([
    { ...placed, image: first, blur: 10 },
    { ...placed, image: first, blur: 20 },
    { kind: 'blur', original: second, strength: 5 },
    { kind: 'color', color: '#ffffff' },
    { ...placed, image: first, blur: 30 },
  ]);
  expect(first).not.toEqual(second);

  compositor.close();
  compose({ ...placed, image: beach, blur: 0 });
  expect(workers[1]?.heard.map(({ kind }) => kind)).toEqual(['open', 'blob', 'job']);
});

test('an edit is sent once: a job is preceded only by edits that the previous job did not have', () => {
  const { compositor, workers } = setUp();
  const [first, second, third, other] = [1, 2, 3, 4].map((x): SeedClick => ({
    kind: 'seed-click',
    action: 'drop',
    x,
    y: 0,
  }));
  if (!first || !second || !third || !other) throw new Error('four clicks were made');
  const edit = (...edits: SeedClick[]) => compositor.refine({ ...noEdits, edits }).catch(() => 0);
  void edit(first, second);
  void edit(first, second, third);
  // Another kind of job has the same edits.
  compositor.measureFringe({ ...noEdits, edits: [first, second, third] }).catch(() => 0);
  // Two edits were undone and another one was made.
  void edit(first, other);
  void edit();
  const heard = workers[0]?.heard.slice(1) ?? [];
  expect(heard.map((message) => (message.kind === 'edits' ? message : message.kind))).toEqual([
    { kind: 'edits', kept: 0, added: [first, second] },
    'job',
    { kind: 'edits', kept: 2, added: [third] },
    'job',
    'job',
    { kind: 'edits', kept: 1, added: [other] },
    'job',
    { kind: 'edits', kept: 0, added: [] },
    'job',
  ]);
  for (const message of heard) {
    if (message.kind === 'job' && message.job.kind === 'refine') expect(message.job.edits.edits).toEqual([]);
  }

  // A new worker knows none of the edits.
  compositor.close();
  void edit(first, other);
  expect(workers[1]?.heard[1]).toEqual({ kind: 'edits', kept: 0, added: [first, other] });
});

test('a refinement that is aborted after the worker has finished it is reported again by the next one', async () => {
  const { compositor, workers } = setUp();
  const isWhole = () =>
    (workers[0]?.heard ?? []).flatMap((message) =>
      message.kind === 'job' && message.job.kind === 'refine' ? [message.job.isWhole] : [],
    );
  const lastCall = () => {
    const job = workers[0]?.heard.findLast((message) => message.kind === 'job');
    return job?.kind === 'job' ? job.call : -1;
  };
  const outcome = { part: undefined, isFirst: true, withoutEffect: [] };
  const finish = () => workers[0]?.answer({ kind: 'done', call: lastCall(), outcome });
  const first = compositor.refine(noEdits);
  finish();
  await first;
  const own = new AbortController();
  const second = compositor.refine(noEdits, { signal: own.signal });
  own.abort();
  await expect(second).rejects.toThrow('abort');
  finish();
  const third = compositor.refine(noEdits);
  finish();
  await third;
  const fourth = compositor.refine(noEdits);
  workers[0]?.answer({ kind: 'failed', call: lastCall(), code: 'out-of-memory', detail: '' });
  await expect(fourth).rejects.toMatchObject({ code: 'out-of-memory' });
  compositor.refine(noEdits).catch(() => undefined);
  expect(isWhole()).toEqual([false, false, true, false, false]);
});

test('a bitmap that arrives after its job was aborted is closed', async () => {
  const { compositor, workers } = setUp();
  const own = new AbortController();
  const rendering = compositor.render({}, { signal: own.signal });
  own.abort();
  await expect(rendering).rejects.toThrow('abort');
  const close = vi.fn<() => void>();
  const bitmap = { close } as unknown as ImageBitmap;
  workers[0]?.answer({ kind: 'done', call: 1, outcome: { bitmap, quality: 'full' } });
  expect(close).toHaveBeenCalledOnce();
});

test('unanswered jobs are given to another worker in the same order', async () => {
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

test('a job over which two workers were lost is rejected, and later jobs are served', async () => {
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

test('a worker that never starts has its own error code, and an aborted job is not given to the next worker', async () => {
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

test('a worker lost between jobs is replaced once, not forever', async () => {
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

test('without locks, a worker that answers no heartbeat for a minute is lost, and one that answers is not', () => {
  vi.useFakeTimers();
  const { compositor, ask, workers } = setUp();
  compositor.start();
  void ask(1);
  const [first] = workers;
  first?.answer({ kind: 'opened', isLocked: false });
  for (let beat = 0; beat < 20; beat += 1) {
    vi.advanceTimersByTime(10_000);
    expect(first?.heard.at(-1)).toEqual({ kind: 'ping' });
    first?.answer({ kind: 'alive' });
  }
  expect(workers).toHaveLength(1);
  vi.advanceTimersByTime(80_000);
  expect(workers[1]?.jobs()).toEqual([1]);
  // Another worker has the job now, and the first one receives no more messages.
  const asked = first?.heard.length;
  vi.advanceTimersByTime(20_000);
  expect(first?.heard).toHaveLength(asked ?? 0);
});

test('in a browser without workers, start() does not throw, and a job rejects', async () => {
  const { compositor, ask } = setUp();
  vi.stubGlobal('Worker', undefined);
  compositor.start();
  await expect(ask(1)).rejects.toMatchObject({ code: 'resource-load-failed' });
});
