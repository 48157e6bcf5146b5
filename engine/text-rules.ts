/** What the engine reads off the letters of a text, each question answered in one place. */

/*
 * Sources of character classes and groups. German closes with the marks that open in English (“ and ‘), or with guillemets
 * that point inwards (»Er ging.«); French sets its guillemets off with a space, which may not break.
 */
/** Marks that close in most languages, without those that open in English and French. */
const CLOSING_ALONE = String.raw`"'”’»›)\]」』）》`;
/** What may stand behind the stop of a sentence: quotation marks and brackets that close. */
const CLOSING = String.raw`(?:[${CLOSING_ALONE}“‘«‹]|\s[»›])`;
/** Marks that nothing else than an opening quotation, bracket or sentence has. */
const OPENING_ALONE = '“‘„‚«‹(¿¡「『（《';
/** What may stand before the capital of a sentence: these, and the marks that close as well. */
const OPENING = String.raw`(?:[${OPENING_ALONE}"'”’»›]\s?)`;

/** Most text by far, in which patterns need no class of Unicode. */
export const isAscii = (text: string): boolean => !/[\u0080-\uffff]/.test(text);

const SENTENCE_END = new RegExp(`[.!?:。！？：।؟۔]${CLOSING}*$`, 'u');
const QUESTION_END = new RegExp(String.raw`\?${CLOSING}*$`, 'u');
const SURE_END = new RegExp(`[?。！？।؟۔]${CLOSING}*$`, 'u');
const STOP = new RegExp(`[.!]${CLOSING}*$`, 'u');
const BROKEN_OFF = new RegExp(`[…—]${CLOSING}*$`, 'u');
const CLAUSE_END = new RegExp(`[;,；，、]${CLOSING}*$`, 'u');
const HELD_SENTENCE_END = new RegExp(String.raw`\p{Ll}{2}[.!?]${CLOSING}*(?:\s+${OPENING}*\p{Lu}|$)`, 'u');
const WHOLE_SENTENCES = new RegExp(String.raw`^.*[.!?]${CLOSING}*(?=\s${OPENING}*\p{Lu})`, 'su');
const CLAUSE_OF_WORDS_END = new RegExp(String.raw`\p{Ll}[${CLOSING_ALONE}]?[.!?:;,][${CLOSING_ALONE}]*$`, 'u');
const SENTENCE_START = new RegExp(String.raw`^(?:[${OPENING_ALONE}]|${OPENING}\p{Lu}|\p{Lu})`, 'u');

/**
 * The text ends a sentence: with a full stop, a question or exclamation mark or a colon, of whichever script, behind which
 * quotation marks and brackets may close. A colon counts, since what it announces stands on lines of its own.
 */
export const endsSentence = (text: string): boolean => SENTENCE_END.test(text);

/** The text ends with a question mark, as some titles do that no other stop ends. */
export const endsAsQuestion = (text: string): boolean => QUESTION_END.test(text);

/** Letters of a script without capitals, and no others. */
export const isWithoutCase = (text: string): boolean => /\p{Lo}/u.test(text) && !/\p{Lu}|\p{Ll}/u.test(text);

/** As `endsSentence`, with a mark that ends nothing else: in a script without capitals a full stop ends no initial. */
export const endsSentenceSurely = (text: string): boolean =>
  SURE_END.test(text) || (isWithoutCase(text) && STOP.test(text));

const LEAST_WORDS = 4;
/** Four words or more in capitals, and the stop behind the last of them, which is longer than most abbreviations. */
export const endsSentenceInCapitals = (text: string): boolean =>
  !/\p{Ll}/u.test(text) && /\p{Lu}{4}[.!]$/u.test(text) && text.split(' ').length >= LEAST_WORDS;

