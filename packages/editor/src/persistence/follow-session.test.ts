import type { Segmentation, Segmenter } from '@isola/segmenter';
import { beforeEach, expect, test, vi } from 'vitest';

import { createRemoval, type Photo } from '../session/segmentation-session.ts';
import { stubImageDecoding } from '../testing/stub-image-decoding.ts';
import type { DocumentKeeper } from './autosave.ts';
import { followRemoval } from './follow-session.ts';

const png = [0x89, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 8, 0, 0, 0, 8];
const newPhoto = () => new File([Uint8Array.from(png)], 'new.png');
const keptPhoto: Photo = { file: new Blob(), name: 'kept.jpg', url: 'blob:kept' };
const result = () => ({ cutout: { close: () => undefined } }) as unknown as Segmentation;

// Node decodes nothing.
beforeEach(stubImageDecoding);

function setUp() {
  const segmentation = Promise.withResolvers<Segmentation>();
  const segmenter: Segmenter = {
    warmUp: () => Promise.resolve(),
    segment: (() => segmentation.promise) as Segmenter['segment'],
    dispose: () => undefined,
  };
  const calls: [name: keyof DocumentKeeper, photo?: string][] = [];
  const keeper = {
    keepOriginal: (photo) => void calls.push(['keepOriginal', photo.name]),
    keepDocument: (document) => void calls.push(['keepDocument', document.photo.name]),
    leave: () => void calls.push(['leave']),
  } satisfies Partial<DocumentKeeper>;
  return { removal: createRemoval(() => Promise.resolve(segmenter)), keeper, calls, segmentation };
}

test('a new photo is saved at once, and its result when it is there', async () => {
  const { removal, keeper, calls, segmentation } = setUp();
  followRemoval(removal, keeper);
  await removal.start(newPhoto());
  expect(calls).toEqual([['leave'], ['keepOriginal', 'new.png']]);
  calls.length = 0;
  segmentation.resolve(result());
  await vi.waitUntil(() => removal.getSnapshot().state === 'done');
  expect(calls).toEqual([['keepDocument', 'new.png']]);
});

test('a photo that was there before anybody followed is saved too', async () => {
  const { removal, keeper, calls } = setUp();
  await removal.start(newPhoto());
  followRemoval(removal, keeper);
  expect(calls).toEqual([['leave'], ['keepOriginal', 'new.png']]);
});

test('a result that is made anew leaves what is saved; the photo is left when it gives way', async () => {
  const { removal, keeper, calls } = setUp();
  const first = result();
  removal.open(keptPhoto, first);
  followRemoval(removal, keeper);
  expect(calls).toEqual([['keepDocument', 'kept.jpg']]);
  removal.lookCloser();
  removal.cancel();
  expect(calls).not.toContainEqual(['leave']);
  await removal.start(newPhoto());
  removal.cancel();
  expect(calls.slice(-2)).toEqual([['leave'], ['keepOriginal', 'new.png']]);
  await removal.reset();
  expect(calls.at(-1)).toEqual(['leave']);
});
