/** What is read off the letters of a text: each question with what tells it from its neighbours. */
import { expect, test } from '@jest/globals';
import {
  beginsEntry,
  beginsSentence,
  continuesSentence,
  endsAsQuestion,
  endsClauseOfWords,
  endsHyphenated,
  endsInPrice,
  endsSentence,
  endsSentenceOrBreaksOff,
  endsSentenceOrClause,
  endsWithAbbreviation,
  holdsSentenceEnd,
  isInCapitals,
  isWithoutSmallLetters,
  wholeSentences,
} from '../../../engine/text-rules.js';

/** Texts for which each of the questions is answered with yes. */
const answeredYes = (texts: readonly string[], question: (text: string) => boolean): string[] =>
  texts.filter((text) => question(text));

test('a sentence ends with a stop of any script, behind which marks close', () => {
  const ended = ['It is.', 'Is it?', 'He said: “No.”', 'follows:', '終わり。', '(so it is.)'];
  expect(answeredYes([...ended, 'It is', 'one, two,', 'a dash —', 'an ellipsis…'], endsSentence)).toEqual(ended);
  expect(answeredYes(['a dash —', 'an ellipsis…', 'one, two,'], endsSentenceOrBreaksOff)).toEqual([
    'a dash —',
    'an ellipsis…',
  ]);
  expect(answeredYes(['a dash —', 'one, two,', 'one;”'], endsSentenceOrClause)).toEqual(['one, two,', 'one;”']);
  expect(answeredYes(['See No.', 'cf.', 'It is so.'], endsWithAbbreviation)).toEqual(['See No.', 'cf.']);
});

test.each([
  ['English', 'He said: “Yes.”', '“Yes'],
  ['typewritten', 'He said: "Yes."', '"Yes'],
  ['German', 'Er sagte: „Nein.“', '„Nein'],
  ['German, within a quotation', 'er sagte ‚nein.‘', '‚Nein'],
  ['German, in books', 'Er sagte: »Nein.«', '»Nein'],
  ['French', 'Il dit : «Non.»', '«Non'],
  ['French, set off', 'Il dit : « Non.\u00a0»', '«\u00a0Non'],
  ['Swiss, within a quotation', 'er sagte ‹nein.›', '‹Nein'],
  ['Spanish', 'Dijo: «¿Qué?»', '¿Qué'],
])('a sentence in %s quotes ends and begins as another does', (_language, text, begin) => {
  const words = text.replace(/[.?](?=[^.?]*$)/u, ' ');
  for (const ends of [endsSentence, endsSentenceOrBreaksOff, endsSentenceOrClause])
    expect([ends(text), ends(words)]).toEqual([true, false]);
  // asked of what stands close: there “ and « open as often as they close, and » has no space before it
  expect([endsClauseOfWords(text), endsClauseOfWords(words)]).toEqual([!/[“‘«]$|\s»$/u.test(text), false]);
  expect(holdsSentenceEnd(`Das war ${text} Er ging`)).toBe(true);
  expect(beginsSentence(begin)).toBe(true);
  expect(wholeSentences(`${text} ${begin} und`)).toBe(text);
});

test('a question may be closed by marks too', () => {
  const asked = ['Why?', 'He asked: “Why?”', '« Pourquoi ? »'];
  expect(answeredYes([...asked, 'Why? Because.', 'So.'], endsAsQuestion)).toEqual(asked);
});

test('a text holds the end of a sentence where a stop follows a word and a capital or nothing follows the stop', () => {
  const held = ['It rains. We stay.', 'He left.” “Why', 'It rains.'];
  const none = ['J. Smith', 'D. M. Smith and A. Jones', 'see no. 5 of it', 'It rains and we stay'];
  expect(answeredYes([...held, ...none], holdsSentenceEnd)).toEqual(held);
});

test('whole sentences end before the last one that a capital begins', () => {
  expect(wholeSentences('It rains. We stay. And th')).toBe('It rains. We stay.');
  expect(wholeSentences('First line\nends. Second')).toBe('First line\nends.');
  expect([wholeSentences('no end at all'), wholeSentences('It rains.')]).toEqual(['', '']);
});

test('a clause of words ends behind a lower-case letter, and a sentence begins with a capital or what opens', () => {
  expect(answeredYes(['word.', 'word,', '(word),', 'word.”', 'J.', 'IBM,', '12.'], endsClauseOfWords)).toEqual([
    'word.',
    'word,',
    '(word),',
    'word.”',
  ]);
  expect(answeredYes(['The', '"The', '“the', '(a', 'the', '"the', '12'], beginsSentence)).toEqual([
    'The',
    '"The',
    '“the',
    '(a',
  ]);
});

test('capitals are a word of them; a text without lower-case letters may have no letters at all', () => {
  const texts = ['CHAPTER 1', 'IBM', 'EU', 'J. S.', '1999', 'IV', 'Chapter', '—'];
  expect(answeredYes(texts, (text) => isInCapitals(text))).toEqual(['CHAPTER 1', 'IBM']);
  expect(answeredYes(texts, (text) => isInCapitals(text, 2))).toEqual(['CHAPTER 1', 'IBM', 'EU', 'IV']);
  expect(answeredYes(texts, isWithoutSmallLetters)).toEqual(texts.filter((text) => text !== 'Chapter'));
});

test('a sentence continues in what begins with a lower-case letter below text that no stop ends', () => {
  const below = (text: string): boolean => continuesSentence('It rains', text);
  expect(answeredYes(['and pours.', 'And pours.', '12 days.'], below)).toEqual(['and pours.']);
  expect(continuesSentence('It rains.', 'and pours.')).toBe(false);
});

test('a hyphen at the end continues in the next line, a dash does not', () => {
  expect(answeredYes(['well-', 'soft\u00ad', 'un\u2010', 'a -', 'so –'], endsHyphenated)).toEqual([
    'well-',
    'soft\u00ad',
    'un\u2010',
  ]);
});

test('a price has two decimals, and a currency before or behind it', () => {
  const prices = ['Rope 4.50', 'Rope, 4,50', 'Berth €1,250.00', 'Berth 1 250,00 EUR', 'Soup ... 6.50'];
  const others = ['Section 4.505', 'the year 2020', 'at 4.5', 'part A4.50', '4.50 m', 'It costs 4.50.'];
  expect(answeredYes([...prices, ...others], endsInPrice)).toEqual(prices);
});

test('an entry begins with a capital or a number, maybe in quotation marks', () => {
  const entries = ['Rope', '12 lamps', '“Fees”', '(Could I see it?)', 'Öl'];
  expect(answeredYes([...entries, 'rope', '— rope', ''], beginsEntry)).toEqual(entries);
});
