import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { I18nextProvider } from 'react-i18next';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { BatchProvider } from '../batch-context.tsx';
import { BatchList } from '../list/batch-list.tsx';
import { createFakeBatch, fakeItems } from '../testing/create-fake-batch.ts';

/** Shows six results as tiles. The second, the fourth and the sixth are doubtful, so they come first. */
async function openTiles() {
  const i18n = await createI18n('en', ['batch', 'common', 'errors', 'messages', 'editor', 'tool'], importWords);
  const batch = createFakeBatch({ items: fakeItems({ count: 6, processed: 6, doubtfulEvery: 2 }) });
  const actions = {
    edit: vi.fn(),
    remove: vi.fn((ids: readonly string[]) => void batch.remove(ids)),
    download: vi.fn(),
    offerUndo: vi.fn(),
    announce: vi.fn(),
  };
  await render(
    <I18nextProvider i18n={i18n}>
      <BatchProvider batch={batch}>
        <BatchList view="tiles" actions={actions} />
      </BatchProvider>
    </I18nextProvider>,
  );
  const focused = () => document.activeElement?.getAttribute('data-id');
  await expect.element(page.getByRole('gridcell', { name: /mug-teal-002\.jpg/ })).toBeVisible();
  page
    .getByRole('gridcell', { name: /mug-teal-002\.jpg/ })
    .element()
    .focus();
  return { batch, actions, focused };
}

const shown = () => document.querySelector('[data-slot=look]')?.getAttribute('data-id');

test(
  'Space opens the large view, A accepts and goes to the next doubtful result, and Escape returns to its tile',
  { tags: ['long'] },
  async () => {
    const { batch, focused } = await openTiles();
    await userEvent.keyboard(' ');
    await expect.poll(shown).toBe('item-2');
    await userEvent.keyboard('a');
    await expect.poll(shown).toBe('item-4');
    const doubtful = batch.getState().items.filter((item) => 'doubts' in item && item.doubts.length > 0);
    expect(doubtful.map(({ id }) => id)).toEqual(['item-4', 'item-6']);
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(shown).toBe('item-6');
    await userEvent.keyboard('{Escape}');
    await expect.poll(shown).toBeUndefined();
    await expect.poll(focused).toBe('item-6');
  },
);

test(
  'Delete in the large view removes the result and shows the next one, and E edits it',
  { tags: ['long'] },
  async () => {
    const { actions } = await openTiles();
    await userEvent.keyboard(' ');
    await expect.poll(shown).toBe('item-2');
    await userEvent.keyboard('{Delete}');
    await expect.poll(shown).toBe('item-4');
    expect(actions.remove).toHaveBeenCalledExactlyOnceWith(['item-2']);
    await userEvent.keyboard('e');
    expect(actions.edit).toHaveBeenCalledExactlyOnceWith('item-4');
  },
);

test('a Delete key that is held removes only one image, in the list and in the large view', async () => {
  const { actions } = await openTiles();
  const hold = (times: number) => {
    for (let time = 0; time < times; time += 1) {
      const press = { key: 'Delete', code: 'Delete', repeat: time > 0, bubbles: true, cancelable: true };
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', press));
    }
  };
  hold(4);
  expect(actions.remove).toHaveBeenCalledOnce();
  await userEvent.keyboard(' ');
  await expect.poll(shown).toBeDefined();
  hold(4);
  await expect.poll(() => actions.remove.mock.calls.length).toBe(2);
});
