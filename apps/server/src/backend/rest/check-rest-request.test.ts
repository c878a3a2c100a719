import { expect, test } from 'vitest';

import { checkRestBody, checkRestRequest, checkRows } from './check-rest-request.ts';

const check = (query: string, init: RequestInit = {}) =>
  checkRestRequest(new Request(`https://isola.example/rest/v1/${query}`, init));

test.each([
  'plans',
  'plans?select=*',
  'plans?select=id,name:title,owner(id,profile(username))&order=id.desc.nullslast,name&limit=20&offset=40',
  'plans?id=eq.1&name=neq.a&price=gte.1&price=lt.9&gone=is.null&gone=not.is.null',
  'plans?id=in.(1,2,3)&id=not.in.(4)',
  'plans?name=in.("a,b","c")',
  'plans?name=ilike.*ada*',
  'plans?name=eq.a.match.b',
  'plans?tags=cs.{a,b}',
  'plans?data->>kind=eq.a',
  'plans?owner.name=eq.a&owner.order=id&owner.limit=1',
  'plans?or=(id.eq.1,name.ilike.*a*,and(price.gt.1,not.or(id.in.(1,2),name.eq."a, (b) match.x")))',
  'plans?not.and=(id.eq.1,price.not.is.null)',
  'plans?owner.or=(name.eq.a,name.eq.b)',
  'plans?on_conflict=id&columns=id,name',
])('GET %s is accepted', (query) => {
  expect(check(query)).toBeNull();
});

test.each(['%ff', 'plans%c3', '%e0%a4'])('the path %s, which no client can mean, is refused', (path) => {
  expect(check(path)).toEqual({ status: 400, message: 'The path is not valid' });
});

const evil = '((a?){1,20}){1,40}z';
test.each([
  `plans?id=match.${evil}`,
  `plans?id=imatch.${evil}`,
  `plans?id=not.match.${evil}`,
  `plans?id=match(any).{${evil}}`,
  `plans?id=like(all).{a,b}`,
  `plans?id=%6d%61tch.${evil}`,
  `plans?id=match%2E${encodeURIComponent(evil)}`,
  `plans?%69d=match.a`,
  `plans?id=eq.1&id=match.${evil}`,
  `plans?or=(id.eq.1,id.match.a)`,
  `plans?or=(id.eq.1,and(id.eq.2,id.not.imatch.a))`,
  `plans?and=(id.eq.1,not.or(id.match.a,id.eq.1))`,
  `plans?not.or=(id.match.a)`,
  `plans?owner.id=match.a`,
  `plans?owner.or=(id.match.a)`,
  `plans?owner.not.and=(id.match.a)`,
  // The embedded library and this check could disagree about where the quoted values in these queries end.
  String.raw`plans?or=(name.eq."x\",id.match.a,name.eq.")`,
  `plans?or=(name.eq.x"y,id.match.a,name.eq.z")`,
  `plans?or=(name.eq.{,id.match.a,name.eq.})`,
  `plans?or=(name.eq.1,"id".match.a)`,
  `plans?or=(id.eq.1),id.match.a`,
  `plans?or=(id.eq.1`,
  `plans?"id"=match.a`,
  'plans?name=fts.a',
  'plans?name=wfts(english).a',
  'plans?span=sl.(1,2)',
  'plans?name=unknown.a',
  'plans?name=a',
  'plans?name=is.eq',
  `plans?name=like.${'*a'.repeat(5)}`,
  `plans?or=(name.ilike.${'%25a'.repeat(5)})`,
  `plans?name=like.${'a'.repeat(201)}`,
  `plans?id=in.(${'1,'.repeat(200)}1)`,
  `plans?or=(id.in.(${'1,'.repeat(200)}1))`,
  `plans?or=(${'id.eq.1,'.repeat(40)}id.eq.1)`,
  `plans?or=${'(and'.repeat(4)}(id.eq.1)${')'.repeat(4)}`,
  'plans?limit=1001',
  'plans?limit=-1',
  'plans?limit=1e3',
  'plans?offset=100001',
  'plans?owner.limit=99999',
  'plans?owner.offset=100001',
  'plans?select=a(b(c(d)))',
  `plans?select=${'a(b),'.repeat(7)}c`,
  `plans?select=${'a,'.repeat(1_001)}`,
  'plans?select=a(b',
  `plans?order=${'a,'.repeat(6)}b`,
  `plans?${'id=eq.1&'.repeat(41)}`,
])('GET %s is refused', (query) => {
  expect(check(query)).toMatchObject({ status: 400 });
});

test('a URL that is too long is refused with 414', () => {
  expect(check(`plans?id=eq.${'1'.repeat(5_000)}`)).toMatchObject({ status: 414 });
});

test.each([
  ['items=0-9', null],
  ['0-', null],
  ['0-999999999', 400],
  ['200000-200010', 400],
  ['bytes=0-', 400],
])('the header Range: %s is accepted only within the limits', (range, status) => {
  expect(check('plans', { headers: { range } })?.status ?? null).toBe(status);
});

test.each([
  ['application/json', null],
  ['application/json; charset=utf-8', null],
  ['text/csv', 415],
  ['application/x-www-form-urlencoded', 415],
])('the content type %s is accepted only if it is JSON', (type, status) => {
  const request = { method: 'POST', headers: { 'content-type': type }, body: '[]' };
  expect(check('plans', request)?.status ?? null).toBe(status);
});

test('functions accept only POST, without the parameters of tables', () => {
  const call = (query: string, method: string) => check(query, { method })?.status ?? null;
  expect(call('rpc/has_permission', 'POST')).toBeNull();
  expect(call('rpc/has_permission?permission=a', 'GET')).toBe(405);
  expect(call('rpc/has_permission?apikey=a', 'POST')).toBeNull();
  for (const query of ['select=*', 'select=has_permission::integer', 'has_permission=eq.true', 'limit=1', 'order=id']) {
    expect(call(`rpc/has_permission?${query}`, 'POST'), query).toBe(400);
  }
  expect(call('plans', 'PUT')).toBe(405);
  expect(call('plans', 'PROPFIND')).toBe(405);
  for (const method of ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS']) expect(call('plans', method)).toBeNull();
});

test.each([
  ['a row is accepted', '{"key":"a","value":{"b":[1]}}', null],
  ['brackets within a text do not count', JSON.stringify({ body: '[{"'.repeat(100) }), null],
  ['64 levels are accepted', '['.repeat(64) + ']'.repeat(64), null],
  ['65 levels are refused', '['.repeat(65) + ']'.repeat(65), 400],
  ['levels after a text with escapes count', `{"a":"\\\\\\"","b":${'{"c":'.repeat(70)}1${'}'.repeat(70)}}`, 400],
  [
    'an unterminated text, which is not JSON, is left to the parser',
    `"${'\\"'.repeat(120_000)}${'['.repeat(100)}`,
    null,
  ],
])('the depth of a body is limited: %s', (_, body, status) => {
  expect(checkRestBody(body)?.status ?? null).toBe(status);
});

test.each([
  ['{}', null],
  ['{"id":1}', null],
  ['[]', null],
  ['[{"id":1},{"id":2}]', null],
  ['not JSON', null],
  ['true', 400],
  ['null', 400],
  ['"text"', 400],
  ['[1,2]', 400],
  ['[{},null]', 400],
  ['[[]]', 400],
])('a write of the body %s is answered with the status %s', (body, status) => {
  expect(checkRows(body)?.status ?? null).toBe(status);
});
