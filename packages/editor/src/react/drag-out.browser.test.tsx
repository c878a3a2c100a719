import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { I18nextProvider } from 'react-i18next';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { createImageDocument } from '../document/image-document.ts';
import type { Editor } from '../editor.ts';
import { builtInRegistries } from '../registry/registries.ts';
import type { Rendering } from '../rendering/create-rendering.ts';
import type { FileState } from '../rendering/create-file-pipeline.ts';
import { DragOut } from './drag-out.tsx';

test('the drag handle shows that the file couldn’t be written, and hovering it retries', async () => {
  const file: FileState = { state: 'failed', failure: { code: 'out-of-memory' } };
  const snapshot = { file } as ReturnType<Rendering['getState']>;
  const retry = vi.fn();
  const nothing = () => () => undefined;
  const editor = {
    document: createImageDocument({ file: new Blob([], { type: 'image/png' }), name: 'cat.jpg', url: '' }),
    rendering: { subscribe: nothing, need: nothing, getState: () => snapshot, retry } as Partial<Rendering>,
    registries: builtInRegistries,
  } as Editor;
  const i18n = await createI18n('en', ['tool', 'editor', 'common'], importWords);
  await render(
    <I18nextProvider i18n={i18n}>
      <DragOut editor={editor} />
    </I18nextProvider>,
  );
  const grip = page.getByTitle(/couldn’t be written/);
  await expect.element(grip).toHaveAttribute('data-state', 'failed');
  await userEvent.hover(grip);
  expect(retry).toHaveBeenCalledOnce();
});
