import { expect, test } from 'vitest';

import { locales } from '../../../packages/i18n/src/locales.ts';
import { contextForTest } from '../_shared/context-for-test.ts';
import { languages } from '../_shared/languages.ts';
import { handleGeoLocation } from './handle.ts';

async function ask(country: string | null, acceptLanguage?: string) {
  const headers = acceptLanguage ? { 'accept-language': acceptLanguage } : {};
  const request = new Request('https://isola.example/functions/v1/geo-location', { method: 'POST', headers });
  const response = await handleGeoLocation(request, contextForTest({ ip: '203.0.113.7', country }));
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
  return (await response.json()) as { ip: string; country: string | null; defaultLanguage: string };
}

test('knows the languages of the product', () => {
  expect(languages).toEqual(locales);
});

test.each([
  ['DE', 'fr', 'de'],
  ['AT', undefined, 'de'],
  ['JP', 'en', 'ja'],
  ['MX', undefined, 'es'],
  ['TW', undefined, 'zh'],
])('returns the language of a country with one language, %s', async (country, accept, expected) => {
  expect(await ask(country, accept)).toEqual({ ip: '203.0.113.7', country, defaultLanguage: expected });
});

test.each([
  ['CH', 'fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5', 'fr'],
  ['CH', 'it-CH, de;q=0.4, fr;q=0.6', 'fr'],
  ['NL', 'nl-NL, nl;q=0.9', 'en'],
  ['PL', 'de;q=0, pl', 'en'],
  ['BR', undefined, 'en'],
  ['IN', 'hi;q=, ;;,en-IN', 'en'],
])('uses the browser’s languages in other countries, such as %s: %s', async (country, accept, expected) => {
  expect((await ask(country, accept)).defaultLanguage).toBe(expected);
});

// Without a country, the browser's languages are the best information about the visitor.
test.each([
  ['de-AT, en;q=0.5', 'de'],
  ['nl', 'zh'],
  [undefined, 'zh'],
])('uses the browser’s languages in an unknown country: %s', async (accept, expected) => {
  expect(await ask(null, accept)).toMatchObject({ country: null, defaultLanguage: expected });
});

test('ignores an address in the request’s headers or body', async () => {
  const request = new Request('https://isola.example/', {
    method: 'POST',
    headers: { 'x-forwarded-for': '198.51.100.9', forwarded: 'for=198.51.100.9' },
    body: JSON.stringify({ ip: '198.51.100.9' }),
  });
  const answer = await (await handleGeoLocation(request, contextForTest({ ip: '203.0.113.7' }))).text();
  expect(answer).toContain('203.0.113.7');
  expect(answer).not.toContain('198.51.100.9');
});
