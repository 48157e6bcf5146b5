/**
 * What a block of a contract begins: a clause, a schedule, the signatures, another section, or nothing, so that it belongs
 * to what came before it.
 */
import { plainText } from '../markdown/text.js';
import { linesOf, type Block } from '../block-model.js';
import type { DecisionTable } from '../rules.js';
import { ANNEX_NAMES } from '../text/numerals.js';
import { headingText } from './section.js';
import { subjectOf } from './subject.js';

const SCHEDULE_WORD = new RegExp(String.raw`^(?:${ANNEX_NAMES})\b`, 'i');
const SIGNATURES =
  /^(?:signed\b|executed (?:as|by|on)\b|in witness whereof\b|signature(?: page|s)\b|(?:this|the) (?:agreement|contract|deed) has been (?:entered|signed|executed))/i;

/** How a contract's clauses are recognised by their headings. */
export interface ClauseHeadings {
  /** The level that they have; null where no heading begins a clause. */
  level: number | null;
  /** One of these patterns fits a clause's heading. */
  clause: readonly RegExp[];
}

/** What a heading's text says of itself: a schedule, a clause, or neither. */
export function unitNamed(text: string, clause: readonly RegExp[]): 'clause' | 'schedule' | null {
  if (SCHEDULE_WORD.test(text)) return 'schedule';
  return clause.some((pattern) => pattern.test(text)) ? 'clause' : null;
}

export const isSchedule = (block: Block): boolean => block.kind === 'heading' && SCHEDULE_WORD.test(headingText(block));

/** One of its lines says so: place and date may stand above "Signed by". */
export const isSignature = (block: Block): boolean =>
  block.kind === 'paragraph' && linesOf(block.spans).some((line) => SIGNATURES.test(plainText(line)));

export const SIGNATURES_TITLE = 'Signatures';

export type ContractUnit = 'clause' | 'schedule' | 'signatures' | 'section';

export interface UnitInput {
  block: Block;
  headings: ClauseHeadings;
  /** The block is a paragraph that was found to begin a clause. */
  beginsClause: boolean;
  /** The unit above the block, and its title; null before the first. */
  open: { unit: ContractUnit; title: string } | null;
}

type Verdict = ContractUnit | 'continues';

const says = ({ block, headings }: UnitInput, unit: 'clause' | 'schedule'): boolean =>
  block.kind === 'heading' && unitNamed(headingText(block), headings.clause) === unit;

/** As high in the outline as a clause. */
const hasClauseLevel = ({ block, headings: { level } }: UnitInput): boolean =>
  block.kind === 'heading' && level !== null && block.level <= level;

export const CONTRACT_UNIT: DecisionTable<UnitInput, Verdict> = {
  name: 'contract-unit',
  rules: [
    {
      name: 'document-title',
      why: "The document's title stands above all clauses, whatever number or word it begins with.",
      test: ({ block }) => (block.kind === 'heading' && block.title ? 'continues' : null),
    },
    {
      name: 'schedule-heading',
      why: 'The heading says "Schedule 2", "Annex A" or the like, at any level.',
      test: (input) => (says(input, 'schedule') ? 'schedule' : null),
    },
    {
      name: 'numbered-within-schedule',
      why: 'The paragraphs of a schedule are numbered from 1 again: they are no clauses of the contract.',
      test: (input) => (input.open?.unit === 'schedule' && says(input, 'clause') ? 'continues' : null),
    },
    {
      name: 'clause-heading',
      why: "The heading has a clause's number and level.",
      test: (input) => (hasClauseLevel(input) && says(input, 'clause') ? 'clause' : null),
    },
    {
      name: 'heading-beside-clauses',
      why: 'A heading of the same level without a number (recitals, background) is a section beside the clauses.',
      test: (input) => (hasClauseLevel(input) ? 'section' : null),
    },
    {
      name: 'clause-paragraph',
      why: 'Where no heading begins a clause, its first paragraph does, with a number or a name in bold type.',
      test: ({ beginsClause }) => (beginsClause ? 'clause' : null),
    },
    {
      name: 'signature-words',
      why: 'The parties sign below the last clause, mostly without a heading; several such lines are one section.',
      test: ({ block, open }) =>
        open !== null && open.title !== SIGNATURES_TITLE && isSignature(block) ? 'signatures' : null,
    },
  ],
  otherwise: 'continues',
  subject: ({ block }) => subjectOf([block], 'spans' in block ? plainText(block.spans) : ''),
  numbers: ({ block, headings }): Record<string, number> => ({
    ...(block.kind === 'heading' ? { level: block.level } : {}),
    ...(headings.level === null ? {} : { clauseLevel: headings.level }),
  }),
};
