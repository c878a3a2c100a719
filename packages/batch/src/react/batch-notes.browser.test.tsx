import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import type { BatchState } from '../batch.ts';
import { BatchProvider } from './batch-context.tsx';
import { BatchNotes } from './batch-notes.tsx';
import { createFakeBatch } from './testing/create-fake-batch.ts';

async function showNotes(state: Partial<BatchState>) {
  const batch = createFakeBatch(state);
  const i18n = await createI18n('en', ['batch', 'common', 'tool'], importWords);
  await render(
    <I18nextProvider i18n={i18n}>
      <BatchProvider batch={batch}>
        <BatchNotes />
      </BatchProvider>
    </I18nextProvider>,
  );
  return batch;
}

const deleted = page.getByText('The browser deleted what this page had saved');
const unreadable = page.getByText('2 images could not be read');
const dismiss = page.getByRole('button', { name: 'Dismiss' });

test('once the note about a deletion is dismissed, the images that it cost are named, and none is said to be kept', async () => {
  await showNotes({ deletedCount: 3, unreadableCount: 2 });
  await expect.element(page.getByText(/^2 images can no longer be read\./)).toBeVisible();
  await expect.element(unreadable).not.toBeInTheDocument();
  await dismiss.click();
  await expect.element(deleted).not.toBeInTheDocument();
  await expect.element(unreadable).toBeVisible();
  await expect.element(page.getByText(/Nothing was deleted/)).not.toBeInTheDocument();
});

test('a second deletion has a note again, and so has one after the batch was cleared', async () => {
  const batch = await showNotes({ deletedCount: 3 });
  await dismiss.click();
  await expect.element(deleted).not.toBeInTheDocument();
  batch.setState({ deletedCount: 6 });
  await expect.element(deleted).toBeVisible();
  await dismiss.click();
  batch.setState({ deletedCount: 0 });
  await expect.element(deleted).not.toBeInTheDocument();
  batch.setState({ deletedCount: 6 });
  await expect.element(deleted).toBeVisible();
});

test('images that could not be read without a deletion are said to be kept', async () => {
  await showNotes({ unreadableCount: 2 });
  await expect.element(unreadable).toBeVisible();
  await expect.element(page.getByText(/^Nothing was deleted/)).toBeVisible();
});
