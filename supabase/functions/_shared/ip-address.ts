/**
 * What is not for everybody to reach, or nobody's at all. IPv6 is the other way round: only 2000::/3 is given out, and
 * these are the parts of it that are not; so loopback, link-local, unique local, multicast, IPv4-mapped (::ffff:0:0/96)
 * and NAT64 (64:ff9b::/96) addresses are all outside.
 * @see https://www.iana.org/assignments/iana-ipv4-special-registry and iana-ipv6-special-registry
 */
const notPublic = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared by a carrier's customers
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local, and the clouds' metadata
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
  '2001::/23', // protocol assignments, with Teredo
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4, which carries an IPv4 address
  '3fff::/20', // documentation
].map(parseBlock);

const globalUnicast = parseBlock('2000::/3');

interface Address {
  readonly bits: 32 | 128;
  readonly value: bigint;
}

/** @returns whether everybody can reach this address; false for what is no address. */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text);
  if (!address || notPublic.some((block) => block.contains(address))) return false;
  return address.bits === 32 || globalUnicast.contains(address);
}

export function isIpAddress(text: string): boolean {
  return parseAddress(text) !== null;
}

/** @returns the network of an address that is one customer's: an IPv4 address itself, 64 bits of an IPv6 address. */
export function networkOf(text: string): string {
  const address = parseAddress(text);
  if (!address) return text;
  const mapped = address.bits === 128 && address.value >> 32n === 0xffffn;
  if (address.bits === 32 || mapped) return `4:${address.value & 0xffff_ffffn}`;
  return `6:${address.value >> 64n}`;
}

function parseBlock(text: string): { contains: (address: Address) => boolean } {
  const [start = '', length = ''] = text.split('/');
  const block = parseAddress(start);
  if (!block) throw new TypeError(`${text} is no block of addresses`);
  const shift = BigInt(block.bits - Number(length));
  return { contains: ({ bits, value }) => bits === block.bits && value >> shift === block.value >> shift };
}

/** URL knows every spelling (`0x7f.1`, `::ffff:127.0.0.1`) and writes one: four decimal numbers, or hexadecimal groups. */
function parseAddress(text: string): Address | null {
  const host = text.includes(':') ? `[${text}]` : text;
  if (!/^[\da-fx.:[\]]+$/i.test(host) || !URL.canParse(`http://${host}/`)) return null;
  const { hostname } = new URL(`http://${host}/`);
  if (hostname.startsWith('[')) return { bits: 128, value: valueOf(groupsOf(hostname.slice(1, -1)), 16n) };
  const numbers = /^\d+\.\d+\.\d+\.\d+$/.test(hostname) && hostname.split('.').map(Number);
  return numbers ? { bits: 32, value: valueOf(numbers, 8n) } : null;
}

function groupsOf(hostname: string): number[] {
  const [head = [], tail] = hostname
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))));
  if (!tail) return head;
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

function valueOf(parts: readonly number[], bitsEach: bigint): bigint {
  return parts.reduce((value, part) => (value << bitsEach) | BigInt(part), 0n);
}
