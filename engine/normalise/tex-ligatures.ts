/** Ligatures by their codes in TeX's encodings of text (8r, OT1 and T1), in which its bitmap fonts come. */
export const TEX_LIGATURES: Readonly<Record<number, string>> = {
  0x02: 'fi',
  0x03: 'fl',
  0x0b: 'ff',
  0x0c: 'fi',
  0x0d: 'fl',
  0x0e: 'ffi',
  0x0f: 'ffl',
  0x1b: 'ff',
  0x1c: 'fi',
  0x1d: 'fl',
  0x1e: 'ffi',
  0x1f: 'ffl',
};
