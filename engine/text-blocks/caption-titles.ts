/**
 * Captions printed in two parts: "Table 3" on a line of its own above its title. They become one text block, so that a title
 * in bold type or capitals is no heading.
 */
import { decide, refusedIf, type DecisionTable, type Rule } from '../rules.js';
import { captionLabel, captionOf } from '../text/captions.js';
import { together } from './labels.js';
import { textBlockSubject } from './subject.js';
import type { NewTextBlock } from './text-blocks.js';
import type { Vocabulary } from './vocabulary.js';

/** In usual distances of lines: a title is printed close below its label. */
const FARTHEST = 2.2;
/** A title has no more lines and letters than this. */
const MOST_LINES = 4;
const MOST_LETTERS = 300;

/** A label alone on its line and what is printed below it. */
export interface LabelledTitle {
  label: NewTextBlock;
  title: NewTextBlock;
  /** The text blocks above the label and below the title. */
  above: NewTextBlock | undefined;
  below: NewTextBlock | undefined;
}

type Verdict = 'title' | 'refused';

const RULES: readonly Rule<LabelledTitle, Verdict>[] = [
  {
    name: 'in-another-column',
    why: 'Label and title are printed together, and the title is text.',
    test: ({ label, title }) =>
      refusedIf(title.role !== 'text' || title.page !== label.page || title.column.id !== label.column.id),
  },
  {
    name: 'far-below',
    why: 'What stands further away is the text that continues below the label.',
    test: ({ title }) => refusedIf(title.space <= 0 || title.space > FARTHEST),
  },
  {
    name: 'no-title',
    why: 'An item, a paragraph or the rest of a sentence is no title.',
    test: ({ label, title: { marker, lines, text } }) =>
      refusedIf(
        marker !== null ||
          lines.length > MOST_LINES ||
          text.length > MOST_LETTERS ||
          captionOf(`${label.text} ${text}`) === null,
      ),
  },
  {
    name: 'another-caption',
    why: 'The label of the next table begins a caption of its own.',
    test: ({ title }) => refusedIf(captionLabel(title.text) !== null),
  },
  {
    name: 'table-or-figure-beside',
    why: 'The table stands right below both, or the figure right above.',
    test: ({ above, below }) => (isFloatBlock(above) || isFloatBlock(below) ? 'title' : null),
  },
  {
    name: 'in-the-middle',
    why: 'Label and title are set about one middle, as the lines of one caption are.',
    test: ({ label, title }) => (label.centred && title.centred ? 'title' : null),
  },
];

/** Whether a text block is the title of the table or figure whose label stands above it. */
export const CAPTION_TITLE: DecisionTable<LabelledTitle, Verdict> = {
  name: 'caption-title',
  rules: RULES,
  otherwise: 'refused',
  subject: ({ title }) => textBlockSubject(title),
  numbers: ({ title }) => ({
    spaceInLeadings: title.space,
    lines: title.lines.length,
    letters: title.text.length,
  }),
};

const isFloatBlock = (textBlock: NewTextBlock | undefined): boolean =>
  textBlock?.role === 'ready' && textBlock.blocks.some(({ kind }) => kind === 'table' || kind === 'figure');

/** @returns the text blocks, each label of a table or figure that stands alone joined to the title below it. */
export function joinCaptionTitles(textBlocks: readonly NewTextBlock[], vocabulary: Vocabulary): NewTextBlock[] {
  const joined: NewTextBlock[] = [];
  for (let i = 0; i < textBlocks.length; i++) {
    const label = textBlocks[i]!;
    const title = textBlocks[i + 1];
    const around = { above: textBlocks[i - 1], below: textBlocks[i + 2] };
    if (title && isLabel(label) && decide(CAPTION_TITLE, { label, title, ...around }) === 'title') {
      joined.push({ ...together(label, title, vocabulary), marker: null });
      i += 1;
    } else {
      joined.push(label);
    }
  }
  return joined;
}

/** "Table 3" and nothing else. */
function isLabel({ role, lines, text }: NewTextBlock): boolean {
  const label = role === 'text' && lines.length === 1 ? captionLabel(text) : null;
  return label !== null && label.of !== 'other' && label.alone;
}
