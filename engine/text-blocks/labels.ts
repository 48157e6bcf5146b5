/** Headings printed in two parts: "Chapter 3" on a line of its own above the chapter's name. They become one text block. */
import { textBlockSubject } from './subject.js';
import type { NewTextBlock } from './text-blocks.js';
import type { DocumentStyle } from '../style/style.js';
import { isLargerThanBody } from '../measures.js';
import { decide, refusedIf, type DecisionTable, type Rule } from '../rules.js';
import { joinSpans } from './text.js';
import type { Vocabulary } from './vocabulary.js';
import { isDivisionLabel, isDivisionName, isNumberLabel } from '../text/numerals.js';
import { beginsEntry, isWithoutSmallLetters } from '../text-rules.js';
import { plainText } from '../text/spans.js';

/** In label sizes: a name is hardly smaller than its label. */
const LEAST_NAME_SIZE = 0.8;
/** A label has one line, or its number one of its own. */
const LABEL_LINES = 2;
/** In usual distances of lines: what stands further below a label begins something else. */
const SPACE_ABOVE = 1.3;
/** A name has no more lines and letters than this. */
const MOST_LINES = 3;
const MOST_LETTERS = 160;

/** @returns the text blocks with each label joined to the name below it. */
export function joinLabels(
  textBlocks: readonly NewTextBlock[],
  style: DocumentStyle,
  vocabulary: Vocabulary,
): NewTextBlock[] {
  const joined: NewTextBlock[] = [];
  for (let i = 0; i < textBlocks.length; i++) {
    let label = textBlocks[i]!;
    const number = textBlocks[i + 1];
    if (number && isDivisionName(label.text) && isBigNumber(number, label)) {
      label = { ...together(label, number, vocabulary), size: label.size, bold: label.bold };
      i += 1;
    }
    const name = textBlocks[i + 1];
    if (name && isLabel(label, style) && decide(DIVISION_NAME, { name, label, style }) === 'name') {
      joined.push(together(label, name, vocabulary));
      i += 1;
    } else {
      joined.push(label);
    }
  }
  return joined;
}

/** The number of the division whose name stands above it, in no smaller type. */
const isBigNumber = ({ role, lines, text, size, page }: NewTextBlock, name: NewTextBlock): boolean =>
  role === 'text' && lines.length === 1 && page === name.page && size >= name.size && isNumberLabel(text);

/** A label and the name below it as one text block, in the type of the larger. */
export function together(label: NewTextBlock, name: NewTextBlock, vocabulary: Vocabulary): NewTextBlock {
  const spans = joinSpans([label.spans, name.spans], vocabulary, () => textBlockSubject(label));
  const large = name.size >= label.size ? name : label;
  return {
    ...large,
    lines: [...label.lines, ...name.lines],
    spans,
    text: plainText(spans),
    marker: null,
    source: [...label.source, ...name.source],
    space: label.space,
    left: label.left,
  };
}

/** A division's number alone on its line, in a type that running text does not have. */
function isLabel({ role, lines, text, size, bold, centred }: NewTextBlock, style: DocumentStyle): boolean {
  if (role !== 'text' || lines.length > LABEL_LINES || !(isDivisionLabel(text) || isNumberLabel(text))) return false;
  return isLargerThanBody(size, style.bodySize) || bold || centred || isWithoutSmallLetters(text);
}

/** A label and what is printed below it. */
export interface LabelledName {
  name: NewTextBlock;
  label: NewTextBlock;
  style: DocumentStyle;
}

type Verdict = 'name' | 'refused';

const RULES: readonly Rule<LabelledName, Verdict>[] = [
  {
    name: 'on-another-page',
    why: 'Label and name are printed together.',
    test: ({ name, label }) => refusedIf(name.role !== 'text' || name.page !== label.page),
  },
  {
    name: 'too-long',
    why: 'A paragraph below a label is its text, not its name.',
    test: ({ name }) => refusedIf(name.lines.length > MOST_LINES || name.text.length > MOST_LETTERS),
  },
  {
    name: 'sentence-or-item',
    why: 'A name ends without punctuation and begins without a marker of its own.',
    test: ({ name }) => refusedIf(/[.;,:]$/.test(name.text) || name.marker !== null),
  },
  {
    name: 'number-of-its-own',
    why: 'A larger number above a title with one of its own is that of a page, as the last of the contents: pages count faster than sections.',
    test: ({ name, label }) => {
      const own = isNumberLabel(label.text) ? NUMBERED.exec(name.text)?.[1] : undefined;
      return refusedIf(own !== undefined && Number(own) < Number.parseInt(label.text, 10));
    },
  },
  {
    name: 'smaller-than-label',
    why: 'A name is set at least about as large as its label.',
    test: ({ name, label }) => refusedIf(name.size < LEAST_NAME_SIZE * label.size),
  },
  {
    name: 'type-of-a-heading',
    why: 'Larger than the text, or bold where the text is not.',
    test: ({ name, style }) =>
      isLargerThanBody(name.size, style.bodySize) || (name.bold && !style.boldBody) ? 'name' : null,
  },
  {
    name: 'centred-below-its-label',
    why: 'Statutes set label and name in the type of the text, one right below the other in the middle of the page.',
    test: ({ name, label }) =>
      isDivisionLabel(label.text) &&
      !VOLUME.test(label.text) &&
      label.centred &&
      name.centred &&
      isRightBelow(name) &&
      beginsEntry(name.text)
        ? 'name'
        : null,
  },
];

const NUMBERED = /^(\d{1,2})(?:\.\d{1,2})*\.?\s+\p{Lu}/u;
const isRightBelow = ({ space, lines }: NewTextBlock): boolean => space < SPACE_ABOVE && lines.length === 1;
/** On a title page the author stands below them. */
const VOLUME = /^(?:volume|vol\.|book|band|tome|libro)(?!\p{L})/iu;

/** Whether a text block is the name of the division whose label stands above it. */
export const DIVISION_NAME: DecisionTable<LabelledName, Verdict> = {
  name: 'division-name',
  rules: RULES,
  otherwise: 'refused',
  subject: ({ name }) => textBlockSubject(name),
  numbers: ({ name, label, style }) => ({
    sizeInBodySizes: name.size / style.bodySize,
    sizeInLabelSizes: name.size / label.size,
    lines: name.lines.length,
  }),
};
