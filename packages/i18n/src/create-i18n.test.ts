import { expect, test } from 'vitest';

import { createI18n } from './create-i18n.ts';

test('the words are those of the language, and plurals follow its rules', async () => {
  const english = await createI18n('en', ['tool']);
  expect(english.t('tool:cancel')).toBe('Cancel');
  expect(english.t('tool:result.where.worker', { count: 1 })).toBe('a worker, 1 thread');
  expect(english.t('tool:result.where.worker', { count: 2 })).toBe('a worker, 2 threads');
});

test('a namespace is fetched only when it is asked for', async () => {
  const chinese = await createI18n('zh');
  expect(chinese.hasResourceBundle('zh', 'common')).toBe(true);
  expect(chinese.hasResourceBundle('zh', 'tool')).toBe(false);
  await chinese.loadNamespaces('tool');
  expect(chinese.t('tool:cancel')).toBe('取消');
});

test('changing the language changes the words', async () => {
  const instance = await createI18n('zh', ['tool']);
  await instance.changeLanguage('en');
  expect(instance.t('tool:cancel')).toBe('Cancel');
});
