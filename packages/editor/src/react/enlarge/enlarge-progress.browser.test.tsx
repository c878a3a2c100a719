import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { I18nextProvider } from 'react-i18next';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createStore } from 'zustand/vanilla';

import '../../testing/styles.css';
import { createImageDocument } from '../../document/image-document.ts';
import { createEditorDownload } from '../../export/create-editor-download.ts';
import { initialState } from '../../schema/initial-state.ts';
import { fileFormats } from '../../document/formats.ts';
import { EnlargeProgress, type EnlargingEditor } from './enlarge-progress.tsx';

/** Shows the progress of a rendering whose file is never written unless the test writes it. */
async function show() {
  const document = createImageDocument({ file: new Blob(['photo']), name: 'cat.jpg', url: 'blob:cat' });
  document.history.commit('enlarge', { ...initialState, enlarge: 2 });
  const store = createStore<{
    enlarging: number | undefined;
    enlargingView: number | undefined;
    file: { state: string };
  }>(() => ({
    enlarging: 0.4,
    enlargingView: undefined,
    file: { state: 'idle' },
  }));
  const signals: AbortSignal[] = [];
  const writeFile = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => {
      signals.push(signal);
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
  const rendering = { ...store, writeFile } as unknown as EnlargingEditor['rendering'];
  const download = createEditorDownload({
    document,
    autosave: undefined,
    formats: fileFormats,
    naming: { nameOf: () => 'cat.png' },
    getRendering: () => rendering,
  });
  const i18n = await createI18n('en', ['tool', 'editor'], importWords);
  await render(
    <I18nextProvider i18n={i18n}>
      <EnlargeProgress editor={{ document, rendering, download }} />
    </I18nextProvider>,
  );
  return { document, store, download, signals };
}

const bar = () => page.getByRole('progressbar', { name: 'Enlarging' });

test('a file that nobody waits for shows no progress, and a download shows it', async () => {
  const { store, download } = await show();
  await expect.element(bar()).not.toBeInTheDocument();
  void download.start('image');
  await expect.element(bar()).toHaveAttribute('aria-valuenow', '40');
  await expect.element(bar()).toHaveAttribute('aria-valuetext', '40%');
  store.setState({ enlarging: undefined });
  await expect.element(bar()).not.toBeInTheDocument();
});

test('a zoomed view that is enlarged shows its progress', async () => {
  const { store } = await show();
  await expect.element(bar()).not.toBeInTheDocument();
  store.setState({ enlargingView: 0.7 });
  await expect.element(bar()).toHaveAttribute('aria-valuenow', '70');
  store.setState({ enlargingView: undefined });
  await expect.element(bar()).not.toBeInTheDocument();
});

test('cancelling ends the download and takes the enlargement back as one step', { tags: ['long'] }, async () => {
  const { document, store, download, signals } = await show();
  store.setState({ file: { state: 'working' } });
  void download.start('image');
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  expect(download.getState()).toMatchObject({ isWriting: false, failure: undefined });
  const { history } = document;
  expect(history.getState().state).not.toHaveProperty('enlarge');
  expect(history.getState().undoable).toBe('enlarge');
  history.undo();
  await vi.waitFor(() => expect(history.getState().state).toMatchObject({ enlarge: 2 }));
});
