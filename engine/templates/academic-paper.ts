/** academic-paper: one file per section, with fixed names for the sections that papers share. */
import type { Block } from '../block-model.js';
import { plainText } from '../markdown/text.js';
import { decide } from '../rules.js';
import { PAPER_FIT } from './fit.js';
import { bareTitle, isReferences, isSharedName, PAPER_SECTION, type PaperSection } from './paper-sections.js';
import { headingTree, section, type Section } from './section.js';
import type { TemplateResult } from './shape.js';
import { ABSTRACT_START } from '../text-rules.js';

/** The sections with the names that their files get, and what they are. */
function named(sections: readonly Section[]): { section: Section; is: PaperSection }[] {
  const references = sections.findIndex(isReferences);
  return sections.map((section, at) => {
    const is = decide(PAPER_SECTION, { section, isAfterReferences: references >= 0 && at > references });
    return { section: { ...section, slug: slugOf(section, is), unit: true }, is };
  });
}

function slugOf({ title, slug }: Section, is: PaperSection): string | null {
  if (is === 'other') return slug;
  if (is === 'appendix') return /^appendi/i.test(title) ? title : `appendix ${title}`;
  return is === 'supplement' ? `appendix ${bareTitle(title)}` : is;
}

/** Separates an abstract without a heading of its own from what precedes the first section. */
function abstractIn(blocks: readonly Block[]): { before: Block[]; abstract: Section[] } {
  const at = blocks.findIndex((block) => block.kind === 'paragraph' && ABSTRACT_START.test(plainText(block.spans)));
  if (at < 0) return { before: [...blocks], abstract: [] };
  const own = section({ title: 'Abstract', slug: 'abstract', level: 2, blocks: blocks.slice(at) });
  return { before: blocks.slice(0, at), abstract: [own] };
}

export function academicPaper(blocks: readonly Block[], title: string): TemplateResult {
  const tree = headingTree(blocks, title);
  const { before, abstract } = abstractIn(tree.blocks);
  const found = named([...abstract, ...tree.children]);
  const sections = found.map(({ section }) => section);
  const knownSections = found.filter(({ is }) => isSharedName(is)).length;
  const fit = decide(PAPER_FIT, { title, blocks, sections: sections.length, knownSections });
  if (fit !== 'fits') return fit;
  const front = section({ title, slug: 'front-matter', blocks: before, split: 'never', unit: true });
  const root = section({ title, split: 'always', children: [...(before.length > 0 ? [front] : []), ...sections] });
  return { shape: { root, granularity: { levelsAbove: 0 } } };
}
