/** book: front matter, parts, chapters, back matter. */
import type { Block } from '../model.js';
import { sizeOf } from '../markdown/size.js';
import { pageSpan } from '../markdown/text.js';
import { allBlocks, headingTree, section, type Section } from './section.js';
import type { TemplateResult } from './shape.js';
import { CHAPTER, hasAbstract, hasBoxes, hasChapters, hasClauses, PART } from './signs.js';

const FRONT =
  /^(?:title page|half title|copyright|colophon|imprint|dedication|epigraph|(?:table of )?contents|list of (?:figures|tables|illustrations|abbreviations)|foreword|preface|prologue|acknowledge?ments?|about (?:this|the) (?:book|authors?|editors?)|abbreviations|how to (?:use|read) this book)\b/i;
const BACK =
  /^(?:appendix|appendices|annex|afterword|epilogue|postscript|glossary|bibliography|references|further reading|works cited|(?:end)?notes|index|colophon|credits|acknowledge?ments?|about the authors?|list of (?:figures|tables))\b/i;

const isPart = (of: Section): boolean => PART.test(of.title);
const isNumberedChapter = (of: Section): boolean =>
  CHAPTER.test(of.title) || /^(?:\d+|[IVXLC]+)[.\s]\s*\S/.test(of.title);

/** Sections of one level where a part's heading stands beside its chapters: the chapters go below their part. */
function nestParts(sections: readonly Section[]): Section[] {
  const nested: Section[] = [];
  for (const one of sections) {
    const part = nested.at(-1);
    if (part && isPart(part) && !isPart(one) && !BACK.test(one.title)) part.children.push(one);
    else nested.push({ ...one, children: [...one.children] });
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

/** Chapters of the body: numbered ones where there are any, else whatever stands between front and back matter. */
function bodyRange(sections: readonly Section[]): [number, number] {
  const isBody = (one: Section): boolean => isPart(one) || isNumberedChapter(one);
  let last = sections.length;
  while (last > 0 && BACK.test(sections[last - 1]!.title) && !isBody(sections[last - 1]!)) last--;
  const numbered = sections.findIndex(isBody);
  if (numbered >= 0) return [numbered, Math.max(last, numbered)];
  // Without numbers the front matter ends behind the last title that only front matter has.
  const front = sections.slice(0, Math.ceil(last / 2)).findLastIndex(({ title }) => FRONT.test(title));
  return [front + 1, last];
}

/** Pages from which sections without numbers are taken for chapters, whatever they are called. */
const BOOK_PAGES = 16;

/** Why this is clearly no book; null when it may be one. */
function misfitOf(blocks: readonly Block[], sections: readonly Section[]): string | null {
  if (hasChapters(blocks)) return null;
  if (hasBoxes(blocks)) return 'it has the boxes of a form, and no chapters';
  if (sections.some(isPart)) return null;
  if (hasAbstract(blocks)) return 'it begins with an abstract, as papers do, and has no chapters';
  if (hasClauses(blocks)) return 'it has numbered clauses and defined terms, as contracts do, and no chapters';
  const isBookish = ({ title }: Section): boolean => FRONT.test(title) || BACK.test(title);
  const [first, last] = pageSpan(blocks) ?? [1, 1];
  const mayBe =
    last - first + 1 >= BOOK_PAGES ||
    sections.some((one) => isNumberedChapter(one) || isBookish(one)) ||
    blocks.some(({ kind }) => kind === 'contents');
  return mayBe ? null : 'it is short, and none of its sections is a chapter by its title or number';
}

/** Front matter is one file (its printed contents stay in it) unless it is large; parts are directories of chapters. */
export function book(blocks: readonly Block[], title: string): TemplateResult {
  const tree = headingTree(blocks, title);
  const sections = nestParts(oneChapterEach(tree.children));
  const [first, last] = bodyRange(sections);
  const body = sections.slice(first, last);
  const chapters = body.flatMap((one) => (isPart(one) ? one.children : [one]));
  const isNumbered = chapters.some(isNumberedChapter) && sections.length > 1;
  if (chapters.length < (isNumbered ? 1 : 2)) return { misfit: 'it has no chapters' };
  const misfit = misfitOf(blocks, sections);
  if (misfit !== null) return { misfit };

  const front = section({
    title: 'Front matter',
    slug: 'front-matter',
    unit: true,
    blocks: tree.blocks,
    children: sections.slice(0, first),
  });
  const back = section({
    title: 'Back matter',
    slug: 'back-matter',
    level: 2,
    unit: true,
    children: sections.slice(last),
  });
  const hasParts = body.some(isPart);
  const parts = body.map((one): Section =>
    isPart(one)
      ? { ...one, split: 'always', unit: true, children: one.children.map((chapter) => ({ ...chapter, unit: true })) }
      : { ...one, unit: true },
  );
  const root = section({
    title,
    slug: 'front-matter',
    split: 'always',
    children: [...(sizeOf(allBlocks(front)) > 0 ? [front] : []), ...parts, ...(back.children.length > 0 ? [back] : [])],
  });
  return { shape: { root, granularity: { levelsAbove: hasParts ? 1 : 0 } } };
}
