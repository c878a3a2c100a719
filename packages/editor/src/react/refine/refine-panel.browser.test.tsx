import '../../testing/styles.css';
import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createStore } from 'zustand/vanilla';

import { createBrushStore } from '../../brush/create-brush-store.ts';
import { createImageDocument } from '../../document/image-document.ts';
import { RefinePanel } from './refine-panel.tsx';

async function draw({ busy = false, findsObjects = false, lang = 'en' as const } = {}) {
  const document = createImageDocument({ file: new Blob(), name: '', url: '' });
  const brush = createBrushStore();
  const i18n = await createI18n(lang, ['editor'], importWords);
  await render(
    <I18nextProvider i18n={i18n}>
      <div className="w-70">
        <RefinePanel
          document={document}
          brush={brush}
          rendering={createStore(() => ({ isRefining: busy }))}
          findsObjects={findsObjects}
        />
      </div>
      <input aria-label="Name" />
    </I18nextProvider>,
  );
  return { document, brush };
}

const radio = (name: string) => page.getByRole('radio', { name, exact: true });
const slider = (name: string) => page.getByRole('slider', { name, exact: true });

beforeEach(() => localStorage.removeItem('brush'));
afterEach(() => localStorage.removeItem('brush'));

test('a tool is chosen by a click, by arrow keys or by its own key, and shows a hint', { tags: ['long'] }, async () => {
  const { brush } = await draw();
  await expect.element(radio('Restore')).toBeChecked();
  await page.getByText('Cut hole').click();
  await expect.element(page.getByText(/the background should show through/)).toBeVisible();
  await expect.element(slider('Brush size')).not.toBeInTheDocument();
  await userEvent.keyboard('{ArrowRight}');
  expect(brush.getState().tool).toBe('fill');
  await userEvent.keyboard('e');
  await expect.element(radio('Erase')).toBeChecked();
  await userEvent.keyboard('x');
  await expect.element(radio('Restore')).toBeChecked();
});

test(
  'the brush is set by sliders, a switch and keys, but not by keys typed into a text field',
  { tags: ['long'] },
  async () => {
    const { brush } = await draw();
    await expect.element(slider('Brush size')).toHaveAttribute('aria-valuetext', '40 px');
    slider('Brush size').element().focus();
    await userEvent.keyboard('{End}');
    expect(brush.getState().sizePx).toBe(400);
    await userEvent.keyboard('{Home}');
    expect(brush.getState().sizePx).toBe(4);
    await page.getByRole('switch', { name: 'Snap to edges' }).click();
    expect(brush.getState().followsEdges).toBe(false);
    await userEvent.keyboard(']');
    await expect.element(slider('Brush size')).toHaveAttribute('aria-valuetext', '5 px');
    await page.getByRole('textbox', { name: 'Name' }).click();
    await userEvent.keyboard('e]');
    expect(brush.getState()).toMatchObject({ tool: 'restore', sizePx: 5 });
  },
);

test('each edge setting is one step, and Reset edge resets all of them as one step', { tags: ['long'] }, async () => {
  const { document } = await draw();
  const matte = () => document.history.getState().state.matte;
  await expect.element(page.getByRole('button', { name: 'Reset edge' })).toHaveAttribute('aria-disabled', 'true');
  slider('Shift edge').element().focus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  expect(matte().shift).toBe(2);
  await expect.element(slider('Shift edge')).toHaveAttribute('aria-valuetext', '+0.2 px');
  await vi.waitFor(() => expect(document.history.getState()).toMatchObject({ undoable: 'shift', isPreview: false }));
  slider('Remove colour fringe').element().focus();
  await userEvent.keyboard('{Home}');
  await vi.waitFor(() => expect(document.history.getState().undoable).toBe('decontaminate'));
  expect(matte().decontaminate).toBe(0);
  // The two key presses were one step.
  document.history.undo();
  document.history.undo();
  expect([matte().shift, document.history.getState().undoable]).toEqual([0, undefined]);
  document.history.redo();
  document.history.redo();
  await page.getByRole('button', { name: 'Reset edge' }).click();
  expect(matte()).toEqual({ edits: [], shift: 0, feather: 0, contrast: 0, solidify: 0, decontaminate: 100 });
  document.history.undo();
  expect(matte()).toMatchObject({ shift: 2, decontaminate: 0 });
});

test('shows that the cutout is being updated', async () => {
  await draw({ busy: true });
  await expect.element(page.getByText('Updating the cutout')).toBeVisible();
});
