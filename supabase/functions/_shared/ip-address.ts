import ipaddr from 'ipaddr.js';

/** The only part of IPv6 that is allocated for the public internet. */
const globalUnicast = ipaddr.parseCIDR('2000::/3');

export function isIpAddress(text: string): boolean {
  // The library also accepts `fe80::1%eth0`, whose zone is meaningful on one machine only.
  return ipaddr.isValid(text) && !text.includes('%');
}

/**
 * Returns whether the address belongs to the public internet; false for text that is not an address. Addresses that
 * contain an IPv4 address (`::ffff:0:0/96`, `64:ff9b::/96`, `2002::/16`) are not public, because they may lead to a
 * private one.
 * @see https://www.iana.org/assignments/iana-ipv4-special-registry and iana-ipv6-special-registry
 */
export function isPublicAddress(text: string): boolean {
  if (!isIpAddress(text)) return false;
  const address = ipaddr.parse(text);
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(globalUnicast));
}

/** Prefix lengths of one client, in bits: an IPv4 address, or the /64 that an IPv6 connection gets. */
export const clientPrefixBits = { ipv4: 32, ipv6: 64 } as const;

/**
 * Returns the network around an address.
 * @param prefixBits length of the network's prefix, for each version of the protocol.
 * @returns the network's first address and its length, such as `2001:db8:1::/48`; text that is not an address is
 *   returned unchanged.
 */
export function networkOf(address: string, prefixBits: { readonly ipv4: number; readonly ipv6: number }): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  const bits = prefixBits[parsed.kind()];
  const version = parsed.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${version.networkAddressFromCIDR(`${parsed.toString()}/${bits}`).toString()}/${bits}`;
}
