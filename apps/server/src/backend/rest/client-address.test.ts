import { expect, test } from 'vitest';

import { clientAddress, isLoopback, isLoopbackHost } from './client-address.ts';

const forwarded = (value: string) => new Headers({ 'x-forwarded-for': value });

test('without a proxy in front, what the visitor writes means nothing', () => {
  expect(clientAddress(forwarded('198.51.100.1'), '203.0.113.7', 0)).toBe('203.0.113.7');
});

test.each([
  ['198.51.100.1', 1, '198.51.100.1'],
  ['10.9.9.9, 198.51.100.1', 1, '198.51.100.1'],
  ['10.9.9.9, 198.51.100.1, 192.0.2.1', 2, '198.51.100.1'],
  ['198.51.100.1', 2, '192.0.2.9'],
  ['not an address', 1, '192.0.2.9'],
  ['', 1, '192.0.2.9'],
])('of %j, with %i proxies, it is %s', (header, proxies, expected) => {
  expect(clientAddress(forwarded(header), '192.0.2.9', proxies)).toBe(expected);
});

test('an IPv4 address is the same through an IPv6 socket', () => {
  expect(clientAddress(new Headers(), '::ffff:203.0.113.7', 0)).toBe('203.0.113.7');
});

test.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['10.0.0.1', false],
  ['::', false],
  [null, false],
])('%s is this machine’s own: %s', (address, expected) => {
  expect(isLoopback(address)).toBe(expected);
});

test.each([
  ['localhost', true],
  ['[::1]', true],
  ['127.0.0.1', true],
  ['localhost.evil.example', false],
  ['0.0.0.0', false],
  ['isola.example', false],
])('the name %s is this machine’s own: %s', (host, expected) => {
  expect(isLoopbackHost(host)).toBe(expected);
});
