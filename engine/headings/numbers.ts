/** Numbers and names of a document's divisions: "2.1", "Chapter 3", "IV.". */
import { anyCase } from '../text/any-case.js';
import {
  DOTTED_DIGITS,
  ENGLISH_NAMES,
  ENGLISH_VALUE,
  DIGITS,
  mayBeginWithName,
  OTHER_NAMES,
  OTHER_VALUE,
  ROMAN_CAPITALS,
} from '../text/numerals.js';

export interface DivisionNumber {
  /** As printed: "1.2", "Chapter 3". */
  text: string;
  kind: 'part' | 'chapter' | 'decimal' | 'roman' | 'letter' | 'named';
  /** Numbers in it: 2 for "1.2". */
  depth: number;
  /** Lower-case name before the number ("schedule"), '' for a bare number. */
  name: string;
}

const CLAUSE_NAMES = anyCase(String.raw`clause|sec\.`);
/** Names with their numbers. Clauses and paragraphs (§) are divisions too, but never a line above the name of one. */
const NAMED = new RegExp(
  String.raw`^(?:(?:(${ENGLISH_NAMES}|${CLAUSE_NAMES})\s+|(§)\s?)(?:${ENGLISH_VALUE})|(${OTHER_NAMES})\s+(?:${OTHER_VALUE}))\b[.:]?`,
  'u',
);
/** How those begin whose names are not of numerals.ts. */
const CLAUSE_START = new RegExp(`^(?:${CLAUSE_NAMES}|§)`, 'u');
/** "2", "2.", "2)", "2.1": what follows tells a heading from a clause or an item. */
const DECIMAL = new RegExp(String.raw`^(${DOTTED_DIGITS})([.)]?)(?=\s|$)`, 'u');
/** "A.1" of an appendix. */
const APPENDIX = new RegExp(String.raw`^([A-Z](?:\.${DIGITS})+)([.)]?)(?=\s|$)`, 'u');
/** A stop or bracket must close roman numerals and letters: "I" and "A" are words. */
const ROMAN = new RegExp(String.raw`^(${ROMAN_CAPITALS})[.)](?=\s|$)`, 'u');
const LETTER = /^([A-Z])[.)](?=\s|$)/u;

/** The number or name that a heading begins with. */
export function divisionNumber(text: string): DivisionNumber | null {
  const named = mayBeginWithName(text) || CLAUSE_START.test(text) ? NAMED.exec(text) : null;
  if (named) return namedDivision(named);
  const decimal = (DECIMAL.exec(text) ?? APPENDIX.exec(text))?.[1];
  if (decimal !== undefined) return { text: decimal, kind: 'decimal', depth: decimal.split('.').length, name: '' };
  const roman = ROMAN.exec(text)?.[1];
  if (roman !== undefined) return { text: roman, kind: 'roman', depth: 1, name: '' };
  const letter = LETTER.exec(text)?.[1];
  return letter === undefined ? null : { text: letter, kind: 'letter', depth: 1, name: '' };
}

const KINDS: Readonly<Record<string, DivisionNumber['kind']>> = {
  part: 'part',
  volume: 'part',
  teil: 'part',
  partie: 'part',
  parte: 'part',
  chapter: 'chapter',
  book: 'chapter',
  kapitel: 'chapter',
  chapitre: 'chapter',
  capítulo: 'chapter',
  capitulo: 'chapter',
  capitolo: 'chapter',
  hoofdstuk: 'chapter',
  rozdział: 'chapter',
};

function namedDivision([whole, english, sign, other]: RegExpExecArray): DivisionNumber {
  const name = (english ?? sign ?? other ?? '').toLowerCase().replace('sec.', 'section');
  return { text: whole.replace(/[.:]$/, ''), kind: KINDS[name] ?? 'named', depth: 1, name };
}

/** The kind of a number among others of its series: "C." stands between "B." and "D." though it is a roman numeral too. */
export const seriesKind = ({ kind, text }: DivisionNumber): DivisionNumber['kind'] =>
  kind === 'roman' && text.length === 1 ? 'letter' : kind;
