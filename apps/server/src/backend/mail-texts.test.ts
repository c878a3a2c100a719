import { expect, test } from 'vitest';

import { locales } from '../../../../packages/i18n/src/locales.ts';
import { mailText } from './mail-texts.ts';

const link = 'https://isola.example/auth/v1/verify?token=1&type=signup';

test('every language of the product has every mail, each in its own words', () => {
  const kinds = ['confirm', 'reset', 'magicLink', 'emailChange'] as const;
  const subjects = kinds.flatMap((kind) => locales.map((locale) => mailText(kind, locale, link, '123456').subject));
  expect(new Set(subjects).size).toBe(kinds.length * locales.length);
});

test('text and HTML hold the link and the code', () => {
  const { text, html } = mailText('confirm', 'en', link, '123456');
  expect(text).toContain(`\n${link}\n`);
  expect(text).toContain('\n123456\n');
  expect(html).toContain('href="https://isola.example/auth/v1/verify?token=1&amp;type=signup"');
  expect(html).toContain('lang="en"');
});

test.each([undefined, null, 'it', 7, { de: 1 }])('a language that is none, %j, is the default one', (language) => {
  expect(mailText('reset', language, link, '123456')).toEqual(mailText('reset', 'zh', link, '123456'));
});
