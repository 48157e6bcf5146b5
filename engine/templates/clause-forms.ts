/**
 * How a contract begins its clauses. Numbers come before names, and headings before paragraphs, since the names of
 * headings and bold words at the head of a paragraph occur in any document.
 */
import { plainText } from '../markdown/text.js';
import type { Block, HeadingBlock, ParagraphBlock } from '../block-model.js';
import type { DecisionTable } from '../rules.js';
import { clausesOutOfLists, isNumbered, runInName } from './clause-paragraphs.js';
import { isSchedule, unitNamed, type ClauseHeadings } from './contract-units.js';
import { headingText } from './section.js';
import { subjectOf } from './subject.js';

const CLAUSE_WORD = /^(?:(?:clause|article|section)\s+|§\s*)(?:\d+|[ivxlc]+)\b(?!\.\d)/i;
export const BARE_NUMBER = /^\d{1,3}[.)]?(?=\s|$)/;
/** Numbers of subclauses, which are clauses where a contract has no others. */
const DOTTED = /^(?:(?:clause|article|section)\s+|§\s*)?\d{1,3}\.\d{1,3}[.)]?(?=\s|$)/i;
const ROMAN = /^[IVXLC]{1,6}[.)](?=\s)/;
/** Any heading. */
const NAMED = /\S/;

/** A series has two numbers at least. */
const LEAST_NUMBERED = 2;
/** Names alone must be more, as any document has headings and bold words. */
const LEAST_NAMED = 3;

type FormName =
  | 'numbered_headings'
  | 'dotted_headings'
  | 'roman_headings'
  | 'numbered_paragraphs'
  | 'named_headings'
  | 'run_in_names'
  | 'none';

export interface ClauseForm {
  name: FormName;
  headings: ClauseHeadings;
  /** Paragraphs that begin a clause. */
  paragraphs: readonly ParagraphBlock[];
}

/** The headings and paragraphs of a contract outside its schedules. */
export interface ClauseCandidates {
  headings: readonly HeadingBlock[];
  paragraphs: readonly ParagraphBlock[];
}

/** Where no heading begins a clause these keep a schedule's numbered headings from being taken for clauses. */
const NO_HEADINGS: ClauseHeadings = { level: null, clause: [CLAUSE_WORD, BARE_NUMBER] };

/** Clauses that begin with headings of the patterns: on the level that most of these have, the outer one of two. */
function byHeadings(
  name: FormName,
  clause: readonly RegExp[],
  least: number,
): ({ headings }: ClauseCandidates) => ClauseForm | null {
  return ({ headings }) => {
    const fitting = headings.filter((one) => !one.title && unitNamed(headingText(one), clause) === 'clause');
    const levels = [...Map.groupBy(fitting, ({ level }) => level)];
    const [best] = levels.toSorted(([a, some], [b, others]) => others.length - some.length || a - b);
    return best && best[1].length >= least ? { name, headings: { level: best[0], clause }, paragraphs: [] } : null;
  };
}

/** Clauses that begin with paragraphs. */
const byParagraphs = (name: FormName, paragraphs: readonly ParagraphBlock[], least: number): ClauseForm | null =>
  paragraphs.length >= least ? { name, headings: NO_HEADINGS, paragraphs } : null;

export const CLAUSE_FORM: DecisionTable<ClauseCandidates, ClauseForm> = {
  name: 'clause-form',
  rules: [
    {
      name: 'numbered-headings',
      why: 'Headings that say "4." or "Article 4" are how most contracts begin their clauses.',
      test: byHeadings('numbered_headings', [CLAUSE_WORD, BARE_NUMBER], LEAST_NUMBERED),
    },
    {
      name: 'dotted-headings',
      why: 'Headings that say "4.2" begin clauses where none has a whole number.',
      test: byHeadings('dotted_headings', [DOTTED], LEAST_NUMBERED),
    },
    {
      name: 'roman-headings',
      why: 'Headings that say "IV." begin clauses where none has a decimal number.',
      test: byHeadings('roman_headings', [ROMAN], LEAST_NUMBERED),
    },
    {
      name: 'numbered-paragraphs',
      why: 'Short contracts number their paragraphs, without headings or below headings of groups.',
      test: ({ paragraphs }) => byParagraphs('numbered_paragraphs', paragraphs.filter(isNumbered), LEAST_NUMBERED),
    },
    {
      name: 'named-headings',
      why: 'Where nothing is numbered each heading begins a clause.',
      test: byHeadings('named_headings', [NAMED], LEAST_NAMED),
    },
    {
      name: 'run-in-names',
      why: 'Letters of agreement have neither headings nor numbers: a name in bold type begins the clause.',
      test: ({ paragraphs }) =>
        byParagraphs(
          'run_in_names',
          paragraphs.filter((block) => runInName(block) !== null),
          LEAST_NAMED,
        ),
    },
  ],
  otherwise: { name: 'none', headings: NO_HEADINGS, paragraphs: [] },
  subject: ({ headings, paragraphs }) => {
    const [first] = [...headings, ...paragraphs];
    return subjectOf(first ? [first] : [], first ? plainText(first.spans) : '');
  },
  numbers: ({ headings, paragraphs }) => ({
    headings: headings.length,
    paragraphs: paragraphs.length,
    numberedParagraphs: paragraphs.filter(isNumbered).length,
  }),
  verdictName: ({ name }) => name,
};

/** The blocks in schedules: from the heading of one to the next heading of its level. */
function scheduleBlocks(blocks: readonly Block[]): Set<Block> {
  const inside = new Set<Block>();
  let level: number | null = null;
  for (const block of blocks) {
    if (block.kind === 'heading' && (level === null || block.level <= level))
      level = isSchedule(block) ? block.level : null;
    if (level !== null) inside.add(block);
  }
  return inside;
}

/** What a contract's clauses may begin with, and its blocks with the clauses that were read as items of a list. */
export function clauseCandidates(read: readonly Block[]): { candidates: ClauseCandidates; blocks: Block[] } {
  const inSchedule = scheduleBlocks(read);
  const blocks = clausesOutOfLists(read, inSchedule);
  const own = blocks.filter((block) => !inSchedule.has(block));
  const headings = own.filter((block) => block.kind === 'heading');
  const paragraphs = own.filter((block) => block.kind === 'paragraph');
  return { candidates: { headings, paragraphs }, blocks };
}
