/** Code: lines set in monospaced type, with their indents and blank lines. */
import { median } from '../geometry.js';
import type { Line } from '../text/line.js';

/** More blank lines in a row, or columns in a gap, are the page's and not the code's. */
const MAX_BLANK = 2;
const MAX_COLUMNS = 120;
/** In font sizes: baselines that are nearer are of one line, and those further apart than `MOST_STEP` have blank lines between. */
const LEAST_STEP = 0.8;
const MOST_STEP = 3;
/** In points: the font size of code without lines. */
const USUAL_SIZE = 10;
/** In font sizes: the width of a letter of monospaced type, where no word is long enough to measure it. */
const LETTER_WIDTH = 0.6;
/** In widths of a letter: a gap between words. */
const WORD_GAP = 0.3;

/** Text of consecutive lines, columns kept where the type has one width. */
export function codeText(lines: readonly Line[]): string {
  const width = median(
    lines.flatMap(({ runs }) =>
      runs.filter((run) => run.text.length > 1).map((run) => (run.box.x1 - run.box.x0) / run.text.length),
    ),
  );
  const left = Math.min(...lines.map((line) => line.box.x0));
  const steps = lines.slice(1).map((line, i) => line.baseline - (lines[i]?.baseline ?? 0));
  const size = lines[0]?.size ?? USUAL_SIZE;
  const leading = Math.min(...steps.filter((step) => step > LEAST_STEP * size), MOST_STEP * size);
  const text: string[] = [];
  for (const [i, line] of lines.entries()) {
    const step = steps[i - 1];
    const blank = step !== undefined && step > 0 ? Math.round(step / leading) - 1 : 0;
    for (let n = 0; n < Math.min(MAX_BLANK, blank); n++) text.push('');
    text.push(columnsOf(line, left, width || LETTER_WIDTH * line.size));
  }
  return text.join('\n');
}

function columnsOf(line: Line, left: number, width: number): string {
  let text = '';
  for (const [i, run] of line.runs.entries()) {
    const column = Math.min(MAX_COLUMNS, Math.round((run.box.x0 - left) / width));
    const before = line.runs[i - 1];
    const apart = before !== undefined && (run.space === true || run.box.x0 - before.box.x1 > WORD_GAP * width);
    const pad = Math.max(column - text.length, apart ? 1 : 0);
    text += (i === 0 || apart ? ' '.repeat(pad) : '') + run.text;
  }
  return text;
}
