/** Numbers of phones in their international form: what stands before them is a plus sign. */

/** A plus sign in widths of the font's round letters, and in ems where these are not known: as wide as all signs of sums. */
const IN_LETTERS = { least: 0.85, most: 1.35 };
const IN_EMS = { least: 0.48, most: 0.7 };
/** Digits of a number with the code of its country, by E.164; fewer than the first are no number of a subscriber. */
const DIGITS = { least: 9, most: 15 };
/** The code of a country, and the groups behind it. */
const LEAST_GROUPS = 3;
const COUNTRY = /^[1-9]\d{0,2}$/;
/** Numbers of more than six digits are written so, too: "12 345 678". */
const THOUSANDS = /^\d{3}$/;
/** What separates the groups: a glyph that is not known may be a hyphen. */
const PHONE = /^[\d ()./\-‐‑–\u{f0000}-\u{ffffd}]+$/u;

/** Whether a text is the number of a phone but for the plus sign before it. */
export function isPhoneNumber(text: string): boolean {
  if (!PHONE.test(text)) return false;
  const groups = text.split(/\D+/).filter((group) => group !== '');
  const digits = groups.join('').length;
  const [country = '', ...others] = groups;
  return (
    COUNTRY.test(country) &&
    text.startsWith(country) &&
    groups.length >= LEAST_GROUPS &&
    digits >= DIGITS.least &&
    digits <= DIGITS.most &&
    others.some((group) => !THOUSANDS.test(group))
  );
}

/**
 * Whether a glyph may be a plus sign.
 *
 * @param width of the glyph, in ems
 * @param letterWidth of the font's round letters, in ems, or 0
 */
export function isAsWideAsPlus(width: number, letterWidth: number): boolean {
  const { least, most } = letterWidth === 0 ? IN_EMS : IN_LETTERS;
  const share = width / (letterWidth || 1);
  return share >= least && share <= most;
}
