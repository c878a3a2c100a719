import { expect, test } from 'vitest';

import { clientPrefixBits, isIpAddress, isPublicAddress, networkOf as networkOfBits } from './ip-address.ts';

// Both ends of each block of the registries.
test.each([
  ['this network', '0.0.0.0', '0.255.255.255'],
  ['private', '10.0.0.0', '10.255.255.255'],
  ['carrier-grade NAT', '100.64.0.0', '100.127.255.255'],
  ['loopback', '127.0.0.1', '127.255.255.254'],
  ['link-local, with the clouds’ metadata', '169.254.0.0', '169.254.169.254'],
  ['private', '172.16.0.0', '172.31.255.255'],
  ['protocol assignments', '192.0.0.0', '192.0.0.255'],
  ['documentation', '192.0.2.0', '192.0.2.255'],
  ['6to4 relays', '192.88.99.0', '192.88.99.255'],
  ['private', '192.168.0.0', '192.168.255.255'],
  ['benchmarks', '198.18.0.0', '198.19.255.255'],
  ['documentation', '198.51.100.0', '198.51.100.255'],
  ['documentation', '203.0.113.0', '203.0.113.255'],
  ['multicast', '224.0.0.0', '239.255.255.255'],
  ['reserved and broadcast', '240.0.0.0', '255.255.255.255'],
  ['unspecified and loopback', '::', '::1'],
  ['IPv4-mapped, private and public', '::ffff:10.0.0.1', '::ffff:8.8.8.8'],
  ['IPv4-mapped, in hexadecimal', '::ffff:7f00:1', '0:0:0:0:0:ffff:a9fe:a9fe'],
  ['IPv4-compatible', '::127.0.0.1', '::8.8.8.8'],
  ['NAT64', '64:ff9b::7f00:1', '64:ff9b::8.8.8.8'],
  ['local NAT64', '64:ff9b:1::', '64:ff9b:1:ffff::1'],
  ['discard', '100::', '100::1'],
  ['Teredo', '2001::1', '2001:0:ffff::1'],
  ['ORCHID', '2001:10::1', '2001:20::1'],
  ['documentation', '2001:db8::', '2001:db8:ffff:ffff::1'],
  ['6to4', '2002::', '2002:7f00:1::1'],
  ['documentation', '3fff::', '3fff:fff::1'],
  ['unique local', 'fc00::', 'fdff:ffff::1'],
  ['link-local', 'fe80::1', 'febf::1'],
  ['site-local', 'fec0::1', 'feff::1'],
  ['multicast', 'ff02::1', 'ffff::1'],
])('%s addresses, such as %s and %s, are not public', (_name, first, last) => {
  expect(isPublicAddress(first)).toBe(false);
  expect(isPublicAddress(last)).toBe(false);
});

test.each([
  '1.0.0.0',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2001:200::1',
  '2001:4860:4860::8888',
  '2003::1',
  '2606:4700:4700::1111',
  '3ffe:ffff::1',
])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  '',
  'localhost',
  'example.com',
  'fe80::1%eth0',
  '8.8.8.8/8',
  '8.8.8.8:80',
  '[::1',
  '::1]@8.8.8.8',
  ':',
  '::g',
])('%j is neither an address nor public', (text) => {
  expect(isIpAddress(text)).toBe(false);
  expect(isPublicAddress(text)).toBe(false);
});

// Spellings that inet_aton accepts, each for a loopback or private address.
test.each(['127.1', '2130706433', '0x7f000001', '0177.0.0.1', '0x7f.1', '10.1', '0300.0250.0.1'])(
  '%s is an address in an odd spelling, and not public',
  (text) => {
    expect(isIpAddress(text)).toBe(true);
    expect(isPublicAddress(text)).toBe(false);
  },
);

const networkOf = (address: string) => networkOfBits(address, clientPrefixBits);

test('all spellings of an IPv4 address are one caller, and so are 64 bits of an IPv6 address', () => {
  expect(networkOf('203.0.113.7')).not.toBe(networkOf('203.0.113.8'));
  expect(networkOf('::ffff:203.0.113.7')).toBe(networkOf('203.0.113.7'));
  expect(networkOf('2001:db8:1:2::1')).toBe(networkOf('2001:0db8:0001:0002:ffff::2'));
  expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'));
});
