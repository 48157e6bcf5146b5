/**
 * Characters that American courts set down the page between the parties of a case and its number, in place of a drawn line:
 * a column of ")", "]", "§" or ":". They separate two texts and are no text themselves.
 */
import { unionBox } from '../geometry.js';
import { MIXED_ROW } from '../measures.js';
import type { TextRun } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';

const DIVIDER = /^[)}\]§|:*]$/u;
/** Forms have columns of these, too. */
const OTHER_USES = /^[:*]$/u;
/** A word of the line between the parties. */
const VERSUS = /^(?:-?vs?\.?-?|against|versus)$/iu;
/** In points: left edges that differ by less are one. */
const COLUMN_STEP = 2;
/** Characters that a column has at least. */
const LEAST_ROWS = 4;
/** In font sizes: text of the same row is no closer than this. */
const CLEAR = 0.7;
/** In points: text that reaches further over the characters stands across them. */
const OVERLAP = 1;
/** Share of the characters that the names of parties may reach up to. */
const MOST_REACHED = 0.4;
/** In font sizes: the characters follow each other row by row; rows are no further apart, double spacing included. */
const MOST_STEP = 3.2;

/** The same character repeated down one edge, from the top, and all text of the page. */
export interface SignStrip {
  group: readonly TextRun[];
  runs: readonly TextRun[];
  page: number;
}

export const CAPTION_SIGNS: DecisionTable<SignStrip, 'line' | 'text'> = {
  name: 'caption-signs',
  rules: [
    {
      name: 'few-signs',
      why: 'The names of two parties take some rows.',
      test: ({ group }) => (group.length < LEAST_ROWS ? 'text' : null),
    },
    {
      name: 'no-parties',
      why: 'Colons set labels of a form apart, and asterisks mark rows, where no "v." stands between two names left of them.',
      test: (strip) => (OTHER_USES.test(strip.group[0]?.text ?? '') && !hasParties(strip) ? 'text' : null),
    },
    {
      name: 'gap-in-the-column',
      why: 'The characters stand in row after row.',
      test: ({ group }) => (hasGap(group) ? 'text' : null),
    },
    {
      name: 'close-to-text',
      why: 'A bracket or symbol that belongs to a text stands close to it; those between the parties and the number of a case may have a space behind them alone, and a long name before some.',
      test: (strip) => (isClose(strip) ? 'text' : null),
    },
    {
      name: 'symbols-below-each-other',
      why: 'In row after row, clear of the text on both sides, they are typed in place of a line.',
      test: () => 'line',
    },
  ],
  otherwise: 'line',
  subject: ({ group, page }) => ({
    page,
    box: unionBox(group.map(({ box }) => box)),
    text: group.map(({ text }) => text).join(' '),
  }),
  numbers: ({ group }) => ({ signs: group.length }),
};

/** The characters of the page that stand for a line. */
export function captionSigns(runs: readonly TextRun[], page: number): Set<TextRun> {
  const signs = runs.filter(({ text }) => DIVIDER.test(text));
  if (signs.length < LEAST_ROWS) return new Set();
  const strips = Map.groupBy(signs, ({ text, box }) => `${text} ${Math.round(box.x0 / COLUMN_STEP)}`);
  const found = [...strips.values()].filter(
    (group) => decide(CAPTION_SIGNS, { group: fromTop(group), runs, page }) === 'line',
  );
  return new Set(found.flat());
}

const fromTop = (group: readonly TextRun[]): TextRun[] => group.toSorted((a, b) => a.baseline - b.baseline);

const hasGap = (group: readonly TextRun[]): boolean =>
  group.some((run, i) => i > 0 && run.baseline - group[i - 1]!.baseline > MOST_STEP * run.size);

function hasParties({ group, runs }: SignStrip): boolean {
  const { x0, y0, y1 } = unionBox(group.map(({ box }) => box));
  return runs.some(({ text, box, baseline }) => VERSUS.test(text) && box.x1 < x0 && baseline > y0 && baseline <= y1);
}

/**
 * Text right before a character, or right behind one where none says that the parties stand left of it. The longest names of
 * parties reach up to the characters of their rows, and those of the other rows stand clear.
 */
function isClose(strip: SignStrip): boolean {
  const { group, runs } = strip;
  const { x0, x1, y0, y1 } = unionBox(group.map(({ box }) => box));
  const signs = new Set(group);
  const reach = CLEAR * group[0]!.size;
  const inRows = runs.filter((run) => !signs.has(run) && run.baseline > y0 && run.baseline <= y1);
  const isNear = (run: TextRun, before: number, behind: number): boolean =>
    run.box.x1 > x0 - before && run.box.x0 < x1 + behind;
  if (!hasParties(strip)) return inRows.some((run) => isNear(run, reach, reach));
  if (inRows.some((run) => isNear(run, -OVERLAP, -OVERLAP))) return true;
  const reached = group.filter(({ baseline, size }) =>
    inRows.some((run) => Math.abs(run.baseline - baseline) < MIXED_ROW * size && isNear(run, reach, 0)),
  );
  return reached.length > MOST_REACHED * group.length;
}
