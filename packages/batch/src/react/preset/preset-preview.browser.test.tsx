import { createSegmentationSession } from '@isola/editor';
import { EditorHostProvider } from '@isola/editor/react';
import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { I18nextProvider } from 'react-i18next';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import type { Batch } from '../../batch.ts';
import { defaultBatchPreset } from '../../preset/batch-preset.ts';
import { BatchProvider } from '../batch-context.tsx';
import { createFakeBatch, fakeItems } from '../testing/create-fake-batch.ts';
import { createPresetDocument } from './create-preset-document.ts';
import { PresetPreview } from './preset-preview.tsx';

const host = { session: createSegmentationSession(() => Promise.reject(new Error('nothing is segmented here'))) };

test('an image with its own settings is opened again when the preset blurs faces, and the note says what changes', async () => {
  const [item] = fakeItems({ count: 1, processed: 1 });
  if (!item) throw new Error('there is no item');
  const openItem = vi.fn<Batch['openItem']>(() => new Promise(() => undefined));
  const batch = { ...createFakeBatch({ items: [{ ...item, hasOverride: true }] }), openItem };
  const i18n = await createI18n('en', ['batch', 'common', 'editor'], importWords);
  await render(
    <I18nextProvider i18n={i18n}>
      <EditorHostProvider host={host}>
        <BatchProvider batch={batch}>
          <PresetPreview presetDocument={createPresetDocument(batch).document} onEditor={() => undefined} />
        </BatchProvider>
      </EditorHostProvider>
    </I18nextProvider>,
  );
  await expect.element(page.getByText(/the preset does not change it/)).toBeVisible();
  await vi.waitFor(() => expect(openItem).toHaveBeenCalledOnce());
  batch.setPreset({ ...defaultBatchPreset, blursFaces: true });
  await expect.element(page.getByText(/the preset only blurs its faces/)).toBeVisible();
  await vi.waitFor(() => expect(openItem).toHaveBeenCalledTimes(2));
});