/** A few words with an exclamation mark and no other: "Welcome!", "Thank you!". */
export const isCall = (text: string): boolean => text.endsWith('!') && /^\p{Lu}[\p{L}’' ]{1,30}!$/u.test(text);

const ABBREVIATION =
  /(?:^|[\s(“"])(?:vs?|cf|e\.g|i\.e|viz|pp|Nos?|Mrs?|Ms|Dr|Prof|Hon|Gov|Sen|Rep|Secs?|Arts?|Ch|Figs?|Vol|Sess)\.$/u;

/** The text ends in an abbreviation of what stands before something ("No.", "v."): its stop ends no sentence. */
export const endsWithAbbreviation = (text: string): boolean => ABBREVIATION.test(text);

/** As `endsSentence`, or the text breaks off: an ellipsis or a dash, behind which dialogue continues in a new paragraph. */
export const endsSentenceOrBreaksOff = (text: string): boolean => endsSentence(text) || BROKEN_OFF.test(text);

/** As `endsSentence`, or a comma or semicolon ends a part of a sentence. */
export const endsSentenceOrClause = (text: string): boolean => endsSentence(text) || CLAUSE_END.test(text);

/**
 * A sentence ends within the text or at its end: its stop follows two lower-case letters, as that of an initial does not, and a
 * capital or nothing follows the stop.
 */
export const holdsSentenceEnd = (text: string): boolean => HELD_SENTENCE_END.test(text);

/** The text up to the last end of a sentence before white space and a capital; '' where there is none. */
export const wholeSentences = (text: string): string => WHOLE_SENTENCES.exec(text)?.[0] ?? '';

/** A stop or a comma closes the text behind a lower-case letter, as it closes no initial and no number. */
export const endsClauseOfWords = (text: string): boolean => CLAUSE_OF_WORDS_END.test(text);

/** The text begins as a sentence does: with a capital, or with a character that opens a quotation or a bracket. */
export const beginsSentence = (text: string): boolean => SENTENCE_START.test(text);

/** The text begins with a capital or a number, or with either in quotation marks or brackets. */
export const beginsEntry = (text: string): boolean => /^["“‘„«(]?[\p{Lu}\p{N}]/u.test(text);

const CURRENCY = String.raw`(?:\p{Sc}|EUR|USD|GBP|CHF)`;
/** What every price has, and few other texts. */
const CENTS = String.raw`[.,]\d{2}`;
const HOLDS_CENTS = new RegExp(CENTS, 'u');
const PRICE_END = new RegExp(
  String.raw`(?:^|[\s.…])${CURRENCY}?\s?\d{1,3}(?:[.,’'\s]?\d{3})*${CENTS}(?:\s?${CURRENCY})?$`,
  'u',
);
/** Longer than any price: in a text of thousands of numbers each of them would be tried as its beginning. */
const LONGEST_PRICE = 32;
/** An amount of money with its cents, and maybe its currency, ends the text. */
export const endsInPrice = (text: string): boolean => {
  const end = text.slice(-LONGEST_PRICE);
  return HOLDS_CENTS.test(end) && PRICE_END.test(end);
};

/** The last character alone is compared first: the whole of every line would be searched. */
const HYPHENS = '-\u00ad\u2010';
const HYPHENATED = new RegExp(String.raw`[\p{L}\p{N}][${HYPHENS}]$`, 'u');
/** The last word is hyphenated: it continues in the next line (U+00AD is the soft hyphen, U+2010 the hyphen alone). */
export const endsHyphenated = (text: string): boolean => HYPHENS.includes(text.slice(-1)) && HYPHENATED.test(text);

/** The text begins with a lower-case letter, as the rest of a sentence does. */
export const beginsLowerCase = (text: string): boolean => /^\p{Ll}/u.test(text);

/** The sentence of the text above continues in the one below: no sentence ends between, and a lower-case letter begins. */
export const continuesSentence = (above: string, below: string): boolean =>
  beginsLowerCase(below) && !endsSentence(above);

/** No lower-case letter, and more capitals in a row than initials have: 3 make a word, 2 an abbreviation or word. */
export const isInCapitals = (text: string, leastInARow: 2 | 3 = 3): boolean =>
  !/\p{Ll}/u.test(text) && (leastInARow === 3 ? /\p{Lu}{3}/u : /\p{Lu}{2}/u).test(text);

/** What they lie in: V8 compiles the names of scripts anew in each process, and few texts have any such letter. */
const MAY_BE_UNSPACED = /[\u0e00-\u1aff\u2e80-\u{3ffff}]/u;
/** Letters of scripts that put no spaces between words. */
export const holdsUnspacedScript = (text: string): boolean =>
  MAY_BE_UNSPACED.test(text) &&
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u.test(text);

/** No letter would change in capitals; other than for `isInCapitals`, a text without letters ("12", "—") is so too. */
export const isWithoutSmallLetters = (text: string): boolean => text === text.toUpperCase();

/** Characters of all the texts together, spaces among them: how much text there is. */
export const totalLength = (texts: readonly { readonly text: string }[]): number =>
  texts.reduce((sum, { text }) => sum + text.length, 0);

/** A number alone, as columns of values have it: no unit but a per cent sign. */
export const isPlainNumber = (text: string): boolean => /^[-–−]?\d[\d.,]*%?$/u.test(text);

/** A year of the last century or this one, and nothing else. */
export const isYear = (text: string): boolean => /^(?:19|20)\d\d$/u.test(text);

/** As `isYear`, or a span of years: numbers that name columns. */
export const isYearOrSpan = (text: string): boolean => /^(?:19|20)\d\d(?:\s?[-–/]\s?(?:\d{4}|\d\d))?$/u.test(text);

/** A letter that is a vowel in languages written in Latin letters; accents are to be taken off before (NFD). */
const VOWEL = /[aeiouyæøœı]/iu;
export const hasVowel = (word: string): boolean => VOWEL.test(word.normalize('NFD'));

/** "Abstract" printed at the head of its paragraph rather than above it. */
export const ABSTRACT_START = /^(?:abstract|summary)\s*[.:—–-]\s*/i;

/** Words that no title and no line of its own ends with: articles, prepositions and the like. */
const OPEN_WORDS =
  'the|an|of|and|or|for|to|by|with|from|that|which|are|be|been|has|have|und|oder|der|die|das|des|dem|den|von|für|mit|et|ou|de|du|des|la|le|les|aux|y|del|los|las';
/** Words that end a line within a phrase as those do, but titles too: "Logging in", "Hepatitis a". */
const PARTICLES = 'a|in|on|at|zu';
const OPEN_END = new RegExp(String.raw`(?:^|\s)(?:${OPEN_WORDS})$`, 'u');
const PHRASE_END = new RegExp(String.raw`\s(?:${OPEN_WORDS}|${PARTICLES})$`, 'u');

/** The text breaks off behind an article, a preposition or the like: no title ends so. */
export const endsAsNoTitle = (text: string): boolean => OPEN_END.test(text);

/** As `endsAsNoTitle`, or behind a word that some titles end with: no line of running text ends so by itself. */
export const endsWithinPhrase = (text: string): boolean => PHRASE_END.test(text);
