/** Whether a contract was divided into as many clauses as it numbers. */
import type { Block } from '../block-model.js';
import type { DecisionTable } from '../rules.js';
import { subjectOf } from './subject.js';

/** A contract of fewer clauses may have a list of as many items. */
const LEAST_NUMBERED = 6;
/** Share of the numbered clauses that must be clauses of the tree. */
const LEAST_SHARE = 0.5;

export interface ClauseCount {
  title: string;
  blocks: readonly Block[];
  /** Clauses that became files. */
  clauses: number;
  /** The clauses have names alone, and no numbers. */
  isNamed: boolean;
  /** The document counts so far, from 1, in its headings, paragraphs and outermost lists. */
  numbered: number;
}

export const CLAUSE_COVERAGE: DecisionTable<ClauseCount, 'covers' | 'weak'> = {
  name: 'clause-coverage',
  rules: [
    {
      name: 'clauses-missing',
      why: 'Where less than half of what the document numbers became clauses, its clauses were taken for something else.',
      test: ({ clauses, isNamed, numbered }) =>
        !isNamed && numbered >= LEAST_NUMBERED && clauses < LEAST_SHARE * numbered ? 'weak' : null,
    },
  ],
  otherwise: 'covers',
  subject: ({ blocks, title }) => subjectOf(blocks, title),
  numbers: ({ clauses, numbered }) => ({ clauses, numbered }),
};

/** How far the document counts from 1 without a gap. */
export function numberedUnits(blocks: readonly Block[]): number {
  const numbers = new Set(blocks.flatMap(numbersOf));
  let last = 0;
  while (numbers.has(last + 1)) last++;
  return last;
}

function numbersOf(block: Block): number[] {
  const texts =
    block.kind === 'heading' || block.kind === 'paragraph'
      ? [block.number ?? '']
      : block.kind === 'list' && block.ordered
        ? block.items.map(({ marker }) => marker)
        : [];
  return texts.flatMap((text) => {
    const number = /^(?:clause |article |section )?(\d{1,3})[.):]?$/i.exec(text.trim())?.[1];
    return number === undefined ? [] : [Number(number)];
  });
}
