/**
 * Boxed forms: a lattice whose cells each begin with a printed number and a label, such as Part I of a charter-party.
 *
 * A cell's label is its first line and those that follow it in the same style (FIELD_LABEL); what follows in another style is
 * its text. With no difference of style the first line alone is the label.
 */
import { isSameSize } from '../measures.js';
import { buildLines, type Line } from '../text/line.js';
import { append, lineSpans, plainText } from '../text/spans.js';
import type { FieldBlock, Span } from '../block-model.js';
import type { Box, ParsedPage, TextRun } from '../model.js';
import { once } from '../once.js';
import { decide, type DecisionTable, type Subject } from '../rules.js';
import type { FilledGrid } from '../tables/filled-grid.js';
import { withoutBold } from '../tables/found-table.js';
import { cellBox } from '../tables/grid.js';

const NUMBER = /^(\d{1,3}[A-Za-z]?)[.):]?(?=\s|$)/u;
/** Numbered fields that a form has at least: a table may have a few cells that begin with a number. */
const LEAST_FIELDS = 4;
/** Share of the cells with text that must begin with a number: a form has boxes for a title and for signatures too. */
const NUMBERED = 0.6;
/** Share of the numbers that must rise from cell to cell: boxes that span rows come out of turn. */
const RISING = 0.8;
/** Share of bold letters from which a line counts as bold. */
const BOLD_SHARE = 0.5;
/** In font sizes: a space between words. */
const SPACE = 0.25;
/** In font sizes: what a full line may leave free of the box. */
const SPARE = 0.5;

interface Field {
  box: Box;
  lines: () => Line[];
  number: string | null;
}

/** What says of a lattice whether it is a form. */
export interface FormEvidence {
  /** The cells with text, row by row. */
  fields: readonly Field[];
  numbered: number;
  numberedShare: number;
  /** Share of the numbers, the first aside, that are no lower than the one before. */
  risingShare: number;
}

export function formEvidence(page: ParsedPage, { grid, texts }: FilledGrid): FormEvidence {
  const fields = grid.cells.flatMap((cell, i): Field[] => {
    if (texts[i]!.length === 0) return [];
    const lines = once(() => buildLines({ number: page.number, fonts: page.fonts, rules: [] }, texts[i]!));
    return [{ box: cellBox(grid, cell), lines, number: mayBeNumbered(texts[i]!) ? numberOf(lines()) : null }];
  });
  const numbers = fields.flatMap(({ number }) => (number === null ? [] : [Number.parseInt(number, 10)]));
  const rising = numbers.slice(1).filter((number, i) => number >= numbers[i]!).length;
  return {
    fields,
    numbered: numbers.length,
    numberedShare: fields.length === 0 ? 0 : numbers.length / fields.length,
    risingShare: numbers.length > 1 ? rising / (numbers.length - 1) : 0,
  };
}

/** Most of the cells begin with a number and words, and the numbers rise row by row. */
export const isForm = ({ numbered, numberedShare, risingShare }: FormEvidence): boolean =>
  numbered >= LEAST_FIELDS && numberedShare >= NUMBERED && risingShare >= RISING;

/** Whether the first line may begin with a number and have words: cells of tables have one or the other, and need no lines. */
const mayBeNumbered = (runs: readonly TextRun[]): boolean =>
  runs.some(({ text }) => /^\d/u.test(text)) && runs.some(({ text }) => /\p{L}/u.test(text));

function numberOf(lines: readonly Line[]): string | null {
  const match = NUMBER.exec(lines[0]?.text ?? '');
  return match && /\p{L}{2}/u.test(lines[0]!.text) ? match[1]! : null;
}

/** The form's fields row by row. */
export const formFields = (page: ParsedPage, { fields }: FormEvidence): FieldBlock[] =>
  fields.map((field) => fieldOf(page, field));

function fieldOf(page: ParsedPage, field: Field): FieldBlock {
  const { box, number } = field;
  const lines = field.lines();
  const end = labelEnd(lines);
  return {
    kind: 'field',
    number,
    label: withoutBold(joined(page, lines.slice(0, end))),
    lines: paragraphs(lines.slice(end), box).map((part) => joined(page, part)),
    source: [{ page: page.number, box }],
  };
}

/** A line of a form's box, with the first one or the one above it. */
export interface FieldLine {
  before: Line;
  line: Line;
  box: Box;
}

const lineSubject = ({ line: { page, box, text } }: Pick<FieldLine, 'line'>): Subject => ({ page, box, text });

export const FIELD_LABEL: DecisionTable<Omit<FieldLine, 'box'>, 'label' | 'text'> = {
  name: 'field-label',
  rules: [
    {
      name: 'weight-changes',
      why: 'What is filled in is not bold below a bold label, or the other way round.',
      test: ({ before, line }) => (line.bold >= BOLD_SHARE === before.bold >= BOLD_SHARE ? null : 'text'),
    },
    {
      name: 'size-changes',
      why: 'What is filled in has another font size than the label.',
      test: ({ before, line }) => (isSameSize(line.size, before.size) ? null : 'text'),
    },
  ],
  otherwise: 'label',
  subject: lineSubject,
  numbers: ({ before, line }) => ({ bold: line.bold, size: line.size, labelBold: before.bold, labelSize: before.size }),
};

/** Number of lines that are the label. */
function labelEnd(lines: readonly Line[]): number {
  const before = lines[0]!;
  const end = lines.findIndex((line, i) => i > 0 && decide(FIELD_LABEL, { before, line }) === 'text');
  return end < 0 ? 1 : end;
}

export const FIELD_LINE: DecisionTable<FieldLine, 'wrapped' | 'new'> = {
  name: 'field-line',
  rules: [
    {
      name: 'no-room-above',
      why: 'The first word had no room in the line above: the line was broken by the box, not by who filled it in.',
      test: (pair) =>
        neededWidth(pair) > pair.box.x1 - SPARE * pair.line.size - pair.before.box.x1 ? 'wrapped' : null,
    },
  ],
  otherwise: 'new',
  subject: lineSubject,
  numbers: (pair) => ({
    neededInSizes: neededWidth(pair) / pair.line.size,
    roomInSizes: (pair.box.x1 - pair.before.box.x1) / pair.line.size,
  }),
};

/** Width of the line's first word and a space before it, in points. */
function neededWidth({ line }: FieldLine): number {
  const { x0, x1 } = line.runs[0]!.box;
  return SPACE * line.size + (x1 - x0);
}

/** Lines that the box broke belong together; a line that the one above it had room for begins a paragraph. */
function paragraphs(lines: readonly Line[], box: Box): Line[][] {
  const parts: Line[][] = [];
  let before: Line | undefined;
  for (const line of lines) {
    if (before && decide(FIELD_LINE, { before, line, box }) === 'wrapped') parts.at(-1)!.push(line);
    else parts.push([line]);
    before = line;
  }
  return parts;
}

function joined(page: ParsedPage, lines: readonly Line[]): Span[] {
  const spans: Span[] = [];
  lines.forEach((line, at) => {
    lineSpans(page, line).forEach((span, i) => append(spans, span, at > 0 && i === 0));
  });
  return plainText(spans) === '' ? [] : spans;
}
