import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { I18nextProvider } from 'react-i18next';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { createImageDocument } from '../../document/image-document.ts';
import { initialState } from '../../schema/initial-state.ts';
import { builtInRegistries } from '../../registry/registries.ts';
import { LightPanel } from './light-panel.tsx';

async function draw() {
  const document = createImageDocument({ file: new Blob(['photo']), name: 'cat.jpg', url: 'blob:cat' });
  const i18n = await createI18n('en', ['tool', 'editor', 'errors', 'common'], importWords);
  await render(
    <I18nextProvider i18n={i18n}>
      <LightPanel editor={{ document, registries: builtInRegistries }} />
    </I18nextProvider>,
  );
  return { document, light: () => document.history.getState().state.light };
}

const slider = (name: string) => page.getByRole('slider', { name });

async function press(name: string, keys: string) {
  slider(name).element().focus();
  await userEvent.keyboard(keys);
}

test(
  'a drop shadow offers direction, distance, softness and plane once it has a strength',
  { tags: ['long'] },
  async () => {
    const { document, light } = await draw();
    expect(slider('Distance').query()).toBeNull();
    await press('Drop shadow', '{End}');
    expect(light().drop.strength).toBe(100);
    await press('Light direction', '{ArrowRight}');
    await press('Distance', '{Home}');
    await press('Softness', '{End}');
    expect(light().drop).toEqual({ strength: 100, angleDeg: 5, distance: 0, softness: 100 });
    await expect.element(slider('Light direction')).toHaveAttribute('aria-valuetext', '5°');
    document.history.undo();
    expect(light().drop.softness).toBe(50);
    expect(document.history.getState().undoable).toBe('drop-shadow');
    const plane = page.getByRole('radiogroup', { name: 'Falls on' });
    await expect.element(plane.getByRole('radio', { name: 'On a wall' })).toBeChecked();
    await plane.getByRole('radio', { name: 'On the floor' }).click();
    expect(light().drop.plane).toBe('floor');
  },
);

test('settings that take light from the background are disabled without one, and the reason is shown', async () => {
  const { document, light } = await draw();
  const reason = page.getByText(/These take their light and grain from the background/);
  await expect.element(reason).toBeVisible();
  await expect.element(slider('Colour match')).toBeDisabled();
  await expect.element(slider('Light wrap')).toBeDisabled();
  await expect.element(slider('Grain match')).toBeDisabled();
  await expect.element(slider('Contact shadow')).toBeEnabled();
  document.history.commit('color', { ...initialState, background: { kind: 'color', color: '#336699' } });
  await expect.element(slider('Light wrap')).toBeEnabled();
  expect(reason.query()).toBeNull();
  await press('Light wrap', '{ArrowRight}');
  expect(light().wrap).toBe(1);
  await vi.waitFor(() => expect(document.history.getState().undoable).toBe('wrap'));
});

test('Reset restores all settings as one step and keeps the focus', { tags: ['long'] }, async () => {
  const { document, light } = await draw();
  const reset = page.getByRole('button', { name: 'Reset' });
  await expect.element(reset).toHaveAttribute('aria-disabled', 'true');
  await press('Contact shadow', '{End}');
  await press('Drop shadow', '{End}');
  await reset.click();
  expect(light()).toEqual(initialState.light);
  await expect.element(reset).toHaveFocus();
  await expect.element(reset).toHaveAttribute('aria-disabled', 'true');
  document.history.undo();
  expect([light().contact, light().drop.strength]).toEqual([100, 100]);
});

test(
  'an outline is white until another colour is chosen, and is removed by a width of 0',
  { tags: ['long'] },
  async () => {
    const { document, light } = await draw();
    const outline = () => document.history.getState().state.outline;
    const colors = page.getByRole('group', { name: 'Outline colour' });
    expect(colors.query()).toBeNull();
    await press('Outline', '{End}');
    expect(outline()).toEqual({ width: 100, color: '#ffffff' });
    await colors.getByRole('button', { name: 'Black' }).click();
    await press('Outline', '{ArrowLeft}');
    expect(outline()).toEqual({ width: 99, color: '#000000' });
    expect(document.history.getState().undoable).toBe('outline');
    // The colour stays while one movement passes 0.
    await press('Outline', '{Home}{End}');
    expect(outline()).toEqual({ width: 100, color: '#000000' });
    await press('Outline', '{Home}');
    expect(document.history.getState().state).not.toHaveProperty('outline');
    await vi.waitFor(() => expect(colors.query()).toBeNull());

    document.history.undo();
    await press('Contact shadow', '{End}');
    await page.getByRole('button', { name: 'Reset' }).click();
    expect([outline(), light()]).toEqual([undefined, initialState.light]);
  },
);
