/** Under which headings a line stands. Levels are the document's: what opens in one file goes on in those that follow. */
import { headingLines, type HeadingLine } from '../engine/files/anchors.js';
import { isContent, type Files } from './files.js';

export interface HeadingTrail {
  /** Null before the first heading. */
  heading: string | null;
  /** The heading and those above it in rank, the highest first. */
  trail: string[];
}

export type Open = Pick<HeadingLine, 'level' | 'text'>;

/** `open` once `next` has come: what is of its rank or below ends. */
const opened = (open: readonly Open[], { level, text }: Open): Open[] => [
  ...open.filter((one) => one.level < level),
  { level, text },
];

export interface FileHeadings {
  /** What is open where the file begins. */
  before: readonly Open[];
  own: readonly HeadingLine[];
}

/** The headings of all Markdown files; README.md and what else is no part of the document stand for themselves. */
export function readHeadings(files: Files): ReadonlyMap<string, FileHeadings> {
  const found = new Map<string, FileHeadings>();
  let open: readonly Open[] = [];
  for (const [path, content] of files) {
    if (!path.endsWith('.md')) continue;
    const own = headingLines(content);
    if (!isContent(path)) {
      found.set(path, { before: [], own });
      continue;
    }
    found.set(path, { before: open, own });
    open = own.reduce<readonly Open[]>(opened, open);
  }
  return found;
}

export function trailAt(headings: FileHeadings | undefined, line: number): HeadingTrail {
  const { before, own } = headings ?? { before: [], own: [] };
  const open = own.filter((one) => one.line <= line).reduce<readonly Open[]>(opened, before);
  return { heading: open.at(-1)?.text ?? null, trail: open.map(({ text }) => text) };
}
