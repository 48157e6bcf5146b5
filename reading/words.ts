/**
 * The words of a text, as full-text search compares them: runs of letters, digits and combining marks. Scripts that are
 * written without spaces have a word for each character, so that a phrase of them is found at any place.
 */
import { normalise } from './normalise.js';

const ALONE = String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]`;
const WORD = new RegExp(String.raw`${ALONE}\p{M}*|(?:(?!${ALONE})[\p{L}\p{M}\p{N}])+`, 'gu');

/** What is longer is compared by its beginning; PostgreSQL indexes no word of more than 2,046 bytes. */
const MAX_WORD_LENGTH = 100;

/** The places of the words in a text. */
export function wordPlaces(text: string): { start: number; end: number }[] {
  return [...text.matchAll(WORD)].map(({ 0: word, index }) => ({ start: index, end: index + word.length }));
}

/** The words, normalised: as many as `wordPlaces` finds in the same text if that is in compatibility form. */
export function wordsOf(text: string): string[] {
  return (normalise(text).match(WORD) ?? []).map((word) =>
    word.length > MAX_WORD_LENGTH ? word.slice(0, MAX_WORD_LENGTH).replace(/[\ud800-\udbff]$/, '') : word,
  );
}
