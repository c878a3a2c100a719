import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import ipaddr from 'ipaddr.js';

/**
 * The visitor's address: the peer's, or where proxies stand in front, the one that the outermost of them saw. Each of
 * them adds what it saw at the end of `X-Forwarded-For`; what stands further left, the visitor wrote.
 * @param trustedProxies how many proxies there are.
 */
export function clientAddress(headers: Headers, peer: string | null, trustedProxies: number): string | null {
  const seen = headers.get('x-forwarded-for')?.split(',') ?? [];
  const named = trustedProxies > 0 ? seen.at(-trustedProxies)?.trim() : undefined;
  return named && ipaddr.isValid(named) ? plain(named) : peer && plain(peer);
}

const forwardingHeaders =
  /^(forwarded|via|x-forwarded-.+|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip|fly-client-ip)$/i;

/** Whether a request carries what a proxy adds. */
export function isForwarded(headers: Headers): boolean {
  return [...headers.keys()].some((name) => forwardingHeaders.test(name));
}

/** The address that the connection comes from; null where a test calls without one. */
export function peerOf(context: Context): string | null {
  return context.env ? (getConnInfo(context).remote.address ?? null) : null;
}

export function isLoopback(address: string | null): boolean {
  return address !== null && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || isLoopback(host.replace(/^\[|\]$/g, ''));
}

/** An IPv4 address that came through an IPv6 socket is the IPv4 address. */
function plain(address: string): string {
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : address;
}
