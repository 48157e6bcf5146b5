/** Which addresses are on the public internet, as those of receivers have to be. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Public IPv6 (RFC 4291, IANA's global unicast): everything outside is refused, whatever it is assigned to later. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** Looks public, but on Azure it is a service of the host: DNS, metadata, credentials. */
const AZURE_HOST = '168.63.129.16';

/**
 * Whether requests may go to an address, given as text by a resolver or a URL. Ranges are those of ipaddr.js (IANA's
 * special-purpose registries). IPv6 forms that embed an IPv4 address (mapped, compatible, NAT64, 6to4, Teredo) are all
 * refused, even with a public address inside: no receiver needs them.
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0 || text.includes('%')) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' ? address.toString() !== AZURE_HOST : address.match(GLOBAL_UNICAST);
}
