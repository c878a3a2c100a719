import { expect, test } from 'vitest';

import { isFromSite, originsIn, preflightAnswer, withCors } from './cors.ts';

const origins = ['https://isola.example', 'https://app.example'];
const from = (headers: Record<string, string>, method = 'POST') =>
  new Request('https://isola.example/any', { method, headers });

test.each([
  ['https://isola.example', 'https://isola.example'],
  ['https://app.example', 'https://app.example'],
  ['https://evil.example', null],
  ['https://isola.example.evil.example', null],
  ['http://isola.example', null],
  ['null', null],
])('for %s a preflight and its answer allow the origin %s', (origin, allowed) => {
  const asked = from({ origin, 'access-control-request-method': 'POST' }, 'OPTIONS');
  const preflight = preflightAnswer(asked, origins);
  const answer = withCors(Response.json({}), from({ origin }), origins);
  for (const response of [preflight, answer]) {
    expect(response?.headers.get('access-control-allow-origin')).toBe(allowed);
    expect(response?.headers.get('vary')).toContain('Origin');
  }
  expect(preflight?.headers.has('access-control-allow-headers')).toBe(allowed !== null);
});

test('a page may send the headers and methods of supabase-js and read its headers', () => {
  const origin = 'https://app.example';
  const preflight = preflightAnswer(from({ origin, 'access-control-request-method': 'PATCH' }, 'OPTIONS'), origins);
  const listed = (header: string, response: Response | null) => response?.headers.get(header)?.split(/, */) ?? [];
  // These are the headers of postgrest-js, auth-js and functions-js 2.
  expect(listed('access-control-allow-headers', preflight)).toEqual(
    expect.arrayContaining([
      'authorization',
      'apikey',
      'content-type',
      'prefer',
      'x-client-info',
      'x-supabase-api-version',
    ]),
  );
  expect(listed('access-control-allow-methods', preflight)).toEqual(
    expect.arrayContaining(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  );
  const answer = withCors(Response.json({}), from({ origin }), origins);
  expect(listed('access-control-expose-headers', answer)).toEqual(
    expect.arrayContaining(['content-range', 'retry-after', 'x-sb-error-code']),
  );
});

test('replaces the CORS headers that an answer sets itself', () => {
  const open = () => Response.json({}, { headers: { 'access-control-allow-origin': '*' } });
  const headersOf = (origin: string) => withCors(open(), from({ origin }), origins).headers;
  expect(headersOf('https://evil.example').has('access-control-allow-origin')).toBe(false);
  expect(headersOf('https://app.example').get('access-control-allow-origin')).toBe('https://app.example');
});

test('an OPTIONS request without the preflight headers is not a preflight', () => {
  expect(preflightAnswer(from({ origin: 'https://app.example' }, 'OPTIONS'), origins)).toBeNull();
});

test.each([
  [{ 'sec-fetch-site': 'same-origin' }, true],
  [{ 'sec-fetch-site': 'cross-site', origin: 'https://app.example' }, true],
  [{ origin: 'http://192.168.0.7:3000', host: '192.168.0.7:3000' }, true],
  [{ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example', host: 'isola.example' }, false],
  [{ 'sec-fetch-site': 'cross-site', origin: 'http://192.168.0.7:3000', host: '192.168.0.7:3000' }, false],
  [{ 'sec-fetch-site': 'same-site', origin: 'https://other.isola.example', host: 'isola.example' }, false],
  [{ origin: 'null', host: 'isola.example' }, false],
  [{ host: 'isola.example' }, false],
])('with %j a request comes from the site: %s', (headers, expected) => {
  expect(isFromSite(from(headers as Record<string, string>), origins)).toBe(expected);
});

test('reads the origins from the environment', () => {
  const environment: Readonly<Record<string, string>> = {
    SITE_ORIGIN: 'https://isola.example/',
    REDIRECT_ORIGINS: 'https://one.example, https://two.example/path',
  };
  expect(originsIn((name) => environment[name])).toEqual([
    'https://isola.example',
    'https://one.example',
    'https://two.example',
  ]);
  expect(originsIn(() => undefined)).toEqual([]);
});
