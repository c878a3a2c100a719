import { expect, test, vi } from 'vitest';

import { createI18n } from './create-i18n.ts';
import { importWords } from './import-words.ts';

test('texts are in the chosen language, and plurals follow its rules', async () => {
  const english = await createI18n('en', ['tool'], importWords);
  expect(english.t('tool:cancel')).toBe('Cancel');
  expect(english.t('tool:result.where.worker', { count: 1 })).toBe('a worker, 1 thread');
  expect(english.t('tool:result.where.worker', { count: 2 })).toBe('a worker, 2 threads');
});

test('Russian has four plural forms', async () => {
  const russian = await createI18n('ru', ['tool'], importWords);
  const forms = [1, 2, 5, 21, 1.5].map((count) => russian.t('tool:result.where.worker', { count }));
  // One, two and five threads: поток, потока, потоков. Twenty-one takes the form for one.
  expect(forms[0]?.replace('1', '')).toBe(forms[3]?.replace('21', ''));
  expect(new Set([forms[0], forms[1], forms[2]].map((form) => form?.replace(/\d/, ''))).size).toBe(3);
});

test('a namespace is fetched only when it is requested', async () => {
  const asked: string[] = [];
  const chinese = await createI18n('zh', ['common'], (locale, namespace) => {
    asked.push(`${locale}/${namespace}`);
    return importWords(locale, namespace);
  });
  expect(asked).toEqual(['zh/common']);
  await chinese.loadNamespaces('tool');
  expect(asked).toEqual(['zh/common', 'zh/tool']);
  expect(chinese.t('tool:cancel')).toBe('取消');
});

test('changing the language changes the texts', async () => {
  const instance = await createI18n('zh', ['tool'], importWords);
  await instance.changeLanguage('en');
  expect(instance.t('tool:cancel')).toBe('Cancel');
});

test('an additional language with missing texts falls back to English', async () => {
  const esperanto = await createI18n<'en' | 'eo'>('eo', ['tool'], async (locale, namespace) =>
    locale === 'eo' ? { cancel: 'Nuligi' } : importWords(locale, namespace),
  );
  expect(esperanto.t('tool:cancel')).toBe('Nuligi');
  expect(esperanto.t('tool:result.where.worker', { count: 2 })).toBe('a worker, 2 threads');
});

test('the package’s languages do not fetch the English bundle', async () => {
  const asked: string[] = [];
  await createI18n('de', ['common'], (locale, namespace) => {
    asked.push(`${locale}/${namespace}`);
    return importWords(locale, namespace);
  });
  expect(asked).toEqual(['de/common']);
});

test('createI18n rejects when a requested bundle cannot be loaded, instead of showing its keys', async () => {
  const offline = new TypeError('offline');
  const created = createI18n('de', ['common', 'tool'], (locale, namespace) =>
    namespace === 'tool' ? Promise.reject(offline) : importWords(locale, namespace),
  );
  await expect(created).rejects.toMatchObject({ message: expect.stringContaining('de/tool'), cause: offline });
});

test('a missing text is shown as its key, and the console names it once', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const german = await createI18n('de', ['tool'], importWords);
  // @ts-expect-error there is no such text.
  const nope = () => german.t('tool:nope');
  expect([nope(), nope()]).toEqual(['tool:nope', 'tool:nope']);
  expect(warn.mock.calls).toEqual([['No loaded bundle contains the text tool:nope.']]);
  warn.mockRestore();
});

test('importWords rejects an unknown language or namespace', async () => {
  // @ts-expect-error there is no such language.
  await expect(importWords('nl', 'tool')).rejects.toThrow('nl/tool');
  // @ts-expect-error there is no such namespace.
  await expect(importWords('de', 'constructor')).rejects.toThrow(RangeError);
});
