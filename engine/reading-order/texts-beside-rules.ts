/** Whether lines beside each other are texts of their own, or rows of labels, values and formulas. */
import { holdsCentre, overlap, unionBox } from '../geometry.js';
import { isSameSize, MOSTLY } from '../measures.js';
import type { Box } from '../model.js';
import type { DecisionTable } from '../rules.js';
import { continuesSentence } from '../text-rules.js';
import { isMoney } from '../tables/kinds.js';
import { areLevel, type Line } from '../text/line.js';
import type { Column } from './columns.js';
import { regionOf } from './rows.js';

/** In font sizes: edges or middles that differ by less are one; widths of centred lines that are evidence differ by more. */
const SAME_PLACE = 0.5;
const OTHER_WIDTH = 1;
/** In font sizes: between lines of one type there is no more white than this. */
const MOST_LINE_SPACE = 0.45;
/** Rows that texts in the middle of their columns have at most: more of them are a table's. */
const MOST_CENTRED_ROWS = 8;
/** Rows of types that change from row to row. */
const MOST_STACKED_ROWS = 4;
/** In sizes of the text below: what is larger is no header of a column. */
const MUCH_LARGER = 1.4;
/** Lines that an address has at least. */
const ADDRESS_LINES = 3;
/** Rows with one label on both sides. */
const LEAST_LABELS = 2;
/** Share of a line's characters from which it is of a formula. */
const OF_A_FORMULA = 0.3;
/** Share of a part's lines that shows what the part is. */
const MOST = 0.5;

const LETTERS = /\p{L}{2}/u;
const LABEL = /:\s*_*$/u;
const DIRECTIONS = '(?:bill(?:ed)?|ship(?:ped)?|sold|deliver(?:ed)?|invoiced?|remit)[ -](?:to|from)';
const NOUNS = '(?:vendor|supplier|buyer|seller|customer|client|shipper|consignee|sender|recipient)';
/** A noun alone also heads a column of a table. */
const PARTY = new RegExp(`^(?:${DIRECTIONS}:?|${NOUNS}:)$`, 'iu');
/** The same with a noun alone, which says it where others stand beside it. */
const PARTY_NAME = new RegExp(`^(?:${DIRECTIONS}|from|to|${NOUNS}):?$`, 'iu');
/** Whether a text says what part someone has in a bill. */
export const namesParty = (text: string): boolean => PARTY_NAME.test(text);
/** A street with its number, a code before or behind a town, a telephone number, an address in the net. */
const POSTAL =
  /^(?:p\.?\s?o\.? box|\d{1,5}\s+(?:\p{Lu}|\d+(?:st|nd|rd|th))\S*(?:\s+\S+){1,5})$|\p{L}{3,}\s+\d{1,4}[a-z]?$|^(?:[A-Z]{1,2}-)?\d{4,5}\s+\p{Lu}|\b[A-Z]{2}\.?,?\s+\d{5}(?:-\d{4})?$|\b[A-Z]{1,2}\d{1,2}[A-Z]?\s\d[A-Z]{2}$|\(?\d{3}\)?[\s./-]+\d{3}[\s.-]+\d{4}$|\S@\S+\.\S/u;

export interface TextsBeside {
  /** From left to right, each from the top. */
  parts: readonly (readonly Line[])[];
  /** Frames of the page. */
  frames?: readonly Box[];
}

/** Texts of their own, the main one first or from left to right, or rows. */
type Verdict = 'beside' | 'left-first' | 'rows';

const verdictIf =
  (verdict: Verdict) =>
  (condition: boolean): Verdict | null =>
    condition ? verdict : null;
const [besideIf, rowsIf] = [verdictIf('beside'), verdictIf('rows')];

const share = (lines: readonly Line[], pattern: RegExp): number =>
  lines.filter(({ text }) => pattern.test(text)).length / lines.length;
const withLines = ({ parts }: TextsBeside, least: number): (readonly Line[])[] =>
  parts.filter((part) => part.length >= least);
const all = ({ parts }: TextsBeside): Line[] => parts.flat();
const middle = ({ box }: Line): number => (box.x0 + box.x1) / 2;
const width = ({ box }: Line): number => box.x1 - box.x0;

