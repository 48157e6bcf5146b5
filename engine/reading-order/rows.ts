/** Lines beside each other: the rows that they make, and whether the rows of two texts keep step. */
import { median, unionBox } from '../geometry.js';
import { BASELINE_SHARE } from '../measures.js';
import type { Box } from '../model.js';
import type { Subject } from '../rules.js';
import { fieldOf } from '../tables/fields-above.js';
import { isValue } from '../tables/kinds.js';
import { isPeriod } from '../text/dates-and-addresses.js';
import { areLevel, type Line } from '../text/line.js';
import { beginsEntry, beginsLowerCase } from '../text-rules.js';

/** Rows that a column has at least. */
const TALL_ROWS = 3;

/** Two columns beside each other. */
export interface ColumnPair {
  left: readonly Line[];
  right: readonly Line[];
}

export const regionOf = (lines: readonly Line[]): Subject => ({
  page: lines[0]?.page ?? 0,
  box: unionBox(lines.map(({ box }) => box)),
  text: lines[0]?.text ?? '',
});

export function isTall(lines: readonly Line[]): boolean {
  return rowsOf(lines).length >= TALL_ROWS || lines.some((line) => line.blocks);
}

/** Areas of lines with one baseline. */
export function rowsOf(lines: readonly Line[]): Box[] {
  const rows: Box[] = [];
  let baseline = -Infinity;
  for (const line of [...lines].sort((a, b) => a.baseline - b.baseline)) {
    const row = rows.at(-1);
    if (row && line.baseline - baseline < BASELINE_SHARE * line.size) rows[rows.length - 1] = unionBox([row, line.box]);
    else {
      rows.push(line.box);
      baseline = line.baseline;
    }
  }
  return rows;
}

/** Least rows and usual letters of a row on each side of a gap between texts that keep no step. */
const BESIDE_ROWS = 4;
const BESIDE_LETTERS = 6;
/** Gap in font sizes, and the most of the rows that may stand on a baseline of the other side by chance. */
const BESIDE_GAP = 1.5;
const IN_STEP = 0.34;
/** Notes are set in type of less than this share of the text's size. */
const NOTE_SIZE = 0.85;

/**
 * Side notes, addresses, letterheads: texts beside each other with a wide gap between them whose rows keep no step, as the
 * cells of a table and labels with their texts do.
 */
export function standsBeside(left: readonly Line[], right: readonly Line[]): boolean {
  const gap = unionBox(right.map(({ box }) => box)).x0 - unionBox(left.map(({ box }) => box)).x1;
  return gap >= BESIDE_GAP * sizeOf([...left, ...right]) && keepNoStep(left, right);
}

/** As `standsBeside`, of notes in smaller type, however near they are. */
export const notesBeside = ({ left, right }: ColumnPair): boolean =>
  unionBox(right.map(({ box }) => box)).x0 > unionBox(left.map(({ box }) => box)).x1 &&
  isSmaller(...shorterFirst(left, right)) &&
  keepNoStep(left, right);

/** Whether the first lines are set in type that is so much smaller as that of notes. */
export const isSmaller = (side: readonly Line[], other: readonly Line[]): boolean =>
  sizeOf(side) < NOTE_SIZE * sizeOf(other);

const sizeOf = (lines: readonly Line[]): number => median(lines.map(({ size }) => size));

/** The lines of fewer rows, then the others. */
export const shorterFirst = (left: readonly Line[], right: readonly Line[]): [readonly Line[], readonly Line[]] =>
  rowsOf(left).length < rowsOf(right).length ? [left, right] : [right, left];

function keepNoStep(left: readonly Line[], right: readonly Line[]): boolean {
  const [a, b] = [unionBox(left.map((line) => line.box)), unionBox(right.map((line) => line.box))];
  const [side, other] = shorterFirst(left, right);
  const fewer = side.filter(({ baseline }) => baseline > Math.max(a.y0, b.y0) && baseline < Math.min(a.y1, b.y1));
  const letters = median(fewer.map(({ text }) => text.length));
  if (rowsOf(fewer).length < BESIDE_ROWS || letters < BESIDE_LETTERS || fewer.some((line) => line.blocks)) return false;
  const levels = new Set(other.flatMap(({ baseline }) => [Math.floor(baseline), Math.ceil(baseline)]));
  const met = fewer.filter(({ baseline }) => levels.has(Math.round(baseline)));
  return met.length <= IN_STEP * fewer.length;
}

