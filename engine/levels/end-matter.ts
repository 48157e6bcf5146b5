/**
 * What ends the chapters of textbooks: summary, key terms, exercises. Its headings have a type of their own, between those of
 * the sections, and stand beside the sections of the chapter all the same.
 */
import type { HeadingCandidate } from '../headings/candidate.js';
import { appearanceOf } from './appearance.js';

/** Headings of one type from which these are what ends chapters: one alone may be a section. */
const LEAST = 2;
const NAMES =
  /\b(?:summary|review|quiz|key (?:terms|words|concepts|ideas|points)|exercises?|problems|(?:review |discussion |study )?questions|resources|further reading|suggested readings?|references|bibliography|glossary)\b/iu;
/** Such a heading has no more words: "Problems of the Early Republic and Its Banks" is a section. */
const MOST_WORDS = 5;

export interface EndMatter {
  headings: ReadonlySet<HeadingCandidate>;
  /** No name comes twice: the document is one chapter, and its title that of the chapter. */
  isOneChapter: boolean;
  /** By its number. */
  isChapter: (candidate: HeadingCandidate) => boolean;
}

/** Headings of types that nothing but the ends of chapters are headed with, and the chapters that they end. */
export function endMatter(candidates: readonly HeadingCandidate[]): EndMatter {
  const types = Map.groupBy(candidates, (candidate) => appearanceOf(candidate));
  const found = [...types.values()].filter((alike) => alike.length >= LEAST && alike.every(isNamedSo)).flat();
  const headings = new Set(found);
  return {
    headings,
    isOneChapter: new Set(found.map(({ textBlock }) => textBlock.text)).size === found.length,
    // "Chapter 5 Practice Quiz" is none
    isChapter: (candidate) => !headings.has(candidate) && isNumberedChapter(candidate),
  };
}

const isNamedSo = ({ textBlock: { text } }: HeadingCandidate): boolean =>
  NAMES.test(text) && text.split(/\s+/u).length <= MOST_WORDS;

const isNumberedChapter = ({ number }: HeadingCandidate): boolean =>
  number?.kind === 'chapter' || number?.kind === 'part' || (number?.kind === 'decimal' && number.depth === 1);
