/**
 * Cells that are aligned at their bottom: a row's last line has all of its cells, and the lines above it hold the upper
 * lines of those that were too long (UPPER_LINE).
 *
 * Where a line may as well continue with the row above it, what most lines of the table show decides.
 */
import { decide, type DecisionTable } from '../rules.js';
import { beginsLowerCase, endsHyphenated, endsSentence, endsWithinPhrase } from '../text-rules.js';
import { endsInLeaders, hadNoRoom, mayWrap, WRAP_PITCH, type ColumnRoom } from './cell-wrap.js';
import { isValue } from './kinds.js';
import type { Placed, PlacedRow } from './placed-rows.js';
import { rowSubject, segmentText } from './segments.js';

/**
 * In font sizes: a label further right than this is set in, and one within it stands as far left. More is asked than of the
 * rest of a label that stands alone (HANGS_IN): here the line has values.
 */
const SET_IN = 0.5;

/** A line, and one below it that has a cell below each of the line's cells, and more of them. */
export interface UpperLine {
  /** Number of the page. */
  page: number;
  line: PlacedRow;
  below: PlacedRow;
  /** The line after `below`. */
  after: PlacedRow | undefined;
  room: ColumnRoom;
  /** The line may be the rest of a row above that has more cells. */
  isRest: boolean;
  /** No line before holds a value. */
  isTop: boolean;
  /** Columns with texts that begin with lower-case letters though no text above continues with them. */
  small: ReadonlySet<number>;
}

export const UPPER_LINE: DecisionTable<UpperLine, 'upper' | 'unclear' | 'other'> = {
  name: 'upper-line',
  rules: [
    {
      name: 'far-above',
      why: 'Lines of one cell follow each other as lines of text do.',
      test: ({ line, below }) =>
        below.row.baseline - line.row.baseline > WRAP_PITCH * Math.max(line.row.size, below.row.size) ? 'other' : null,
    },
    {
      name: 'values',
      why: 'A value takes one line: a line that holds one is a row.',
      test: ({ line }) => (texts(line).some(isValue) ? 'other' : null),
    },
    {
      name: 'ends-there',
      why: 'Dots that lead to values, a stop or a colon end a cell.',
      test: ({ line }) => (texts(line).some((text) => endsInLeaders(text) || endsSentence(text)) ? 'other' : null),
    },
    {
      name: 'top-of-table',
      why: 'Above all values a text beside the labels may group the columns below it: the header is asked for names in lines.',
      test: ({ line, isTop }) => (isTop && !isLabel(line) ? 'other' : null),
    },
    {
      name: 'breaks-off',
      why: 'All cells of the line break off within a phrase, or their rest begins with a lower-case letter as no text of its column does.',
      test: (upper) => (isBrokenOff(upper) && !continuesAbove(upper) ? 'upper' : null),
    },
    {
      name: 'label-hangs',
      why: 'The label had no room left, the line below is set in, and the one after it is not: no group has one row.',
      test: (upper) => (isLabel(upper.line) && hangs(upper) && hadNoRoomFor(upper) ? 'upper' : null),
    },
    {
      name: 'label-of-group',
      why: 'Any other label alone on its line names the rows below it.',
      test: ({ line }) => (isLabel(line) ? 'other' : null),
    },
    {
      name: 'continues-above',
      why: 'The line may be the rest of the row above as well: the whole table tells.',
      test: ({ isRest }) => (isRest ? 'unclear' : null),
    },
    {
      name: 'no-room',
      why: 'The first words below had no room in this line, and the row above does not continue with it.',
      test: (upper) => (hadNoRoomFor(upper) ? 'upper' : null),
    },
  ],
  otherwise: 'other',
  subject: ({ page, line }) => rowSubject(page, line.row),
  numbers: ({ line, below, isRest }) => ({
    pitchInSizes: (below.row.baseline - line.row.baseline) / Math.max(line.row.size, below.row.size),
    cells: line.placed.length,
    cellsBelow: below.placed.length,
    isRest: Number(isRest),
  }),
};

const texts = ({ placed }: PlacedRow): string[] => placed.map(({ segment }) => segmentText(segment));

const partBelow = (below: PlacedRow, part: Placed): Placed | undefined =>
  below.placed.find(({ column, last }) => column === part.column && last === part.last);

