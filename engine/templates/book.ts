/** book: front matter, parts, chapters, back matter. */
import type { Block } from '../block-model.js';
import { sizeOf } from '../markdown/size.js';
import { decide } from '../rules.js';
import { BOOK_SECTION, isBody, mayBeBackMatter, mayBeFrontMatter, type SectionKind } from './book-sections.js';
import { BOOK_FIT } from './fit.js';
import { allBlocks, headingTree, section, type Section } from './section.js';
import type { TemplateResult } from './shape.js';
import { CHAPTER } from './signs.js';

/** A section of the outermost level. */
interface Named {
  section: Section;
  kind: SectionKind;
  /** A part's sections; empty for any other section. */
  chapters: Named[];
}

function named(section: Section): Named {
  const kind = decide(BOOK_SECTION, section);
  return { section, kind, chapters: kind === 'part' ? section.children.map(named) : [] };
}

/** Where a part's heading has the level of its chapters' headings, they go below it. */
function nestParts(sections: readonly Named[]): Named[] {
  const nested: Named[] = [];
  for (const one of sections) {
    const part = nested.at(-1);
    if (part?.kind === 'part' && one.kind !== 'part' && !mayBeBackMatter(one.kind)) part.chapters.push(one);
    else nested.push(one);
  }
  return nested;
}

/** Some books print the chapter's number before each of its sections ("Chapter 4 Synopsis"): they are one chapter. */
function oneChapterEach(sections: readonly Section[]): Section[] {
  const chapters: Section[] = [];
  for (const one of sections) {
    const last = chapters.at(-1);
    const number = CHAPTER.exec(one.title)?.[0];
    if (last && number && number === CHAPTER.exec(last.title)?.[0]) last.children.push(one);
    else chapters.push({ ...one, children: [...one.children] });
  }
  return chapters;
}

/** Chapters of the body: numbered ones where there are any, else everything between front and back matter. */
function bodyRange(kinds: readonly SectionKind[]): [number, number] {
  const last = kinds.findLastIndex((kind) => !mayBeBackMatter(kind)) + 1;
  const numbered = kinds.findIndex(isBody);
  if (numbered >= 0) return [numbered, last];
  // Without numbers the front matter ends behind the last title that only front matter has.
  const front = kinds.slice(0, Math.ceil(last / 2)).findLastIndex(mayBeFrontMatter);
  return [front + 1, last];
}

/** Front matter is one file (its printed contents stay in it) unless it is large; parts are directories of chapters. */
export function book(blocks: readonly Block[], title: string): TemplateResult {
  const tree = headingTree(blocks, title);
  const sections = nestParts(oneChapterEach(tree.children).map(named));
  const kinds = sections.map(({ kind }) => kind);
  const [first, last] = bodyRange(kinds);
  const body = sections.slice(first, last);
  const chapters = body.flatMap((one) => (one.kind === 'part' ? one.chapters : [one])).map(({ kind }) => kind);
  const fit = decide(BOOK_FIT, { title, blocks, sections: kinds, chapters });
  if (fit !== 'fits') return fit;

  const front = section({
    title: 'Front matter',
    slug: 'front-matter',
    unit: true,
    blocks: tree.blocks,
    children: sections.slice(0, first).map(({ section }) => section),
  });
  const back = section({
    title: 'Back matter',
    slug: 'back-matter',
    level: 2,
    unit: true,
    children: sections.slice(last).map(({ section }) => section),
  });
  const hasParts = body.some(({ kind }) => kind === 'part');
  const parts = body.map(({ section, kind, chapters }): Section =>
    kind === 'part'
      ? { ...section, split: 'always', unit: true, children: chapters.map((one) => ({ ...one.section, unit: true })) }
      : { ...section, unit: true },
  );
  const root = section({
    title,
    slug: 'front-matter',
    split: 'always',
    children: [...(sizeOf(allBlocks(front)) > 0 ? [front] : []), ...parts, ...(back.children.length > 0 ? [back] : [])],
  });
  return { shape: { root, granularity: { levelsAbove: hasParts ? 1 : 0 } } };
}
