import type { Segmenter } from '@isola/segmenter';
import { beforeEach, expect, test, vi } from 'vitest';

import { createSegmentationSession } from '../session/segmentation-session.ts';
import type { SourceImage } from '../model/source-image.ts';
import { stubImageDecoding } from '../testing/stub-image-decoding.ts';
import type { Autosave } from './autosave.ts';
import { followSession } from './follow-session.ts';
import type { ImageSegmentation } from '../image/image-segmentation.ts';

const png = [
  0x89, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 8, 0, 0, 0, 8, 8, 6, 0, 0, 0, 0xc4, 0x0f,
  0xbe, 0x8b,
];
const newPhoto = () => new File([Uint8Array.from(png)], 'new.png');
const keptPhoto: SourceImage = { file: new Blob(), name: 'kept.jpg', url: 'blob:kept' };
const result = () => ({ cutout: { close: () => undefined }, run: { passes: 1 } }) as unknown as ImageSegmentation;

// Node cannot decode images.
beforeEach(stubImageDecoding);

function setUp() {
  const segmentation = Promise.withResolvers<ImageSegmentation>();
  const segmenter: Pick<Segmenter, 'segment'> = {
    segment: (() => segmentation.promise) as unknown as Segmenter['segment'],
  };
  const calls: [name: keyof Autosave, photo?: string][] = [];
  const keeper = {
    saveOriginal: (photo) => void calls.push(['saveOriginal', photo.name]),
    saveDocument: (document) => void calls.push(['saveDocument', document.image.name]),
    leave: () => void calls.push(['leave']),
  } satisfies Partial<Autosave>;
  return { removal: createSegmentationSession(() => Promise.resolve(segmenter)), keeper, calls, segmentation };
}

test('saves a new image at once, and its result as soon as it exists', async () => {
  const { removal, keeper, calls, segmentation } = setUp();
  followSession(removal, keeper);
  await removal.start(newPhoto());
  expect(calls).toEqual([['leave'], ['saveOriginal', 'new.png']]);
  calls.length = 0;
  segmentation.resolve(result());
  await vi.waitUntil(() => removal.getState().state === 'done');
  expect(calls).toEqual([['saveDocument', 'new.png']]);
});

test('saves an image that was open before the following began', async () => {
  const { removal, keeper, calls } = setUp();
  await removal.start(newPhoto());
  followSession(removal, keeper);
  expect(calls).toEqual([['leave'], ['saveOriginal', 'new.png']]);
});

test('improving the detail keeps the saved document; a new image or a reset leaves it', async () => {
  const { removal, keeper, calls } = setUp();
  const first = result();
  removal.open(keptPhoto, first);
  followSession(removal, keeper);
  expect(calls).toEqual([['saveDocument', 'kept.jpg']]);
  removal.improveDetail();
  removal.cancel();
  expect(calls).not.toContainEqual(['leave']);
  await removal.start(newPhoto());
  removal.cancel();
  expect(calls.slice(-2)).toEqual([['leave'], ['saveOriginal', 'new.png']]);
  await removal.reset();
  expect(calls.at(-1)).toEqual(['leave']);
});