/** The line below has a cell below each of this line, and more of them. */
const isCompletedBy = (line: PlacedRow, below: PlacedRow): boolean =>
  below.placed.length > line.placed.length && line.placed.every((part) => partBelow(below, part));

/** A text in the first column and nothing beside it. */
const isLabel = ({ placed }: PlacedRow): boolean => placed.length === 1 && placed[0]!.column === 0;

const isOpen = (text: string): boolean => endsWithinPhrase(text) || endsHyphenated(text);

const isBrokenOff = ({ line, below, small }: UpperLine): boolean =>
  line.placed.every((part) => {
    const rest = segmentText(partBelow(below, part)!.segment);
    return isOpen(segmentText(part.segment)) || (beginsLowerCase(rest) && !small.has(part.column));
  });

/** The line begins as the rest of the row above does. */
const continuesAbove = ({ line, isRest }: UpperLine): boolean =>
  isRest && line.placed.some(({ segment }) => beginsLowerCase(segmentText(segment)));

const leftOf = ({ placed }: PlacedRow): number => placed[0]!.segment.box.x0;

function hangs({ line, below, after }: UpperLine): boolean {
  const setIn = SET_IN * line.row.size;
  return after !== undefined && leftOf(below) > leftOf(line) + setIn && leftOf(after) <= leftOf(line) + setIn;
}

const hadNoRoomFor = ({ line, below, room }: UpperLine): boolean =>
  line.placed.every((part) => hadNoRoom(line, partBelow(below, part)!, { room, size: below.row.size }));

/** What is known of all lines. */
interface Lines {
  /** Number of the page. */
  page: number;
  room: ColumnRoom;
  /** Rows of the table stand above the lines. */
  rowsAbove: boolean;
  /** Whether a line is drawn between two lines of text. */
  isSeparated: (above: PlacedRow, below: PlacedRow) => boolean;
}

/** The lines that hold the upper lines of a row whose last line is further down. */
export function upperLines(lines: readonly PlacedRow[], { page, room, rowsAbove, isSeparated }: Lines): Set<PlacedRow> {
  const small = columnsOfSmallLetters(lines);
  const top = lines.findIndex((line) => texts(line).some(isValue));
  let isRest = false;
  const verdicts = lines.slice(0, -1).map((line, i) => {
    const [above, below] = [lines[i - 1], lines[i + 1]!];
    // without the line below: what hangs below a label alone, or is a remark, takes no part in a row further down
    const wraps = above !== undefined && !isSeparated(above, line) && mayWrap({ page, above, line, room });
    isRest = wraps && (isRest || above.placed.length > line.placed.length);
    if (isSeparated(line, below) || !isCompletedBy(line, below)) return 'other';
    const surroundings = { isRest, after: lines[i + 2], isTop: !rowsAbove && i <= Math.max(0, top) };
    return decide(UPPER_LINE, { page, line, below, room, small, ...surroundings });
  });
  const shown = verdicts.filter((verdict) => verdict === 'upper').length;
  const unclear = verdicts.filter((verdict) => verdict === 'unclear').length;
  const upper = new Set<PlacedRow>();
  for (let i = verdicts.length - 1; i >= 0; i -= 1) {
    const [line, below] = [lines[i]!, lines[i + 1]!];
    const isUpper = verdicts[i] === 'upper' || (verdicts[i] === 'unclear' && shown > unclear);
    if (isUpper || (upper.has(below) && isAbove(line, below))) upper.add(line);
  }
  return upper;

  /** The line below, which is an upper one, continues with this line alone. */
  function isAbove(line: PlacedRow, below: PlacedRow): boolean {
    if (isSeparated(line, below) || line.placed.length > below.placed.length) return false;
    return !texts(line).some(isValue) && mayWrap({ page, above: line, line: below, room });
  }
}

function columnsOfSmallLetters(lines: readonly PlacedRow[]): Set<number> {
  const columns = new Set<number>();
  lines.forEach((line, i) => {
    const above = lines[i - 1];
    const isRest = above === undefined || line.placed.length < Math.max(2, above.placed.length);
    if (isRest || isCompletedBy(above, line)) return;
    for (const { column, segment } of line.placed) if (beginsLowerCase(segmentText(segment))) columns.add(column);
  });
  return columns;
}
