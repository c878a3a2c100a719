/** @module-tag long */
import { afterEach, beforeAll, expect, test, vi } from 'vitest';

import { encoded, pixelsOf, redAndBlue } from '../../test/pictures.ts';
import { tinyModelUrl } from '../../test/tiny-model.ts';
import { CutoutElement } from '../element.ts';
import { sharedSegmenter } from '../shared/shared-segmenter.ts';

let manifestUrl = '';
const url = URL.createObjectURL(encoded(redAndBlue(60, 40, 30)));
beforeAll(async () => {
  manifestUrl = await tinyModelUrl();
  // Loads the scripts, which takes a minute on a loaded machine.
  await sharedSegmenter({ manifestUrl }).warmUp();
});
afterEach(() => document.body.replaceChildren());

function add(attributes: Record<string, string>, content = ''): CutoutElement {
  const element = document.createElement('isola-cutout');
  if (!(element instanceof CutoutElement)) throw new Error('the element is not defined');
  for (const [name, value] of Object.entries({ 'manifest-url': manifestUrl, ...attributes }))
    element.setAttribute(name, value);
  element.innerHTML = content;
  document.body.append(element);
  return element;
}

function partOf<Name extends 'img' | 'progress'>(element: CutoutElement, name: Name): HTMLElementTagNameMap[Name] {
  const part = element.shadowRoot?.querySelector(name);
  if (!part) throw new Error(`the element has no ${name}`);
  return part;
}

/** Waits for an event. @returns its detail. */
function event(element: CutoutElement, type: string): Promise<CutoutElement['state']> {
  return new Promise((resolve) =>
    element.addEventListener(type, (raised) => resolve((raised as CustomEvent<CutoutElement['state']>).detail), {
      once: true,
    }),
  );
}

test('the element shows the original, then the cut-out, with its alternative text', async () => {
  const element = add({ src: url, alt: 'A red field' });
  const finished = event(element, 'isola-cutout');
  await event(element, 'isola-progress');
  expect(partOf(element, 'img').getAttribute('src')).toBe(url);
  expect(element.ariaBusy).toBe('true');
  const state = await finished;
  expect(state).toBe(element.state);
  if (state.status !== 'done') throw new Error(state.status);
  const image = partOf(element, 'img');
  expect([image.src, image.alt, element.ariaBusy]).toEqual([state.url, 'A red field', 'false']);
  expect(partOf(element, 'progress').checkVisibility()).toBe(false);
  const { data, width } = await pixelsOf(state.segmentation.png);
  expect([data[3], data[(width - 1) * 4 + 3]]).toEqual([255, 0]);
  element.setAttribute('alt', 'Another text');
  expect(image.alt).toBe('Another text');
});

test('a file as its source is shown and cut out', async () => {
  const element = add({});
  expect(element.state.status).toBe('idle');
  element.source = encoded(redAndBlue(90, 40, 30));
  const state = await event(element, 'isola-cutout');
  expect(state).toMatchObject({ status: 'done', segmentation: { widthPx: 90 } });
});

test('a failure keeps the original and shows the content for it', async () => {
  const element = add({ src: url, detail: 'finest' }, '<p slot="error">Sorry</p><p>Wait</p>');
  const state = await event(element, 'isola-error');
  expect(state).toMatchObject({ status: 'failed', error: { detail: expect.stringContaining('detail is finest') } });
  expect(partOf(element, 'img').getAttribute('src')).toBe(url);
  const visible = [...element.querySelectorAll('p')].filter((each) => each.checkVisibility());
  expect(visible.map((each) => each.textContent)).toEqual(['Sorry']);
});

test('several changes start the work once, and removal ends it', async () => {
  const element = add({ src: 'missing.png' });
  const failed = vi.fn<() => void>();
  element.addEventListener('isola-error', failed);
  element.setAttribute('src', url);
  element.setAttribute('background', '#ffffff');
  const state = await event(element, 'isola-cutout');
  expect(failed).not.toHaveBeenCalled();
  if (state.status !== 'done') throw new Error(state.status);
  const { data } = await pixelsOf(state.segmentation.png);
  expect(Array.from(data.slice(-4))).toEqual([255, 255, 255, 255]);
  element.remove();
  await expect(fetch(state.url)).rejects.toThrow();
});
