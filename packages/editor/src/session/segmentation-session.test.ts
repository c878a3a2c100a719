import { mkdtempSync, openAsBlob, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type Segmenter, SegmenterError, type SegmentOptions } from '@isola/segmenter';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { createSegmentationSession, type SessionOptions } from './segmentation-session.ts';
import { stubImageDecoding } from '../testing/stub-image-decoding.ts';
import type { ImageSegmentation } from '../image/image-segmentation.ts';

const pngHeader = [
  0x89, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 8, 0, 0, 0, 8, 8, 6, 0, 0, 0, 0xc4, 0x0f,
  0xbe, 0x8b,
];

const photo = (name = 'cat.png', padding = 0) => new File([Uint8Array.from(pngHeader), new Uint8Array(padding)], name);

beforeEach(stubImageDecoding);

/** A segmenter whose every call waits for the test to end it. */
function handSegmenter() {
  const calls: {
    options: SegmentOptions;
    resolve: (result: ImageSegmentation) => void;
    reject: (error: unknown) => void;
  }[] = [];
  const segmenter: Pick<Segmenter, 'segment'> = {
    segment: ((_: unknown, options: SegmentOptions = {}) =>
      new Promise<ImageSegmentation>((resolve, reject) => {
        options.signal?.addEventListener('abort', () => reject(options.signal?.reason));
        calls.push({ options, resolve, reject });
      })) as unknown as Segmenter['segment'],
  };
  return { calls, segmenter };
}

const result = (close = () => undefined) => ({ cutout: { close }, run: { passes: 1 } }) as unknown as ImageSegmentation;

function setUp(options: SessionOptions = {}) {
  const { calls, segmenter } = handSegmenter();
  const removal = createSegmentationSession(() => Promise.resolve(segmenter), { now: () => 0, ...options });
  return { removal, calls, settled: () => vi.waitUntil(() => removal.getState().state !== 'working') };
}

test('a photo is worked on and becomes a result', async () => {
  const { removal, calls, settled } = setUp();
  expect(await removal.start(photo())).toBe('accepted');
  calls[0]?.options.onProgress?.({ stage: 'segmenting', loaded: 0, total: 1, unit: 'steps' });
  expect(removal.getState()).toMatchObject({
    state: 'working',
    image: { name: 'cat.png' },
    progress: { stage: 'segmenting' },
  });
  const done = result();
  calls[0]?.resolve(done);
  await settled();
  expect(removal.getState()).toMatchObject({ state: 'done', segmentation: done });
});

test('a refused file leaves on the table what was there', async () => {
  const { removal, calls, settled } = setUp();
  await removal.start(photo());
  calls[0]?.resolve(result());
  await settled();

  expect(await removal.start(new File(['no picture'], 'fake.png'))).toBe('refused');
  expect(removal.getState()).toMatchObject({ state: 'done', refusal: { code: 'unsupported-format' } });
  expect(await removal.start(photo('big.png', 10 * 1024 * 1024))).toBe('refused');
  expect(removal.getState()).toMatchObject({ state: 'done', refusal: { code: 'file-too-large' } });
  removal.dismissRefusal();
  expect(removal.getState()).not.toHaveProperty('refusal');
  expect(calls.length).toBe(1);
});

test('a file that no retry can help is refused without the offer of one', async () => {
  const { removal } = setUp();
  await removal.start(new File([], 'empty.png'));
  expect(removal.getState()).toEqual({ state: 'empty', refusal: { code: 'empty-file' } });
  const foreignFile = new File(['GIF89a'], 'photo.jpg');
  await removal.start(foreignFile);
  const refusal = { code: 'unsupported-format', format: 'GIF', foreignFiles: [foreignFile] };
  expect(removal.getState()).toEqual({ state: 'empty', refusal });
});

