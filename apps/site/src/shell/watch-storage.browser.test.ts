import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';

import { watchStorage } from './watch-storage.ts';

const lookMs = 120_000;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a message about little storage whose texts fail to load is shown after the next look, and then once', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const estimate = vi.spyOn(navigator.storage, 'estimate').mockResolvedValue({ usage: 0, quota: 20_000_000 });
  const texts = await createI18n('en', ['common', 'messages'], importWords);
  const load = vi.spyOn(texts, 'loadNamespaces').mockRejectedValueOnce(new TypeError('offline'));
  watchStorage(texts);
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce());
  const message = page.getByRole('listitem').filter({ hasText: texts.t('messages:storage.low.title') });
  await expect.element(message).not.toBeInTheDocument();

  vi.advanceTimersByTime(lookMs);
  await expect.element(message).toBeVisible();
  estimate.mockClear();
  vi.advanceTimersByTime(3 * lookMs);
  expect(estimate).not.toHaveBeenCalled();
});
