/** Numbers as printed: arabic and roman. */

const ROMAN: Record<string, number> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 };

/** Value of a roman numeral of one case, else null. Only well-formed ones: "iv" but not "iiii" or "ic". */
export function romanValue(text: string): number | null {
  if (!/^(?:[ivxlcdm]+|[IVXLCDM]+)$/.test(text)) return null;
  const lower = text.toLowerCase();
  if (!/^m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/.test(lower)) return null;
  let value = 0;
  for (let i = 0; i < lower.length; i++) {
    const here = ROMAN[lower.charAt(i)] ?? 0;
    value += here < (ROMAN[lower.charAt(i + 1)] ?? 0) ? -here : here;
  }
  return value;
}

/** Words around a page number, up to one before it and "of 7" after it; brackets and dashes pair up. */
const PAGE_NUMBER =
  /^(?:\p{L}{1,6}\.?\s+)?(?:[-–—|[]\s*)?(\d{1,5}|[ivxlcdm]{1,8}|[IVXLCDM]{1,8})(?:\s*[-–—|\]])?(?:\s*(?:\p{L}{1,4}|\/)\s*\d{1,5})?$/u;

/** Value of a page number as printed, with what may stand around it ("Page 3 of 7", "- 3 -", "[iv]"). */
export function pageNumberValue(text: string): { value: number; roman: boolean } | null {
  const numeral = PAGE_NUMBER.exec(text.trim())?.[1];
  if (numeral === undefined) return null;
  if (/^\d/.test(numeral)) return { value: Number(numeral), roman: false };
  const value = romanValue(numeral);
  return value === null ? null : { value, roman: true };
}

const DIVISION_LABEL =
  /^(?:part|book|chapter|section|article|appendix|annex|schedule|exhibit|attachment|title|volume|unit|lesson)\s+(?:\d{1,3}|[ivxlcdm]{1,7}|[a-z]|\p{L}{3,8})[.:]?$/iu;

/** The name of a division with its number and nothing else: "Chapter 3", "Annex B", "Part One". */
export const isDivisionLabel = (text: string): boolean => DIVISION_LABEL.test(text);
