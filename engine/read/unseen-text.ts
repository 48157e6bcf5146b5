/** Text that is painted and that no reader sees: programs and people hide it so, the latter to talk to machines. */
import { median } from '../geometry.js';
import type { ParsedPage, ParsedRun } from '../model.js';
import { isTiny } from '../page-findings.js';
import { decide, type DecisionTable } from '../rules.js';
import { paperOf, type Backdrop } from './backdrop.js';
import { isWhite } from './sight.js';

/** In points: on a page whose usual type is below it everything is small, as on a plan that is scaled down. */
const USUAL_SIZE = 5;

export interface PaintedRun {
  page: number;
  run: ParsedRun;
  /** Usual size of the page's type, in points. */
  usualSize: number;
  /** Hardly anything but the paper is behind it: no area, picture or gradient. */
  onPaper: () => boolean;
}

export const RUN_SIGHT: DecisionTable<PaintedRun, 'seen' | 'unseen'> = {
  name: 'run-sight',
  rules: [
    {
      name: 'tiny',
      why: 'Type under two points among type that can be read is a grey line at most.',
      test: ({ run, usualSize }) => (isTiny(run) && usualSize >= USUAL_SIZE ? 'unseen' : null),
    },
    {
      name: 'white-on-white',
      why: 'White type on the bare paper.',
      test: ({ run, onPaper }) => (isWhite(run.color) && onPaper() ? 'unseen' : null),
    },
  ],
  otherwise: 'seen',
  subject: ({ page, run }) => ({ page, box: run.box, text: run.text }),
  numbers: ({ run, usualSize }) => ({ sizeInPoints: run.size, usualSizeInPoints: usualSize }),
};

/** The runs, those marked as not painted that nobody sees. */
export function withUnseen(
  runs: ParsedRun[],
  { number, backdrop }: Pick<ParsedPage, 'number'> & { backdrop: Backdrop },
): ParsedRun[] {
  if (!runs.some((run) => isTiny(run) || isWhite(run.color))) return runs;
  // of what can be read: a page may hold more hidden words than others
  const usualSize = median(runs.flatMap((run) => (isTiny(run) || run.invisible ? [] : [run.size])));
  const isPaper = paperOf(backdrop);
  return runs.map((run) => {
    const sight = decide(RUN_SIGHT, { page: number, run, usualSize, onPaper: () => isPaper(run.box) });
    // what is not painted may be a layer, in which dirt gives tiny words
    return sight === 'seen' || run.invisible ? run : { ...run, invisible: true, covered: true };
  });
}
