import { isNotFound, isRedirect } from '@tanstack/react-router';
import { expect, test } from 'vitest';

import { requireLocale } from './require-locale.ts';

/** Returns the URL to which requireLocale redirects, or `not found`; undefined when the page is shown. */
function leadsTo(locale: string | undefined, href: string): unknown {
  try {
    requireLocale({ params: { locale }, location: { href } });
  } catch (error) {
    return isRedirect(error) ? error.options.href : isNotFound(error) && 'not found';
  }
  return undefined;
}

test.each([
  [undefined, '/single', undefined],
  ['en', '/en/single', undefined],
  ['EN', '/EN/single?from=mail#top', '/en/single?from=mail#top'],
  ['EN', '/EN', '/en'],
  ['en-US', '/en-US/single', '/en/single'],
  ['zh', '/zh/single', '/single'],
  ['zh-CN', '/zh-CN', '/'],
  ['ZH', '/ZH//elsewhere.example', '/elsewhere.example'],
  ['pt-BR', '/pt-BR/single', 'not found'],
  ['singel', '/singel', 'not found'],
] as const)('requireLocale with the parameter %s turns %s into %s', (locale, from, to) => {
  expect(leadsTo(locale, from)).toBe(to);
});
