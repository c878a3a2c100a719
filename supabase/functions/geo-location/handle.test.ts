import { expect, test } from 'vitest';

import { locales } from '../../../packages/i18n/src/locales.ts';
import { languages } from './choose-language.ts';
import { countryIn, handleGeoLocation } from './handle.ts';

async function ask(country: string | null, acceptLanguage?: string) {
  const headers = acceptLanguage ? { 'accept-language': acceptLanguage } : {};
  const request = new Request('https://isola.example/functions/v1/geo-location', { method: 'POST', headers });
  const response = handleGeoLocation(request, { ip: '203.0.113.7', country });
  expect(response.status).toBe(200);
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

test('an unknown country leaves the default language, whatever the browser says', async () => {
  expect(await ask(null, 'de')).toMatchObject({ country: null, defaultLanguage: 'zh' });
});

test.each([
  ['de', 'DE'],
  [' FR ', 'FR'],
  ['XX', null],
  ['T1', null],
  ['<script>', null],
  ['', null],
  [undefined, null],
])('the header %j names %j', (header, expected) => {
  expect(countryIn(header)).toBe(expected);
});

test('other methods are refused, and other origins may ask first', () => {
  const request = (method: string) => new Request('https://isola.example/', { method });
  const nobody = { ip: null, country: null };
  expect(handleGeoLocation(request('GET'), nobody).status).toBe(405);
  const preflight = handleGeoLocation(request('OPTIONS'), nobody);
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
});
