/**
 * Blocks and the rows of tables against the order in which they are printed: within one column of a page, what comes next
 * in the files is printed below what came before. So parts that changed places together with their map are found. What
 * is in another column, or follows its reference as footnotes do, says nothing.
 */
import type { AuditFinding } from '../../contract/vocabulary.js';
import { finding } from '../findings.js';
import type { UnverifiedTree, SourceMapEntry } from '../shelf.js';
import { contentFiles, sourceMapOf } from './files-of.js';
import { ROW } from './map-check.js';

/** Part of the narrower box's width that two boxes of one column share. */
const SHARED_WIDTH = 0.5;
/** Parts of the page's height by which boxes of neighbours may overlap. */
const SLACK = 0.003;

const NOTE = /^(?:\[\^[^\]\s]+\]:|<!-- figure: )/;

type Part = Pick<SourceMapEntry, 'page' | 'box'>;

const isAbove = ({ page, box: [x0, y0, x1, y1] }: Part, other: Part): boolean => {
  if (page !== other.page || y1 > other.box[1] + SLACK || y0 >= other.box[1]) return false;
  const shared = Math.min(x1, other.box[2]) - Math.max(x0, other.box[0]);
  return shared >= SHARED_WIDTH * Math.min(x1 - x0, other.box[2] - other.box[0]);
};

/** The parts of what was printed in several, by its lines, in the order of the lines; what holds others comes first. */
function placed(entries: readonly SourceMapEntry[]): SourceMapEntry[][] {
  const byLines = Map.groupBy(entries, ({ startLine, endLine }) => `${startLine}-${endLine}`);
  return [...byLines.values()].toSorted(([a], [b]) => a!.startLine - b!.startLine || b!.endLine - a!.endLine);
}

/**
 * Printed above what comes before it. A paragraph that a column's end cut is read past the figures and labels that float
 * above its last part: those are out of order only if they are above its part before that too.
 */
function isOutOfOrder(first: SourceMapEntry, before: readonly SourceMapEntry[]): boolean {
  const [earlier, last] = [before.at(-2), before.at(-1)];
  return last !== undefined && isAbove(first, last) && (earlier === undefined || isAbove(first, earlier));
}

/** Findings about neighbours of which the later one is printed above the earlier one. */
export function checkOrder(unverified: UnverifiedTree): AuditFinding[] {
  const byPath = Map.groupBy(sourceMapOf(unverified), (entry) => entry?.path);
  let block: SourceMapEntry[] | null = null;
  return contentFiles(unverified).flatMap(({ path, content }) => {
    const lines = content.split('\n');
    const found: AuditFinding[] = [];
    let end = 0;
    let row: SourceMapEntry[] | null = null;
    for (const parts of placed(byPath.get(path) ?? [])) {
      const [first] = parts;
      const { startLine, endLine, page } = first!;
      const text = lines[startLine - 1] ?? '';
      const isInner = startLine <= end;
      if (NOTE.test(text) || (isInner && !ROW.test(text))) continue;
      if (isOutOfOrder(first!, (isInner ? row : block) ?? [])) {
        const what = isInner ? 'The row in line' : 'The text from line';
        const message = `Page ${page}: ${what} ${startLine} is printed above what comes before it.`;
        found.push(
          finding('text_out_of_order', message, { file: path, page, ...(isInner ? { severity: 'error' } : {}) }),
        );
      }
      row = isInner ? parts : null;
      if (isInner) continue;
      block = parts;
      end = endLine;
    }
    return found;
  });
}
