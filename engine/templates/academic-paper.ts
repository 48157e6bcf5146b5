/** academic-paper: one file per section, with fixed names for the sections that papers share. */
import type { Block } from '../model.js';
import { plainText } from '../markdown/text.js';
import { headingTree, section, type Section } from './section.js';
import type { TemplateResult } from './shape.js';
import { ABSTRACT_START } from './signs.js';

const FIXED: readonly (readonly [RegExp, string])[] = [
  [/^(?:abstract|summary)$/i, 'abstract'],
  [/^introduction\b/i, 'introduction'],
  [
    /^(?:materials? and methods?|methods?(?: and materials?)?|methodology|experimental (?:setup|methods?|design))$/i,
    'methods',
  ],
  [/^(?:experimental )?results?(?: and (?:evaluation|analysis))?$/i, 'results'],
  [/^(?:general )?discussions?$/i, 'discussion'],
  [/^(?:conclusions?|concluding remarks)(?: and .*)?$/i, 'conclusion'],
  [/^(?:references|bibliography|literature cited|works cited)$/i, 'references'],
];

/** A printed section number before a title: "2.", "2.1", "IV.", "A.", "IV". */
const NUMBER = /^(?:\d+(?:\.\d+)*[.)]?|[IVXLC]+[.)]?|[A-Z][.)])\s+(?=\S)/;

const bareTitle = (title: string): string => title.replace(NUMBER, '').replace(/[.:]$/, '').trim();

function named(of: Section): Section {
  const bare = bareTitle(of.title);
  const fixed = FIXED.find(([pattern]) => pattern.test(bare));
  if (fixed) return { ...of, slug: fixed[1] };
  if (/^appendi(?:x|ces)\b/i.test(of.title)) return { ...of, slug: of.title };
  if (/^supplement(?:ary|al)\b/i.test(bare)) return { ...of, slug: `appendix ${bare}` };
  return of;
}

/** Takes an abstract without a heading of its own out of what stands before the first section. */
function abstractIn(blocks: readonly Block[]): { before: Block[]; abstract: Section[] } {
  const at = blocks.findIndex((block) => block.kind === 'paragraph' && ABSTRACT_START.test(plainText(block.spans)));
  if (at < 0) return { before: [...blocks], abstract: [] };
  const own = section({ title: 'Abstract', slug: 'abstract', level: 2, blocks: blocks.slice(at) });
  return { before: blocks.slice(0, at), abstract: [own] };
}

/** Appendices whose headings say only "A Proofs" after the references. */
function lettered(sections: Section[]): Section[] {
  const references = sections.findIndex(({ slug }) => slug === 'references');
  return sections.map((one, index) =>
    references >= 0 && index > references && /^[A-Z][.\s]\s*\S/.test(one.title) && !one.slug?.startsWith('appendix')
      ? { ...one, slug: `appendix ${one.title}` }
      : one,
  );
}

export function academicPaper(blocks: readonly Block[], title: string): TemplateResult {
  const tree = headingTree(blocks, title);
  const { before, abstract } = abstractIn(tree.blocks);
  const sections = lettered([...abstract, ...tree.children.map(named)]).map((one): Section => ({ ...one, unit: true }));
  if (sections.length < 2) return { misfit: 'it has no sections' };
  const known = sections.filter(({ slug }) => FIXED.some(([, fixed]) => fixed === slug));
  if (known.length === 0) return { misfit: 'none of its sections is one that papers have (abstract, references, ...)' };
  const front = section({ title, slug: 'front-matter', blocks: before, split: 'never', unit: true });
  const root = section({ title, split: 'always', children: [...(before.length > 0 ? [front] : []), ...sections] });
  return { shape: { root, granularity: { levelsAbove: 0 } } };
}
