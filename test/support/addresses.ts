/**
 * Addresses for the tests of the guard: what is not public, from IANA's special-purpose registries (not from the library
 * that the guard uses), and the ways to write an address into a URL.
 */
import fc from 'fast-check';

const V4_BITS = 32;
const V6_BITS = 128;

interface Range {
  base: bigint;
  /** How many bits after the prefix are free. */
  free: number;
}

export const SPECIAL_V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['168.63.129.16', 32],
] as const;

/** All but the last five lie outside 2000::/3. */
export const SPECIAL_V6 = [
  ['0:0:0:0:0:0:0:0', 8],
  ['100:0:0:0:0:0:0:0', 8],
  ['200:0:0:0:0:0:0:0', 7],
  ['400:0:0:0:0:0:0:0', 6],
  ['800:0:0:0:0:0:0:0', 5],
  ['1000:0:0:0:0:0:0:0', 4],
  ['4000:0:0:0:0:0:0:0', 2],
  ['5f00:0:0:0:0:0:0:0', 16],
  ['8000:0:0:0:0:0:0:0', 2],
  ['c000:0:0:0:0:0:0:0', 3],
  ['fc00:0:0:0:0:0:0:0', 7],
  ['fd00:ec2:0:0:0:0:0:254', 128],
  ['fe80:0:0:0:0:0:0:0', 10],
  ['fec0:0:0:0:0:0:0:0', 10],
  ['ff00:0:0:0:0:0:0:0', 8],
  ['0:0:0:0:0:0:0:1', 128],
  ['2001:0:0:0:0:0:0:0', 23],
  ['2001:db8:0:0:0:0:0:0', 32],
  ['2002:0:0:0:0:0:0:0', 16],
  ['2620:4f:8000:0:0:0:0:0', 48],
  ['3fff:0:0:0:0:0:0:0', 20],
] as const;

const v4Of = (text: string) => text.split('.').reduce((sum, octet) => sum * 256n + BigInt(octet), 0n);
const v6Of = (text: string) => text.split(':').reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n);
const RANGES_4 = SPECIAL_V4.map(([text, prefix]): Range => ({ base: v4Of(text), free: V4_BITS - prefix }));
const RANGES_6 = SPECIAL_V6.map(([text, prefix]): Range => ({ base: v6Of(text), free: V6_BITS - prefix }));
const isIn = (value: bigint, { base, free }: Range) => value >> BigInt(free) === base >> BigInt(free);

/** IPv6 addresses that carry an IPv4 address. */
const CARRIERS: ((v4: bigint) => bigint)[] = [
  (v4) => v4, // IPv4-compatible
  (v4) => v6Of('0:0:0:0:0:ffff:0:0') | v4, // mapped
  (v4) => v6Of('0:0:0:0:ffff:0:0:0') | v4, // translated
  (v4) => v6Of('64:ff9b:0:0:0:0:0:0') | v4, // NAT64
  (v4) => v6Of('64:ff9b:1:0:0:0:0:0') | v4, // NAT64 of a local network, behind 96 bits
  (v4) => v6Of('64:ff9b:1:0:0:0:0:0') | ((v4 >> 16n) << 64n) | ((v4 & 0xffffn) << 40n), // and behind 48
  (v4) => v6Of('2002:0:0:0:0:0:0:1') | (v4 << 80n), // 6to4
  (v4) => v6Of('2001:0:4136:e378:8000:63bf:0:0') | (v4 ^ 0xffff_ffffn), // Teredo
  (v4) => v6Of('fe80:0:0:0:0:5efe:0:0') | v4, // ISATAP
];

const octetsOf = (value: bigint) => [24n, 16n, 8n, 0n].map((shift) => Number((value >> shift) & 0xffn));
const groupsOf = (value: bigint) => Array.from({ length: 8 }, (_, i) => (value >> BigInt(112 - 16 * i)) & 0xffffn);
const inBase = (value: number | bigint, way: number) =>
  [String(value), `0x${value.toString(16)}`, `0${value.toString(8)}`, `0X000${value.toString(16).toUpperCase()}`][
    way & 3
  ];

/** The value of the last octets as one number, as inet_aton takes it. */
function short(octets: number[], parts: number, ways: number): string {
  const last = octets.slice(parts - 1).reduce((sum, octet) => sum * 256 + octet, 0);
  return [...octets.slice(0, parts - 1), last].map((part, i) => inBase(part, ways >> (2 * i))).join('.');
}

const V4_FORMS: ((value: bigint, ways: number) => string)[] = [
  (value) => octetsOf(value).join('.'),
  (value) => `${octetsOf(value).join('.')}.`,
  (value, ways) => short(octetsOf(value), 1, ways),
  (value, ways) => short(octetsOf(value), 2, ways),
  (value, ways) => short(octetsOf(value), 3, ways),
  (value, ways) => short(octetsOf(value), 4, ways),
  (value) =>
    octetsOf(value)
      .join('.')
      .replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
  (value, ways) => octetsOf(value).join('\u3002\uff0e\uff61'.charAt(ways % 3)),
  (value) =>
    octetsOf(value)
      .join('.')
      .replace(/./g, (one) => `%${one.charCodeAt(0).toString(16)}`),
];

const plain = (value: bigint) =>
  groupsOf(value)
    .map((group) => group.toString(16))
    .join(':');
const compressed = (text: string) => text.replace(/(^|:)0(:0)+(:|$)/, '::');
const dotted = (value: bigint) => `${plain(value).split(':').slice(0, 6).join(':')}:${octetsOf(value).join('.')}`;
const V6_FORMS: ((value: bigint) => string)[] = [
  plain,
  (value) => compressed(plain(value)),
  (value) =>
    groupsOf(value)
      .map((group) => group.toString(16).padStart(4, '0').toUpperCase())
      .join(':'),
  dotted,
  (value) => compressed(dotted(value)),
];

const bits = (count: number) => fc.bigInt({ min: 0n, max: (1n << BigInt(count)) - 1n });
const ways = fc.nat(0xffff);
const within = (ranges: readonly Range[], count: number) =>
  fc
    .tuple(fc.constantFrom(...ranges), bits(count))
    .map(([{ base, free }, host]) => base | (host & ((1n << BigInt(free)) - 1n)));
const writtenV4 = (value: fc.Arbitrary<bigint>) =>
  fc.tuple(value, fc.constantFrom(...V4_FORMS), ways).map(([address, form, how]) => form(address, how));
const writtenV6 = (value: fc.Arbitrary<bigint>) =>
  fc.tuple(value, fc.constantFrom(...V6_FORMS)).map(([address, form]) => `[${form(address)}]`);

/** Hosts of URLs: a special address, in any notation, or an IPv6 address that carries any IPv4 one. */
export const specialHosts = fc.oneof(
  writtenV4(within(RANGES_4, V4_BITS)),
  writtenV6(within(RANGES_6, V6_BITS)),
  writtenV6(
    fc
      .tuple(fc.oneof(within(RANGES_4, V4_BITS), bits(V4_BITS)), fc.constantFrom(...CARRIERS))
      .map(([address, carry]) => carry(address)),
  ),
);

/** Hosts of URLs: addresses of the public internet, in any notation. */
export const publicHosts = fc.oneof(
  writtenV4(bits(V4_BITS).filter((value) => !RANGES_4.some((range) => isIn(value, range)))),
  writtenV6(
    bits(V6_BITS - 3)
      .map((value) => v6Of('2000:0:0:0:0:0:0:0') | value)
      .filter((value) => !RANGES_6.some((range) => isIn(value, range))),
  ),
);
