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

/**
 * Quotation marks, dashes and the like by their codes in TeX's encoding of other makers' fonts (8r, "TeX base 1"), which has
 * them where Windows has them. TeX's other encodings have letters there.
 */
export const TEX_BASE_SIGNS: Readonly<Record<number, string>> = {
  0x82: '‚',
  0x84: '„',
  0x85: '…',
  0x86: '†',
  0x87: '‡',
  0x89: '‰',
  0x8b: '‹',
  0x91: '‘',
  0x92: '’',
  0x93: '“',
  0x94: '”',
  0x95: '•',
  0x96: '–',
  0x97: '—',
  0x99: '™',
  0x9b: '›',
};
/** The codes of "fi" and "fl" in that encoding, which no other has them at. */
export const TEX_BASE_LIGATURES: readonly number[] = [0x02, 0x03];
