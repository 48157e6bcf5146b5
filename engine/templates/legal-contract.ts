/**
 * legal-contract: one file per clause or schedule, numbering kept, references between clauses as links, defined terms
 * in definitions.json.
 */
import type { Block, HeadingBlock, ParagraphBlock } from '../model.js';
import { plainText } from '../markdown/text.js';
import { decide } from '../rules.js';
import { targetsIn } from './targets.js';
import { clausesOutOfLists, isNumbered, runInName } from './clause-paragraphs.js';
import { definitionsOf } from './definitions.js';
import {
  CONTRACT_UNIT,
  isSchedule,
  SIGNATURES_TITLE,
  unitNamed,
  type ClauseHeadings,
  type ContractUnit,
  type UnitInput,
} from './contract-units.js';
import { CONTRACT_FIT } from './fit.js';
import { headingText, section, sectionOf, type Section } from './section.js';
import type { TemplateResult } from './shape.js';

const CLAUSE_WORD = /^(?:(?:clause|article|section)\s+|§\s*)(?:\d+|[ivxlc]+)\b(?!\.\d)/i;
const BARE_NUMBER = /^\d{1,3}[.)]?(?=\s|$)/;
/** Numbers of what stands inside a clause; they are clauses where a contract has no others. */
const DOTTED = /^(?:(?:clause|article|section)\s+|§\s*)?\d{1,3}\.\d{1,3}[.)]?(?=\s|$)/i;
const ROMAN = /^[IVXLC]{1,6}[.)](?=\s)/;
/** A heading without a number. */
const NAMED = /\S/;
/** Clauses that make a series: more of them where names alone must do, as any document has headings. */
const LEAST_NUMBERED = 2;
const LEAST_NAMED = 3;
const slugOfClause = (title: string): string | null => (BARE_NUMBER.test(title) ? `clause ${title}` : null);

/**
 * How the contract's clauses are numbered, and the level they have: the most frequent one among headings that name a clause.
 * Headings without numbers are clauses where nothing is numbered.
 */
function clauseHeadings(blocks: readonly Block[], kinds: readonly RegExp[][]): ClauseHeadings {
  const headings = blocks.filter((block): block is HeadingBlock => block.kind === 'heading');
  for (const clause of kinds) {
    const counts = new Map<number, number>();
    for (const heading of headings) {
      if (heading.title || unitNamed(headingText(heading), clause) !== 'clause') continue;
      counts.set(heading.level, (counts.get(heading.level) ?? 0) + 1);
    }
    const [best] = [...counts].toSorted((a, b) => b[1] - a[1] || a[0] - b[0]);
    if (best && best[1] >= (clause[0] === NAMED ? LEAST_NAMED : LEAST_NUMBERED)) return { level: best[0], clause };
  }
  return { level: null, clause: [CLAUSE_WORD, BARE_NUMBER] };
}

/** What stands in schedules: from the heading of one to the next heading of its level. */
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

/** A contract's blocks with what begins its clauses, headings for the most part. */
function clausesOf(read: readonly Block[]): { blocks: readonly Block[]; found: ClauseHeadings; begins: Set<Block> } {
  const inSchedule = scheduleBlocks(read);
  const own = read.filter((block) => !inSchedule.has(block));
  const numbered = clauseHeadings(own, [[CLAUSE_WORD, BARE_NUMBER], [DOTTED], [ROMAN]]);
  if (numbered.level !== null) return { blocks: read, found: numbered, begins: new Set() };
  const blocks = clausesOutOfLists(read, inSchedule);
  const paragraphs = blocks.filter((block) => block.kind === 'paragraph' && !inSchedule.has(block));
  const begins = paragraphs.filter(isNumbered);
  if (begins.length >= LEAST_NUMBERED) return { blocks, found: numbered, begins: new Set(begins) };
  const named = clauseHeadings(own, [[NAMED]]);
  const runIn = paragraphs.filter((block) => block.kind === 'paragraph' && runInName(block) !== null);
  const names = named.level === null && runIn.length >= LEAST_NAMED ? runIn : [];
  return { blocks, found: named, begins: new Set(names) };
}

function shortTitle(block: ParagraphBlock): string {
  const name = runInName(block);
  if (name !== null) return name;
  const text = plainText(block.spans);
  const sentence = /^\d+[.)]?\s+[^.;:]{3,60}(?=[.;:])/.exec(text)?.[0];
  return sentence ?? text.split(' ').slice(0, 8).join(' ');
}

interface Found {
  root: Section;
  /** How many clauses there are. */
  clauses: number;
  /** The clauses have names alone, and no numbers. */
  isNamed: boolean;
  /** What references may name: the clauses with what is in them, and the schedules without, whose paragraphs are numbered anew. */
  referable: Block[];
  /** Clauses that begin without a heading, by their numbers. */
  numbers: Map<Block, string>;
}

/** Cuts the document where units begin. */
export function contractUnits(read: readonly Block[], title: string): Found {
  const { blocks, found: headings, begins } = clausesOf(read);
  const root = section({ title, split: 'always' });
  const isNamed = headings.clause[0] === NAMED;
  const found: Found = { root, clauses: 0, isNamed, referable: [], numbers: new Map() };
  let open: UnitInput['open'] = null;
  for (const block of blocks) {
    const beginsClause = begins.has(block);
    const unit: ContractUnit | 'continues' = mayBegin(block)
      ? decide(CONTRACT_UNIT, { block, headings, beginsClause, open })
      : 'continues';
    if (unit === 'continues') {
      (root.children.at(-1) ?? root).blocks.push(block);
      if (open?.unit !== 'schedule' || block.kind === 'caption') found.referable.push(block);
      continue;
    }
    const next = unitSection(block, unit);
    open = { unit, title: next.title };
    root.children.push({ ...next, split: 'never', unit: true });
    found.referable.push(block);
    if (unit === 'clause') found.clauses++;
    if (block.kind === 'paragraph' && beginsClause && block.number) {
      found.numbers.set(block, block.number.replace(/\D/g, ''));
    }
  }
  return found;
}

const mayBegin = ({ kind }: Block): boolean => kind === 'heading' || kind === 'paragraph';

/** The section that begins with the block. */
function unitSection(block: Block, unit: ContractUnit): Section {
  if (block.kind === 'heading') {
    const own = sectionOf(block);
    return unit === 'clause' ? { ...own, slug: slugOfClause(headingText(block)) ?? own.slug } : own;
  }
  if (unit === 'signatures' || block.kind !== 'paragraph') {
    return section({ title: SIGNATURES_TITLE, level: 2, blocks: [block] });
  }
  const title = shortTitle(block);
  return section({ title, slug: slugOfClause(title), level: 2, blocks: [block] });
}

export function legalContract(blocks: readonly Block[], title: string): TemplateResult {
  const found = contractUnits(blocks, title);
  const { root, clauses, isNamed, referable, numbers } = found;
  const fit = decide(CONTRACT_FIT, { title, blocks, clauses, isNamed });
  if (fit !== 'fits') return fit;
  return {
    shape: {
      root,
      granularity: () => 'numbered_unit',
      targets: targetsIn(referable, numbers),
      dataFiles: (files) => [{ path: 'definitions.json', value: { definitions: definitionsOf(files) } }],
    },
  };
}
