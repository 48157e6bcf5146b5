/** Scripts that are written without spaces: lines of such text join without one. Korean has spaces and is not among them. */
const WIDE = '\\u2e80-\\u312f\\u3190-\\u9fff\\uf900-\\ufaff\\ufe30-\\ufe4f\\uff00-\\uffef\\u{20000}-\\u{3ffff}';
const HOLDS = new RegExp(`[${WIDE}]`, 'u');
const ENDS = new RegExp(`[${WIDE}]$`, 'u');
const BEGINS = new RegExp(`^[${WIDE}]`, 'u');

const FIRST_WIDE = 0x2e80;

export const endsWide = (text: string): boolean => text.charCodeAt(text.length - 1) >= FIRST_WIDE && ENDS.test(text);
export const beginsWide = (text: string): boolean => text.charCodeAt(0) >= FIRST_WIDE && BEGINS.test(text);

/** In words of letters, and in none of those scripts. */
export const isInSpacedWords = (text: string): boolean => /\p{L}{2}/u.test(text) && !HOLDS.test(text);
