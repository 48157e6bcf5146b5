/**
 * A number with its noun: "1 page", "2,000 words". Thousands are set off as in English; `toLocaleString` would load the
 * data of all locales for it, which takes as long as a page.
 */
export const quantity = (count: number, noun: string): string =>
  `${String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')} ${noun}${count === 1 ? '' : 's'}`;
