/**
 * Fields above a table: labels with their values ("Patient: Ada Moran", "Date: 4 June") that invoices, statements and reports
 * of laboratories print right above the names of the columns, often with a line between. They are no header of the table:
 * FIELDS_ABOVE tells them from names that end in a colon and from names of groups of columns.
 */
import type { Box, Page } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import { isValue } from './kinds.js';
import { rowSubject, segmentText, type TextRow } from './segments.js';

/** Fields at least: one alone is the title of a table, or a remark, and two may name groups of columns. */
const LEAST_FIELDS = 3;
/** Names of columns at least, and words that one has at most. */
const LEAST_NAMES = 2;
const MOST_WORDS_OF_NAME = 6;
/** In points: edges or middles further apart are not at one place. */
const SAME_PLACE = 2;
/** A label of a few words with its colon, and what stands behind it. The colon of a time stands behind a digit, that of an address before slashes. */
const FIELD = /^(\p{L}[^:：]{0,40}(?<=[\p{L}.#)\]/]))\s?[:：](?!\/\/)\s*(.*)$/u;
/** Few texts have one. */
const COLON = /[:：]/u;

export interface Field {
  label: string;
  /** Empty where the text is a label alone. */
  value: string;
}

/** The label and the value that a text is; null where it is neither. */
export function fieldOf(text: string): Field | null {
  const found = COLON.test(text) ? FIELD.exec(text) : null;
  return found ? { label: found[1]!, value: found[2]! } : null;
}

/** Rows of fields at the top of what may be a table, and the row below them. */
export interface FieldsAbove {
  page: Pick<Page, 'number'>;
  rows: readonly TextRow[];
  fields: readonly Field[];
  below: TextRow;
}

export const FIELDS_ABOVE: DecisionTable<FieldsAbove, 'fields' | 'rows'> = {
  name: 'fields-above',
  rules: [
    {
      name: 'few-fields',
      why: 'A single label with its value is the title of a table, or a remark; two may name groups of columns.',
      test: ({ fields }) => (fields.length < LEAST_FIELDS ? 'rows' : null),
    },
    {
      name: 'labels-alone',
      why: 'Names of columns may end in colons, too: of fields most have their value beside them.',
      test: ({ fields }) => (2 * fields.filter(({ value }) => value !== '').length < fields.length ? 'rows' : null),
    },
    {
      name: 'same-label',
      why: 'Groups of columns are named alike ("Model: A", "Model: B"), fields each by a label of their own.',
      test: ({ fields }) => (new Set(fields.map(({ label }) => label)).size < LEAST_FIELDS ? 'rows' : null),
    },
    {
      name: 'right-of-first-name',
      why: 'What leaves the first column free stands above the others alone, and groups them.',
      test: ({ rows, below }) =>
        Math.min(...rows.map(({ box }) => box.x0)) > below.box.x0 + SAME_PLACE ? 'rows' : null,
    },
    {
      name: 'no-names-below',
      why: 'Below fields only a row of names begins a table: words, no values, and no further labels.',
      test: ({ below }) => (areNames(below) ? null : 'rows'),
    },
    {
      name: 'names-repeat',
      why: 'Names that repeat below ("Mean, SD, Mean, SD") are those of the columns of groups, which stand above them.',
      test: ({ below: { segments } }) => (new Set(segments.map(segmentText)).size < segments.length ? 'rows' : null),
    },
    {
      name: 'same-columns',
      why: 'What is set below the labels, each in line with one of them, is in their columns: a table whose cells have labels.',
      test: ({ rows, below }) => (areInColumnsOf(rows, below) ? 'rows' : null),
    },
    {
      name: 'above-names',
      why: 'Labels with their values, down to a row that names columns, belong to the whole document.',
      test: () => 'fields',
    },
  ],
  otherwise: 'rows',
  subject: ({ page, rows }) => rowSubject(page.number, rows[0]!),
  numbers: ({ rows, fields, below }) => ({
    lines: rows.length,
    fields: fields.length,
    withValue: fields.filter(({ value }) => value !== '').length,
    textsBelow: below.segments.length,
  }),
};

/** How many of the rows, from the first, are fields above the names of columns: the last of `rows` may be these. */
export function fieldsAbove(page: Pick<Page, 'number'>, rows: readonly TextRow[]): number {
  const found: Field[] = [];
  let count = 0;
  for (const row of rows) {
    const fields = fieldsOf(row);
    if (!fields) break;
    found.push(...fields);
    count += 1;
  }
  const below = rows[count];
  if (count === 0 || !below) return 0;
  return decide(FIELDS_ABOVE, { page, rows: rows.slice(0, count), fields: found, below }) === 'fields' ? count : 0;
}

/** The fields of a row; null where it has none, or more texts that are neither label nor value. */
function fieldsOf({ segments }: TextRow): Field[] | null {
  const fields: Field[] = [];
  let others = 0;
  for (const segment of segments) {
    const text = segmentText(segment);
    const field = fieldOf(text);
    const last = fields.at(-1);
    if (field) fields.push(field);
    else if (last?.value === '') last.value = text;
    else others += 1;
  }
  return fields.length === 0 || others > fields.length ? null : fields;
}

/** Each text of the row below begins or ends where one above it does, or has its middle there. */
const areInColumnsOf = (rows: readonly TextRow[], { segments }: TextRow): boolean =>
  segments.every(({ box }) => rows.some((row) => row.segments.some((other) => areInLine(other.box, box))));

const areInLine = (one: Box, other: Box): boolean => {
  const [left, right] = [one.x0 - other.x0, one.x1 - other.x1];
  return [left, right, (left + right) / 2].some((apart) => Math.abs(apart) <= SAME_PLACE);
};

const areNames = ({ segments }: TextRow): boolean =>
  segments.length >= LEAST_NAMES &&
  segments.map(segmentText).every((text) => isName(text) && text.split(' ').length <= MOST_WORDS_OF_NAME);

const isName = (text: string): boolean => /\p{L}/u.test(text) && !COLON.test(text) && !isValue(text);
