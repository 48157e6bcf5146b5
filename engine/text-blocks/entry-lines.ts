/**
 * Short texts of a line each, one below the other in a column as narrow as the widest of them: the points of a slide, a list
 * of prices, a letterhead in capitals. Few of their lines show by themselves that they end early, but all lines together do.
 */
import { ALL_BOLD, LARGER_THAN_BODY, MOSTLY, SAME_EDGE, isSameSize } from '../measures.js';
import type { DocumentStyle } from '../style/style.js';
import {
  beginsEntry,
  endsAsNoTitle,
  endsHyphenated,
  endsInPrice,
  endsSentenceOrClause,
  endsWithinPhrase,
  holdsUnspacedScript,
} from '../text-rules.js';
import { isPeriod } from '../text/dates-and-addresses.js';
import type { Line } from '../text/line.js';
import { hadRoom } from './line-ends.js';
import type { LineSetting } from './line-settings.js';

/** Lines of a list of prices, and of another list, at least: three lines of text begin with capitals by chance. */
const LEAST_PRICES = 3;
const LEAST_LINES = 4;
/** Share of the lines that end early; in capitals, text begins all its lines as entries do. */
const END_EARLY = 1 / 3;
const END_EARLY_IN_CAPITALS = 1 / 2;
/** In font sizes: a line that is wider may be text that wraps. */
const WIDEST_ENTRY = 20;
/** Share of a full line that what is left of an entry takes up at most. */
const SHORT_REST = 1 / 2;
/** In usual distances: lines further apart are not of one list. */
const ONE_LIST = 1.3;
/** In font sizes: a price that stands so far from its text is set to the right of it. */
const STANDS_OFF = 2;
/** Lines of a list whose entries are labels with values, at least: their form shows what few ends of lines do not. */
const LEAST_LABELLED = 3;
/** "Bulgarian – native", "Phone: 5550 123"; "Sort code 12-34-56", and the words of its label at most. */
const LABELLED = /^[^:–—=]{2,30}(?::| [–—=-])\s+\S/u;
const ENDS_IN_NUMBER = /^\p{Lu}\D*\s\S*\d[\d\s/.,-]*\d$/u;
const MOST_WORDS = 5;
/** Share of the lines that end in numbers: the name of a bank stands above its codes. */
const WITH_NUMBERS = 2 / 3;
const BEGINS_PRICE = /^(?:\p{Sc}|[A-Z]{3}\s?)?\d/u;

/** The lines of a column that are the next entry below another. */
export function nextEntries(
  lines: readonly Line[],
  settings: readonly LineSetting[],
  style: DocumentStyle,
): ReadonlySet<Line> {
  const found = new Set<Line>();
  for (let start = 0, end = 1; start < lines.length; start = end, end += 1) {
    while (end < lines.length && isNextOfList(lines[end - 1]!, lines[end]!, { leading: settings[end]!.leading, style }))
      end += 1;
    if (!areEntries(lines.slice(start, end), settings.slice(start, end))) continue;
    for (let at = start + 1; at < end; at += 1)
      if (!isRest(lines[at - 1]!, lines[at]!, settings[at - 1]!.right)) found.add(lines[at]!);
  }
  return found;
}

const areEntries = (lines: readonly Line[], settings: readonly LineSetting[]): boolean =>
  (lines.length >= LEAST_LINES && endEarly(lines, settings)) || (lines.length >= LEAST_LABELLED && areLabelled(lines));

/** All lines are labels with values: with a sign between them, or most of them short and with numbers at their end. */
function areLabelled(lines: readonly Line[]): boolean {
  if (lines.every(({ text }) => LABELLED.test(text))) return true;
  const withNumbers = lines.filter(({ text }) => ENDS_IN_NUMBER.test(text));
  const areShort = lines.every(({ text }) => text.split(' ').length <= MOST_WORDS);
  return areShort && withNumbers.length >= WITH_NUMBERS * lines.length;
}

