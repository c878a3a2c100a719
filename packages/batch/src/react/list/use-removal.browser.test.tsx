import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import type { Batch } from '../../batch.ts';
import { BatchProvider, useBatchState } from '../batch-context.tsx';
import { createFakeBatch, fakeItems } from '../testing/create-fake-batch.ts';
import { ItemMenu } from './item-menu.tsx';
import { RemovedNote, useRemoval } from './use-removal.tsx';

function Items({ batch, isEditing }: { batch: Batch; isEditing: boolean }) {
  const removal = useRemoval(batch, { announce: () => undefined, isEditing });
  const items = useBatchState((state) => state.items);
  return (
    <>
      {items.map((item) => (
        <ItemMenu
          key={item.id}
          item={item}
          tabIndex={0}
          actions={{ ...removal, edit: () => undefined, download: () => undefined, announce: () => undefined }}
        />
      ))}
      <RemovedNote removal={removal} />
      <button type="button" onClick={removal.forget}>
        Forget
      </button>
    </>
  );
}

async function show({ isEditing = false } = {}) {
  const i18n = await createI18n('en', ['batch', 'tool'], importWords);
  const batch = createFakeBatch({ items: fakeItems({ count: 6, processed: 6 }) });
  const rendered = await render(
    <I18nextProvider i18n={i18n}>
      <BatchProvider batch={batch}>
        <Items batch={batch} isEditing={isEditing} />
      </BatchProvider>
    </I18nextProvider>,
  );
  const choose = async (item: number, action: string) => {
    await page
      .getByRole('button', { name: /^Actions for/ })
      .nth(item)
      .click();
    await page.getByRole('menuitem', { name: action, exact: true }).click();
  };
  return { batch, choose, rendered, ids: () => batch.getState().items.map(({ id }) => id) };
}

const allIds = Array.from({ length: 6 }, (_, index) => `item-${index + 1}`);
const undo = () => userEvent.keyboard('{Control>}z{/Control}');

test('Ctrl+Z undoes several removals, the last one first', { tags: ['long'] }, async () => {
  const { choose, ids } = await show();
  await choose(0, 'Remove');
  await choose(0, 'Remove');
  expect(ids()).toEqual(allIds.slice(2));
  await undo();
  await expect.poll(ids).toEqual(allIds.slice(1));
  await undo();
  await expect.poll(ids).toEqual(allIds);
  await expect.element(page.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
});

test('Ctrl+Z belongs to the editor while an item is open', { tags: ['long'] }, async () => {
  const { choose, ids } = await show({ isEditing: true });
  await choose(0, 'Remove');
  await undo();
  await page.getByRole('button', { name: 'Undo' }).click();
  // The step is still there for the button, because the key has not undone it.
  await expect.poll(ids).toEqual(allIds);
});

test('Ctrl+Z that another part of the page has used undoes no removal', { tags: ['long'] }, async () => {
  const { choose, ids, rendered } = await show();
  await choose(0, 'Remove');
  const use = (event: KeyboardEvent) => event.preventDefault();
  rendered.container.addEventListener('keydown', use);
  page.getByRole('button', { name: 'Forget' }).element().focus();
  await undo();
  rendered.container.removeEventListener('keydown', use);
  expect(ids()).toEqual(allIds.slice(1));
});

test('no step can be undone after all were forgotten', { tags: ['long'] }, async () => {
  const { choose, ids } = await show();
  await choose(0, 'Remove');
  await page.getByRole('button', { name: 'Forget' }).click();
  await expect.element(page.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  await undo();
  expect(ids()).toEqual(allIds.slice(1));
});

test('the own settings of an item come back with Undo', { tags: ['long'] }, async () => {
  const { batch, choose } = await show();
  const hasOverride = () => batch.getState().items[5]?.hasOverride;
  await choose(5, 'Use the preset again');
  expect(hasOverride()).toBe(false);
  await expect
    .element(page.getByText('basket-with-a-rather-long-name-front-006.jpg uses the preset again'))
    .toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(hasOverride).toBe(true);
});
