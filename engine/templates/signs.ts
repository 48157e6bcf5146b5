/** Signs by which one kind of document is distinguished from another; see fit.ts for what follows from each. */
import type { Block } from '../block-model.js';
import { plainText } from '../markdown/text.js';
import { countDefinedTerms } from './definitions.js';
import { headingText } from './section.js';

const COUNT = '(?:\\d+|[ivxlcdm]+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)';
export const PART = new RegExp(`^part\\s+${COUNT}\\b`, 'i');
export const CHAPTER = new RegExp(`^(?:chapter|book|lecture|lesson|letter|canto|act|unit)\\s+${COUNT}\\b`, 'i');
const ABSTRACT = /^abstract\b/i;

/** The least number of each that makes a sign. */
const CHAPTERS = 2;
const BOXES = 3;
const TERMS = 2;
const CLAUSES = 3;

/** Sections that are called chapters. */
export const hasChapters = (blocks: readonly Block[]): boolean => headings(blocks, CHAPTER) >= CHAPTERS;

/** An abstract under its name: papers have it, books and contracts do not. */
export const hasAbstract = (blocks: readonly Block[]): boolean =>
  headings(blocks, ABSTRACT) > 0 ||
  blocks.some((block) => block.kind === 'paragraph' && /^abstract\s*[.:—–-]/i.test(plainText(block.spans)));

/** Boxes of a form, as in the first part of a charter party. */
export const hasBoxes = (blocks: readonly Block[]): boolean => countFields(blocks) >= BOXES;

export const countFields = (blocks: readonly Block[]): number => blocks.filter(({ kind }) => kind === 'field').length;

/** Clauses numbered "4.2" that define terms. */
export function hasClauses(blocks: readonly Block[]): boolean {
  const numbers = blocks.flatMap((block) => {
    if (block.kind === 'paragraph') return block.number ?? [];
    return block.kind === 'list' ? block.items.map(({ marker }) => marker) : [];
  });
  const clauses = numbers.filter((number) => /^\d+(?:\.\d+)+[.)]?$/.test(number.trim()));
  return clauses.length >= CLAUSES && countDefinedTerms(blocks) >= TERMS;
}

function headings(blocks: readonly Block[], pattern: RegExp): number {
  return blocks.filter((block) => block.kind === 'heading' && !block.title && pattern.test(headingText(block))).length;
}
