/** Clients' addresses as rate limits count them and logs name them. An IPv6 client can choose any address of its /64. */
import { isIP, isIPv6 } from 'node:net';

const HEX = 16;
/** What a /56 has of its fourth group. */
const SITE_MASK = 0xff00;

/** An IPv4 address that a socket of both families writes as one of IPv6 (`::ffff:10.0.0.1`), as itself; others as they are. */
export function unmapped(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

/** What is counted alone: an IPv4 address, or the /64 of an IPv6 address. */
export function countedAddress(address: string): string {
  return isIPv6(address) ? `${expandIPv6(address).slice(0, 4).join(':')}::/64` : address;
}

/** The /56 of an IPv6 address, which one household or machine often has as a whole; null for all others. */
export function siteOfAddress(address: string): string | null {
  if (!isIPv6(address)) return null;
  const [a, b, c, d = '0'] = expandIPv6(address);
  return `${[a, b, c, (Number.parseInt(d, HEX) & SITE_MASK).toString(HEX)].join(':')}::/56`;
}

/** The /24 of an IPv4 address, the /48 of an IPv6 address; null if it is no address. */
export function networkOfAddress(address: string): string | null {
  if (isIPv6(address)) return `${expandIPv6(address).slice(0, 3).join(':')}::/48`;
  return isIP(address) === 0 ? null : `${address.split('.').slice(0, 3).join('.')}.0/24`;
}

/** The eight groups of an IPv6 address, in lower case without leading zeros. */
function expandIPv6(address: string): string[] {
  const [head = '', tail] = address.replace(/%.*$/, '').split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail?.split(':').filter(Boolean) ?? [];
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  return [...before, ...zeros, ...after].map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''));
}
