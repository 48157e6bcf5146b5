/**
 * legal-contract: one file per clause or schedule, numbering kept, references between clauses as links, defined terms
 * in definitions.json.
 */
import type { Block, ParagraphBlock } from '../block-model.js';
import { plainText } from '../markdown/text.js';
import { decide } from '../rules.js';
import { BARE_NUMBER, clauseCandidates, CLAUSE_FORM } from './clause-forms.js';
import { CLAUSE_COVERAGE, numberedUnits } from './coverage.js';
import { finding } from '../findings.js';
import { runInName } from './clause-paragraphs.js';
import { CONTRACT_UNIT, SIGNATURES_TITLE, type ContractUnit, type UnitInput } from './contract-units.js';
import { CONTRACT_FIT } from './fit.js';
import { headingText, section, sectionOf, type Section } from './section.js';
import type { TemplateResult } from './shape.js';

const slugOfClause = (title: string): string | null => (BARE_NUMBER.test(title) ? `clause ${title}` : null);

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
  /** What references may name: the clauses with their contents, and the schedules without theirs, whose paragraphs are numbered from 1 again. */
  referable: Block[];
  /** Clauses that begin without a heading, by their numbers. */
  numbers: Map<Block, string>;
}

/** Cuts the document where units begin. */
export function contractUnits(read: readonly Block[], title: string): Found {
  const { candidates, blocks: unlisted } = clauseCandidates(read);
  const { name, headings, paragraphs } = decide(CLAUSE_FORM, candidates);
  // beside numbered headings, items of a list are no clauses
  const blocks = headings.level !== null && name !== 'named_headings' ? read : unlisted;
  const begins = new Set<Block>(paragraphs);
  const root = section({ title, split: 'always' });
  const isNamed = name === 'named_headings';
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
  const numbered = numberedUnits(blocks);
  const weak = decide(CLAUSE_COVERAGE, { title, blocks, clauses, isNamed, numbered }) === 'weak';
  const message = `The document numbers ${numbered} clauses, of which ${clauses} became files of their own.`;
  return {
    shape: {
      root,
      ...(weak ? { weak, findings: [finding('weak_fit', message)] } : {}),
      granularity: 'numbered_unit',
      referable: { blocks: referable, numbers },
      dataFiles: ['definitions.json'],
    },
  };
}
