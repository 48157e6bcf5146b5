/** What the engine reads off the letters of a text, each question answered in one place. */

/**
 * The text ends a sentence: with a full stop, a question or exclamation mark or a colon, behind which quotation marks and
 * brackets may close. A colon counts, since what it announces stands on lines of its own.
 */
export const endsSentence = (text: string): boolean => /[.!?:]["'”’)\]]*$/u.test(text);

/** As `endsSentence`, or the text breaks off: an ellipsis or a dash, behind which dialogue goes on in a new paragraph. */
export const endsSentenceOrBreaksOff = (text: string): boolean => /[.!?:…—]["'”’)\]]*$/u.test(text);

/** As `endsSentence`, or a comma or semicolon ends a part of a sentence. */
export const endsSentenceOrClause = (text: string): boolean => /[.!?:;,]["'”’)\]]*$/u.test(text);

/** The last word is hyphenated: it goes on in the next line (U+00AD is the soft hyphen, U+2010 the hyphen alone). */
export const endsHyphenated = (text: string): boolean => /[\p{L}\p{N}][-\u00ad\u2010]$/u.test(text);

/** The text begins with a small letter, as the rest of a sentence does. */
export const beginsLowerCase = (text: string): boolean => /^\p{Ll}/u.test(text);

/** No small letter, and so many capitals in a row that they are no initials: 3 make a word, 2 an abbreviation or word. */
export const isInCapitals = (text: string, leastInARow: 2 | 3 = 3): boolean =>
  !/\p{Ll}/u.test(text) && (leastInARow === 3 ? /\p{Lu}{3}/u : /\p{Lu}{2}/u).test(text);

/** A letter that is a vowel in languages written in Latin letters; accents are to be taken off before (NFD). */
const VOWEL = /[aeiouyæøœı]/iu;
export const hasVowel = (word: string): boolean => VOWEL.test(word.normalize('NFD'));

/** "Abstract" printed at the head of its paragraph rather than above it. */
export const ABSTRACT_START = /^(?:abstract|summary)\s*[.:—–-]\s*/i;

/** The text breaks off behind an article, a preposition or the like: no line of its own ends so. */
export const endsWithinPhrase = (text: string): boolean =>
  /\s(?:an?|the|of|and|or|to|in|for|by|with|from|at|on|that|der|die|das|und|von|zu|des|de|la|les|et)$/u.test(text);
