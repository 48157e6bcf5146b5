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
  const wrong: Heading[] = [];
  const visit = (marks: readonly Bookmark[], parent: Heading | undefined): void => {
    for (const mark of marks) {
      const own = headingOf(mark);
      if (own && parent && own.level <= parent.level) wrong.push(own);
      visit(mark.children, own ?? parent);
    }
  };
  visit(bookmarks, undefined);
  return wrong.slice(0, 1).map(({ path, text }) =>
    finding('bookmarks_differ', `${wrong.length} headings do not nest as the bookmarks do; the first is “${text}”.`, {
      file: path,
    }),
  );
}
