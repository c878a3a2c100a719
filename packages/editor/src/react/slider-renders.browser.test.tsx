/** @module-tag long */
// This module is imported first, because its hook must be installed before React is loaded.
import { countRenders } from '../testing/count-renders.ts';
import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import '../testing/styles.css';
import { I18nextProvider } from 'react-i18next';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { createImageDocument } from '../document/image-document.ts';
import { createEditor, type Editor } from '../editor.ts';
import { draw, exampleSegmentation } from '../testing/example-project.ts';
import { EmptyHost } from './testing/empty-host.tsx';
import { EditorLayout } from './editor-layout.tsx';
import { sessionGrid } from './session/session-grid.ts';

/** Opens an editor with a blue background, and one of its tools. */
async function open(tool: string): Promise<Editor> {
  await page.viewport(1280, 800);
  const document = createImageDocument({
    file: await draw('image/jpeg', '#c83214'),
    name: 'cat.jpg',
    url: 'about:blank',
  });
  const editor = createEditor({ document, segmentation: await exampleSegmentation() });
  const i18n = await createI18n('en', ['editor', 'tool', 'errors', 'common'], importWords);
  await render(
    <I18nextProvider i18n={i18n}>
      <EmptyHost>
        <div className={`h-dvh ${sessionGrid}`}>
          <EditorLayout editor={editor} />
        </div>
      </EmptyHost>
    </I18nextProvider>,
  );
  const { state } = document.history.getState();
  document.history.commit('color', { ...state, background: { kind: 'color', color: '#0000ff' } });
  await page.getByRole('navigation').getByRole('button', { name: tool }).click();
  return editor;
}

/**
 * Components that render because of the computation and not because of the slider: progress indicators, and the
 * download bar with its content. The bar prepares the file when the slider rests for a second, which on a busy machine
 * happens between two key presses.
 */
const following = new Set(
  'Progress Spinner BusyLine Announcer DownloadBar DownloadButtons Download DragOut GripVertical Button SavedNote'
    .split(' ')
    .concat(''),
);

test.each([
  ['Refine', 'Shift edge', '+1.1 px'],
  ['Shadow & light', 'Contact shadow', '11%'],
])('%s: moving a slider renders only the slider', async (tool, label, valueText) => {
  const { rendering } = await open(tool);
  const slider = page.getByRole('slider', { name: label });
  slider.element().focus();
  /** Moves the slider by one step. The key is not released, so that nothing is committed. */
  const moveOn = async () => {
    const before = rendering.getState();
    await userEvent.keyboard('{ArrowRight>}');
    await vi.waitUntil(() => {
      const { isRefining, view, cutoutVersion } = rendering.getState();
      return !isRefining && (view !== before.view || cutoutVersion !== before.cutoutVersion);
    });
  };
  // The first move renders more: it enables Reset and marks the file as outdated.
  await moveOn();
  const renders = countRenders();
  for (let move = 0; move < 10; move += 1) await moveOn();
  await expect.element(slider).toHaveAttribute('aria-valuetext', valueText);
  expect(Object.fromEntries(Object.entries(renders()).filter(([name]) => !following.has(name)))).toEqual({
    StateSlider: 10,
    Slider: 10,
    Rail: 10,
    Filling: 10,
    Thumb: 10,
  });
});
