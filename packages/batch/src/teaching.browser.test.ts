import { SegmenterError } from '@isola/segmenter';
import { afterEach, expect, test, vi } from 'vitest';

import { type Color, createFakeSegmenter, type FakeSegmenter, halvesOf, imageOf } from '../test/fake-segmenter.ts';
import type { Batch, BatchItem } from './batch.ts';
import { createBatch } from './create-batch.ts';
import type { BatchStorage, OpenedStorage } from './storage/batch-storage.ts';
import { createBrowserStorage } from './storage/create-browser-storage.ts';

const opened: Batch[] = [];
const names = new Set<string>();

afterEach(async () => {
  for (const batch of opened.splice(0)) batch.dispose();
  const root = await navigator.storage.getDirectory();
  for (const name of names) {
    await root.removeEntry(name, { recursive: true }).catch(() => undefined);
    indexedDB.deleteDatabase(name);
  }
  names.clear();
});

function open(segmenter: FakeSegmenter, name: string, storage = createBrowserStorage({ name })): Batch {
  names.add(name);
  const batch = createBatch({ loadSegmenter: () => Promise.resolve(segmenter), maxItems: 50, storage });
  opened.push(batch);
  return batch;
}

const items = (batch: Batch) => batch.getState().items;
const idOf = (batch: Batch, color: Color) => items(batch).find(({ name }) => name === `${color}.png`)?.id ?? '';
const isSettled = (item: BatchItem) => item.state === 'processed' && !(item.outcome === 'done' && item.isOutdated);
const idle = (batch: Batch) =>
  vi.waitUntil(() => {
    const { isReady, activity, lesson } = batch.getState();
    return isReady && activity.kind === 'idle' && lesson?.state !== 'applying' && items(batch).every(isSettled);
  });
const leftAlphas = (batch: Batch) =>
  Promise.all(items(batch).map(async ({ id }) => (await halvesOf(await batch.result(id))).left[3]));
const marks = (batch: Batch) => items(batch).map(({ isTaught = false }) => isTaught);

/** Opens a batch of images, the first of which is red and was corrected with a stroke. */
async function openCorrected(
  colors: readonly Color[] = ['red', 'green', 'blue', 'yellow'],
  wrap = (storage: BatchStorage) => storage,
) {
  const segmenter = createFakeSegmenter();
  segmenter.taught.add('green').add('yellow');
  const name = `batch-test-${crypto.randomUUID()}`;
  const batch = open(segmenter, name, wrap(createBrowserStorage({ name })));
  await batch.add(await Promise.all(colors.map((color) => imageOf(color))));
  await idle(batch);
  const item = await batch.openItem(idOf(batch, 'red'));
  const { history } = item.document;
  const { state } = history.getState();
  const stroke = { kind: 'stroke', action: 'restore', points: [15, 20, 1], sizePx: 20, hardness: 100, opacity: 100 };
  history.commit('stroke', { ...state, matte: { ...state.matte, edits: [{ ...stroke, followsEdges: false }] } });
  await item.save();
  item.close();
  await idle(batch);
  segmenter.calls.splice(0);
  return { batch, segmenter, name, red: idOf(batch, 'red') };
}

test(
  'a correction is applied to the other images, marks those that it changes, and is undone as one',
  { tags: ['long'] },
  async () => {
    const { batch, segmenter, red } = await openCorrected();
    expect(items(batch).map(({ isCorrected = false }) => isCorrected)).toEqual([true, false, false, false]);
    await batch.teach(red);
    await idle(batch);
    // A changed image is rendered while the lesson is applied to the next one.
    expect(segmenter.calls.toSorted()).toEqual(['apply blue', 'apply green', 'apply yellow', 'learn red']);
    expect(batch.getState().lesson).toEqual({ state: 'applied', changed: 2, failed: 0 });
    expect(marks(batch)).toEqual([false, true, false, true]);
    expect((await leftAlphas(batch)).slice(1)).toEqual([255, 0, 255]);
    await batch.undoLesson();
    await idle(batch);
    expect((await leftAlphas(batch)).slice(1)).toEqual([0, 0, 0]);
    expect(marks(batch)).toEqual([false, false, false, false]);
    expect(batch.getState().lesson).toBeUndefined();
  },
);

