import { BlockList, isIP } from 'node:net';

/** Whether a text is an IP address, or a range in CIDR notation (`10.0.0.0/8`, `2001:db8::/32`). */
export function isAddressRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || address.includes('%') || more.length > 0) return false;
  if (bits === undefined) return true;
  return /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
}

/** The addresses of a comma-separated list that isAddressRange has accepted one by one. */
export function toAddressList(text: string): BlockList {
  const list = new BlockList();
  for (const range of text.split(',').flatMap((one) => one.trim() || [])) {
    const [address = '', bits] = range.split('/');
    const [family, all] = isIP(address) === 4 ? (['ipv4', 32] as const) : (['ipv6', 128] as const);
    list.addSubnet(address, Number(bits ?? all), family);
  }
  return list;
}
