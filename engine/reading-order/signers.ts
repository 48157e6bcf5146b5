/**
 * Two or more who sign beside each other, as below a contract. Each has a line to sign on with a name, an office and a date
 * below it, and more white between them than the lines of any text have, since hands need it: texts-beside.ts would see single
 * rows. SIGNERS_BESIDE decides whether they are read one signer after the other.
 */
import { unionBox } from '../geometry.js';
import type { Box } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import { areLevel, type Line } from '../text/line.js';
import type { Column } from './columns.js';
import { regionOf, type ColumnPair } from './rows.js';
import { belongTogether, textBeside } from './texts-beside-rules.js';

/** In font sizes: the least gap between two signers, and the most white between rows of one, where hands sign. */
const LEAST_GAP = 1;
const MOST_SPACE = 4;
/** In font sizes: what begins no further left of a signer is of that signer. */
const SAME_LEFT = 1;
/** Rows of a signer at most, the lines of a firm and its address included. */
const MOST_ROWS = 16;
/** In points: lengths of a line that is drawn to sign on; in font sizes, how far it is above the baseline of the name below it. */
const SHORTEST = 60;
const LONGEST = 320;
/** Such lines of a page that are looked at: more of them are those of tables or a drawing. */
const MOST_DRAWN = 100;
const HIGHEST = 2.4;
const LOWEST = 0.6;
/** In font sizes: a line that is drawn no further than this below a baseline underlines its text, as it does heads of columns. */
const UNDERLINING = 0.7;

/** What is filled in, by its label. */
const FIELD =
  /^(by|its|name|print(?:ed)? name|title|position|signature|signed|witness|date|dated)(?:\s?[:_]|$|(?=\s\/s\/))/iu;
const SIGNED = /^(?:by:?\s*)?\/s\//iu;
/** A line to sign on, printed. */
const BLANK = /^_{5,}$/u;
/** "Ada Byron", "Ada Byron, President". */
const NAME = /^\p{Lu}[\p{L}.'’-]*(?:\s\p{Lu}[\p{L}.'’-]*){1,3}(?:,\s\D*)?$/u;
/** What a form asks for; a city or a state with its name is part of an address. */
const FIELD_WORD =
  /(?<!\p{L})(name|address|city(?!\sof\s)|state(?!\sof\s)|zip|phone|date|signature|number|title|e-?mail)(?!\p{L})/iu;
/** A text of more words is no label. */
const LABEL_WORDS = 4;
/** Labels of the place where somebody signs. */
const SIGNING: ReadonlySet<string> = new Set(['by', 'signature', 'signed']);
/** Fields that both signers have, where none is a signature. */
const LEAST_FIELDS = 2;

/** Lines of one baseline by the signers that they are of. */
type Row = readonly (readonly Line[])[];

export interface SignersBeside {
  /** From the top. */
  rows: readonly Row[];
  /** Lines that stand below a line that is drawn to sign on. */
  belowDrawn: ReadonlySet<Line>;
}

type Verdict = 'beside' | 'rows';

export const SIGNERS_BESIDE: DecisionTable<SignersBeside, Verdict> = {
  name: 'signers-beside',
  rules: [
    {
      name: 'one-row',
      why: 'Two signatures in a row have nothing below them that could be read with the wrong one.',
      test: ({ rows }) => (rows.filter(isFull).length < 2 ? 'rows' : null),
    },
    {
      name: 'fields-of-one',
      why: 'Different fields side by side ("Signature", "Date") are filled in by one person.',
      test: ({ rows }) => (rows.filter(hasDifferentFields).length > rows.filter(hasSameField).length ? 'rows' : null),
    },
    {
      name: 'signature-of-each',
      why: '"By:", "Signature:" or "/s/" on both sides of a row: each side is a signer.',
      test: ({ rows }) => (rows.some((row) => SIGNING.has(commonField(row) ?? '')) ? 'beside' : null),
    },
    {
      name: 'same-fields',
      why: 'Two fields that both sides have, such as name and title, are those of two signers.',
      test: ({ rows }) =>
        new Set(rows.flatMap((row) => commonField(row) ?? [])).size >= LEAST_FIELDS ? 'beside' : null,
    },
    {
      name: 'names-below-lines-to-sign-on',
      why: 'Below a line to sign on stands the name of who signs there.',
      test: ({ rows, belowDrawn }) =>
        rows.some((row, i) => areNames(row) && (isBelowDrawn(row, belowDrawn) || isRowToSign(rows[i - 1])))
          ? 'beside'
          : null,
    },
  ],
  otherwise: 'rows',
  subject: ({ rows }) => regionOf(rows.flat(2)),
  numbers: ({ rows }) => ({ rows: rows.length, signers: rows[0]?.length ?? 0 }),
};

