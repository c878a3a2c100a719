import { expect, test } from 'vitest';

import { clientAddress, isLoopback, isLoopbackHost } from './client-address.ts';

const forwarded = (value: string) => new Headers({ 'x-forwarded-for': value });

test('X-Forwarded-For is ignored without a trusted proxy', () => {
  expect(clientAddress(forwarded('198.51.100.1'), '203.0.113.7', 0)).toBe('203.0.113.7');
});

test.each([
  ['198.51.100.1', 1, '198.51.100.1'],
  ['10.9.9.9, 198.51.100.1', 1, '198.51.100.1'],
  ['10.9.9.9, 198.51.100.1, 192.0.2.1', 2, '198.51.100.1'],
  ['198.51.100.1', 2, '192.0.2.9'],
  ['not an address', 1, '192.0.2.9'],
  ['', 1, '192.0.2.9'],
])('X-Forwarded-For %j with %i proxies results in the address %s', (header, proxies, expected) => {
  expect(clientAddress(forwarded(header), '192.0.2.9', proxies)).toBe(expected);
});

test('an IPv4 address from an IPv6 socket is returned in IPv4 form', () => {
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
])('the address %s is loopback: %s', (address, expected) => {
  expect(isLoopback(address)).toBe(expected);
});

test.each([
  ['localhost', true],
  ['[::1]', true],
  ['127.0.0.1', true],
  ['localhost.evil.example', false],
  ['0.0.0.0', false],
  ['isola.example', false],
])('the host %s is loopback: %s', (host, expected) => {
  expect(isLoopbackHost(host)).toBe(expected);
});