test('what a lesson changed is undone for one image and kept for another', { tags: ['long'] }, async () => {
  const { batch, red } = await openCorrected();
  await batch.teach(red);
  await idle(batch);
  const view = await createImageBitmap(await batch.lessonView(idOf(batch, 'green'), 30));
  expect([view.width, view.height]).toEqual([30, 20]);
  await batch.undoLesson([idOf(batch, 'green')]);
  await batch.keepLesson([idOf(batch, 'yellow')]);
  await idle(batch);
  expect((await leftAlphas(batch)).slice(1)).toEqual([0, 0, 255]);
  expect(marks(batch)).toEqual([false, false, false, false]);
  await expect(batch.lessonView(idOf(batch, 'yellow'), 30)).rejects.toThrow(/attes/);
});

test(
  'a lesson survives a reload, concerns images that are added later, and can still be undone',
  { tags: ['long'] },
  async () => {
    const { batch, segmenter, name, red } = await openCorrected();
    await batch.teach(red);
    await idle(batch);
    batch.dispose();
    const later = open(segmenter, name);
    await idle(later);
    expect(later.getState().lesson).toEqual({ state: 'applied', changed: 2, failed: 0 });
    expect((await leftAlphas(later)).slice(1)).toEqual([255, 0, 255]);
    segmenter.calls.splice(0);
    await later.add([new File([await imageOf('yellow'), ' '], 'more.png', { type: 'image/png' })]);
    await idle(later);
    expect(segmenter.calls).toEqual(['yellow', 'apply yellow']);
    await later.undoLesson();
    await idle(later);
    expect((await leftAlphas(later)).slice(1)).toEqual([0, 0, 0, 0]);
  },
);

test('a stopped lesson leaves further images as they are', { tags: ['long'] }, async () => {
  const { batch, segmenter, red } = await openCorrected();
  await batch.teach(red).then(() => segmenter.hold());
  batch.stopTeaching();
  segmenter.release();
  await idle(batch);
  expect((await leftAlphas(batch)).slice(2)).toEqual([0, 0]);
  expect(segmenter.calls).not.toContain('apply yellow');
});

test('a failure of one image is counted, and the others are done', { tags: ['long'] }, async () => {
  const { batch, segmenter, red } = await openCorrected();
  segmenter.failures.set('green', [new SegmenterError('processing-failed')]);
  await batch.teach(red);
  await idle(batch);
  expect(batch.getState().lesson).toEqual({ state: 'applied', changed: 1, failed: 1 });
  expect((await leftAlphas(batch)).slice(1)).toEqual([0, 0, 255]);
});

test(
  'a lesson is applied once more to the images on which it failed, and to no others',
  { tags: ['long'] },
  async () => {
    const { batch, segmenter, red } = await openCorrected();
    segmenter.failures.set('green', [new SegmenterError('processing-failed')]);
    await batch.teach(red);
    await idle(batch);
    segmenter.calls.splice(0);
    batch.retryLesson();
    await idle(batch);
    expect(segmenter.calls).toEqual(['apply green']);
    expect(batch.getState().lesson).toEqual({ state: 'applied', changed: 2, failed: 0 });
    expect((await leftAlphas(batch)).slice(1)).toEqual([255, 0, 255]);
  },
);

test(
  'a second lesson that fails on a changed image is counted, and what the first changed can be undone',
  { tags: ['long'] },
  async () => {
    const { batch, segmenter, red } = await openCorrected();
    await batch.teach(red);
    await idle(batch);
    segmenter.failures.set('green', [new SegmenterError('processing-failed')]);
    await batch.teach(red);
    await idle(batch);
    expect(batch.getState().lesson).toEqual({ state: 'applied', changed: 2, failed: 1 });
    batch.retryLesson();
    await idle(batch);
    expect(batch.getState().lesson).toEqual({ state: 'applied', changed: 2, failed: 0 });
    await batch.undoLesson();
    await idle(batch);
    expect((await leftAlphas(batch)).slice(1)).toEqual([0, 0, 0]);
  },
);

test('an image without corrections teaches nothing', { tags: ['long'] }, async () => {
  const { batch } = await openCorrected();
  await batch.teach(idOf(batch, 'blue'));
  expect(batch.getState().lesson).toEqual({ state: 'too-small' });
  batch.stopTeaching();
  expect(batch.getState().lesson).toBeUndefined();
});

