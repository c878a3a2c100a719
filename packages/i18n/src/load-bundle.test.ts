import { expect, test, vi } from 'vitest';

import { createI18n, type LoadWords } from './create-i18n.ts';
import { loadBundle } from './load-bundle.ts';

test('loadBundle rejects when a bundle cannot be loaded, and tries again at the next call', async () => {
  let isOffline = true;
  const load = vi.fn<LoadWords>(async (_, namespace) => {
    if (namespace === 'errors' && isOffline) throw new Error('offline');
    return { 'unsupported-format.title': namespace };
  });
  const i18n = await createI18n('en', ['common'], load);
  await expect(loadBundle(i18n, 'errors')).rejects.toThrow('errors');
  isOffline = false;
  await loadBundle(i18n, 'errors');
  expect(i18n.t('errors:unsupported-format.title')).toBe('errors');
  const calls = load.mock.calls.length;
  await loadBundle(i18n, 'errors');
  expect(load.mock.calls.length).toBe(calls);
});
