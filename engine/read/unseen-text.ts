/** Text that is painted and that no reader sees: programs and people hide it so, the latter to talk to machines. */
import { median } from '../geometry.js';
import type { Box, ParsedPage, ParsedRun } from '../model.js';
import { tinyAmong } from '../page-findings.js';
import { decide, type DecisionTable } from '../rules.js';
import { paperOf, type Backdrop } from './backdrop.js';
import { finderOf, wordsAt } from './painted-boxes.js';
import { isWhite } from './sight.js';

/** In points: on a page whose usual type is below it everything is small, as on a plan that is scaled down. */
const USUAL_SIZE = 5;

export interface PaintedRun {
  page: number;
  run: ParsedRun;
  isTiny: boolean;
  /** Usual size of the page's type, in points. */
  usualSize: number;
  /** Hardly anything but the paper is behind it: no area, picture or gradient. */
  onPaper: () => boolean;
  /** Words that are not white, and were painted before, lie where it is. */
  onWords: () => boolean;
}

export const RUN_SIGHT: DecisionTable<PaintedRun, 'seen' | 'unseen' | 'open'> = {
  name: 'run-sight',
  rules: [
    {
      name: 'tiny',
      why: 'Type under two points among type that can be read is a grey line at most.',
      test: ({ isTiny, usualSize }) => (isTiny && usualSize >= USUAL_SIZE ? 'unseen' : null),
    },
    {
      name: 'white-on-words',
      why: 'White type on other words, such as a digit on a disc that is a character, may be seen on them.',
      test: ({ run, onPaper, onWords }) =>
        isWhite(run.color) && onPaper() && (run.pictured || onWords()) ? 'open' : null,
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

/** What the words of a page may stand on. */
interface Behind {
  backdrop: Backdrop;
  /** Fonts whose glyphs are drawings, which may be larger than their boxes. */
  drawn: ReadonlySet<number>;
}

/** The runs, in the order in which they are painted; those marked as not painted that nobody sees, and those to be looked at. */
export function withUnseen(
  runs: ParsedRun[],
  { number, backdrop, drawn }: Pick<ParsedPage, 'number'> & Behind,
): ParsedRun[] {
  const isTiny = tinyAmong(runs);
  if (!runs.some((run) => isTiny(run) || isWhite(run.color))) return runs;
  // of what can be read: a page may hold more hidden words than others
  const usualSize = median(runs.flatMap((run) => (isTiny(run) || run.invisible ? [] : [run.size])));
  const isPaper = paperOf(backdrop);
  // made for the first white word alone: most pages have tiny ones at most
  let isOnWords: ReturnType<typeof wordsBehind> | null = null;
  return runs.map((run, order) => {
    // what is not painted may be a layer, in which dirt gives tiny words
    if (run.invisible || !(isTiny(run) || isWhite(run.color))) return run;
    const onPaper = (): boolean => isPaper(run.box);
    const onWords = (): boolean => (isOnWords ??= wordsBehind(runs, drawn))(run.box, order);
    const sight = decide(RUN_SIGHT, { page: number, run, isTiny: isTiny(run), usualSize, onPaper, onWords });
    if (sight === 'seen') return run;
    return sight === 'open' ? { ...run, pictured: true } : { ...run, invisible: true, covered: true };
  });
}

/** Finds out whether something that is not white lies where a word is, of the words that are painted before it. */
function wordsBehind(runs: readonly ParsedRun[], drawn: ReadonlySet<number>): (box: Box, before: number) => boolean {
  const seen = runs.flatMap(({ box, font, color, invisible }, order) =>
    invisible || isWhite(color) ? [] : [{ box, font, order }],
  );
  const isAmongWords = wordsAt(seen);
  const drawings = finderOf(seen.filter(({ font }) => drawn.has(font)));
  return (box, before) => isAmongWords(box, before) || drawings(box).some(({ order }) => order < before);
}
