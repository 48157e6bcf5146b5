/** Lines of text in other directions than the page's, each direction read as if the page were turned to it. */
import { unionBox } from '../geometry.js';
import type { Page, TextRun } from '../model.js';
import { turnRuns } from '../normalise/upright.js';
import { buildLines, makeLine, type Line } from '../text/line.js';

export function asideLines(page: Page, runs: readonly TextRun[]): Line[] {
  const directions = [...new Set(runs.map((run) => run.rotation))].sort((a, b) => a - b);
  return directions.flatMap((rotation) => {
    const some = runs.filter((run) => run.rotation === rotation);
    if (rotation % 90 !== 0) return [makeLine(page, some)];
    const original = new Map(some.map((run) => [run.id, run]));
    return buildLines({ number: page.number, fonts: page.fonts, rules: [] }, turnRuns(some, page, rotation)).map(
      (line) => ({ ...line, box: unionBox(line.runs.map((run) => original.get(run.id)!.box)) }),
    );
  });
}
