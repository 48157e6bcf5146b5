/** Headings: no level is skipped, and they nest as the PDF's bookmarks do. */
import type { AuditFinding } from '../../contract/vocabulary.js';
import { headingLines } from '../files/anchors.js';
import { wordsOf } from '../markdown/text.js';
import { finding } from '../findings.js';
import type { Bookmark, DocumentInfo } from '../model.js';
import type { ShelfFile } from '../shelf.js';

interface Heading {
  path: string;
  level: number;
  text: string;
}

/** Fewer bookmarks than this say little about a document's structure. */
const MIN_BOOKMARKS = 3;
/** Share of bookmarks without a heading from which the headings are in doubt. */
const UNKNOWN_SHARE = 0.5;

export function checkHeadings(info: DocumentInfo, contents: readonly ShelfFile[]): AuditFinding[] {
  const headings = contents.flatMap(({ path, content }) =>
    headingLines(content).map(({ level, text }): Heading => ({ path, level, text })),
  );
  return [...jumps(headings), ...againstBookmarks(info.bookmarks, headings)];
}

/** A heading more than one level below the heading before it. */
function jumps(headings: readonly Heading[]): AuditFinding[] {
  return headings.flatMap(({ path, level, text }, at) => {
    const before = headings[at - 1]?.level ?? 0;
    if (before === 0 || level <= before + 1) return [];
    return [finding('heading_jump', `The heading “${text}” skips a level.`, { file: path })];
  });
}

const keyOf = (text: string): string => wordsOf(text).join('');

/** Bookmarks whose title is a heading must nest as the headings do: what is below a bookmark is below its heading. */
function againstBookmarks(bookmarks: readonly Bookmark[], headings: readonly Heading[]): AuditFinding[] {
  const byText = Map.groupBy(headings, ({ text }) => keyOf(text));
  // A title that several headings share names none of them.
  const headingOf = ({ title }: Bookmark): Heading | undefined => {
    const found = byText.get(keyOf(title)) ?? byText.get(keyOf(title.replace(/^[\d.]+\s+/, ''))) ?? [];
    return found.length === 1 ? found[0] : undefined;
  };
  let total = 0;
  let unknown = 0;
  const wrong: Heading[] = [];
  const visit = (marks: readonly Bookmark[], parent: Heading | undefined): void => {
    for (const mark of marks) {
      const own = headingOf(mark);
      total++;
      if (!own && !byText.has(keyOf(mark.title))) unknown++;
      if (own && parent && own.level <= parent.level) wrong.push(own);
      visit(mark.children, own ?? parent);
    }
  };
  visit(bookmarks, undefined);
  const found: AuditFinding[] = wrong.slice(0, 1).map(({ path, text }) =>
    finding('bookmarks_differ', `${wrong.length} headings do not nest as the bookmarks do; the first is “${text}”.`, {
      file: path,
    }),
  );
  if (total < MIN_BOOKMARKS || unknown < UNKNOWN_SHARE * total) return found;
  const message = `${unknown} of ${total} bookmarks have no heading of their title.`;
  return [...found, finding('bookmarks_differ', message)];
}
