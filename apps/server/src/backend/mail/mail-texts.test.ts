import { expect, test } from 'vitest';

import { locales } from '../../../../../packages/i18n/src/locales.ts';
import { mailText, noticeText, preregistrationText } from './mail-texts.ts';

const link = 'https://isola.example/auth/v1/verify?token=1&type=signup';

test('every language has a distinct subject for every email', () => {
  const kinds = ['confirm', 'reset', 'magicLink', 'emailChange'] as const;
  const subjects = kinds.flatMap((kind) => locales.map((locale) => mailText(kind, locale, link, '123456').subject));
  expect(new Set(subjects).size).toBe(kinds.length * locales.length);
});

test('text and HTML contain the link and the code', () => {
  const { text, html } = mailText('confirm', 'en', link, '123456');
  expect(text).toContain(`\n${link}\n`);
  expect(text).toContain('\n123456\n');
  expect(html).toContain('href="https://isola.example/auth/v1/verify?token=1&amp;type=signup"');
  expect(html).toContain('lang="en"');
});

test('the HTML loads nothing, supports a dark theme, and ends with the reason', () => {
  const { html } = mailText('confirm', 'de', link, '123456');
  expect(html).not.toMatch(/<img|<link|src=|url\(|@import/);
  expect(html).toContain('prefers-color-scheme:dark');
  expect(html).toMatch(/font-size:28px[^"]*tabular-nums[^"]*"><strong>123456<\/strong>/);
  const read = html
    .replaceAll(/<style>.*?<\/style>|<[^>]*>/gs, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  expect(read).toMatch(/ignorieren Sie diese E-Mail\.$/);
});

test('every language has a distinct label for the button', () => {
  const labels = locales.map((locale) => {
    const { html } = mailText('reset', locale, link, '123456');
    return />([^<]+)<\/a>/.exec(html)?.[1];
  });
  expect(new Set(labels).size).toBe(locales.length);
});

test.each([undefined, null, 'it', 7, { de: 1 }])(
  'an unknown language %j falls back to the default language',
  (language) => {
    expect(mailText('reset', language, link, '123456')).toEqual(mailText('reset', 'zh', link, '123456'));
  },
);

test('a notice contains its email, days and link', () => {
  const { text, html } = noticeText(
    { kind: 'emailChanged', email: 'new@isola.example', link: 'https://isola.example/x?a=1&b=2', days: 7 },
    'en',
  );
  expect(text).toContain('new@isola.example');
  expect(text).toContain('within 7 days');
  expect(text).toContain('\nhttps://isola.example/x?a=1&b=2\n');
  expect(html).toContain('href="https://isola.example/x?a=1&amp;b=2"');
});

test('every notice and the pre-registration email are complete in every language', () => {
  const notices = [
    { kind: 'emailChanged', email: 'new@isola.example', link, days: 7 },
    { kind: 'passwordChanged', link },
    { kind: 'accountDeleted' },
    { kind: 'alreadyRegistered', link },
    { kind: 'factorEnrolled', link },
    { kind: 'factorRemoved', link },
    { kind: 'factorReset', link },
    { kind: 'recoveryCodeUsed', link },
  ] as const;
  const texts = [
    ...notices.flatMap((notice) => locales.map((locale) => noticeText(notice, locale))),
    ...locales.map((locale) => preregistrationText(locale, link)),
  ];
  expect(new Set(texts.map(({ subject }) => subject)).size).toBe(texts.length);
  for (const { text } of texts) expect(text).not.toMatch(/[{}]|undefined/);
});

test('values that a visitor chose are escaped in HTML', () => {
  const email = '"<img src=x>"@isola.example';
  expect(noticeText({ kind: 'emailChanged', email, link, days: 7 }, 'en').html).not.toContain('<img');
});
