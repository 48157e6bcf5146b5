/**
 * Footnotes: text at a column's foot, in smaller type than the body's, that begins with the mark of a note.
 * The mark is a raised number or sign, or a number where a short rule parts the notes from the text above or where the same
 * number stands raised in the page's text.
 */
import type { ParsedPage } from '../model.js';
import { scriptOf, type Line } from '../text/line.js';
import type { LineGroup } from './line-groups.js';
import { startsNote } from './paragraph-breaks.js';

/** Whether a group begins a footnote. */
export function isFootnote(group: LineGroup, page: ParsedPage, references: ReadonlySet<string>): boolean {
  const mark = markOf(group);
  return mark !== null && (startsNoteAt(group) || ruleAbove(group, page) || references.has(mark));
}

/** Texts of the raised marks within lines. */
export function raisedMarks(lines: readonly Line[]): Set<string> {
  const marks = new Set<string>();
  for (const line of lines) {
    for (const run of line.runs.slice(1)) {
      if (scriptOf(line, run) === 'super') marks.add(run.text);
    }
  }
  return marks;
}

/** The note's mark as printed. */
export function markOf(group: Pick<LineGroup, 'lines'>): string | null {
  const first = group.lines[0]?.runs[0]?.text ?? '';
  const mark = /^([\d]{1,3}|[*†‡§¶‖]+)[.)]?$/u.exec(first)?.[1] ?? /^([*†‡§¶‖]+)/u.exec(first)?.[1] ?? null;
  if (mark !== null) return mark;
  return startsNoteAt(group) ? first : null;
}

function startsNoteAt({ lines }: Pick<LineGroup, 'lines'>): boolean {
  return lines[0] !== undefined && startsNote(lines[0]);
}

/** A horizontal rule close above, with no text between. */
function ruleAbove({ lines }: Pick<LineGroup, 'lines'>, page: ParsedPage): boolean {
  const line = lines[0];
  if (!line) return false;
  return page.rules.some(
    ({ orientation, box }) =>
      orientation === 'horizontal' &&
      box.y1 <= line.box.y0 + 2 &&
      box.y0 > line.box.y0 - 1.5 * line.size &&
      Math.abs(box.x0 - line.box.x0) < 2 * line.size,
  );
}
