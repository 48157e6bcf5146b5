/**
 * Boxed forms: a lattice whose cells each begin with a printed number and a label, such as Part I of a charter-party.
 *
 * A cell's label is its first line and those that follow it in the same style; what follows in another style (not bold,
 * or larger) is its text. With no difference of style the first line alone is the label. A lattice is a form when at least
 * four cells and most of those with text begin with a number, the numbers rise from cell to cell, row by row, and each
 * number is followed by words.
 */
import { buildLines, type Line } from '../text/line.js';
import { append, lineSpans, plainText } from '../text/spans.js';
import type { Box, FieldBlock, ParsedPage, Span } from '../model.js';
import { withoutBold, type FilledGrid } from '../tables/found-table.js';
import { cellBox } from '../tables/grid.js';

const NUMBER = /^(\d{1,3}[A-Za-z]?)[.):]?(?=\s|$)/u;
const LEAST_FIELDS = 4;
const NUMBERED = 0.6;

/** The form's fields row by row, or null when the lattice is no form. */
export function formFields(page: ParsedPage, { grid, texts }: FilledGrid): FieldBlock[] | null {
  const boxes = grid.cells.flatMap((cell, i) =>
    texts[i]!.length > 0
      ? [
          {
            box: cellBox(grid, cell),
            lines: buildLines({ number: page.number, fonts: page.fonts, rules: [] }, texts[i]!),
          },
        ]
      : [],
  );
  const numbers = boxes.map(({ lines }) => numberOf(lines));
  const found = numbers.filter((n) => n !== null);
  if (found.length < LEAST_FIELDS || found.length < NUMBERED * boxes.length) return null;
  const rising = found.slice(1).filter((n, i) => Number.parseInt(n, 10) >= Number.parseInt(found[i]!, 10)).length;
  if (rising < 0.8 * (found.length - 1)) return null;
  return boxes.map(({ box, lines }, i) => fieldOf(page, { box, lines, number: numbers[i] ?? null }));
}

function numberOf(lines: readonly Line[]): string | null {
  const match = NUMBER.exec(lines[0]?.text ?? '');
  return match && /\p{L}{2}/u.test(lines[0]!.text) ? match[1]! : null;
}

function fieldOf(
  page: ParsedPage,
  { box, lines, number }: { box: Box; lines: Line[]; number: string | null },
): FieldBlock {
  const end = labelEnd(lines);
  return {
    kind: 'field',
    number,
    label: withoutBold(joined(page, lines.slice(0, end))),
    lines: paragraphs(lines.slice(end), box).map((part) => joined(page, part)),
    source: [{ page: page.number, box }],
  };
}

/** Number of lines that are the label. */
function labelEnd(lines: readonly Line[]): number {
  const first = lines[0]!;
  const alike = (line: Line): boolean =>
    line.bold >= 0.5 === first.bold >= 0.5 && Math.abs(line.size - first.size) < 0.06 * first.size;
  const end = lines.findIndex((line) => !alike(line));
  return end < 0 ? 1 : end;
}

/** Lines that were broken for want of room belong together; a line that had room for the next word stands alone. */
function paragraphs(lines: readonly Line[], box: Box): Line[][] {
  const parts: Line[][] = [];
  let before: Line | undefined;
  for (const line of lines) {
    const firstWord = line.runs[0]!.box;
    const wrapped =
      before !== undefined &&
      before.box.x1 + 0.25 * line.size + (firstWord.x1 - firstWord.x0) > box.x1 - 0.5 * line.size;
    if (wrapped) parts.at(-1)!.push(line);
    else parts.push([line]);
    before = line;
  }
  return parts;
}

function joined(page: ParsedPage, lines: readonly Line[]): Span[] {
  const spans: Span[] = [];
  lines.forEach((line, at) => {
    lineSpans(page, line).forEach((span, i) => append(spans, span, at > 0 && i === 0));
  });
  return plainText(spans) === '' ? [] : spans;
}