export const TEXTS_BESIDE: DecisionTable<TextsBeside, Verdict> = {
  name: 'texts-beside',
  rules: [
    {
      name: 'framed-beside-sentence',
      why: 'A frame around one text, which is no column of values, parts it from a sentence that goes on beside it: notes beside a field.',
      test: (texts) => (isFramedBesideSentence(texts) ? 'left-first' : null),
    },
    {
      name: 'single-lines',
      why: 'A single line beside a text is a label, a number or a date of its row.',
      test: (texts) => rowsIf(withLines(texts, 2).length < 2),
    },
    {
      name: 'code-or-formula',
      why: 'Parts of formulas and columns of monospaced type are placed by their rows.',
      test: (texts) => rowsIf(all(texts).some(({ math, mono }) => math > OF_A_FORMULA || mono > MOSTLY)),
    },
    {
      name: 'same-labels',
      why: 'Where most rows have one label or one text on both sides ("By:", "Name:", "Title:"), two parties sign beside each other.',
      test: (texts) => besideIf(haveSameLabels(texts)),
    },
    {
      name: 'labels-on-the-left',
      why: 'Labels that end with a colon or are no words belong to what stands beside them.',
      test: ({ parts: [first = []] }) => rowsIf(share(first, LABEL) > MOST || share(first, LETTERS) < MOST),
    },
    {
      name: 'sentences-go-on',
      why: 'In two of the texts a sentence continues in the line below: read by rows it would break off.',
      test: (texts) => besideIf(texts.parts.filter(continues).length >= 2),
    },
    {
      name: 'amounts-with-labels',
      why: 'Amounts of money alone, each level with words on the left, have their labels there: subtotal, tax and total of a bill.',
      test: ({ parts }) => rowsIf(areAmountsOfLabels(parts)),
    },
    {
      name: 'types-stacked',
      why: 'Each row has a type of its own, the same in all texts: a number, its name and what it says, a name and an office.',
      test: (texts) => besideIf(areStacked(texts)),
    },
    {
      name: 'much-larger-heads',
      why: 'Below numbers or names in much larger type, level with each other, stand their captions, of one line or of several.',
      test: (texts) => besideIf(haveLargeHeads(texts)),
    },
    {
      name: 'mostly-numbers',
      why: 'Columns of numbers are those of a table, however they are placed.',
      test: (texts) => rowsIf(share(all(texts), LETTERS) < MOST),
    },
    {
      name: 'each-in-its-middle',
      why: 'Lines of different length about one middle are a letterhead, a stamp or a title with its authors.',
      test: (texts) =>
        besideIf(withLines(texts, 2).filter(isCentred).length >= 2 && rowsIn(texts) <= MOST_CENTRED_ROWS),
    },
    {
      name: 'addresses',
      why: 'Names with street and town beside each other are those of two parties or offices.',
      test: (texts) => besideIf(withLines(texts, ADDRESS_LINES).filter(isPostal).length >= 2),
    },
    {
      name: 'party-of-a-bill',
      why: 'Below "Bill to" or "Vendor:" stands who that is; what stands beside it is another text of the bill.',
      test: (texts) => besideIf(texts.parts.some(isParty) && texts.parts.every((part) => part.length > 1)),
    },
  ],
  otherwise: 'rows',
  subject: (texts) => regionOf(all(texts)),
  numbers: ({ parts }) => ({ texts: parts.length, linesOfLongest: Math.max(...parts.map(({ length }) => length)) }),
};

/** Set alike at one left edge, one right edge or about one middle. */
export function alignsWith(a: Line, b: Line): boolean {
  const near = SAME_PLACE * Math.max(a.size, b.size);
  const shifts = [a.box.x0 - b.box.x0, a.box.x1 - b.box.x1, middle(a) - middle(b)];
  return isSameSize(a.size, b.size) && shifts.some((shift) => Math.abs(shift) < near);
}

/** Lines of one text, one right below the other. */
export const belongTogether = (above: Line, below: Line): boolean =>
  below.box.y0 - above.box.y1 < MOST_LINE_SPACE * below.size && alignsWith(above, below);

/** A text beside others as a column of its own. */
export const textBeside = (lines: Line[]): Column => ({
  lines,
  box: unionBox(lines.map(({ box }) => box)),
  beside: true,
});

function areAmountsOfLabels(parts: TextsBeside['parts']): boolean {
  const [labels = [], amounts = []] = [parts.at(-2), parts.at(-1)];
  const hasLabel = (amount: Line): boolean =>
    labels.some((label) => LETTERS.test(label.text) && areLevel(label, amount));
  return amounts.every((amount) => isMoney(amount.text) && hasLabel(amount));
}

const rowsIn = ({ parts }: TextsBeside): number => Math.max(...parts.map(({ length }) => length));

const continues = (part: readonly Line[]): boolean =>
  part.some((line, i) => {
    const before = part[i - 1];
    return (
      before !== undefined &&
      alignsWith(before, line) &&
      LETTERS.test(before.text) &&
      LETTERS.test(line.text) &&
      continuesSentence(before.text, line.text) &&
      !/[,;:]$/u.test(before.text)
    );
  });

