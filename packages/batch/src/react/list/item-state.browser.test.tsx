import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { BatchProvider } from '../batch-context.tsx';
import { createFakeBatch, fakeItems } from '../testing/create-fake-batch.ts';
import { ItemSize, ItemState } from './item-state.tsx';

test('a result of an earlier preset shows as waiting while the batch is paused, and has no check mark until it is rendered again', async () => {
  const [done, outdated] = fakeItems({ count: 2, processed: 2 }).map((item, at) =>
    'isOutdated' in item && at === 1 ? { ...item, isOutdated: true } : item,
  );
  if (!done || !outdated) throw new Error('the batch has two items');
  const batch = createFakeBatch({ items: [done, outdated], activity: { kind: 'paused', reason: 'battery' } });
  const i18n = await createI18n('en', ['batch', 'errors', 'messages', 'editor'], importWords);
  await render(
    <I18nextProvider i18n={i18n}>
      <BatchProvider batch={batch}>
        <ItemState item={done} />
        <ItemState item={outdated} />
      </BatchProvider>
    </I18nextProvider>,
  );
  const tickOf = (text: string) =>
    page.getByText(text, { exact: true }).element().closest('p')?.querySelector('.lucide-check');
  await expect.element(page.getByText('waiting for the preset')).toBeVisible();
  expect(tickOf('processed')).not.toBeNull();
  expect(tickOf('waiting for the preset')).toBeNull();
  batch.resume();
  await expect.element(page.getByText('applying the preset')).toBeVisible();
  expect(tickOf('applying the preset')).toBeNull();
});

test('a tile that cuts its line off names the sizes and everything that was done to the image in a tooltip, blurred faces first', async () => {
  const [done] = fakeItems({ count: 1, processed: 1 });
  if (done?.state !== 'processed' || done.outcome !== 'done') throw new Error('the item is not processed');
  const item = {
    ...done,
    sizeBytes: 9000,
    hasOverride: true,
    conversion: { from: 'HEIC', to: 'JPEG', isFirstOfMany: true, isReduced: false, isApproximate: false },
    result: { ...done.result, sizeBytes: 4000, blurredFaces: 2 },
  } as const;
  const i18n = await createI18n('en', ['batch', 'errors', 'messages', 'editor'], importWords);
  await render(
    <I18nextProvider i18n={i18n}>
      <BatchProvider batch={createFakeBatch({ items: [item] })}>
        <ItemSize item={item} />
      </BatchProvider>
    </I18nextProvider>,
  );
  const line = '9 kB → 4 kB · 2 faces blurred · converted from HEIC · main image only · own settings';
  await expect.element(page.getByTitle(line, { exact: true })).toHaveTextContent(line);
});
