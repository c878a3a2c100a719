/** @module-tag long */
import { createElement, StrictMode, useState } from 'react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';

import { encoded, pixelsOf, redAndBlue } from '../../test/pictures.ts';
import { tinyModelUrl } from '../../test/tiny-model.ts';
import { createSegmenter, type Prompt } from '../public-api.ts';
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
  readonly choose: (prompt: Prompt | undefined) => void;
}

/** Renders a component with the hook, in React's strict mode. */
async function show(source: Blob | undefined, options: Parameters<typeof useCutout>[1] = { manifestUrl }) {
  const states: Cutout[] = [];
  const shown: { change: Shown['change']; choose: Shown['choose'] } = {
    change: () => undefined,
    choose: () => undefined,
  };
  function Shower() {
    const [current, setCurrent] = useState(source);
    const [prompt, setPrompt] = useState(options.prompt);
    shown.change = setCurrent;
    shown.choose = setPrompt;
    // As in many components, the prompt is another object in each render.
    states.push(useCutout(current, { ...options, ...(prompt && { prompt: { ...prompt } }) }));
    return null;
  }
  const { unmount } = await render(createElement(StrictMode, null, createElement(Shower)));
  const last = () => {
    const state = states.at(-1);
    if (!state) throw new Error('nothing was rendered');
    return state;
  };
  const change: Shown['change'] = (next) => shown.change(next);
  const choose: Shown['choose'] = (next) => shown.choose(next);
  return { states, last, unmount, change, choose };
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

/** Red stripes at the left and at the right, which the model takes for two objects. */
function redStripes(): ImageData {
  const stripes = new ImageData(240, 160);
  for (let pixel = 0; pixel < 240 * 160; pixel += 1) {
    const x = pixel % 240;
    const isRed = (x >= 20 && x < 90) || (x >= 150 && x < 220);
    stripes.data.set(isRed ? [255, 0, 0, 255] : [0, 0, 255, 255], pixel * 4);
  }
  return stripes;
}

const twoObjects = encoded(redStripes());
const [leftStripe, rightStripe] = [55, 185];
const promptAt = (xPx: number): Prompt => ({ points: [{ xPx, yPx: 80, keep: true }] });

test('a prompt after a result is answered with the matte of that result', async () => {
  using segmenter = createSegmenter({ manifestUrl });
  const segment = vi.spyOn(segmenter, 'segment');
  const { last, choose, unmount } = await show(twoObjects, { segmenter });
  const alphas = async () => {
    const { segmentation } = await done(last);
    return [leftStripe, rightStripe].map((x) => segmentation.matte.data[80 * 240 + x]);
  };
  const whole = (await done(last)).segmentation;
  expect(await alphas()).toEqual([255, 255]);
  choose(promptAt(rightStripe));
  await vi.waitFor(async () => expect(await alphas()).toEqual([0, 255]));
  const { passes } = (await done(last)).segmentation.run;
  choose(promptAt(leftStripe));
  await vi.waitFor(async () => expect(await alphas()).toEqual([255, 0]));
  const prompts = segment.mock.calls.flatMap(([, call]) => (call?.prompt ? [call.prompt] : []));
  // Each prompt was one call, and the second one did not use the result of the first one.
  expect(prompts).toEqual([rightStripe, leftStripe].map((x) => ({ ...promptAt(x), matte: whole.matte })));
  choose(undefined);
  await vi.waitFor(async () => expect(await alphas()).toEqual([255, 255]));
  const alone = await segmenter.segment(twoObjects, { outputs: [], prompt: promptAt(rightStripe) });
  expect(passes).toBe(alone.run.passes - whole.run.passes);
  await unmount();
});

test('a prompt for another image does not use the matte of the image before', async () => {
  using segmenter = createSegmenter({ manifestUrl });
  const segment = vi.spyOn(segmenter, 'segment');
  const { last, change, choose, unmount } = await show(image, { segmenter });
  await done(last);
  segment.mockClear();
  choose(promptAt(rightStripe));
  change(twoObjects);
  await vi.waitFor(async () => expect((await done(last)).segmentation.widthPx).toBe(240));
  expect(segment.mock.calls.at(-1)?.[1]?.prompt).toEqual(promptAt(rightStripe));
  await unmount();
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
