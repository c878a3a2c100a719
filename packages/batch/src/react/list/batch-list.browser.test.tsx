import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { BatchProvider } from '../batch-context.tsx';
import { createFakeBatch, fakeItems } from '../testing/create-fake-batch.ts';
import { BatchList } from './batch-list.tsx';
import type { ItemActions } from './item-actions.ts';

const tabStops = () => [...document.querySelectorAll<HTMLElement>('[data-slot=batch-item][tabindex="0"]')];
const stopIds = () => tabStops().map((row) => row.dataset['id']);

test('Tab reaches one row, also while the active row is scrolled out of view', async () => {
  const i18n = await createI18n('en', ['batch', 'errors', 'messages', 'editor', 'tool'], importWords);
  const batch = createFakeBatch({ items: fakeItems({ count: 200, processed: 200 }) });
  await render(
    <I18nextProvider i18n={i18n}>
      <BatchProvider batch={batch}>
        {/* The list needs a height and positioned lines; the test has no style sheet. */}
        <style>
          {
            '[data-slot=batch-list] { position: relative; height: 400px; overflow-y: auto } [data-index] { position: absolute }'
          }
        </style>
        <BatchList view="list" actions={{} as ItemActions} />
      </BatchProvider>
    </I18nextProvider>,
  );
  await expect.poll(stopIds).toEqual(['item-1']);
  tabStops()[0]?.focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.poll(stopIds).toEqual(['item-3']);
  page.getByRole('grid').element().scrollTop = 8000;
  await expect.poll(() => document.querySelector('[data-id=item-3]')).toBeNull();
  await expect.poll(() => stopIds().length).toBe(1);
});
