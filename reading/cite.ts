/** Citations: where the lines of a file were printed in the PDF, passage by passage. */
import type { SourceMapEntry } from '../engine/shelf.js';
import { frontMatterLines, isContent, lineCount } from './files.js';
import { trailAt, type HeadingTrail } from './headings.js';
import { closestEntries } from './pages.js';
import { renderedText } from './rendered.js';
import type { ReadableTree } from './tree.js';

export interface CiteInput {
  path: string;
  /** Counted from 1, both included. */
  start: number;
  end: number;
}

interface CitedPassage {
  startLine: number;
  endLine: number;
  page: number;
  pageLabel: string | null;
  box: number[];
  text: string;
}

interface Unmapped {
  startLine: number;
  endLine: number;
  reason: 'front_matter' | 'not_in_pdf';
}

export interface CiteOutcome extends HeadingTrail {
  start: number;
  end: number;
  totalLines: number;
  passages: CitedPassage[];
  unmapped: Unmapped[];
}

/** Cites the lines from `start` to `end`, as far as they exist; none if `start` is past the end of the file. */
export function cite(tree: ReadableTree, { path, start, end }: CiteInput): CiteOutcome {
  const content = tree.files.get(path) ?? '';
  const lines = content.split('\n');
  const totalLines = lineCount(content);
  const last = Math.min(end, totalLines);
  const front = isContent(path) ? frontMatterLines(lines) : 0;
  const closest = closestEntries(tree.pages.entries(path));
  const cited = new Set<SourceMapEntry>();
  const unmapped: Unmapped[] = [];
  for (let line = start; line <= last; line++) {
    if (!hasText(lines[line - 1] ?? '', line <= front)) continue;
    const entries = closest.get(line);
    if (entries) for (const entry of entries) cited.add(entry);
    else addLine(unmapped, line, line <= front ? 'front_matter' : 'not_in_pdf');
  }
  const passages = [...cited].map(({ startLine, endLine, page, box }) => {
    const [from, to] = [Math.max(start, startLine), Math.min(last, endLine)];
    const text = quoted(lines.slice(from - 1, to));
    return { startLine: from, endLine: to, page, pageLabel: tree.pages.label(page), box: [...box], text };
  });
  return { start, end: last, totalLines, ...trailAt(tree.headings().get(path), start), passages, unmapped };
}

/** Empty lines, page marks, fences and table borders are not printed, so they do not count as unmapped. */
function hasText(line: string, isFrontMatter: boolean): boolean {
  return /[\p{L}\p{N}]/u.test(isFrontMatter ? line : renderedText(line));
}

function addLine(found: Unmapped[], line: number, reason: Unmapped['reason']): void {
  const last = found.at(-1);
  if (last?.reason === reason) last.endLine = line;
  else found.push({ startLine: line, endLine: line, reason });
}

const quoted = (lines: readonly string[]): string =>
  renderedText(lines.map((line) => line.trimEnd()).join('\n'))
    .replace(/\n\s*\n/g, '\n')
    .trim();
