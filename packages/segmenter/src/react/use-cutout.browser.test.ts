/** @module-tag long */
import { createElement, StrictMode, useState } from 'react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';

import { encoded, pixelsOf, redAndBlue } from '../../test/pictures.ts';
import { tinyModelUrl } from '../../test/tiny-model.ts';
import { createSegmenter } from '../public-api.ts';
import { sharedSegmenter } from '../shared/shared-segmenter.ts';
import { type Cutout, useCutout } from './use-cutout.ts';

let manifestUrl = '';
beforeAll(async () => {
  manifestUrl = await tinyModelUrl();
  // Loads the scripts, which takes a minute on a loaded machine.
  await sharedSegmenter({ manifestUrl }).warmUp();
});
afterEach(() => vi.restoreAllMocks());

const image = encoded(redAndBlue(60, 40, 30));
const widerImage = encoded(redAndBlue(90, 40, 30));

interface Shown {
  readonly states: Cutout[];
  readonly last: () => Cutout;
  readonly change: (source: Blob | undefined) => void;
}

/** Renders a component with the hook, in React's strict mode. */
async function show(source: Blob | undefined, options: Parameters<typeof useCutout>[1] = { manifestUrl }) {
  const states: Cutout[] = [];
  const shown: { change: Shown['change'] } = { change: () => undefined };
  function Shower() {
    const [current, setCurrent] = useState(source);
    shown.change = setCurrent;
    states.push(useCutout(current, options));
    return null;
  }
  const { unmount } = await render(createElement(StrictMode, null, createElement(Shower)));
  const last = () => {
    const state = states.at(-1);
    if (!state) throw new Error('nothing was rendered');
    return state;
  };
  return { states, last, unmount, change: (next: Blob | undefined) => shown.change(next) };
}

async function done(last: () => Cutout) {
  return vi.waitFor(() => {
    const state = last();
    if (state.status !== 'done') throw new Error(`the state is ${state.status}`);
    return state;
  });
}

test('the hook goes from no source to a working and a finished cut-out, with progress', async () => {
  const { states, last, change, unmount } = await show(undefined);
  expect(last().status).toBe('idle');
  change(image);
  const { url, segmentation } = await done(last);
  expect(states.some((state) => state.status === 'working' && state.progress?.stage === 'segmenting')).toBe(true);
  expect([segmentation.widthPx, segmentation.heightPx]).toEqual([60, 40]);
  const { data } = await pixelsOf(await (await fetch(url)).blob());
  expect(Array.from(data.slice(0, 4))).toEqual([255, 0, 0, 255]);
  await unmount();
  await expect(fetch(url)).rejects.toThrow();
});

test('another source replaces the state at once, aborts the earlier call and revokes its result', async () => {
  const { states, last, change, unmount } = await show(image);
  const { url } = await done(last);
  const before = states.length;
  change(widerImage);
  const { segmentation } = await done(() => {
    const state = last();
    return state.status === 'done' && state.url === url ? { status: 'working', retry: state.retry } : state;
  });
  expect(segmentation.widthPx).toBe(90);
  // No render after the change shows the earlier result.
  const widths = states.slice(before).flatMap((state) => (state.status === 'done' ? state.segmentation.widthPx : []));
  expect(new Set(widths)).toEqual(new Set([90]));
  await expect(fetch(url)).rejects.toThrow();
  await unmount();
});

test('strict mode and unmounting abort each call that was started', async () => {
  using segmenter = createSegmenter({ manifestUrl });
  const segment = vi.spyOn(segmenter, 'segment');
  const { unmount } = await show(image, { segmenter });
  await unmount();
  const signals = segment.mock.calls.map(([, options]) => options?.signal);
  expect(signals.length).toBeGreaterThanOrEqual(2);
  expect(signals.every((signal) => signal?.aborted)).toBe(true);
});

test('a failure has a code, and retry processes the source again', async () => {
  using segmenter = createSegmenter({ manifestUrl });
  const { last, unmount } = await show(new Blob(['no image']), { segmenter });
  await vi.waitFor(() => expect(last()).toMatchObject({ status: 'failed', error: { code: 'unsupported-format' } }));
  const segment = vi.spyOn(segmenter, 'segment');
  last().retry();
  await vi.waitFor(() => expect(segment).toHaveBeenCalledTimes(1));
  await vi.waitFor(() => expect(last().status).toBe('failed'));
  await unmount();
});
