/**
 * Lines that were broken on purpose: the stanza of a poem, the verse of a song, a letter set line by line. Paragraphs that are
 * parted by space show it: what stands at the distance of lines is one text, and where each of its lines ends although the next
 * word had room, its author ended them. Each becomes a text block of its own (`lines-kept` in paragraph-breaks.ts), and
 * engine/blocks/stacks.ts makes one paragraph with line breaks of them. What may be a list of entries stays what it is.
 */
import { ALL_BOLD, MOSTLY, SAME_EDGE, isSameSize } from '../measures.js';
import { decide, refusedIf, type DecisionTable } from '../rules.js';
import type { DocumentStyle } from '../style/style.js';
import {
  beginsLowerCase,
  endsHyphenated,
  endsSentenceOrClause,
  endsWithinPhrase,
  holdsUnspacedScript,
  isWithoutCase,
} from '../text-rules.js';
import { captionOf } from '../text/captions.js';
import { isIndexColumn } from '../text/index-column.js';
import type { Line } from '../text/line.js';
import { contentsEntry } from './contents.js';
import { hadRoom, holdsAddress } from './line-ends.js';
import { startsNote } from './line-starts.js';
import { markerOf } from './markers.js';
import { isOfNames } from './name-lines.js';

/** Lines of a group, at least: two short ones are a greeting or a signature. */
const LEAST_LINES = 3;
/** Baselines of one group are apart alike, up to this share: programs round their places. */
const SAME_STEP = 0.05;
/** In distances of the group's own lines: what stands further off is parted from it. */
const PARTED = 1.2;
/** In usual distances of lines: a group whose lines are further apart is one of paragraphs. */
const TIGHT = 1.1;
/** In font sizes: a gap within a line that is wider than any space is one between columns. */
const WIDE_GAP = 1.5;
/** In points: indents that differ by less are one. */
const SAME_INDENT = 1.5;
/** Shares of the lines. */
const FEW = 1 / 4;
const THIRD = 1 / 3;
const HALF = 1 / 2;
/** "Name: Ada Moran", "Q: Where were you?" */
const LABELLED = /^[^:]{1,30}:\s+\S/u;
/** Speech. */
const OPENS_SPEECH = /^["“”„«»‹›—–-]/u;
/** A sentence ends within the line. */
const HOLDS_STOP = /\p{L}[.!?…]["”’]?\s+["“‘]?\p{Lu}/u;
/** A part of a sentence or a whole one, with the quotation mark or bracket behind it. */
const ENDS_PART = /[,;:.!?…—–]["”’')\]]*$/u;

export interface LineGroupAsSet {
  lines: readonly Line[];
  /** Where the text of the column ends on the right, and its left edge, in points. */
  right: number;
  left: number;
  /** In points: indent of first lines; null where there is none. */
  indent: number | null;
  boldBody: boolean;
}

const share = (lines: readonly Line[], is: (line: Line) => boolean): number => lines.filter(is).length / lines.length;

export const KEPT_LINES: DecisionTable<LineGroupAsSet, 'kept' | 'refused'> = {
  name: 'kept-lines',
  rules: [
    {
      name: 'marked',
      why: 'A line with a bullet, a number, a raised mark, a caption or a page number at its end is an item, a note, a caption or an entry.',
      test: ({ lines }) => refusedIf(lines.some(isMarked)),
    },
    {
      name: 'in-parts',
      why: 'A gap within a line, wider than a space, is one between the columns of a table or of a form.',
      test: ({ lines }) => refusedIf(lines.some(hasWideGap)),
    },
    {
      name: 'labelled',
      why: 'Labels with their values, or speakers with their words: a form, a record, a transcript.',
      test: ({ lines }) => refusedIf(share(lines, ({ text }) => LABELLED.test(text)) >= THIRD),
    },
    {
      name: 'with-numbers',
      why: 'Dates, amounts and numbers in many lines are those of entries.',
      test: ({ lines }) => refusedIf(share(lines, ({ text }) => /\d/u.test(text)) >= THIRD),
    },
    {
      name: 'names',
      why: 'Names, titles and addresses stand each for itself: stacks of their own tell them.',
      test: ({ lines }) =>
        refusedIf(lines.some(({ text }) => holdsAddress(text)) || share(lines, ({ text }) => isOfNames(text)) >= HALF),
    },
    {
      name: 'speech',
      why: 'Lines that open with quotation marks or dashes are paragraphs of a dialogue.',
      test: ({ lines }) => refusedIf(share(lines, ({ text }) => OPENS_SPEECH.test(text)) >= THIRD),
    },
    {
      name: 'first-line-indent',
      why: 'Where first lines of paragraphs are indented, lines with that indent are paragraphs.',
      test: ({ lines: [first], left, indent }) =>
        refusedIf(indent !== null && Math.abs(first!.box.x0 - left - indent) < SAME_INDENT),
    },
    {
      name: 'wrapped-text',
      why: 'Text that wraps at an edge of its own, beside a picture or in a narrow frame, begins many of its lines in lower case.',
      test: ({ lines }) => refusedIf(share(lines.slice(1), ({ text }) => beginsLowerCase(text)) > FEW),
    },
    {
      name: 'even-lines',
      why: 'Where hardly any line would have had room for the next word before the end of the widest, they may have been filled up to it.',
      test: ({ lines }) => refusedIf(roomAmong(lines) < THIRD * (lines.length - 1)),
    },
    {
      name: 'entries',
      why: 'Text has commas and stops at the ends of its lines, or breaks off within a phrase; items of a list without bullets do not.',
      test: ({ lines }) => refusedIf(share(lines, isOfText) < HALF),
    },
  ],
  otherwise: 'kept',
  subject: ({ lines }) => lines[0]!,
  numbers: ({ lines, right }) => ({
    lines: lines.length,
    roomInSizes: Math.min(...lines.slice(0, -1).map(({ box, size }) => (right - box.x1) / size)),
    withRoomAmongThem: roomAmong(lines),
    ofText: share(lines, isOfText),
  }),
};

export interface KeptLinesSetting {
  style: DocumentStyle;
  /** Of each line, the usual distance of baselines, in points. */
  leadings: readonly number[];
  left: number;
  /** Right edge of the text of the document's columns that begin where this one does, in points; asked for groups that may be kept. */
  rightOf: () => number;
}

/** The lines of a column that stand below another one of their group, each ended by its author. */
export function keptLines(lines: readonly Line[], setting: KeptLinesSetting): ReadonlySet<Line> {
  const found = new Set<Line>();
  for (let start = 0, end = 1; start < lines.length; start = end, end += 1) {
    if (!mayBeKept(lines[start]!, setting.style)) continue;
    while (end < lines.length && isNextOfGroup(lines, { start, end }, setting)) end += 1;
    const group = lines.slice(start, end);
    if (group.length < LEAST_LINES || !isSetApart(lines, { start, end })) continue;
    // hardly a column has such groups, and no other asks for its right edge
    const right = setting.rightOf();
    if (
      isIndexColumn(lines) ||
      !group.every((line, i) => i === group.length - 1 || isEnded(line, group[i + 1]!, right))
    )
      continue;
    const { indent, boldBody } = setting.style;
    if (decide(KEPT_LINES, { lines: group, right, left: setting.left, indent, boldBody }) === 'kept')
      for (const line of group.slice(1)) found.add(line);
  }
  return found;
}

interface Range {
  start: number;
  /** Of the line behind the last. */
  end: number;
}

const mayBeKept = ({ blocks, mono, bold, text }: Line, { boldBody }: DocumentStyle): boolean =>
  !blocks && mono < MOSTLY && (boldBody || bold < ALL_BOLD) && !holdsUnspacedScript(text) && !isWithoutCase(text);

const stepAt = (lines: readonly Line[], at: number): number => lines[at]!.baseline - lines[at - 1]!.baseline;

const isSameTag = ({ tag }: Line, other: Line): boolean => tag?.element === other.tag?.element;

/** At one edge in one size, as far below the line before as that is below its own. */
function isNextOfGroup(lines: readonly Line[], { start, end }: Range, { style, leadings }: KeptLinesSetting): boolean {
  const [above, below] = [lines[end - 1]!, lines[end]!];
  const step = stepAt(lines, end);
  if (step <= 0 || step > TIGHT * leadings[end]! || !mayBeKept(below, style) || !isSameSize(above.size, below.size))
    return false;
  const usual = end - start > 1 ? stepAt(lines, start + 1) : step;
  const isAligned = Math.abs(lines[start]!.box.x0 - below.box.x0) < SAME_EDGE;
  return isAligned && isSameTag(above, below) && Math.abs(step - usual) < SAME_STEP * usual;
}

/**
 * Space parts the group from what is above and below it in its own size, and there is some of that: a column of nothing else shows
 * no distance of paragraphs.
 */
function isSetApart(lines: readonly Line[], { start, end }: Range): boolean {
  const least = PARTED * stepAt(lines, start + 1);
  const besides = [start, end].filter((at) => at > 0 && at < lines.length && isText(lines[at]!, lines[at - 1]!));
  return besides.length > 0 && besides.every((at) => stepAt(lines, at) >= least);
}

const isText = (line: Line, above: Line): boolean => !line.blocks && !above.blocks && isSameSize(line.size, above.size);

/** Well before the edge, and not within a word. */
const isEnded = (line: Line, below: Line, right: number): boolean =>
  !endsHyphenated(line.text) && hadRoom(line, below, right);

const roomAmong = (lines: readonly Line[]): number => {
  const widest = Math.max(...lines.map(({ box }) => box.x1));
  return lines.filter((line, i) => i < lines.length - 1 && hadRoom(line, lines[i + 1]!, widest)).length;
};

const isOfText = ({ text }: Line): boolean =>
  endsSentenceOrClause(text) || ENDS_PART.test(text) || HOLDS_STOP.test(text) || endsWithinPhrase(text);

const isMarked = (line: Line): boolean =>
  markerOf(line.text) !== null ||
  startsNote(line) ||
  captionOf(line.text) !== null ||
  contentsEntry(line) !== null ||
  line.math > FEW;

const hasWideGap = ({ runs, size }: Line): boolean =>
  runs.some(({ box }, i) => i > 0 && box.x0 - runs[i - 1]!.box.x1 > WIDE_GAP * size);
