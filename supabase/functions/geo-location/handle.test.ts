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

test('the function knows the languages of the product', () => {
  expect(languages).toEqual(locales);
});

test.each([
  ['DE', 'fr', 'de'],
  ['AT', undefined, 'de'],
  ['JP', 'en', 'ja'],
  ['MX', undefined, 'es'],
  ['TW', undefined, 'zh'],
])('a country of one language, %s, is answered with it', async (country, accept, expected) => {
  expect(await ask(country, accept)).toEqual({ ip: '203.0.113.7', country, defaultLanguage: expected });
});

test.each([
  ['CH', 'fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5', 'fr'],
  ['CH', 'it-CH, de;q=0.4, fr;q=0.6', 'fr'],
  ['NL', 'nl-NL, nl;q=0.9', 'en'],
  ['PL', 'de;q=0, pl', 'en'],
  ['BR', undefined, 'en'],
  ['IN', 'hi;q=, ;;,en-IN', 'en'],
])('elsewhere, as in %s, the browser’s own words decide: %s', async (country, accept, expected) => {
  expect((await ask(country, accept)).defaultLanguage).toBe(expected);
});

// Without a country, what the browser says is the best that anybody knows of this reader: better than the default.
test.each([
  ['de-AT, en;q=0.5', 'de'],
  ['nl', 'zh'],
  [undefined, 'zh'],
])('where the country is unknown, the browser’s words decide: %s', async (accept, expected) => {
  expect(await ask(null, accept)).toMatchObject({ country: null, defaultLanguage: expected });
});

test('an address in the request’s headers or body is ignored', async () => {
  const request = new Request('https://isola.example/', {
    method: 'POST',
    headers: { 'x-forwarded-for': '198.51.100.9', forwarded: 'for=198.51.100.9' },
    body: JSON.stringify({ ip: '198.51.100.9' }),
  });
  const answer = await (await handleGeoLocation(request, contextForTest({ ip: '203.0.113.7' }))).text();
  expect(answer).toContain('203.0.113.7');
  expect(answer).not.toContain('198.51.100.9');
});
