import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { I18nextProvider } from 'react-i18next';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import type { AlikeItems, Batch } from '../../batch.ts';
import { BatchProvider } from '../batch-context.tsx';
import type { UndoableStep } from '../list/use-removal.tsx';
import { createFakeBatch, fakeItems } from '../testing/create-fake-batch.ts';
import { AlikeNotes } from './alike-notes.tsx';

const copies: AlikeItems = { kind: 'copies', key: 'copies', originalId: 'item-2', copyIds: ['item-1', 'item-4'] };
const sisters: AlikeItems = {
  kind: 'sisters',
  key: 'sisters',
  ids: ['item-2', 'item-3', 'item-5', 'item-6'],
  sourceId: 'item-3',
  commonName: 'chair',
};

async function showNotes(alike: readonly AlikeItems[], methods: Partial<Batch> = {}) {
  const batch = { ...createFakeBatch({ items: fakeItems({ count: 6, processed: 6 }), alike }), ...methods };
  const remove = vi.fn<(ids: readonly string[]) => void>();
  const offerUndo = vi.fn<(step: UndoableStep) => void>();
  const announce = vi.fn<(text: string) => void>();
  const i18n = await createI18n('en', ['batch', 'common'], importWords);
  await render(
    <I18nextProvider i18n={i18n}>
      <BatchProvider batch={batch}>
        <AlikeNotes remove={remove} offerUndo={offerUndo} announce={announce} />
      </BatchProvider>
    </I18nextProvider>,
  );
  return { remove, offerUndo, announce };
}

const button = (name: string) => page.getByRole('button', { name, exact: true });

test('copies are named with their original, and one press removes them but not the original', async () => {
  const { remove } = await showNotes([copies]);
  await expect.element(page.getByText('2 images show the same photo as another')).toBeVisible();
  await expect
    .element(
      page.getByText(
        'shoe-001.jpg (same as mug-teal-002.jpg) and IMG_20260412_093312-004.jpg (same as mug-teal-002.jpg)',
      ),
    )
    .toBeVisible();
  await button('Remove 2 copies').click();
  expect(remove).toHaveBeenCalledExactlyOnceWith(['item-1', 'item-4']);
});

test('settings of the named image are applied to all of its sisters, and the step can be undone', async () => {
  const restore = vi.fn<() => Promise<void>>();
  const applyToAlike = vi.fn<Batch['applyToAlike']>(() => Promise.resolve({ restore }));
  const { offerUndo } = await showNotes([sisters], { applyToAlike });
  await expect.element(page.getByText(/1 more · settings from chair-oak-003\.jpg/)).toBeVisible();
  await button('Same scale, crop and shadow').click();
  expect(applyToAlike).toHaveBeenCalledExactlyOnceWith('item-3', sisters.ids);
  await vi.waitFor(() => expect(offerUndo).toHaveBeenCalledOnce());
  const [step] = offerUndo.mock.calls[0] ?? [];
  expect(step?.text).toBe('Same scale, crop and shadow for 3 more images');
  await step?.undo();
  expect(restore).toHaveBeenCalledOnce();
});

test(
  'sisters are named by one press, and without a source nothing is offered but the name',
  { tags: ['long'] },
  async () => {
    const nameAlike = vi.fn<Batch['nameAlike']>(() => Promise.resolve({ restore: () => Promise.resolve() }));
    await showNotes([{ ...sisters, sourceId: undefined }], { nameAlike });
    await button('Name them chair-1 to chair-4').click();
    expect(nameAlike).toHaveBeenCalledExactlyOnceWith(sisters.ids, 'chair');
    await expect.element(button('Same scale, crop and shadow')).not.toBeInTheDocument();
  },
);

test('a name is offered only after the copies', async () => {
  await showNotes([copies, { ...sisters, sourceId: undefined }]);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(button('Name them chair-1 to chair-4')).toBeVisible();
});

test('a failure is announced, and the note stays', async () => {
  vi.stubGlobal('reportError', () => undefined);
  const applyToAlike = () => Promise.reject(new Error('a file cannot be read'));
  const { announce, offerUndo } = await showNotes([sisters], { applyToAlike });
  await button('Same scale, crop and shadow').click();
  await vi.waitFor(() =>
    expect(announce).toHaveBeenCalledExactlyOnceWith('The settings could not be applied. Nothing has changed.'),
  );
  expect(offerUndo).not.toHaveBeenCalled();
  await expect.element(button('Same scale, crop and shadow')).toBeVisible();
  vi.unstubAllGlobals();
});

test('notes are dismissed one by one', async () => {
  await showNotes([copies, sisters]);
  await page.getByRole('button', { name: 'Dismiss' }).first().click();
  await expect.element(page.getByText('2 images show the same photo as another')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(page.getByText('4 images show the same thing')).not.toBeInTheDocument();
});