type Fault = 'killed' | 'refused' | 'refused once';

/** Creates a storage in which the write with a given number, counted from the call of `arm`, and later ones fail. */
function faultyStorage() {
  let fault: Fault | undefined;
  let [count, failingAt] = [0, Infinity];
  const struck = Promise.withResolvers<void>();

  function failing<Args extends readonly unknown[]>(write: (...args: Args) => Promise<void>) {
    return async (...args: Args): Promise<void> => {
      count += 1;
      const fails = fault === 'refused once' ? count === failingAt : count >= failingAt;
      if (!fails) return write(...args);
      struck.resolve();
      // The promises of a page that was killed never settle.
      if (fault === 'killed') return new Promise(() => undefined);
      throw new DOMException('the device is full', 'QuotaExceededError');
    };
  }

  const wrapped = (opened: OpenedStorage): OpenedStorage => ({
    ...opened,
    saveSettings: failing(opened.saveSettings),
    saveItem: failing(opened.saveItem),
    writeFile: failing(opened.writeFile),
    removeFiles: failing(opened.removeFiles),
  });
  return {
    wrap: (storage: BatchStorage): BatchStorage => ({
      open: async (options) => wrapped(await storage.open(options)),
    }),
    arm(kind: Fault, at: number) {
      [fault, count, failingAt] = [kind, 0, at];
    },
    struck: struck.promise,
    count: () => count,
  };
}

const steps: Record<string, { readonly before: boolean; readonly act: (batch: Batch, red: string) => Promise<void> }> =
  {
    'a first lesson': { before: false, act: (batch, red) => batch.teach(red) },
    'a second lesson': { before: true, act: (batch, red) => batch.teach(red) },
    undoing: { before: true, act: (batch) => batch.undoLesson() },
    keeping: { before: true, act: (batch) => batch.keepLesson() },
  };
const faults = Object.keys(steps).flatMap((step) =>
  (['killed', 'refused', 'refused once'] as const).map((fault) => ({ step, fault })),
);

/** Carries out a step whose write `at` fails, and reloads. @returns false when the step has fewer writes. */
async function reloadAfter(step: string, fault: Fault, at: number): Promise<boolean> {
  const { before = false, act } = steps[step] ?? {};
  const faulty = faultyStorage();
  const { batch, segmenter, name, red } = await openCorrected(['red', 'green'], faulty.wrap);
  if (before) {
    await batch.teach(red);
    await idle(batch);
  }
  faulty.arm(fault, at);
  const done = (async () => {
    await act?.(batch, red);
    await idle(batch);
  })();
  done.catch(() => undefined);
  await (fault === 'killed' ? Promise.race([faulty.struck, done]) : done);
  const isOver = faulty.count() < at;
  batch.dispose();
  if (isOver) return false;

  // The reloaded batch cannot apply the lesson before its state is compared.
  segmenter.hold();
  const later = open(segmenter, name);
  await vi.waitUntil(() => later.getState().isReady && items(later).every(isSettled));
  const green = items(later)[1];
  const seen = { at, isTaught: green?.isTaught ?? false, alpha: (await leftAlphas(later))[1] };
  expect([
    { at, isTaught: false, alpha: 0 },
    { at, isTaught: true, alpha: 255 },
    ...(step === 'keeping' ? [{ at, isTaught: false, alpha: 255 }] : []),
  ]).toContainEqual(seen);
  const isKept = seen.alpha === 255 && !seen.isTaught;
  segmenter.release();
  await idle(later);
  await later.undoLesson();
  await idle(later);
  expect({ at, alpha: (await leftAlphas(later))[1] }).toEqual({ at, alpha: isKept ? 255 : 0 });
  later.dispose();
  return true;
}

test.each(faults)(
  '$step survives a write that is $fault',
  { tags: ['long'], timeout: 240_000 },
  async ({ step, fault }) => {
    let at = 1;
    while (await reloadAfter(step, fault, at)) at += 1;
    // A lesson writes a matte, a result and a thumbnail, and the rows that refer to them.
    expect(at).toBeGreaterThan(3);
  },
);
