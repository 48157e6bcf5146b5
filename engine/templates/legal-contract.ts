/**
 * legal-contract: one file per clause or schedule, numbering kept, references between clauses as links, defined terms
 * in definitions.json.
 */
import type { Block, HeadingBlock, ParagraphBlock } from '../model.js';
import { plainText } from '../files/text.js';
import { definitionsOf } from './definitions.js';
import { referenceLinker, type Target } from './references.js';
import { headingText, section, sectionOf, type Section } from './section.js';
import type { TemplateResult } from './structure.js';

const CLAUSE_WORD = /^(?:clause|article|section)\s+(\d+|[ivxlc]+)\b/i;
const SCHEDULE_WORD =
  /^(?:(schedule|annex(?:ure)?|appendix|exhibit|attachment|addendum))(?:\s+(\d+|[ivxlc]+|[a-z]))?\b/i;
const BARE_NUMBER = /^(\d{1,3})[.)]?(?=\s|$)/;
const SIGNATURES =
  /^(?:signed\b|executed (?:as|by|on)\b|in witness whereof\b|signature(?: page|s)\b|(?:this|the) (?:agreement|contract|deed) has been (?:entered|signed|executed))/i;

/** Which unit a heading begins, null when it stands inside one. */
export interface Unit {
  kind: 'clause' | 'schedule' | 'other';
  /** "4", "2", "A"; empty for units without a number. */
  number: string;
}

/** What a heading's text says of itself: a clause, a schedule, or neither. */
function unitOf(text: string): Unit | null {
  const schedule = SCHEDULE_WORD.exec(text);
  if (schedule) return { kind: 'schedule', number: (schedule[2] ?? '').toUpperCase() };
  const clause = CLAUSE_WORD.exec(text) ?? BARE_NUMBER.exec(text);
  return clause ? { kind: 'clause', number: clause[1]!.toUpperCase() } : null;
}

const slugOfUnit = (unit: Unit | null, title: string): string | null =>
  unit?.kind === 'clause' && BARE_NUMBER.test(title) ? `clause ${title}` : null;

/** The level that clauses have: the most frequent one among headings that name a clause. */
function clauseLevel(headings: readonly HeadingBlock[]): number | null {
  const counts = new Map<number, number>();
  for (const heading of headings) {
    if (unitOf(headingText(heading))?.kind !== 'clause') continue;
    counts.set(heading.level, (counts.get(heading.level) ?? 0) + 1);
  }
  const [best] = [...counts].toSorted((a, b) => b[1] - a[1] || a[0] - b[0]);
  return best && best[1] >= 2 ? best[0] : null;
}

/** Clauses printed without headings: paragraphs that begin with a whole number ("4. The Supplier shall"). */
const isClauseParagraph = (block: Block): block is ParagraphBlock =>
  block.kind === 'paragraph' && /^\d{1,3}[.)]?$/.test(block.number?.trim() ?? '');

const isSignature = (block: Block): boolean => block.kind === 'paragraph' && SIGNATURES.test(plainText(block.spans));

function shortTitle(block: ParagraphBlock): string {
  const text = plainText(block.spans);
  const sentence = /^\d+[.)]?\s+[^.;:]{3,60}(?=[.;:])/.exec(text)?.[0];
  return sentence ?? text.split(' ').slice(0, 8).join(' ');
}

interface Found {
  root: Section;
  targets: Target[];
}

/** Cuts the document where units begin. */
export function contractUnits(blocks: readonly Block[], title: string): Found {
  const headings = blocks.filter((block) => block.kind === 'heading');
  const level = clauseLevel(headings);
  const root = section({ title, split: 'always' });
  const targets: Target[] = [];
  let unit = null as Unit | null;
  const begin = (next: Section, of: Unit | null): void => {
    unit = of;
    root.children.push({ ...next, split: 'never' });
    if (of && of.number) targets.push({ ...of, block: next.blocks[0]! });
  };
  for (const block of blocks) {
    if (block.kind === 'heading' && !block.title) {
      const text = headingText(block);
      const named = unitOf(text);
      const isOuter = level !== null && block.level <= level;
      // The paragraphs of a schedule are numbered from 1 again: they are no clauses.
      const isInner = unit?.kind === 'schedule' && named?.kind === 'clause';
      if ((isOuter && !isInner) || named?.kind === 'schedule') {
        begin({ ...sectionOf(block), slug: slugOfUnit(named, text) ?? sectionOf(block).slug }, named);
        continue;
      }
    } else if (level === null && isClauseParagraph(block)) {
      const named: Unit = { kind: 'clause', number: block.number!.replace(/\D/g, '') };
      begin(
        section({ title: shortTitle(block), slug: slugOfUnit(named, shortTitle(block)), level: 2, blocks: [block] }),
        named,
      );
      continue;
    } else if (isSignature(block) && root.children.length > 0 && root.children.at(-1)!.title !== 'Signatures') {
      begin(section({ title: 'Signatures', level: 2, blocks: [block] }), null);
      continue;
    }
    (root.children.at(-1) ?? root).blocks.push(block);
  }
  return { root, targets };
}

export function legalContract(blocks: readonly Block[], title: string): TemplateResult {
  const { root, targets } = contractUnits(blocks, title);
  const clauses = targets.filter(({ kind }) => kind === 'clause');
  if (clauses.length < 2) return { misfit: 'it has no numbered clauses' };
  return {
    shape: {
      root,
      granularity: () => 'numbered_unit',
      linker: (files) => referenceLinker(files, targets),
      dataFiles: (files) => [{ path: 'definitions.json', value: { definitions: definitionsOf(files) } }],
    },
  };
}
