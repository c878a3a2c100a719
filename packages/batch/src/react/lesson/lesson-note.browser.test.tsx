import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import type { LessonProgress } from '../../batch.ts';
import { BatchProvider } from '../batch-context.tsx';
import { createFakeBatch, fakeItems } from '../testing/create-fake-batch.ts';
import { LessonNote } from './lesson-note.tsx';

async function showNote(lesson: LessonProgress) {
  const items = fakeItems({ count: 4, processed: 4 }).map((item) => ({ ...item, isTaught: true as const }));
  const batch = createFakeBatch({ items, lesson });
  const i18n = await createI18n('en', ['batch', 'common'], importWords);
  const ignore = () => undefined;
  await render(
    <I18nextProvider i18n={i18n}>
      <BatchProvider batch={batch}>
        <LessonNote offeredId={undefined} onAnswered={ignore} onLook={ignore} announce={ignore} />
      </BatchProvider>
    </I18nextProvider>,
  );
  return batch;
}

const note = () => page.getByRole('status');

test.each([0, 2])('with %i changed images, the failed ones are retried by the keyboard', async (changed) => {
  await showNote({ state: 'applied', changed, failed: 3 });
  await expect.element(note().getByText(/3 images could not be checked/)).toBeVisible();
  await userEvent.tab();
  await expect.element(page.getByRole('button', { name: 'Retry 3 failed' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(note().getByText('Applying the correction: 0 of 3')).toBeVisible();
  await expect.element(note()).toHaveFocus();
  await userEvent.tab();
  await expect.element(page.getByRole('button', { name: 'Stop' })).toHaveFocus();
});

test('without a failure there is nothing to retry', async () => {
  await showNote({ state: 'applied', changed: 2, failed: 0 });
  await expect.element(page.getByRole('button', { name: 'Undo all' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: /Retry/ })).not.toBeInTheDocument();
});
