/**
 * legal-contract: one file per clause or schedule, numbering kept, references between clauses as links, defined terms
 * in definitions.json.
 */
import type { Block, HeadingBlock, ParagraphBlock } from '../model.js';
import { plainText } from '../markdown/text.js';
import { clausesOutOfLists, isNumbered, runInName } from './clause-paragraphs.js';
import { countDefinedTerms } from './definitions.js';
import { headingText, section, sectionOf, type Section } from './section.js';
import type { TemplateResult } from './shape.js';
import { hasAbstract, hasChapters, hasClauses } from './signs.js';

const CLAUSE_WORD = /^(?:(?:clause|article|section)\s+|§\s*)(?:\d+|[ivxlc]+)\b(?!\.\d)/i;
const SCHEDULE_WORD =
  /^(?:schedule|annex(?:ure)?|appendix|exhibit|attachment|addendum)(?:\s+(?:\d+|[ivxlc]+|[a-z]))?\b/i;
const BARE_NUMBER = /^\d{1,3}[.)]?(?=\s|$)/;
/** Numbers of what stands inside a clause; they are clauses where a contract has no others. */
const DOTTED = /^(?:(?:clause|article|section)\s+|§\s*)?\d{1,3}\.\d{1,3}[.)]?(?=\s|$)/i;
const ROMAN = /^[IVXLC]{1,6}[.)](?=\s)/;
/** Clauses that have names alone are told by being three or more. */
const NAMED = /\S/;
const SIGNATURES =
  /^(?:signed\b|executed (?:as|by|on)\b|in witness whereof\b|signature(?: page|s)\b|(?:this|the) (?:agreement|contract|deed) has been (?:entered|signed|executed))/i;

/** Which unit a heading begins. */
type Unit = 'clause' | 'schedule';

/** What a heading's text says of itself: a clause, a schedule, or neither. */
function unitOf(text: string, clause: RegExp[]): Unit | null {
  if (SCHEDULE_WORD.test(text)) return 'schedule';
  return clause.some((pattern) => pattern.test(text)) ? 'clause' : null;
}

const slugOfUnit = (unit: Unit | null, title: string): string | null =>
  unit === 'clause' && BARE_NUMBER.test(title) ? `clause ${title}` : null;

interface ClauseHeadings {
  level: number | null;
  clause: RegExp[];
}

/**
 * How the contract's clauses are numbered, and the level they have: the most frequent one among headings that name a clause.
 * Headings without numbers are clauses where nothing is numbered.
 */
function clauseHeadings(blocks: readonly Block[], kinds: readonly RegExp[][]): ClauseHeadings {
  const headings = blocks.filter((block): block is HeadingBlock => block.kind === 'heading');
  for (const clause of kinds) {
    const counts = new Map<number, number>();
    for (const heading of headings) {
      if (heading.title || unitOf(headingText(heading), clause) !== 'clause') continue;
      counts.set(heading.level, (counts.get(heading.level) ?? 0) + 1);
    }
    const [best] = [...counts].toSorted((a, b) => b[1] - a[1] || a[0] - b[0]);
    if (best && best[1] >= (clause[0] === NAMED ? 3 : 2)) return { level: best[0], clause };
  }
  return { level: null, clause: [CLAUSE_WORD, BARE_NUMBER] };
}

/** What stands in schedules: from the heading of one to the next heading of its level. */
function scheduleBlocks(blocks: readonly Block[]): Set<Block> {
  const inside = new Set<Block>();
  let level: number | null = null;
  for (const block of blocks) {
    if (block.kind === 'heading' && (level === null || block.level <= level))
      level = SCHEDULE_WORD.test(headingText(block)) ? block.level : null;
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
  if (begins.length >= 2) return { blocks, found: numbered, begins: new Set(begins) };
  const named = clauseHeadings(own, [[NAMED]]);
  const runIn = paragraphs.filter((block) => block.kind === 'paragraph' && runInName(block) !== null);
  const names = named.level === null && runIn.length >= 3 ? runIn : [];
  return { blocks, found: named, begins: new Set(names) };
}

const isSignature = (block: Block): boolean => block.kind === 'paragraph' && SIGNATURES.test(plainText(block.spans));

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
  const { level, clause } = headings;
  const root = section({ title, split: 'always' });
  const found: Found = { root, clauses: 0, isNamed: clause[0] === NAMED, referable: [], numbers: new Map() };
  let unit = null as Unit | null;
  const begin = (next: Section, of: Unit | null): void => {
    unit = of;
    root.children.push({ ...next, split: 'never', unit: true });
    if (of === 'clause') found.clauses++;
    found.referable.push(...next.blocks);
  };
  for (const block of blocks) {
    if (block.kind === 'heading' && !block.title) {
      const text = headingText(block);
      const named = unitOf(text, clause);
      const isOuter = level !== null && block.level <= level;
      // The paragraphs of a schedule are numbered from 1 again: they are no clauses.
      const isInner = unit === 'schedule' && named === 'clause';
      if ((isOuter && !isInner) || named === 'schedule') {
        begin({ ...sectionOf(block), slug: slugOfUnit(named, text) ?? sectionOf(block).slug }, named);
        continue;
      }
    } else if (block.kind === 'paragraph' && begins.has(block)) {
      const title = shortTitle(block);
      begin(section({ title, slug: slugOfUnit('clause', title), level: 2, blocks: [block] }), 'clause');
      if (block.number) found.numbers.set(block, block.number.replace(/\D/g, ''));
      continue;
    } else if (isSignature(block) && root.children.length > 0 && root.children.at(-1)!.title !== 'Signatures') {
      begin(section({ title: 'Signatures', level: 2, blocks: [block] }), null);
      continue;
    }
    (root.children.at(-1) ?? root).blocks.push(block);
    if (unit !== 'schedule' || block.kind === 'caption') found.referable.push(block);
  }
  return found;
}

/** Why this is clearly no contract; null when it may be one. */
function misfitOf(blocks: readonly Block[], { clauses, isNamed }: Found): string | null {
  if (clauses < 2) return 'it has no clauses';
  if (hasClauses(blocks)) return null;
  if (hasAbstract(blocks)) return 'it begins with an abstract, as papers do';
  if (hasChapters(blocks)) return 'its sections are chapters, as those of a book';
  const isSchedule = (block: Block): boolean => block.kind === 'heading' && SCHEDULE_WORD.test(headingText(block));
  const isLegal = countDefinedTerms(blocks) > 0 || blocks.some((block) => isSchedule(block) || isSignature(block));
  return isNamed && !isLegal
    ? 'its sections have no numbers, and it has neither defined terms nor schedules nor signatures'
    : null;
}

export function legalContract(blocks: readonly Block[], title: string): TemplateResult {
  const found = contractUnits(blocks, title);
  const misfit = misfitOf(blocks, found);
  if (misfit !== null) return { misfit };
  const { root, referable, numbers } = found;
  return {
    shape: {
      root,
      granularity: 'numbered_unit',
      referable: { blocks: referable, numbers },
      dataFiles: ['definitions.json'],
    },
  };
}