/** The last words of an entry, for which its line had no room, whatever letter they begin with. */
function isRest(above: Line, below: Line, right: number): boolean {
  return !hadRoom(above, below, right) && lineWidth(below) < SHORT_REST * lineWidth(above);
}

/** The lines of a column that end in the price of an entry: that of its whole list, or one that stands off. */
export function pricedEntries(lines: readonly Line[]): ReadonlySet<Line> {
  const found = new Set(lines.filter(endsInPriceApart));
  for (let start = 0, end = 0; start < lines.length; start = end + 1, end = start) {
    while (end < lines.length && isPriced(lines[end]!) && isNarrow(lines[end]!)) end += 1;
    if (end - start >= LEAST_PRICES) for (const line of lines.slice(start, end)) found.add(line);
  }
  return found;
}

const isPriced = ({ blocks, text }: Line): boolean => !blocks && endsInPrice(text);
const lineWidth = ({ box }: Line): number => box.x1 - box.x0;
/** Text that wraps has wider lines. */
export const isNarrow = (line: Line): boolean => lineWidth(line) <= WIDEST_ENTRY * line.size;

function endsInPriceApart(line: Line): boolean {
  return isPriced(line) && BEGINS_PRICE.test(standingOff(line).join('').trim());
}

/** The lines of a column that end in dates set to the right of them: stations of a career, each with its years. */
export const datedEntries = (lines: readonly Line[]): ReadonlySet<Line> =>
  new Set(
    lines.filter((line) => !line.blocks && isPeriod(standingOff(line).join(' ')) && !breaksOff(textBefore(line))),
  );

/** The last words of a line behind a wide gap; none where it has none. */
function standingOff(line: Line): string[] {
  const gap = lastGap(line);
  return gap < 0 ? [] : line.runs.slice(gap).map(({ text }) => text);
}

const textBefore = (line: Line): string =>
  line.runs
    .slice(0, Math.max(0, lastGap(line)))
    .map(({ text }) => text)
    .join(' ');

/** Index of the run behind the last wide gap, -1 where there is none. */
const lastGap = ({ runs, size }: Line): number =>
  runs.findLastIndex(({ box }, i) => i > 0 && box.x0 - runs[i - 1]!.box.x1 > STANDS_OFF * size);

interface ListStyle {
  leading: number;
  style: DocumentStyle;
}

/** Both begin at one edge, as entries do, neither is a title, and the one above does not break off. */
function isNextOfList(above: Line, below: Line, { leading, style }: ListStyle): boolean {
  if ([above, below].some((line) => !mayBeEntry(line, style)) || !isSameSize(above.size, below.size)) return false;
  const step = below.baseline - above.baseline;
  const isNear = step > 0 && step < ONE_LIST * leading;
  const isAligned = Math.abs(above.box.x0 - below.box.x0) < SAME_EDGE;
  return isNear && isAligned && !breaksOff(above.text);
}

function mayBeEntry(line: Line, { bodySize, boldBody }: DocumentStyle): boolean {
  const { text, blocks, mono, size, bold } = line;
  if (blocks || mono > MOSTLY || !isNarrow(line) || holdsUnspacedScript(text)) return false;
  if (size >= LARGER_THAN_BODY * bodySize || (bold > ALL_BOLD && !boldBody)) return false;
  return beginsEntry(text) && !endsSentenceOrClause(text);
}

/** The text goes on in the next line: its last word is cut, or opens a phrase. */
export const breaksOff = (text: string): boolean =>
  endsHyphenated(text) || /[&/–—-]$/u.test(text) || endsWithinPhrase(text) || endsAsNoTitle(text.toLowerCase());

function endEarly(lines: readonly Line[], settings: readonly LineSetting[]): boolean {
  const above = lines.slice(0, -1);
  const early = above.filter((line, i) => hadRoom(line, lines[i + 1]!, settings[i]!.right));
  const isCapitals = lines.every(({ text }) => !/\p{Ll}/u.test(text));
  return early.length >= (isCapitals ? END_EARLY_IN_CAPITALS : END_EARLY) * above.length;
}
