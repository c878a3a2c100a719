import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import ipaddr from 'ipaddr.js';

/**
 * Returns the visitor's address: the peer's, or behind proxies, the address that the outermost proxy saw. Each proxy
 * appends the address it saw to `X-Forwarded-For`. Entries further left were written by the visitor.
 * @param trustedProxies number of proxies in front of the server.
 */
export function clientAddress(headers: Headers, peer: string | null, trustedProxies: number): string | null {
  const seen = headers.get('x-forwarded-for')?.split(',') ?? [];
  const named = trustedProxies > 0 ? seen.at(-trustedProxies)?.trim() : undefined;
  return named && ipaddr.isValid(named) ? plain(named) : peer && plain(peer);
}

const forwardingHeaders =
  /^(forwarded|via|x-forwarded-.+|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip|fly-client-ip)$/i;

/** Checks whether a request has a header that proxies add. */
export function isForwarded(headers: Headers): boolean {
  return [...headers.keys()].some((name) => forwardingHeaders.test(name));
}

/** Returns the address that the connection comes from, or null when a test calls without a connection. */
export function peerOf(context: Context): string | null {
  return context.env ? (getConnInfo(context).remote.address ?? null) : null;
}

export function isLoopback(address: string | null): boolean {
  return address !== null && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || isLoopback(host.replace(/^\[|\]$/g, ''));
}

/** Returns an address in its plain form. An IPv4 address from an IPv6 socket becomes the IPv4 address. */
function plain(address: string): string {
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : address;
}
