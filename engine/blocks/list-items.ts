/**
 * Which text blocks are items of lists.
 *
 * `LIST_ITEM` is asked of text blocks that are no headings and begin with a bullet, a number or a letter; text without such a
 * marker is never asked. A clause number ("1.2") never makes an item.
 */
import { textBlockSubject } from '../text-blocks/subject.js';
import { decide, type DecisionTable } from '../rules.js';
import { captionsFloat } from '../text/captions.js';
import { follows, type Marker } from '../text-blocks/markers.js';
import type { TextBlock } from '../text-blocks/text-blocks.js';

export interface ItemEvidence {
  textBlock: TextBlock;
  marker: Marker;
  /** Text blocks with markers near it in the document. */
  before: readonly TextBlock[];
  after: readonly TextBlock[];
  /** No text block near it in the document begins with the same marker. */
  alone: boolean;
}

/** How many markers before and after an item are searched for others of its series. */
const NEAR = 12;
/** In points: items of one series begin no further apart. Another column or page may shift them a little. */
const SAME_INDENT = 6;
/** In points: how far the lines of an item hang to the right of its marker. */
const LEAST_HANG = 3;
/** In font sizes: what stands further behind a mark stands clear of it, as the text of an item does. */
const CLEAR = 0.45;
/** In points: lines that begin so near to each other are aligned. */
const ALIGNED = 2;

/** Text blocks before and after a marker among which another of its list would begin. */
const NEIGHBOURS = 3;
/** Sets off whose words are quoted; a hyphen is a typist's bullet as often. */
const DASH = /^[—―]$/u;
/** What stands in cells without a value, and how a legend below the table says so. */
const SIGN = /^[-–—]$/u;
const EXPLAINS =
  /^\s*(?:=|(?:[Rr]epresents|[Ii]ndicates|[Dd]enotes|[Mm]eans (?:not|no|zero)|[Nn]ot (?:applicable|available))\b)/;
/** Boxes of fonts that have no ticked ones: ticks stand in their place. */
const BOX = /^[□■]$/u;
const FURTHER_BOX = /[□■√✓☑☒]/u;

/** "Q." stands before a question, "A." before its answer. */
const isAnswer = ({ textBlock: { tag }, marker, before, after }: ItemEvidence): boolean => {
  if (tag !== null && tag.items.length > 0) return false;
  const near = [...before, ...after].map((other) => other.marker?.text);
  return marker.text === 'A.' && near.includes('Q.') && !near.includes('B.');
};

const itemIf = (condition: boolean): 'item' | null => (condition ? 'item' : null);