/** Most rows of labels with values, letters of such a text, and in font sizes the gap between the two. */
const LABEL_ROWS = 8;
const LABEL_LETTERS = 24;
const LABEL_GAP = 1.5;

/** Letters of a label that several lines may stand beside. */
const COLON_LETTERS = 32;
const endsInColon = ({ text }: Line): boolean => text.endsWith(':');

/** A few short texts that end in a colon, each on the baseline of one on the right, where hardly one does: two halves of a form. */
export const areColonLabels = (left: readonly Line[], right: readonly Line[]): boolean =>
  left.length <= LABEL_ROWS &&
  2 * right.filter(endsInColon).length < right.length &&
  left.every(
    (label) => endsInColon(label) && label.text.length <= COLON_LETTERS && right.some((line) => areLevel(label, line)),
  );

/** A few level rows with several texts on one side or the other, most of which on each side are fields, no two with one label. */
export function areRowsOfFields(left: readonly Line[], right: readonly Line[]): boolean {
  const both = [...left, ...right];
  const rows = rowsOf(both).length;
  if (rows > LABEL_ROWS || both.some(({ blocks }) => blocks)) return false;
  if (left.length === rowsOf(left).length && right.length === rowsOf(right).length) return false;
  const [ofLeft, ofRight] = [left, right].map((side) => side.flatMap(({ text }) => fieldOf(text) ?? []));
  if (2 * ofLeft!.length < left.length || 2 * ofRight!.length < right.length) return false;
  const labels = [...ofLeft!, ...ofRight!].map(({ label }) => label);
  return new Set(labels).size === labels.length && right.every((line) => left.some((other) => areLevel(line, other)));
}

/** A few short texts on both sides of a narrow gap, each of the right on the baseline of one of the left. */
export function areLabels(left: readonly Line[], right: readonly Line[]): boolean {
  const both = [...left, ...right];
  if (left.length > LABEL_ROWS || both.some(({ blocks }) => blocks)) return false;
  const [a, b] = [unionBox(left.map((line) => line.box)), unionBox(right.map((line) => line.box))];
  const isNarrow = b.x0 - a.x1 < LABEL_GAP * median(both.map((line) => line.size));
  const isShort = both.every(({ text }) => text.length <= LABEL_LETTERS);
  return isNarrow && isShort && right.every((line) => left.some((other) => areLevel(line, other)));
}

/** Share of the lines on one side that are numbers alone, and of their rows that have a label or further numbers on the other. */
const MOSTLY_NUMBERS = 0.8;
const MOSTLY_LABELLED = 0.6;
const isNumbers = ({ text }: Line): boolean => text.split(' ').every(isValue);

/** More of them are a table's. */
const MOST_DATES = 60;

/** Dates alone on the right, each level with a line on the left that may begin an entry, as hardly all lines of a text do. */
export const areDates = (left: readonly Line[], right: readonly Line[]): boolean =>
  right.length <= MOST_DATES &&
  right.every(({ text }) => isPeriod(text)) &&
  right.every((date) => left.some((line) => areLevel(line, date) && beginsEntry(line.text)));

/** Numbers on the right, most of them on the baseline of a text on the left. */
export function areNumbers(left: readonly Line[], right: readonly Line[]): boolean {
  const numbers = right.filter(isNumbers);
  if (numbers.length < MOSTLY_NUMBERS * right.length) return false;
  const levels = new Set(left.flatMap(({ baseline }) => [Math.floor(baseline), Math.ceil(baseline)]));
  return numbers.filter(({ baseline }) => levels.has(Math.round(baseline))).length > MOSTLY_LABELLED * numbers.length;
}

/** Share of the lines that begin in lower case: those of wrapped text mostly do. */
export const wrappedShare = (lines: readonly Line[]): number =>
  lines.filter(({ text }) => beginsLowerCase(text)).length / Math.max(1, lines.length);
