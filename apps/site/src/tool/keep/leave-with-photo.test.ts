import type { Segmentation, Segmenter } from '@isola/segmenter';
import { expect, test, vi } from 'vitest';

import { createRemoval, type Photo } from '../removal.ts';
import { leaveWithPhoto } from './leave-with-photo.ts';

const png = [0x89, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 8, 0, 0, 0, 8];
const newPhoto = () => new File([Uint8Array.from(png)], 'new.png');
const keptPhoto: Photo = { file: new Blob(), name: 'kept.jpg', url: 'blob:kept' };
const result = () => ({ cutout: { close: () => undefined } }) as unknown as Segmentation;

function setUp() {
  const segmenter: Segmenter = {
    warmUp: () => Promise.resolve(),
    segment: () => new Promise(() => undefined),
    dispose: () => undefined,
  };
  return { removal: createRemoval(() => Promise.resolve(segmenter)), leave: vi.fn<() => void>() };
}

test('a new photo takes the place of the kept one at once, and so it stays when it is cancelled and put away', async () => {
  const { removal, leave } = setUp();
  leaveWithPhoto(removal, leave);
  removal.open(keptPhoto, result());
  removal.lookCloser();
  removal.cancel();
  expect(leave).not.toHaveBeenCalled();
  await removal.start(newPhoto());
  expect(leave).toHaveBeenCalledTimes(1);
  removal.cancel();
  expect(leave).toHaveBeenCalledTimes(1);
  removal.reset();
  expect(leave).toHaveBeenCalledTimes(2);
});

test('so does a new photo that was there before anybody watched', async () => {
  const { removal, leave } = setUp();
  await removal.start(newPhoto());
  leaveWithPhoto(removal, leave);
  expect(leave).toHaveBeenCalledOnce();
});
