/** Code: lines set in typewriter type, with their indents and blank lines. */
import { median } from '../geometry.js';
import type { Line } from '../text/line.js';

/** More blank lines in a row, or columns in a gap, are the page's and not the code's. */
const MAX_BLANK = 2;
const MAX_COLUMNS = 120;

/** Text of consecutive lines, columns kept where the type has one width. */
export function codeText(lines: readonly Line[]): string {
  const width = median(
    lines.flatMap(({ runs }) =>
      runs.filter((run) => run.text.length > 1).map((run) => (run.box.x1 - run.box.x0) / run.text.length),
    ),
  );
  const left = Math.min(...lines.map((line) => line.box.x0));
  const steps = lines.slice(1).map((line, i) => line.baseline - (lines[i]?.baseline ?? 0));
  const leading = Math.min(...steps.filter((step) => step > 0.8 * (lines[0]?.size ?? 10)), 3 * (lines[0]?.size ?? 10));
  const text: string[] = [];
  for (const [i, line] of lines.entries()) {
    const step = steps[i - 1];
    const blank = step !== undefined && step > 0 ? Math.round(step / leading) - 1 : 0;
    for (let n = 0; n < Math.min(MAX_BLANK, blank); n++) text.push('');
    text.push(columnsOf(line, left, width || 0.6 * line.size));
  }
  return text.join('\n');
}

function columnsOf(line: Line, left: number, width: number): string {
  let text = '';
  for (const [i, run] of line.runs.entries()) {
    const column = Math.min(MAX_COLUMNS, Math.round((run.box.x0 - left) / width));
    const before = line.runs[i - 1];
    const apart = before !== undefined && (run.space === true || run.box.x0 - before.box.x1 > 0.3 * width);
    const pad = Math.max(column - text.length, apart ? 1 : 0);
    text += (i === 0 || apart ? ' '.repeat(pad) : '') + run.text;
  }
  return text;
}
