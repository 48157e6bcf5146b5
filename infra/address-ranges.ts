import { isIP } from 'node:net';

/** Whether a text is an IP address, or a range in CIDR notation (`10.0.0.0/8`, `2001:db8::/32`). */
export function isAddressRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || address.includes('%') || more.length > 0) return false;
  if (bits === undefined) return true;
  return /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
}
