import { builtInRegistries, createEditor, createImageDocument, type CropPreset, type FileFormat } from '@isola/editor';
import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { I18nextProvider } from 'react-i18next';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { packHistory, readHistory } from '../../src/persistence/saved-history.ts';
import { CropPanel } from '../../src/react/crop/crop-panel.tsx';
import { ExportSection } from '../../src/react/export/export-section.tsx';
import { exampleSegmentation, heightPx, widthPx } from '../../src/testing/example-project.ts';

const pixmap: FileFormat = {
  id: 'ppm',
  label: 'PPM',
  ending: 'ppm',
  type: 'image/x-portable-pixmap',
  hasQuality: false,
  hasTransparency: false,
  usesBrowserEncoder: false,
};
const tall: CropPreset = { id: '1:2', kind: 'ratio', width: 1, height: 2 };

/** An editor with one more crop preset and one more file format, and its panels of these two. */
async function openEditor() {
  const segmentation = await exampleSegmentation();
  const document = createImageDocument({ file: segmentation.png, name: 'cat.png', url: 'about:blank' });
  const editor = createEditor({
    document,
    segmentation,
    registries: {
      cropPresets: [...builtInRegistries.cropPresets, tall],
      formats: [...builtInRegistries.formats, pixmap],
      startWorker: () => new Worker(new URL('./compositor-worker.ts', import.meta.url), { type: 'module' }),
    },
  });
  const i18n = await createI18n('en', ['editor', 'tool', 'errors', 'common'], importWords);
  await render(
    <I18nextProvider i18n={i18n}>
      <CropPanel editor={editor} matte={segmentation.matte} photoSize={{ widthPx, heightPx }} />
      <ExportSection editor={editor} />
    </I18nextProvider>,
  );
  return editor;
}

test('a crop preset and a file format of one’s own are chosen, written, undone and saved', async () => {
  const { document, rendering, dispose } = await openEditor();
  const { history } = document;
  const written = async () => {
    const { file } = await vi.waitUntil(
      () => {
        const { file: now } = rendering.getState();
        return now.state === 'ready' && { file: now.file };
      },
      { timeout: 10_000 },
    );
    return new TextDecoder('latin1').decode(new Uint8Array(await file.arrayBuffer()));
  };

  await page.getByRole('button', { name: '1:2', exact: true }).click();
  await page.getByRole('radio', { name: 'PPM' }).click();
  expect(history.getState().undoable).toBe('format');
  // 40 px are all of the image's height, and half of that is the width.
  expect(await written()).toMatch(/^P6 20 40 255\n/);
  // The format has no transparency, which the panel says, and no quality to choose.
  await expect.element(page.getByText('white', { exact: false })).toBeVisible();
  await expect.element(page.getByRole('slider', { name: 'Quality' })).not.toBeInTheDocument();

  const { history: reopened } = readHistory(JSON.parse(JSON.stringify(packHistory(history.dump()))));
  expect(reopened?.past.map(({ step }) => step)).toEqual([undefined, 'crop', 'format']);
  expect(reopened?.past.at(-1)?.state.export.format).toBe('ppm');

  history.undo();
  await expect.element(page.getByRole('radio', { name: 'PNG' })).toBeChecked();
  expect(await written()).toMatch(/^.PNG/);
  history.undo();
  expect(history.getState().state.frame).toBeUndefined();
  await expect.element(page.getByRole('button', { name: '1:2', exact: true })).toHaveAttribute('aria-pressed', 'false');
  history.redo();
  history.redo();
  expect(await written()).toMatch(/^P6 20 40 255\n/);
  dispose();
});
