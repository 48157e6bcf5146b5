/** The headings above a line. Levels are those of the document: a section continues in the files that follow. */
import { headingLines, type HeadingLine } from '../engine/files/anchors.js';
import { isContent, type Files } from './files.js';

export interface HeadingTrail {
  /** Null before the first heading. */
  heading: string | null;
  /** The heading and its ancestors, outermost first. */
  trail: string[];
}

export type Open = Pick<HeadingLine, 'level' | 'text'>;

/** The open headings after another one: it closes those of its own level and below. */
const opened = (open: readonly Open[], { level, text }: Open): Open[] => [
  ...open.filter((one) => one.level < level),
  { level, text },
];

export interface FileHeadings {
  /** The open headings at the start of the file. */
  before: readonly Open[];
  own: readonly HeadingLine[];
}

/** The headings of all Markdown files; README.md, which is not part of the document, is treated on its own. */
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
