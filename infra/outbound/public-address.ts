/** Which addresses belong to the public internet, where alone receivers of webhooks are. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** What is public IPv6 at all (RFC 4291, IANA's global unicast): everything outside is refused, whatever it may become. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** Looks public, but is the host's own service on Azure: DNS, metadata, credentials. */
const AZURE_HOST = '168.63.129.16';

/**
 * Whether an address in text, as a resolver or a URL gives it, may be connected to. Ranges are those of ipaddr.js
 * (IANA's special-purpose registries). Forms that carry an IPv4 address (mapped, compatible, NAT64, 6to4, Teredo) are
 * all refused, public inside or not: no receiver needs them.
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0 || text.includes('%')) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' ? address.toString() !== AZURE_HOST : address.match(GLOBAL_UNICAST);
}