const textOf = (lines: readonly Line[]): string => lines.map(({ text }) => text).join(' ');
const fieldOf = (lines: readonly Line[]): string | null => {
  const text = textOf(lines);
  return SIGNED.test(text) ? 'signature' : (FIELD.exec(text)?.[1]?.toLowerCase() ?? null);
};
/** As `fieldOf`, or a label of a few words that holds one of a field: "Street Address". */
const labelledField = (lines: readonly Line[]): string | null => {
  const text = textOf(lines);
  const isShort = text.split(' ').length <= LABEL_WORDS;
  return fieldOf(lines) ?? (isShort ? (FIELD_WORD.exec(text)?.[1]?.toLowerCase() ?? null) : null);
};
const isFull = (row: Row): boolean => row.every(({ length }) => length > 0);

function commonField(row: Row): string | null {
  const [first = null, ...others] = isFull(row) ? row.map(fieldOf) : [];
  return others.length > 0 && others.every((field) => field === first) ? first : null;
}

const hasSameField = (row: Row): boolean => commonField(row) !== null;
const hasDifferentFields = (row: Row): boolean => {
  const fields = isFull(row) ? row.map(labelledField) : [];
  return !fields.includes(null) && new Set(fields).size > 1;
};
/** What stands behind the comma is an office, which may be that of a city. */
const isName = (text: string): boolean => NAME.test(text) && !FIELD_WORD.test(text.split(',', 1)[0]!);
const areNames = (row: Row): boolean => isFull(row) && row.every((lines) => isName(textOf(lines)));
/** A line to sign on, printed, with its label or without. */
const isToSign = (line: Line): boolean => BLANK.test(line.text) || SIGNING.has(fieldOf([line]) ?? '');
const isRowToSign = (row: Row | undefined): boolean =>
  row !== undefined && isFull(row) && row.every(([line]) => isToSign(line!));
const isBelowDrawn = (row: Row, belowDrawn: ReadonlySet<Line>): boolean =>
  row.every(([line]) => line !== undefined && belowDrawn.has(line));

/** Whether two columns are those of signers, where a gutter shows between them: a signature of each stands in one row. */
export const areSigners = ({ left, right }: ColumnPair): boolean =>
  Math.max(left.length, right.length) <= MOST_ROWS &&
  left.some((line) => isToSign(line) && right.some((other) => isToSign(other) && areLevel(line, other)));

/** The column, split where some sign beside each other. `drawn` are the level lines that are drawn on the page. */
export function splitSigners(column: Column, drawn: readonly Box[]): Column[] {
  const { lines, box } = column;
  const rows = rowsOf(lines);
  if (rows.every(({ length }) => length === 1)) return [column];
  const belowDrawn = linesBelow(rows, drawn);
  const around = { ...column, left: column.left ?? box.x0, right: column.right ?? box.x1 };
  const columns: Column[] = [];
  let done = 0;
  const upTo = (end: number): void => {
    if (end > done) columns.push({ ...around, lines: rows.slice(done, end).flat() });
  };
  for (let at = 0; at < rows.length; at++) {
    const starts = signersOf(rows[at]!, belowDrawn);
    const stretch = starts ? stretchAt(rows, at, { first: done, starts }) : null;
    if (!stretch || decide(SIGNERS_BESIDE, { rows: stretch.rows, belowDrawn }) !== 'beside') continue;
    upTo(stretch.from);
    columns.push(...columnsOf(stretch.rows, starts!, around.right));
    done = stretch.to;
    at = done - 1;
  }
  if (done === 0) return [column];
  upTo(rows.length);
  return columns;
}

/** A column for each signer, as wide as there is room: what is shorter ends its line, for nothing of it is running text. */
function columnsOf(rows: readonly Row[], starts: readonly number[], right: number): Column[] {
  const ends = [...starts.slice(1), Math.max(right, sameWidth(starts))];
  return ends.map((end, i) => {
    const column = textBeside(rows.flatMap((row) => row[i]!));
    return { ...column, right: Math.max(end, column.box.x1) };
  });
}

/** Where the last of several columns ends that is as wide as the one before it. */
export const sameWidth = (starts: readonly number[]): number => 2 * starts.at(-1)! - starts.at(-2)!;

