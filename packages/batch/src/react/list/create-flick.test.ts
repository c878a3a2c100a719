import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { createFlick } from './create-flick.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const { signal } = new AbortController();

/** Scrolls for ten frames of 16 ms. @returns whether pictures may be loaded then, and how to find out again. */
function scrolled(pxPerFrame: number) {
  const flick = createFlick();
  for (let frame = 0; frame < 10; frame += 1) flick.scrolledTo(frame * pxPerFrame, frame * 16);
  const onSettled = vi.fn();
  void flick.settled(signal).then(onSettled);
  return onSettled;
}

test('pictures are loaded while the list is scrolled at a speed at which they can be seen', async () => {
  const onSettled = scrolled(10);
  await vi.advanceTimersByTimeAsync(0);
  expect(onSettled).toHaveBeenCalledOnce();
});

test('no pictures are loaded while the list flies past, but soon afterwards', async () => {
  const onSettled = scrolled(60);
  await vi.advanceTimersByTimeAsync(100);
  expect(onSettled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(100);
  expect(onSettled).toHaveBeenCalledOnce();
});

test('a tile that has left the page does not wait', async () => {
  const flick = createFlick();
  flick.scrolledTo(0, 0);
  flick.scrolledTo(500, 16);
  const leaving = new AbortController();
  const settled = flick.settled(leaving.signal);
  leaving.abort();
  await expect(settled).resolves.toBeUndefined();
});