export const LIST_ITEM: DecisionTable<ItemEvidence, 'item' | 'refused'> = {
  name: 'list-item',
  rules: [
    {
      name: 'answer-to-a-question',
      why: 'In the record of a hearing "A." stands before the answer to what "Q." asked, and no "B." follows.',
      test: (evidence) => (isAnswer(evidence) ? 'refused' : null),
    },
    {
      name: 'initial-of-a-name',
      why: '"N. Rahman" begins with an initial: the text of an item stands clear of its mark or hangs below itself.',
      test: ({ textBlock, marker }) => (isInitial(textBlock, marker) ? 'refused' : null),
    },
    {
      name: 'tagged-as-item',
      why: 'The tags of the document put it into a list.',
      test: ({ textBlock: { tag } }) => itemIf(tag !== null && tag.items.length > 0),
    },
    {
      name: 'dash-of-a-source',
      why: 'A long dash before one text, with no other such text near, says whose the words above are.',
      test: ({ marker, alone }) => (alone && DASH.test(marker.text) ? 'refused' : null),
    },
    {
      name: 'row-of-boxes',
      why: 'Boxes to tick stand in one line: these are the answers to choose from, no items.',
      test: ({ textBlock: { text }, marker }) =>
        BOX.test(marker.text) && FURTHER_BOX.test(text.slice(marker.text.length)) ? 'refused' : null,
    },
    {
      name: 'caption-behind-a-sign',
      why: 'A square or triangle before "Figure 3", with no other such text near, sets off the caption.',
      test: ({ textBlock: { text }, alone }) => (alone && captionsFloat(text) ? 'refused' : null),
    },
    {
      name: 'asterisk-of-a-note',
      why: 'An asterisk before one text among all items near marks a note to something above; as a bullet it comes in numbers.',
      test: ({ marker, before, after }) =>
        marker.text === '*' && ![...before, ...after].some((other) => other.marker?.text === '*') ? 'refused' : null,
    },
    {
      name: 'sign-that-is-explained',
      why: '"– Represents zero." says what a sign in a table means.',
      test: ({ textBlock: { text }, marker, alone }) =>
        alone && SIGN.test(marker.text) && EXPLAINS.test(text.slice(marker.text.length)) ? 'refused' : null,
    },
    {
      name: 'bullet',
      why: 'A bullet stands before nothing but items.',
      test: ({ marker }) => itemIf(marker.kind === 'bullet'),
    },
    {
      name: 'in-a-series',
      why: 'Another marker of the same series stands before or after it at the same indent.',
      test: ({ textBlock, before, after }) =>
        itemIf(
          before.some((other) => follow(other, textBlock) && isLevel(other, textBlock)) ||
            after.some((other) => follow(textBlock, other) && isLevel(other, textBlock)),
        ),
    },
    {
      name: 'first-in-brackets',
      why: '"(a)" and "(1)" open a list even if it has one item.',
      test: ({ marker }) => itemIf(marker.value === 1 && marker.frame.includes('(')),
    },
    {
      name: 'first-with-hanging-text',
      why: 'The first of a series whose lines hang right of the marker opens a list, even of one item.',
      test: ({ textBlock, marker }) => itemIf(marker.value === 1 && textBlock.textLeft > textBlock.left + LEAST_HANG),
    },
  ],
  // a number that stands alone: a year, an amount, an address
  otherwise: 'refused',
  subject: ({ textBlock }) => textBlockSubject(textBlock),
  numbers: ({ textBlock, marker }) => ({
    value: marker.value,
    leftInPoints: textBlock.left,
    hangInPoints: textBlock.textLeft - textBlock.left,
  }),
};

/** Text blocks that are list items, by looking at their neighbours. */
export function findItems(textBlocks: readonly TextBlock[]): Set<TextBlock> {
  const marked = textBlocks.filter(({ role, marker }) => role === 'text' && marker && marker.kind !== 'clause');
  const siblings = marked.filter((textBlock) => !isInitial(textBlock, textBlock.marker!));
  const places = new Map(siblings.map((textBlock, i) => [textBlock, i]));
  const inOrder = new Map(textBlocks.map((textBlock, i) => [textBlock, i]));
  const isAlone = (textBlock: TextBlock): boolean => {
    const at = inOrder.get(textBlock)!;
    return textBlocks
      .slice(Math.max(0, at - NEIGHBOURS), at + NEIGHBOURS + 1)
      .every((other) => other === textBlock || other.marker?.text !== textBlock.marker?.text);
  };
  return new Set(
    marked.filter((textBlock) => {
      const at = places.get(textBlock) ?? 0;
      const [before, after] = [siblings.slice(Math.max(0, at - NEAR), at), siblings.slice(at + 1, at + 1 + NEAR)];
      const marker = textBlock.marker!;
      return decide(LIST_ITEM, { textBlock, marker, before, after, alone: isAlone(textBlock) }) === 'item';
    }),
  );
}

/** Begins like "N. Rahman" at the start of a reference. */
function isInitial({ lines, size }: TextBlock, marker: Marker): boolean {
  if (!/^[A-Z]\.$/.test(marker.text)) return false;
  const [first, second] = lines;
  const [mark, word] = first?.runs ?? [];
  if (!mark || !word || mark.text !== marker.text) return false;
  const isClear = word.box.x0 - mark.box.x1 > CLEAR * size;
  return !isClear && (second === undefined || Math.abs(second.box.x0 - word.box.x0) > ALIGNED);
}

const follow = ({ marker: first }: TextBlock, { marker: second }: TextBlock): boolean =>
  first !== null && second !== null && follows(first, second);

const isLevel = (a: TextBlock, b: TextBlock): boolean => Math.abs(a.left - b.left) < SAME_INDENT;