/** Lines of one baseline, from left to right; a column has them from the top. */
function rowsOf(lines: readonly Line[]): Line[][] {
  const rows: Line[][] = [];
  for (const line of lines) {
    const row = rows.at(-1);
    if (row && !line.blocks && !row[0]!.blocks && areLevel(row[0]!, line)) row.push(line);
    else rows.push([line]);
  }
  return rows.map((row) => row.toSorted((a, b) => a.box.x0 - b.box.x0));
}

/** The drawn line is an underline: text stands on it other than what is signed there. */
function underlines(drawn: Box, lines: readonly Line[]): boolean {
  return lines.some(
    (line) =>
      Math.abs(drawn.y0 - line.baseline) < UNDERLINING * line.size &&
      line.box.x0 < drawn.x1 &&
      line.box.x1 > drawn.x0 &&
      !isToSign(line),
  );
}

/** Lines right below one that is drawn to sign on, each below one of its own. */
function linesBelow(rows: readonly Line[][], drawn: readonly Box[]): Set<Line> {
  const short = drawn.filter(({ x0, x1 }) => x1 - x0 >= SHORTEST && x1 - x0 <= LONGEST);
  if (short.length < 2 || short.length > MOST_DRAWN) return new Set();
  const all = rows.flat();
  const toSignOn = short.filter((one) => !underlines(one, all));
  const isBelow = ({ box, baseline, size }: Line, { x0, x1, y1 }: Box): boolean => {
    const above = (baseline - y1) / size;
    return above > LOWEST && above < HIGHEST && box.x0 > x0 - size && box.x1 < x1 + size;
  };
  const beside = rows.filter(({ length }) => length > 1).flat();
  return new Set(beside.filter((line) => toSignOn.filter((one) => isBelow(line, one)).length === 1));
}

/** Where each signer begins, from left to right; null where the row shows no two. */
function signersOf(row: readonly Line[], belowDrawn: ReadonlySet<Line>): number[] | null {
  const [first] = row;
  if (!first || row.length < 2) return null;
  const field = fieldOf([first]);
  const starts = row.filter((line) =>
    isToSign(first) || field === null ? isToSign(line) || belowDrawn.has(line) : fieldOf([line]) === field,
  );
  return starts.length > 1 && starts[0] === first ? starts.map(({ box }) => box.x0) : null;
}

interface Stretch {
  /** Indices of the rows. */
  from: number;
  to: number;
  rows: Row[];
}

/** The rows around the one at `at` that keep to the signers. */
function stretchAt(
  all: readonly Line[][],
  at: number,
  { first, starts }: { first: number; starts: readonly number[] },
): Stretch | null {
  const seed = bySigner(all[at]!, starts);
  if (!seed) return null;
  const rows: Row[] = [seed];
  let [from, to] = [at, at + 1];
  for (; to < all.length && rows.length < MOST_ROWS && isNear(all[to - 1]!, all[to]!); to++) {
    const row = bySigner(all[to]!, starts);
    if (!row) break;
    rows.push(row);
  }
  for (; from > first && rows.length < MOST_ROWS && isNear(all[from - 1]!, all[from]!); from--) {
    const row = bySigner(all[from - 1]!, starts);
    if (!row) break;
    rows.unshift(row);
  }
  // what stands above on one side alone is the end of the text
  const top = rows.findIndex(isFull);
  let end = rows.length;
  while (end > top && isOfOneAlone(rows.slice(top, end))) end -= 1;
  return { from: from + top, to: from + end, rows: rows.slice(top, end) };
}

/** The lines of a row by signer; null where it is no row of signers. */
function bySigner(row: readonly Line[], starts: readonly number[]): Row | null {
  const parts = starts.map((): Line[] => []);
  for (const line of row) {
    const reach = SAME_LEFT * line.size;
    const at = starts.findLastIndex((start) => start <= line.box.x0 + reach);
    const next = starts[at + 1] ?? Infinity;
    if (line.blocks || at < 0 || line.box.x1 > next - LEAST_GAP * line.size) return null;
    parts[at]!.push(line);
  }
  return parts;
}

function isNear(above: readonly Line[], below: readonly Line[]): boolean {
  const [a, b] = [unionBox(above.map(({ box }) => box)), unionBox(below.map(({ box }) => box))];
  return b.y0 - a.y1 < MOST_SPACE * below[0]!.size;
}

/** The last row is of one signer alone and no line of the text above it. */
function isOfOneAlone(rows: readonly Row[]): boolean {
  const last = rows.at(-1)!;
  if (isFull(last)) return false;
  return last.some((lines, signer) => {
    const above = rows.at(-2)?.[signer]?.[0];
    return lines.length > 0 && !(above && belongTogether(above, lines[0]!));
  });
}
