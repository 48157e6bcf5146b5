/** How grave it is that words are missing from the files, or that the files have too many. */
import type { FindingSeverity } from '../../contract/vocabulary.js';
import type { DecisionTable, Rule, Subject } from '../rules.js';

/** Share of a page's words from which their loss is an error, and the least number that makes one. */
const ERROR_SHARE = 0.2;
const ERROR_WORDS = 8;
/** Share of the words from which a person should look, and the least number; MANY_WORDS are too many at any share. */
const REVIEW_SHARE = 0.03;
const FEW_WORDS = 3;
const MANY_WORDS = 10;
/** Words of a lost line that make its loss an error: shorter ones may be a label or a mark. */
const LOST_LINE_WORDS = 4;

export interface WordCount extends Subject {
  /** Words that are missing, or too many. */
  count: number;
  /** Words of the page, or of the file. */
  total: number;
}

export interface MissingWords extends WordCount {
  /** Words of the longest line that is missing as a whole. */
  lostLineWords: number;
}

const shareOf = ({ count, total }: WordCount): number => (total > 0 ? count / total : 1);

const numbers = (words: WordCount): Record<string, number> => ({ words: words.count, shareOfWords: shareOf(words) });

/** The same number of words, missing or too many, is worth a look. */
const WORTH_REVIEW: readonly Rule<WordCount, FindingSeverity>[] = [
  {
    name: 'many-words',
    why: 'This many words are more than what marks and broken words add up to.',
    test: ({ count }) => (count >= MANY_WORDS ? 'review' : null),
  },
  {
    name: 'notable-share',
    why: 'Of a short text, a few words are much.',
    test: (words) => (words.count >= FEW_WORDS && shareOf(words) >= REVIEW_SHARE ? 'review' : null),
  },
];

export const MISSING_WORDS_SEVERITY: DecisionTable<MissingWords, FindingSeverity> = {
  name: 'missing-words-severity',
  rules: [
    {
      name: 'lost-line',
      why: 'A line that is missing as a whole was overlooked, whatever its share of the page.',
      test: ({ lostLineWords }) => (lostLineWords >= LOST_LINE_WORDS ? 'error' : null),
    },
    {
      name: 'large-share',
      why: 'So large a part of a page is a paragraph or a table that was lost.',
      test: (words) => (words.count >= ERROR_WORDS && shareOf(words) >= ERROR_SHARE ? 'error' : null),
    },
    ...WORTH_REVIEW,
  ],
  otherwise: 'warning',
  subject: ({ page, box, text }) => ({ page, box, text }),
  numbers: ({ lostLineWords, ...words }) => ({ ...numbers(words), lostLineWords }),
};

/** Too many words are never an error: nothing is lost by them, and there is nothing to repair them by. */
export const EXTRA_WORDS_SEVERITY: DecisionTable<WordCount, FindingSeverity> = {
  name: 'extra-words-severity',
  rules: WORTH_REVIEW,
  otherwise: 'warning',
  subject: ({ page, box, text }) => ({ page, box, text }),
  numbers,
};