describe('work that is not saved', () => {
  async function withUnsavedWork(isWorkSafe = () => Promise.resolve(false)) {
    const parts = setUp({ isWorkSafe });
    const close = vi.fn();
    const first = result(close);
    await parts.removal.start(photo('first.png'));
    parts.calls[0]?.resolve(first);
    await parts.settled();
    const asked = (question: string) => vi.waitUntil(() => parts.removal.getState().question === question);
    return { ...parts, first, close, asked };
  }

  test('stays when the answer to the next photo is to keep it', async () => {
    const { removal, first, close, asked } = await withUnsavedWork();
    const outcome = removal.start(photo('second.png'));
    await asked('replace');
    expect(removal.getState()).toMatchObject({ state: 'done', segmentation: first });
    removal.answer('keep');
    expect(await outcome).toBe('declined');
    expect(removal.getState()).toMatchObject({ state: 'done', segmentation: first, image: { name: 'first.png' } });
    expect(removal.getState()).not.toHaveProperty('question');
    expect(close).not.toHaveBeenCalled();
  });

  test('gives way when the answer is to discard it', async () => {
    const { removal, close, asked } = await withUnsavedWork();
    const outcome = removal.start(photo('second.png'));
    await asked('replace');
    removal.answer('discard');
    expect(await outcome).toBe('accepted');
    expect(removal.getState()).toMatchObject({ state: 'working', image: { name: 'second.png' } });
    expect(close).toHaveBeenCalledOnce();
  });

  test('is asked about before an image that is already read replaces it', async () => {
    const { removal, asked } = await withUnsavedWork();
    const kept = removal.mayReplace();
    await asked('replace');
    removal.answer('keep');
    expect(await kept).toBe(false);
    const overtaken = removal.mayReplace();
    await asked('replace');
    const discarded = removal.mayReplace();
    expect(await overtaken).toBe(false);
    await asked('replace');
    removal.answer('discard');
    expect(await discarded).toBe(true);
    expect(removal.getState()).not.toHaveProperty('question');
  });

  test('is asked about before the table is cleared', async () => {
    const { removal, first, asked } = await withUnsavedWork();
    const kept = removal.reset();
    await asked('clear');
    removal.answer('keep');
    await kept;
    expect(removal.getState()).toMatchObject({ state: 'done', segmentation: first });
    const cleared = removal.reset();
    await asked('clear');
    removal.answer('discard');
    await cleared;
    expect(removal.getState()).toEqual({ state: 'empty' });
  });

  test('is asked about once: a third photo takes the place of the second', async () => {
    const { removal, asked } = await withUnsavedWork();
    const second = removal.start(photo('second.png'));
    await asked('replace');
    const third = removal.start(photo('third.png'));
    expect(await second).toBe('overtaken');
    await asked('replace');
    removal.answer('discard');
    expect(await third).toBe('accepted');
    expect(removal.getState()).toMatchObject({ image: { name: 'third.png' } });
  });

  test('counts as unsaved when the check fails', async () => {
    const { removal, asked } = await withUnsavedWork(() => Promise.reject(new Error('404')));
    void removal.start(photo('second.png'));
    await asked('replace');
  });

  test('is not asked about where the next file is refused', async () => {
    const { removal, first } = await withUnsavedWork();
    expect(await removal.start(new File(['no picture'], 'fake.png'))).toBe('refused');
    expect(removal.getState()).toMatchObject({ state: 'done', segmentation: first });
    expect(removal.getState()).not.toHaveProperty('question');
  });
});

test('code that does not load is named, and the same file can be tried again', async () => {
  const openFile = async () => (await import('../import/open-file.ts')).openFile;
  const loadOpenFile = vi.fn(openFile).mockRejectedValueOnce(new TypeError('404'));
  const { removal } = setUp({ loadOpenFile });
  vi.stubGlobal('navigator', { onLine: true });
  const file = photo();
  expect(await removal.start(file)).toBe('refused');
  expect(removal.getState()).toMatchObject({ state: 'empty', refusal: { code: 'resource-load-failed', file } });
  removal.retryRefused();
  await vi.waitUntil(() => removal.getState().state === 'working');
  expect(removal.getState()).not.toHaveProperty('refusal');
});

test('a photo of exactly the limit is accepted', async () => {
  const { removal } = setUp();
  expect(await removal.start(photo('big.png', 10 * 1024 * 1024 - pngHeader.length))).toBe('accepted');
});

test('a failure names its code, keeps the photo, and can be tried again', async () => {
  const { removal, calls, settled } = setUp();
  await removal.start(photo());
  calls[0]?.reject(new SegmenterError('network', 'the line is down'));
  await settled();
  expect(removal.getState()).toMatchObject({
    state: 'failed',
    image: { name: 'cat.png' },
    failure: { code: 'network', detail: 'the line is down' },
  });
  removal.retry();
  await vi.waitUntil(() => calls.length === 2);
  calls[1]?.resolve(result());
  await settled();
  expect(removal.getState().state).toBe('done');
});

test('cancelling aborts the work and keeps the photo', async () => {
  const { removal, calls } = setUp();
  await removal.start(photo());
  removal.cancel();
  expect(calls[0]?.options.signal?.aborted).toBe(true);
  expect(removal.getState()).toMatchObject({ state: 'cancelled', image: { name: 'cat.png' } });
});

