/** metadata.json after operations: the content files that there are now, each with what is known of it. */
import type { Metadata } from '../files/metadata.js';
import { headings } from '../files/anchors.js';
import { wordCount } from '../markdown/text.js';
import type { FileEntry, ShelfFile } from '../shelf.js';
import { bodyBelow, frontMatterOf } from './front-matter.js';
import { readableText } from './replace-links.js';

/** A content file after all operations. */
export interface EditedFile extends ShelfFile {
  /** Where it was before, if it was there. */
  before: string | null;
  /** Whether its text was written by the operations. */
  isWritten: boolean;
}

/** The metadata with entries for `contents`, which are in reading order. */
export function editedMetadata(metadata: Metadata, contents: readonly EditedFile[]): Metadata {
  const known = new Map(metadata.files.map((entry) => [entry.path, entry]));
  const files = contents.map((file): FileEntry => {
    const before = file.before === null ? undefined : known.get(file.before);
    return before && !file.isWritten ? { ...before, path: file.path } : entryOf(file, before, metadata.pageCount);
  });
  const now = new Map(
    contents.flatMap(({ before, path, isWritten }) => (before && !isWritten ? [[before, path]] : [])),
  );
  /** Entries of files that are as they were; one of a written file may stand elsewhere, or nowhere. */
  const kept = <T extends { file: string }>(entries: readonly T[]): T[] =>
    entries.flatMap((entry) => {
      const file = now.get(entry.file);
      return file === undefined ? [] : [{ ...entry, file }];
    });
  const { tableList, figureList } = metadata;
  return {
    ...metadata,
    files,
    ...(tableList && { tableList: kept(tableList) }),
    ...(figureList && { figureList: kept(figureList) }),
  };
}

/** What the text says of itself; where it says nothing, what was known, else what its name says. */
function entryOf({ path, content }: ShelfFile, before: FileEntry | undefined, pageCount: number): FileEntry {
  const isMarkdown = path.endsWith('.md');
  const front = isMarkdown ? frontMatterOf(content, pageCount) : { title: null, pages: null };
  const heading = isMarkdown ? headings(content).next().value : undefined;
  return {
    path,
    title: front.title || heading?.text.trim() || before?.title || titleFromName(path.split('/').at(-1)!),
    level: heading?.level ?? before?.level ?? 1,
    pages: front.pages,
    words: wordCount(isMarkdown ? readableText(bodyBelow(content)) : content),
  };
}

/** "03-notice-period.md" as "Notice period". */
export function titleFromName(name: string): string {
  const words = name
    .replace(/\.[^.]+$/, '')
    .replace(/^\d+[-_. ]+/, '')
    .replace(/[-_\s]+/g, ' ')
    .trim();
  return words === '' ? name : words[0]!.toUpperCase() + words.slice(1);
}
