import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import type { ShadowFinding } from '@isola/imaging';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createStore } from 'zustand/vanilla';

import { createImageDocument } from '../../document/image-document.ts';
import type { Editor } from '../../editor.ts';
import { builtInSchema } from '../../registry/document-schema.ts';
import { initialState } from '../../schema/initial-state.ts';
import { PhotographedGroup } from './photographed-group.tsx';

type Rendering = Editor['rendering'];

/** Shows the group over a rendering whose searches the test answers. */
async function show({ isOfSeveral = false } = {}) {
  const document = createImageDocument({ file: new Blob(['photo']), name: 'cat.jpg', url: 'blob:cat' });
  const { history } = document;
  const drawn = { ...initialState.light, contact: 55, drop: { ...initialState.light.drop, strength: 40 } };
  history.commit('light', { ...initialState, light: drawn });
  const searches: { answer: (found: ShadowFinding) => void; fail: (error: Error) => void; signal: AbortSignal }[] = [];
  const findShadow: Rendering['findShadow'] = ({ signal }) =>
    new Promise((answer, fail) => {
      if (!signal) throw new Error('the search has no signal');
      signal.addEventListener('abort', () => fail(new DOMException('stopped', 'AbortError')));
      searches.push({ answer, fail, signal });
    });
  const store = createStore(() => ({ view: undefined, isViewCurrent: false }));
  const rendering = { ...store, findShadow } as unknown as Rendering;
  const i18n = await createI18n('en', ['tool', 'editor', 'errors', 'common'], importWords);
  await render(
    <I18nextProvider i18n={i18n}>
      <PhotographedGroup history={history} rendering={isOfSeveral ? undefined : rendering} />
    </I18nextProvider>,
  );
  const light = () => history.getState().state.light;
  const button = page.getByRole('button', { name: 'Shadow from the photo' });
  return { history, light, searches, button, drawn };
}

const kept = { strength: 100, softness: 0 };

test(
  'a shadow that is found replaces the drawn ones as one step, and a second press drops it',
  { tags: ['long'] },
  async () => {
    const { history, light, searches, button, drawn } = await show();
    await button.click();
    await expect.element(page.getByText('Looking for the shadow')).toBeVisible();
    expect(light()).toEqual(drawn);
    searches[0]?.answer({ refusal: undefined });
    await expect.element(button).toHaveAttribute('aria-pressed', 'true');
    expect(light()).toMatchObject({ contact: 0, drop: { strength: 0 }, photographed: kept });
    expect(history.getState().undoable).toBe('photographed-shadow');
    const { state } = history.getState();
    expect(builtInSchema.parseState(JSON.parse(JSON.stringify(state)))).toEqual({ state });
    await button.click();
    expect(light()).not.toHaveProperty('photographed');
    history.undo();
    history.undo();
    expect(light()).toEqual(drawn);
  },
);

test('strength and softness are sliders of a kept shadow, and a strength of 0 drops it', async () => {
  const { light, searches, button } = await show();
  await button.click();
  searches[0]?.answer({ refusal: undefined });
  const slider = (name: string) => page.getByRole('slider', { name });
  await expect.element(slider('Strength')).toBeVisible();
  slider('Softness').element().focus();
  await userEvent.keyboard('{ArrowRight}');
  slider('Strength').element().focus();
  await userEvent.keyboard('{ArrowLeft}');
  expect(light().photographed).toEqual({ strength: 99, softness: 1 });
  await userEvent.keyboard('{Home}');
  expect(light()).not.toHaveProperty('photographed');
});

test('a photograph without a usable shadow disables the button and says why, until the matte changes', async () => {
  const { history, light, searches, button, drawn } = await show();
  await button.click();
  searches[0]?.answer({ refusal: 'uneven' });
  await expect.element(page.getByText(/^The ground has a pattern/)).toBeVisible();
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  await button.click({ force: true });
  expect([light(), searches.length]).toEqual([drawn, 1]);
  const { state } = history.getState();
  history.commit('shift', { ...state, matte: { ...state.matte, shift: 10 } });
  await expect.element(button).toHaveAttribute('aria-disabled', 'false');
});

test('Escape ends a search, and a failed one can be repeated', { tags: ['long'] }, async () => {
  const { light, searches, button, drawn } = await show();
  await button.click();
  await userEvent.keyboard('{Escape}');
  expect(searches[0]?.signal.aborted).toBe(true);
  await expect.element(page.getByText('Looking for the shadow')).not.toBeInTheDocument();
  expect(light()).toEqual(drawn);
  await button.click();
  searches[1]?.fail(new Error('out of order'));
  await page.getByRole('button', { name: 'Try again' }).click();
  searches[2]?.answer({ refusal: undefined });
  await expect.poll(() => light().photographed).toEqual(kept);
});

test('in settings of several images, the shadow is kept without a search', async () => {
  const { light, searches, button } = await show({ isOfSeveral: true });
  await expect.element(page.getByText(/^Each image keeps its own shadow/)).toBeVisible();
  await button.click();
  expect([light().photographed, searches.length]).toEqual([kept, 0]);
});