test('a newer photo takes the place of the one under way', async () => {
  const { removal, calls, settled } = setUp();
  await removal.start(photo('first.png'));
  await removal.start(photo('second.png'));
  expect(calls[0]?.options.signal?.aborted).toBe(true);
  calls[1]?.resolve(result());
  await settled();
  expect(removal.getState()).toMatchObject({ state: 'done', image: { name: 'second.png' } });
});

describe('a file on a disk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'isola-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  async function onDisk(name: string) {
    const path = join(folder, name);
    writeFileSync(path, Uint8Array.from(pngHeader));
    return { path, file: await openAsBlob(path, { type: 'image/png' }) };
  }

  test('is needed no more once it is on the table', async () => {
    const { removal } = setUp();
    const { path, file } = await onDisk('moved.png');
    await removal.start(file);
    rmSync(path);
    const working = removal.getState();
    const kept = working.state === 'empty' ? undefined : working.image.file;
    expect(kept?.type).toBe('image/png');
    expect([...new Uint8Array((await kept?.arrayBuffer()) ?? [])]).toEqual(pngHeader);
  });

  test('that is gone already is refused in its own words', async () => {
    const { removal } = setUp();
    const { path, file } = await onDisk('gone.png');
    rmSync(path);
    expect(await removal.start(file)).toBe('refused');
    expect(removal.getState()).toMatchObject({ state: 'empty', refusal: { code: 'file-unreadable' } });
  });
});

test('of two photos that come at once the first is given back', async () => {
  const { removal } = setUp();
  const addresses = vi.spyOn(URL, 'createObjectURL');
  const outcomes = await Promise.all([removal.start(photo('first.png')), removal.start(photo('second.png'))]);
  expect(outcomes).toEqual(['overtaken', 'accepted']);
  const made = addresses.mock.results.map(({ value }) => String(value));
  addresses.mockRestore();
  const shown = removal.getState();
  const own = shown.state === 'empty' ? '' : shown.image.url;
  expect(shown).toMatchObject({ image: { name: 'second.png' } });
  await expect(fetch(own)).resolves.toMatchObject({ ok: true });
  for (const other of made.filter((address) => address !== own)) await expect(fetch(other)).rejects.toThrow();
});

test('what is no longer shown is given back', async () => {
  const { removal, calls, settled } = setUp();
  await removal.start(photo());
  const working = removal.getState();
  const address = working.state === 'empty' ? '' : working.image.url;
  const close = vi.fn();
  calls[0]?.resolve(result(close));
  await settled();
  expect(close).not.toHaveBeenCalled();
  await expect(fetch(address)).resolves.toMatchObject({ ok: true });
  await removal.reset();
  expect(close).toHaveBeenCalledOnce();
  await expect(fetch(address)).rejects.toThrow();
});

test('a closer look asks for fine detail, and takes the place of the first result', async () => {
  const { removal, calls, settled } = setUp();
  const closed: string[] = [];
  await removal.start(photo());
  calls[0]?.resolve(result(() => void closed.push('first')));
  await settled();
  removal.improveDetail();
  await vi.waitUntil(() => calls.length === 2);
  expect(calls.map(({ options }) => options.detail)).toEqual(['standard', 'fine']);
  expect(closed).toEqual([]);
  const finer = result(() => void closed.push('second'));
  calls[1]?.resolve(finer);
  await settled();
  expect(removal.getState()).toMatchObject({ state: 'done', segmentation: finer });
  expect(closed).toEqual(['first']);
});

test('a closer look that is cancelled or fails leaves the first result on the table', async () => {
  const { removal, calls, settled } = setUp();
  const closed: string[] = [];
  const first = result(() => void closed.push('first'));
  await removal.start(photo());
  calls[0]?.resolve(first);
  await settled();
  removal.improveDetail();
  await vi.waitUntil(() => calls.length === 2);
  removal.cancel();
  expect(removal.getState()).toMatchObject({ state: 'done', segmentation: first });
  removal.improveDetail();
  await vi.waitUntil(() => calls.length === 3);
  calls[2]?.reject(new SegmenterError('out-of-memory'));
  await settled();
  expect(removal.getState()).toMatchObject({
    state: 'done',
    segmentation: first,
    refusal: { code: 'out-of-memory' },
  });
  expect(closed).toEqual([]);
});

test('a result that is made anew stays until there is another, and after a cancel', async () => {
  const { removal, calls, settled } = setUp();
  const closed: string[] = [];
  const first = result(() => void closed.push('first'));
  await removal.start(photo());
  calls[0]?.resolve(first);
  await settled();
  removal.retry();
  expect(removal.getState()).toMatchObject({ state: 'working', previous: { segmentation: first } });
  removal.cancel();
  expect(removal.getState()).toMatchObject({ state: 'done', segmentation: first });
  expect(closed).toEqual([]);
});
