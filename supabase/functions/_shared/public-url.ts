import type { FunctionContext } from './context.ts';
import { FunctionError } from './function-error.ts';
import { isIpAddress, isPublicAddress } from './ip-address.ts';

/** Allowed ports in the form of `URL.port`: empty for the protocol's default. */
const ports = new Set(['', '80', '443']);

/** Names of the machine itself or of the local network, whatever DNS resolves them to. */
const localName = /^[^.]+\.?$|\.(localhost|local|internal|home\.arpa)\.?$/;

/**
 * Parses the URL of an image: http or https, port 80 or 443, without a user name or password.
 * @throws {FunctionError} code `address-invalid` for any other text.
 */
export function parsePublicUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base);
  const isFit =
    url && /^https?:$/.test(url.protocol) && ports.has(url.port) && url.username === '' && url.password === '';
  if (isFit) return url;
  throw new FunctionError(
    'address-invalid',
    400,
    'The address must be http or https, at port 80 or 443, without a name',
  );
}

/**
 * @returns all addresses of the host, to which a connection may go, IPv4 first.
 * @throws {FunctionError} code `address-private` when any of them is not public; `unreachable` when there is none.
 */
export async function publicAddressesOf(url: URL, resolve: FunctionContext['resolve']): Promise<readonly string[]> {
  // URL has normalised every spelling of an IPv4 address to four decimal numbers.
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const isName = !isIpAddress(host);
  if (isName && localName.test(host)) throw notPublic(host);
  const addresses = isName ? await resolve(host).catch((cause: unknown) => unknown(host, cause)) : [host];
  if (addresses.length === 0) unknown(host);
  if (!addresses.every(isPublicAddress)) throw notPublic(host);
  return addresses.toSorted((a, b) => Number(a.includes(':')) - Number(b.includes(':')));
}

function notPublic(host: string): FunctionError {
  return new FunctionError('address-private', 403, `${host} is not a public address`);
}

function unknown(host: string, cause?: unknown): never {
  throw new FunctionError('unreachable', 502, `${host} has no address`, { cause });
}
