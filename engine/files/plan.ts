/** Which section becomes which file: names, numbers, and the split of what is too large for one file. */
import type { Block } from '../block-model.js';
import { allBlocks, isBare, section, type Section } from '../templates/section.js';
import { HARD_BYTES, MIN_OWN_BYTES, PART_BYTES, SMALL_BYTES, SMALL_MAIN_BYTES } from '../limits.js';
import { decide } from '../rules.js';
import { SECTION_SPLIT, SHARED_FILE } from './section-rules.js';
import { numberPrefix, slugOf } from './paths.js';
import { pageSpan } from '../markdown/text.js';
import { sizeOf } from '../markdown/size.js';
import { splitBlock, splitBlocks } from './split.js';

/** Name of the file with the text before a directory's first section. */
const OVERVIEW = 'overview';

/** A content file before it is written. */
export interface PlannedFile {
  path: string;
  title: string;
  level: number;
  blocks: Block[];
  pages: [number, number];
}

/** A directory with the title of its section; for the table of contents. */
export interface PlannedDirectory {
  path: string;
  title: string;
}

export interface FilePlan {
  files: PlannedFile[];
  directories: PlannedDirectory[];
  /** How many levels of sections became files: 0 when the document is one file, 1 for its main sections, and so on. */
  depth: number;
}

/** Turns the tree into files, in reading order, which is also the order of their paths. */
export function planFiles(root: Section): FilePlan {
  const plan: FilePlan = { files: [], directories: [], depth: 0 };
  if (splits(root, 0)) place(together(entriesOf(root, root.slug), SMALL_MAIN_BYTES), '', 0, plan);
  else place([root], '', 0, plan);
  let page = 1;
  for (const file of plan.files) {
    const span = pageSpan(file.blocks) ?? [page, page];
    file.pages = span;
    page = span[1];
  }
  return plan;
}

const splits = (section: Section, depth: number): boolean =>
  section.children.length > 0 && decide(SECTION_SPLIT, { section, depth }) === 'directory';

/** What a directory holds: the text before its first child, then the children; a child without text goes with the next. */
function entriesOf(of: Section, slug: string | null): Section[] {
  const own = section({ title: of.title, slug, level: of.level, blocks: of.blocks, split: 'never' });
  const text = of.blocks.filter(({ kind }) => kind !== 'heading');
  const entries = sizeOf(text) >= MIN_OWN_BYTES ? [own] : [];
  let carried = entries.length > 0 ? [] : of.blocks;
  for (const child of of.children) {
    if (isBare(child)) {
      carried = [...carried, ...child.blocks];
      continue;
    }
    entries.push(carried.length > 0 ? { ...child, blocks: [...carried, ...child.blocks] } : child);
    carried = [];
  }
  // Headings with nothing behind them close the file before.
  if (carried.length > 0) entries.push({ ...own, blocks: carried });
  return entries;
}

/** Small sections together with their neighbours. */
function together(entries: readonly Section[], smallBytes: number): Section[] {
  const groups: Section[][] = [];
  for (const next of entries) {
    const group = groups.at(-1);
    if (group && decide(SHARED_FILE, { group, next, smallBytes }) === 'share') group.push(next);
    else groups.push([next]);
  }
  return groups.map((group) => {
    const [first, last] = [group[0]!, group.at(-1)!];
    if (first === last) return first;
    const slug =
      first.slug === OVERVIEW ? OVERVIEW : `${slugOf(first.slug ?? first.title)} to ${slugOf(last.slug ?? last.title)}`;
    const title = `${first.title} – ${last.title}`;
    return section({ title, slug, level: first.level, blocks: group.flatMap(allBlocks), split: 'never' });
  });
}

function place(entries: readonly Section[], directory: string, depth: number, plan: FilePlan): void {
  const count = entries.filter((entry) => !entry.unnumbered).length;
  if (entries.length > 1) plan.depth = Math.max(plan.depth, depth + 1);
  let position = 0;
  for (const entry of entries) {
    const slug = slugOf(entry.slug ?? entry.title);
    const name = entry.unnumbered ? slug : `${numberPrefix(++position, count)}-${slug}`;
    const path = directory + name;
    if (entry.unnumbered || splits(entry, depth + 1)) {
      plan.directories.push({ path, title: entry.title });
      place(together(entriesOf(entry, OVERVIEW), SMALL_BYTES), `${path}/`, depth + 1, plan);
      continue;
    }
    placeFile(entry, path, plan);
  }
}

/** One file, or a directory of parts when it is too large. */
function placeFile(entry: Section, path: string, plan: FilePlan): void {
  const blocks = allBlocks(entry).flatMap((block) => splitBlock(block, HARD_BYTES));
  const size = sizeOf(blocks);
  const limit = entry.split === 'never' ? HARD_BYTES : 2 * PART_BYTES;
  const parts = size > limit ? splitBlocks(blocks, entry.split === 'never' ? HARD_BYTES : PART_BYTES) : [blocks];
  if (parts.length === 1) {
    plan.files.push({ path: `${path}.md`, title: entry.title, level: levelOf(blocks, entry), blocks, pages: [1, 1] });
    return;
  }
  plan.directories.push({ path, title: entry.title });
  for (const [index, part] of parts.entries()) {
    plan.files.push({
      path: `${path}/${numberPrefix(index + 1, parts.length)}-part-${index + 1}.md`,
      title: `${entry.title} (part ${index + 1} of ${parts.length})`,
      level: levelOf(part, entry),
      blocks: part,
      pages: [1, 1],
    });
  }
}

function levelOf(blocks: readonly Block[], entry: Section): number {
  const heading = blocks.find((block) => block.kind === 'heading');
  return heading?.kind === 'heading' ? heading.level : entry.level;
}
