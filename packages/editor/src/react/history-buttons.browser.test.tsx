import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { TooltipProvider } from '@isola/ui/tooltip';
import { I18nextProvider } from 'react-i18next';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { createImageDocument } from '../document/image-document.ts';
import { createEditorDownload } from '../export/create-editor-download.ts';
import type { Editor } from '../editor.ts';
import { builtInRegistries } from '../registry/registries.ts';
import { EditorCommands } from './commands/editor-commands.tsx';
import { HistoryButtons } from './history-buttons.tsx';
import { EmptyHost } from './testing/empty-host.tsx';
import { idleLayout } from './testing/idle-layout.ts';

test('each undo is announced, even if the text is the same', { tags: ['long'] }, async () => {
  const document = createImageDocument({ file: new Blob(), name: 'cat.jpg', url: 'about:blank' });
  const { history } = document;
  for (const contact of [10, 20]) {
    const { state } = history.getState();
    history.commit('contact', { ...state, light: { ...state.light, contact } });
  }
  const getRendering = () => ({ writeFile: () => Promise.reject(new Error('nothing is written here')) });
  const registries = builtInRegistries;
  const naming = { nameOf: () => 'result.png' };
  const download = createEditorDownload({
    document,
    autosave: undefined,
    formats: registries.formats,
    naming,
    getRendering,
  });
  const editor = { document, download, registries } as Editor;
  const i18n = await createI18n('en', ['editor', 'tool'], importWords);
  const { container } = await render(
    <I18nextProvider i18n={i18n}>
      <EmptyHost>
        <EditorCommands {...idleLayout} editor={editor}>
          <TooltipProvider>
            <HistoryButtons />
          </TooltipProvider>
        </EditorCommands>
      </EmptyHost>
    </I18nextProvider>,
  );
  const status = container.querySelector('[role=status]');
  if (!status) throw new Error('nothing is told');
  const told: string[] = [];
  new MutationObserver(() => told.push(status.textContent)).observe(status, {
    subtree: true,
    childList: true,
    characterData: true,
  });
  const undo = page.getByRole('button', { name: /^Undo/ });
  await undo.click();
  await vi.waitFor(() => expect(told).toHaveLength(1));
  const [words] = told;
  expect(words).toMatch(/^Undone: ./);
  await undo.click();
  await vi.waitFor(() => expect(told).toEqual([words, '', words]));
});