/** Words in a frame that the other of two texts, in which a sentence continues, does not reach into. */
function isFramedBesideSentence({ parts, frames = [] }: TextsBeside): boolean {
  const [first = [], second = [], ...more] = parts;
  if (more.length > 0 || rowsOfTexts(first, second) > 1) return false;
  const isFramed = (part: readonly Line[], other: readonly Line[]): boolean =>
    share(part, LETTERS) >= MOST &&
    continues(other) &&
    frames.some(
      (frame) => fills(part, frame) && other.every(({ box }) => overlap(frame.x0, frame.x1, box.x0, box.x1) === 0),
    );
  return isFramed(first, second) || isFramed(second, first);
}

/** The lines are in the frame from its top on, without a gap as between values whose labels are of several lines. */
const fills = (part: readonly Line[], frame: Box): boolean =>
  part.every(({ box, size }, i) => {
    const above = i === 0 ? frame.y0 + size : part[i - 1]!.box.y1;
    return holdsCentre(frame, box) && box.y0 - above < size;
  });

/** Rows in which a text of one part begins level with a text of the other: labels with their values. */
function rowsOfTexts(first: readonly Line[], second: readonly Line[]): number {
  const others = textsOf(second);
  return textsOf(first).filter(([line]) => others.some(([other]) => areLevel(line!, other!))).length;
}

/** The texts of a part: each begins below a gap, or where no sentence goes on. */
function textsOf(part: readonly Line[]): Line[][] {
  const texts: Line[][] = [];
  for (const line of part) {
    const before = texts.at(-1)?.at(-1);
    if (before && belongTogether(before, line) && continuesSentence(before.text, line.text)) texts.at(-1)!.push(line);
    else texts.push([line]);
  }
  return texts;
}

const labelOf = ({ text }: Line): string =>
  text
    .split(':', 1)[0]!
    .replace(/(?<![_\s])[_\s]+$/u, '') // from the first of them, else the time would be the square of their number
    .toLowerCase();

/** Most rows of all texts begin with the same label, each row with another one. */
function haveSameLabels({ parts: [first = [], ...others] }: TextsBeside): boolean {
  const labelled = first.filter(
    (line) =>
      LETTERS.test(labelOf(line)) &&
      others.every((part) => part.some((other) => areLevel(line, other) && labelOf(line) === labelOf(other))),
  );
  const labels = new Set(labelled.map(labelOf));
  return labels.size >= LEAST_LABELS && labels.size === labelled.length && labels.size >= MOST * first.length;
}

/** All texts have the same few rows, in types that change from row to row. */
function areStacked({ parts }: TextsBeside): boolean {
  const [first = []] = parts;
  if (first.length < 2 || first.length > MOST_STACKED_ROWS) return false;
  const changes = first.every((line, i) => i === 0 || !isSameType(line, first[i - 1]!));
  return (
    changes &&
    parts.every((part) => part.length === first.length && part.every((line, i) => isSameType(line, first[i]!)))
  );
}

/** The first line of each text is level with the others and much larger than the few below it. */
function haveLargeHeads({ parts }: TextsBeside): boolean {
  const first = parts[0]?.[0];
  return (
    first !== undefined &&
    parts.every(
      ([head, ...caption]) =>
        head !== undefined &&
        areLevel(first, head) &&
        caption.length > 0 &&
        caption.length < MOST_STACKED_ROWS &&
        caption.every(({ size }) => head.size > MUCH_LARGER * size),
    )
  );
}

const isSameType = (a: Line, b: Line): boolean => isSameSize(a.size, b.size) && a.bold > MOSTLY === b.bold > MOSTLY;

/** About one middle, with lines of different length: what is also set at one edge is no evidence. */
function isCentred(part: readonly Line[]): boolean {
  const [first] = part;
  if (!first) return false;
  const near = part.every((line) => Math.abs(middle(line) - middle(first)) < SAME_PLACE * first.size);
  return near && part.some((line) => Math.abs(width(line) - width(first)) > OTHER_WIDTH * first.size);
}

const isPostal = (part: readonly Line[]): boolean => part.some(({ text }) => POSTAL.test(text));

/** Headed by the part that someone has in a bill; two such heads are labels of what stands beside them. */
function isParty([head, ...lines]: readonly Line[]): boolean {
  return head !== undefined && PARTY.test(head.text) && isPostal(lines) && !lines.some(({ text }) => PARTY.test(text));
}
