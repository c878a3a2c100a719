import { type Compositor, CompositorError, type JobOptions, type Matte, type RefinedPart } from '@isola/imaging';
import { afterEach, describe, expect, test, vi } from 'vitest';

import { createImageDocument } from '../document/image-document.ts';
import type { Background } from '../model/background.ts';
import type { Stroke } from '../edits/stroke.ts';
import { initialState } from '../schema/initial-state.ts';
import { type CutoutPng, writtenPng } from '../image/image-segmentation.ts';
import { createRendering } from './create-rendering.ts';
import { mattesOf } from './mattes-of.ts';

const png = new Blob(['the cut-out'], { type: 'image/png' });

interface Job {
  readonly kind:
    | 'render'
    | 'renderBackground'
    | 'encode'
    | 'encodeMatte'
    | 'editMatte'
    | 'refine'
    | 'measureFringe'
    | 'retouch'
    | 'findShadow'
    | 'pixelate';
  /** Arguments of the call, except the options. */
  readonly params?: object;
  readonly encoding?: object;
  readonly edits?: object;
  readonly quality?: string | undefined;
}

interface Call {
  readonly job: Job;
  readonly signal: AbortSignal;
  readonly onProgress: JobOptions['onProgress'];
  readonly resolve: (outcome: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Sets up a rendering whose compositor leaves every job pending until the test ends it. */
function setUp(firstPng: CutoutPng = writtenPng(png)) {
  const calls: Call[] = [];
  const close = vi.fn<() => void>();
  const run = <Outcome>(job: Job, { signal: own = signal, onProgress }: JobOptions = {}) =>
    new Promise<Outcome>((resolve, reject) => {
      own.addEventListener('abort', () => reject(own.reason as Error));
      calls.push({ job, signal: own, onProgress, resolve: (outcome) => resolve(outcome as Outcome), reject });
    });
  const compositor: Compositor = {
    render: (params, { quality, ...options } = {}) => run({ kind: 'render', params, quality }, options),
    renderBackground: (params, options) => run({ kind: 'renderBackground', params }, options),
    encode: (params, encoding, options) => run({ kind: 'encode', params, encoding }, options),
    encodeMatte: (edits, options) => run({ kind: 'encodeMatte', edits }, options),
    editMatte: (edits, options) => run({ kind: 'editMatte', edits }, options),
    refine: (edits, options) => run({ kind: 'refine', edits }, options),
    measureFringe: (edits, options) => run({ kind: 'measureFringe', edits }, options),
    retouch: (edits, _, options) => run({ kind: 'retouch', edits }, options),
    pixelate: (edits, _, options) => run({ kind: 'pixelate', edits }, options),
    findShadow: (edits, options) => run({ kind: 'findShadow', edits }, options),
    start: () => undefined,
    open: () => undefined,
    release: () => undefined,
    close,
  };
  const parts: (RefinedPart | undefined)[] = [];
  const document = createImageDocument({ file: new Blob(['photo']), name: 'cat.jpg', url: 'blob:cat' });
  const result = { png: firstPng, widthPx: 40, heightPx: 30 };
  const onEnd = vi.fn<() => void>();
  const rendering = createRendering(document, result, compositor, (part) => parts.push(part), onEnd);
  const current = () => document.history.getState().state;
  const choose = (background: Background) => document.history.commit(background.kind, { ...current(), background });
  const paint = () =>
    document.history.commit('erase', {
      ...current(),
      matte: { ...current().matte, edits: [...current().matte.edits, { ...stroke }] },
    });
  /** Waits for the nth job of a kind. */
  const callOf = (kind: Job['kind'], count = 1) =>
    vi.waitUntil(() => calls.filter(({ job }) => job.kind === kind)[count - 1]);
  const countOf = (kind: Job['kind']) => calls.filter(({ job }) => job.kind === kind).length;
  return { callOf, countOf, close, onEnd, document, rendering, choose, paint, parts, current };
}

const blue: Background = { kind: 'color', color: '#0000ff' };
const red: Background = { kind: 'color', color: '#ff0000' };
const stroke: Stroke = {
  kind: 'stroke',
  action: 'erase',
  points: [1, 1, 1],
  sizePx: 4,
  hardness: 100,
  opacity: 100,
  followsEdges: false,
};
const { signal } = new AbortController();

const part: RefinedPart = {
  rect: { x: 0, y: 0, widthPx: 1, heightPx: 1 },
  bitmap: { close: () => undefined } as unknown as ImageBitmap,
};
const unchanged = { part: undefined, isFirst: false, withoutEffect: [] };

/** Returns a view and the mock that records whether its bitmap was closed. */
function view() {
  const close = vi.fn<() => void>();
  return { view: { bitmap: { close } as unknown as ImageBitmap, quality: 'draft' as const }, close };
}

test('initially the file is the segmenter’s own, and no work starts', async () => {
  const { rendering, countOf } = setUp();
  rendering.subscribe(() => undefined);
  rendering.need('view');
  rendering.need('file');
  expect(rendering.getState()).toMatchObject({
    isCutout: true,
    view: undefined,
    file: { state: 'ready', file: png },
  });
  expect((await rendering.writeFile(signal)).file).toBe(png);
  expect(countOf('render') + countOf('encode') + countOf('refine')).toBe(0);
});

test('the mattes of a subject begin with that of the newest edits whose matte was computed', async () => {
  const { rendering, paint, callOf, document, current } = setUp();
  const [first, edited] = [1, 2].map((size) => ({
    data: new Uint8ClampedArray(size),
    widthPx: size,
    heightPx: 1,
  })) as [Matte, Matte];
  const mattes = () => mattesOf({ document, segmentation: { matte: first } });
  paint();
  const computed = rendering.editedMatte(current().matte, signal);
  (await callOf('editMatte')).resolve(edited);
  await computed;
  expect(mattes()).toEqual([edited, first]);
  // The matte of other edits, such as those of a preset, is not that of the document.
  const foreign = rendering.editedMatte({ ...current().matte }, signal);
  (await callOf('editMatte', 2)).resolve({ ...edited, heightPx: 9 });
  await foreign;
  expect(mattes()).toEqual([edited, first]);
  document.history.undo();
  expect(mattes()).toEqual([first]);
  expect(mattesOf({ document })).toEqual([]);
});

test('the share of an enlargement is known while the network works, and another enlargement replaces it', async () => {
  const { rendering, callOf, document, current } = setUp();
  rendering.subscribe(() => undefined);
  rendering.need('file');
  document.history.commit('enlarge', { ...current(), enlarge: 2 });
  expect(rendering.getState()).toMatchObject({
    widthPx: 80,
    heightPx: 60,
    isCutout: false,
    file: { state: 'working' },
  });
  const first = await callOf('encode');
  expect(first.job.params).toMatchObject({ isEnlarged: true });
  first.onProgress?.({ stage: 'enlarge', loaded: 1, total: 4 });
  expect(rendering.getState().enlarging).toBe(0.25);
  first.onProgress?.({ stage: 'compose', loaded: 1, total: 60 });
  expect(rendering.getState().enlarging).toBeUndefined();
  document.history.commit('enlarge', { ...current(), enlarge: 3 });
  await vi.waitUntil(() => first.signal.aborted);
  const second = await callOf('encode', 2);
  second.onProgress?.({ stage: 'enlarge', loaded: 2, total: 4 });
  second.reject(new CompositorError('enlarger-load-failed', 'offline'));
  await vi.waitUntil(() => rendering.getState().file.state === 'failed');
  expect(rendering.getState()).toMatchObject({
    file: { failure: { code: 'enlarger-load-failed' } },
    enlarging: undefined,
  });
  document.history.commit('enlarge', initialState);
  expect(rendering.getState().file).toMatchObject({ state: 'ready', file: png });
});

test('the progress of the network is known while a zoomed view is enlarged', async () => {
  const { rendering, document, callOf } = setUp();
  rendering.subscribe(() => undefined);
  rendering.need('view');
  rendering.need('fine');
  document.history.commit('enlarge', { ...document.history.getState().state, enlarge: 2 });
  const draft = await callOf('render');
  expect(draft.job).toMatchObject({ quality: 'draft' });
  draft.resolve(view().view);
  const full = await callOf('render', 2);
  expect(full.job).toMatchObject({ quality: 'full' });
  full.onProgress?.({ stage: 'enlarge', loaded: 3, total: 4 });
  expect(rendering.getState().enlargingView).toBe(0.75);
  full.onProgress?.({ stage: 'compose', loaded: 1, total: 60 });
  expect(rendering.getState().enlargingView).toBeUndefined();
  full.onProgress?.({ stage: 'enlarge', loaded: 3, total: 4 });
  document.history.commit('enlarge', initialState);
  expect(rendering.getState().enlargingView).toBeUndefined();
});

test('a background is rendered and encoded; after an undo the file is the first cutout again', async () => {
  const { rendering, choose, callOf, document } = setUp();
  rendering.subscribe(() => undefined);
  rendering.need('view');
  rendering.need('file');
  choose(blue);
  expect(rendering.getState()).toMatchObject({
    background: { source: blue },
    isCutout: false,
    file: { state: 'working' },
  });
  const seen = view();
  (await callOf('render')).resolve(seen.view);
  await vi.waitUntil(() => rendering.getState().view?.bitmap === seen.view.bitmap);
  const file = new Blob(['blue']);
  (await callOf('encode')).resolve({ file, widthPx: 40, heightPx: 30 });
  await vi.waitUntil(() => rendering.getState().file.state === 'ready');
  expect(rendering.getState().file).toMatchObject({ file });
  document.history.undo();
  expect(rendering.getState()).toMatchObject({ view: undefined, file: { state: 'ready', file: png } });
  expect(seen.close).toHaveBeenCalledOnce();
});

test('a tone makes a new file and, once it rests, the subject for the canvas; an undo takes both back', async () => {
  const { rendering, current, callOf, countOf, document } = setUp();
  rendering.subscribe(() => undefined);
  rendering.need('view');
  rendering.need('subject');
  const tone = { exposure: 0.5, contrast: 0, temperature: 0, tint: 0, saturation: 0, sharpness: 0 };
  document.history.preview({ ...current(), tone: { ...tone, exposure: 0.2 } });
  expect(rendering.getState()).toMatchObject({ isCutout: false, file: { state: 'idle' } });
  document.history.commit('exposure', { ...current(), tone });
  const seen = view();
  const composed = await callOf('render');
  expect(composed.job.params).toMatchObject({ tone, background: { kind: 'transparent' } });
  composed.resolve(seen.view);
  const subject = view();
  const toned = await callOf('render', 2);
  expect(toned.job).toEqual({ kind: 'render', params: { edits: current().matte, tone }, quality: 'draft' });
  toned.resolve(subject.view);
  await vi.waitUntil(() => rendering.getState().subject?.bitmap === subject.view.bitmap);
  expect(countOf('render')).toBe(2);
  document.history.undo();
  expect(rendering.getState()).toMatchObject({
    isCutout: true,
    subject: undefined,
    file: { state: 'ready', file: png },
  });
  expect(subject.close).toHaveBeenCalledOnce();
});

test('renders no output that is not needed', async () => {
  const { rendering, choose, countOf, callOf } = setUp();
  rendering.subscribe(() => undefined);
  choose(blue);
  expect(rendering.getState().file.state).toBe('idle');
  const written = rendering.writeFile(signal);
  (await callOf('encode')).resolve({ file: png, widthPx: 40, heightPx: 30 });
  expect(await written).toMatchObject({ file: png });
  expect(countOf('render')).toBe(0);
});

describe('a file that was not requested', () => {
  afterEach(() => vi.useRealTimers());

  const written = { file: new Blob(['blue']), widthPx: 40, heightPx: 30 };

  /** Sets up a document that has rested for this long since it became blue. */
  async function restOnBlue(restMs: number) {
    vi.useFakeTimers();
    const setting = setUp();
    setting.rendering.subscribe(() => undefined);
    setting.choose(blue);
    await vi.advanceTimersByTimeAsync(restMs);
    return setting;
  }

  test('is written once the document has rested, and a later request uses it', async () => {
    const { rendering, callOf, countOf } = await restOnBlue(900);
    expect(countOf('encode')).toBe(0);
    await vi.advanceTimersByTimeAsync(200);
    (await callOf('encode')).resolve(written);
    await vi.advanceTimersByTimeAsync(0);
    expect(rendering.getState().file).toMatchObject({ state: 'ready', file: written.file });
    expect((await rendering.writeFile(signal)).file).toBe(written.file);
    expect(countOf('encode')).toBe(1);
  });

  test('is not written twice when it is requested meanwhile', async () => {
    const { rendering, callOf, countOf } = await restOnBlue(1_100);
    const pressed = rendering.writeFile(signal);
    rendering.need('file');
    (await callOf('encode')).resolve(written);
    expect((await pressed).file).toBe(written.file);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(countOf('encode')).toBe(1);
  });

  test('is begun at once by a request, which a later step does not cancel', async () => {
    const { rendering, choose, callOf } = await restOnBlue(100);
    const pressed = rendering.writeFile(signal);
    await vi.advanceTimersByTimeAsync(0);
    const first = await callOf('encode');
    choose(red);
    expect(first.signal.aborted).toBe(true);
    const second = await callOf('encode', 2);
    expect(second.job).toMatchObject({ params: { background: blue } });
    second.resolve(written);
    expect((await pressed).file).toBe(written.file);
    expect(rendering.getState().file.state).toBe('idle');
  });

  test('is aborted by the next step, and its failure is not reported', async () => {
    const { rendering, choose, callOf } = await restOnBlue(1_100);
    const first = await callOf('encode');
    choose(red);
    expect(first.signal.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(1_100);
    (await callOf('encode', 2)).reject(new CompositorError('out-of-memory', 'no canvas'));
    await vi.advanceTimersByTimeAsync(0);
    expect(rendering.getState().file.state).toBe('idle');
  });

  test('is not tried twice for one request', async () => {
    const { rendering, callOf, countOf } = await restOnBlue(100);
    const pressed = rendering.writeFile(signal);
    await vi.advanceTimersByTimeAsync(0);
    (await callOf('encode')).reject(new CompositorError('out-of-memory', 'no canvas'));
    await expect(pressed).rejects.toThrow('no canvas');
    expect(countOf('encode')).toBe(1);
  });

  test('is still written after the request for it was cancelled', async () => {
    const { rendering, callOf } = await restOnBlue(1_100);
    const own = new AbortController();
    const pressed = rendering.writeFile(own.signal);
    own.abort(new Error('cancelled'));
    await expect(pressed).rejects.toThrow('cancelled');
    expect((await callOf('encode')).signal.aborted).toBe(false);
  });
});

test('the first cutout’s file is written when it is first needed, without the compositor', async () => {
  const write = vi.fn<() => Promise<Blob>>().mockResolvedValue(png);
  const { rendering, countOf } = setUp({ file: undefined, write });
  expect(write).not.toHaveBeenCalled();
  rendering.subscribe(() => undefined);
  await vi.waitUntil(() => rendering.getState().file.state === 'ready');
  expect(rendering.getState().file).toMatchObject({ file: png, widthPx: 40, heightPx: 30 });
  expect(await rendering.writePng(signal)).toBe(png);
  expect(countOf('encode')).toBe(0);
});

test('a newer choice aborts the work on the older one', async () => {
  const { rendering, choose, callOf } = setUp();
  rendering.subscribe(() => undefined);
  rendering.need('view');
  choose(blue);
  const first = await callOf('render');
  choose(red);
  expect(first.signal.aborted).toBe(true);
  const { job } = await callOf('render', 2);
  expect(job).toMatchObject({ params: { background: red }, quality: 'draft' });
});

test('a view keeps its own transform when the state’s crop changes', async () => {
  const { rendering, choose, callOf, document, current } = setUp();
  rendering.subscribe(() => undefined);
  rendering.need('view');
  choose(blue);
  (await callOf('render')).resolve(view().view);
  await vi.waitUntil(() => rendering.getState().view);
  const frame = { centerX: 30, centerY: 15, widthPx: 20, heightPx: 30, angleDeg: 0, mirrored: false };
  document.history.commit('crop', { ...current(), crop: frame });
  const { widthPx, view: seen } = rendering.getState();
  expect([widthPx, seen?.transform.widthPx]).toEqual([20, 40]);
});

test('the need "fine" renders every pixel after the draft', async () => {
  const { rendering, choose, callOf } = setUp();
  rendering.subscribe(() => undefined);
  rendering.need('view');
  rendering.need('fine');
  choose(blue);
  (await callOf('render')).resolve(view().view);
  expect((await callOf('render', 2)).job).toMatchObject({ quality: 'full' });
});

test('strokes that are added during a refinement are applied after it, and none is lost', async () => {
  const { rendering, paint, callOf, countOf, parts } = setUp();
  rendering.subscribe(() => undefined);
  paint();
  const first = await callOf('refine');
  paint();
  paint();
  expect(first.signal.aborted).toBe(false);
  expect(countOf('refine')).toBe(1);
  expect(rendering.getState()).toMatchObject({ settledEdits: 0, isRefining: true });
  first.resolve({ part, isFirst: true, withoutEffect: [] });
  const second = await callOf('refine', 2);
  expect(rendering.getState()).toMatchObject({ settledEdits: 1, cutoutVersion: 1 });
  expect(second.job).toMatchObject({ edits: { edits: [stroke, stroke, stroke] } });
  second.resolve(unchanged);
  await vi.waitUntil(() => !rendering.getState().isRefining);
  expect(rendering.getState()).toMatchObject({ settledEdits: 3, cutoutVersion: 1 });
  expect(parts).toEqual([part]);
});

test('a stroke in place of an undone one does not count as settled', async () => {
  const { rendering, paint, callOf, document } = setUp();
  rendering.subscribe(() => undefined);
  paint();
  (await callOf('refine')).resolve({ ...unchanged, isFirst: true });
  await vi.waitUntil(() => rendering.getState().settledEdits === 1);
  document.history.undo();
  paint();
  expect(rendering.getState().settledEdits).toBe(0);
});

test('a failure is reported and can be retried', async () => {
  const { rendering, paint, callOf } = setUp();
  rendering.subscribe(() => undefined);
  paint();
  (await callOf('refine')).reject(new CompositorError('out-of-memory', 'no canvas'));
  await vi.waitUntil(() => rendering.getState().failure);
  expect(rendering.getState().failure).toEqual({ code: 'out-of-memory', detail: 'no canvas' });
  rendering.retry();
  expect(rendering.getState().failure).toBeUndefined();
  expect((await callOf('refine', 2)).job).toMatchObject({ edits: { edits: [stroke] } });
});

test('a worker that replaces a dead one starts from the first cutout', async () => {
  const { rendering, paint, callOf, document, parts } = setUp();
  rendering.subscribe(() => undefined);
  paint();
  (await callOf('refine')).resolve({ part, isFirst: true, withoutEffect: [] });
  await vi.waitUntil(() => rendering.getState().settledEdits === 1);
  document.history.undo();
  (await callOf('refine', 2)).resolve({ ...unchanged, isFirst: true });
  await vi.waitUntil(() => rendering.getState().cutoutVersion === 2);
  expect(parts).toEqual([part, undefined]);
});

test('undoing all edits restores the first cutout without a bitmap from the worker', async () => {
  const { rendering, paint, callOf, document, parts } = setUp();
  rendering.subscribe(() => undefined);
  paint();
  (await callOf('refine')).resolve({ part, isFirst: true, withoutEffect: [] });
  await vi.waitUntil(() => rendering.getState().settledEdits === 1);
  document.history.undo();
  (await callOf('refine', 2)).resolve(unchanged);
  await vi.waitUntil(() => rendering.getState().cutoutVersion === 2);
  expect(parts).toEqual([part, undefined]);
});

test('another quality of the file is encoded without rendering the view again', async () => {
  const { rendering, choose, callOf, countOf, document, current } = setUp();
  rendering.subscribe(() => undefined);
  rendering.need('view');
  rendering.need('file');
  choose(blue);
  (await callOf('render')).resolve(view().view);
  await callOf('encode');
  document.history.commit('format', { ...current(), export: { format: 'jpeg', quality: 50, includesMetadata: false } });
  const { job } = await callOf('encode', 2);
  expect(job).toMatchObject({ encoding: { format: 'jpeg', quality: 50 } });
  expect(countOf('render')).toBe(1);
});

test('after the last subscriber leaves, the work ends and its memory is freed', async () => {
  const { rendering, choose, callOf, close, onEnd } = setUp();
  const leave = rendering.subscribe(() => undefined);
  rendering.need('view');
  choose(blue);
  const seen = view();
  (await callOf('render')).resolve(seen.view);
  await vi.waitUntil(() => rendering.getState().view);
  choose(red);
  const call = await callOf('render', 2);
  expect(onEnd).not.toHaveBeenCalled();
  leave();
  expect(onEnd).toHaveBeenCalledOnce();
  expect(call.signal.aborted).toBe(true);
  expect(seen.close).toHaveBeenCalledOnce();
  expect(close).toHaveBeenCalledOnce();
  // A new subscriber sees the same background.
  rendering.subscribe(() => undefined);
  expect((await callOf('render', 3)).job).toMatchObject({ params: { background: red } });
});

test('writePng writes a transparent PNG even if the state’s format is JPEG', async () => {
  const { rendering, document } = setUp();
  document.history.commit('format', {
    ...initialState,
    export: { format: 'jpeg', quality: 90, includesMetadata: false },
  });
  expect(await rendering.writePng(signal)).toBe(png);
});

describe('the backdrop', () => {
  const studio: Background = { kind: 'studio', id: 'sweep' };
  const crop = { centerX: 30, centerY: 15, widthPx: 40, heightPx: 30, angleDeg: 0, mirrored: false };

  test('is rendered once for all places of the subject, and again for another background', async () => {
    const { rendering, document, choose, callOf, countOf, current } = setUp();
    rendering.subscribe(() => undefined);
    choose(studio);
    expect(countOf('renderBackground')).toBe(0);
    const end = rendering.need('backdrop');
    const first = view();
    (await callOf('renderBackground')).resolve(first.view);
    await vi.waitUntil(() => rendering.getState().backdrop?.bitmap === first.view.bitmap);
    document.history.preview({ ...current(), crop });
    document.history.commit('place-subject', { ...current(), crop });
    expect(countOf('renderBackground')).toBe(1);

    choose({ kind: 'studio', id: 'stone' });
    expect(rendering.getState().backdrop).toBeUndefined();
    expect(first.close).toHaveBeenCalledOnce();
    (await callOf('renderBackground', 2)).resolve(view().view);
    end();
    choose(studio);
    expect(countOf('renderBackground')).toBe(2);
  });

  test('stays visible while a crop changes, until it is rendered at the new size', async () => {
    const { rendering, document, choose, callOf, current } = setUp();
    rendering.subscribe(() => undefined);
    rendering.need('backdrop');
    choose(studio);
    const first = view();
    (await callOf('renderBackground')).resolve(first.view);
    await vi.waitUntil(() => rendering.getState().backdrop?.bitmap === first.view.bitmap);
    document.history.preview({ ...current(), crop: { ...crop, widthPx: 20 } });
    expect(rendering.getState().backdrop?.bitmap).toBe(first.view.bitmap);
    expect(first.close).not.toHaveBeenCalled();
    const second = view();
    const { job, resolve } = await callOf('renderBackground', 2);
    expect(job).toMatchObject({ params: { transform: { widthPx: 20 } } });
    resolve(second.view);
    await vi.waitUntil(() => rendering.getState().backdrop?.bitmap === second.view.bitmap);
    expect(first.close).toHaveBeenCalledOnce();
  });

  test('is rendered again for another crop if the background follows the image', async () => {
    const { rendering, document, choose, callOf, current } = setUp();
    rendering.subscribe(() => undefined);
    rendering.need('backdrop');
    choose({ kind: 'blur', strength: 40 });
    const first = view();
    (await callOf('renderBackground')).resolve(first.view);
    await vi.waitUntil(() => rendering.getState().backdrop?.bitmap === first.view.bitmap);
    document.history.commit('crop', { ...current(), crop });
    expect(first.close).toHaveBeenCalledOnce();
    expect((await callOf('renderBackground', 2)).job).toMatchObject({ params: { transform: { widthPx: 40 } } });
  });

  test('is not rendered for a background that the canvas paints itself', () => {
    const { rendering, choose, countOf } = setUp();
    rendering.subscribe(() => undefined);
    rendering.need('backdrop');
    choose(blue);
    choose({ kind: 'transparent' });
    expect(countOf('renderBackground')).toBe(0);
  });
});
