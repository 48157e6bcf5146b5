/** Numbered entries: those of a bibliography, with names whose initials look like the letters of items, and steps of algorithms. */
import { SAME_EDGE } from '../measures.js';
import { endsSentence } from '../text-rules.js';
import type { TextRun } from '../model.js';
import type { Line } from '../text/line.js';
import { hangsAlike } from './indents.js';
import type { LinePair, OpenParagraph } from './line-pair.js';
import { follows, type Marker } from './markers.js';

const REFERENCE = /^\[(\d{1,3})\]/;
/** The label of an entry: its number, or letters of its author's name and the year. */
const LABEL = /^\[(?:\d{1,3}|\p{Lu}[\p{L}+]{0,8}\d{2,4}[a-z]?)\](?=\s)/u;
/** "Smith, A., Brown, B. & Hill, C. (2011)." */
const AUTHOR_AND_YEAR = /^\p{Lu}[\p{L}'’-]+,?\s\p{Lu}{1,3}[.,\s][^()]{0,100}\((?:1[5-9]|20)\d{2}[a-z]?\)/u;
/** The number of a step of an algorithm. */
const STEP = /^(\d{1,3}):(?=\s)/;
/** A capital with a stop, as initials and short titles of journals ("J.") have, and letters of items. */
const INITIAL = /^\p{Lu}\.$/u;
/** A bracket is open at the end, as behind "(ed.". */
const OPEN_BRACKET = /\([^()]*$/u;

/** Begins with "[4]" or "4:" where the paragraph begins with "[3]" or "3:". */
export const isNextReference = ({ lines }: OpenParagraph, line: Line): boolean =>
  [REFERENCE, STEP].some((form) => {
    const before = form.exec(lines[0]?.text ?? '');
    const label = form.exec(line.text);
    return before !== null && label !== null && Number(label[1]) === Number(before[1]) + 1;
  });

/**
 * Hangs as the second line of the entry before, though it begins like an item: "379." and "J." below "[4]", "J." below a
 * name, too.
 */
export function isRestOfReference({ previous, paragraph, above, below, marker }: LinePair): boolean {
  if (paragraph.lines.length !== 1 || marker === null || !hangsAlike(previous, above, below)) return false;
  if (REFERENCE.test(above.text)) return isRestMarker(marker);
  return INITIAL.test(marker.text) && paragraph.marker === null;
}

/** Begins right below the first word behind the label "[21]" or "[KR78]" of the entry above, and is no such entry itself. */
export function isBehindLabel({ paragraph, above, below, marker }: LinePair): boolean {
  // behind a colon items begin
  if (paragraph.lines.length !== 1 || LABEL.test(below.text) || above.text.endsWith(':')) return false;
  if (marker !== null && !isRestMarker(marker)) return false;
  const text = firstBehindLabel(above);
  return text !== undefined && Math.abs(text.box.x0 - below.box.x0) < SAME_EDGE;
}

/** What begins like an item and is as often a volume ("379.") or an initial ("J."). */
const isRestMarker = ({ text, kind }: Marker): boolean => INITIAL.test(text) || kind === 'decimal' || kind === 'upper';

/** The first word behind the label of an entry, whose brackets may be runs of their own. */
function firstBehindLabel({ text, runs }: Line): TextRun | undefined {
  if (!LABEL.test(text)) return undefined;
  const label = runs.findIndex((run) => run.text.endsWith(']'));
  return label < 0 ? undefined : runs[label + 1];
}

/** Indented below the first line of an entry that begins with an author and a year, and no such beginning itself. */
export const isRestOfDatedReference = ({ paragraph, above, below }: LinePair): boolean =>
  paragraph.lines.length === 1 &&
  below.box.x0 - above.box.x0 > SAME_EDGE &&
  AUTHOR_AND_YEAR.test(above.text) &&
  !AUTHOR_AND_YEAR.test(below.text);

/**
 * The line above is to be full. It ends within a sentence or a bracket, and the next begins with an initial, which is no
 * letter that continues a list. The first letters open lists: they are initials behind a comma or in a bracket alone.
 */
export function isInitialContinued({ above, paragraph, marker, markers }: LinePair): boolean {
  if (marker === null || !INITIAL.test(marker.text)) return false;
  const isInBracket = OPEN_BRACKET.test(above.text);
  if (!isInBracket && (endsSentence(above.text) || above.text.endsWith(';'))) return false;
  if (marker.value === 1 && !isInBracket && !above.text.endsWith(',')) return false;
  const open = paragraph.marker === null ? markers.map((item) => item.marker) : [paragraph.marker];
  return !open.some((item) => follows(item, marker));
}
