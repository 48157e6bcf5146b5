/** Each rule of whether a text block is a heading, on text blocks written by hand. */
import { describe, expect, test } from '@jest/globals';
import type { HeadingEvidence } from '../../../../engine/headings/evidence.js';
import { HEADING } from '../../../../engine/headings/heading-rules.js';
import { NAMES } from '../../../../engine/headings/look-weights.js';
import { divisionNumber } from '../../../../engine/headings/numbers.js';
import { isSectionName } from '../../../../engine/headings/section-names.js';
import { decideWithRule } from '../../../../engine/rules.js';
import type { BlockTag } from '../../../../engine/tag-model.js';
import type { TextBlock } from '../../../../engine/text-blocks/text-blocks.js';
import { LEFT, line, RIGHT, style, textBlock } from '../../../support/engine-inputs.js';
import { BOLD, ITALIC, MONO } from '../../../support/pages.js';

const large = (text: string): TextBlock => textBlock([line(text, { size: 14 })]);
const bold = (text: string, over: Partial<TextBlock> = {}): TextBlock => textBlock([line(text, { font: BOLD })], over);
const tag = (role: BlockTag['role']): BlockTag => ({ page: 1, element: 0, role, level: 2, items: [], label: false });

/** In bold type, with nothing larger above. */
const LOOK = { ...Object.fromEntries(NAMES.map((name) => [name, 0])), bold: 1, sizeInThatAbove: 1 };

/** What is decided about a text block on its own. */
function about(block: TextBlock, over: Partial<HeadingEvidence> = {}): string {
  const { verdict, rule } = decideWithRule(HEADING, {
    textBlock: block,
    bookmark: null,
    contents: null,
    tag: null,
    number: divisionNumber(block.text),
    runIn: false,
    inSeries: false,
    opens: false,
    ownType: false,
    headsContents: false,
    inRow: false,
    beside: false,
    belowQuantity: false,
    aboveText: false,
    aboveTable: false,
    headsPage: false,
    asks: false,
    amongItems: false,
    repeated: false,
    author: false,
    signed: false,
    sectionName: isSectionName(block),
    linked: () => false,
    look: () => LOOK,
    score: () => 0.3,
    plain: false,
    larger: block.size > 10.7,
    bold: block.bold,
    style: style(),
    ...over,
  });
  return `${verdict}: ${rule}`;
}

describe('a text block is a heading', () => {
  test('by a bookmark, even if it ends like a sentence', () =>
    expect(about(textBlock('Who owns this?'), { bookmark: 2 })).toBe('heading: bookmark-names-it'));

  test('by the printed contents, in monospaced type too', () =>
    expect(about(textBlock([line('Creators', { font: MONO })]), { contents: 2 })).toBe('heading: contents-list-it'));

  test('not by the contents where the sentence goes on, in the type of the text', () => {
    expect(about(textBlock('Dear keepers,'), { contents: 1 })).toBe('refused: listed-in-mid-sentence');
    expect(about(textBlock('Dear keepers'), { contents: 1 })).toBe('heading: contents-list-it');
    expect(about(textBlock('THE KEEPERS,'), { contents: 1 })).toBe('heading: contents-list-it');
    expect(about(textBlock('The keepers,', { centred: true }), { contents: 1 })).toBe('heading: contents-list-it');
    expect(about(textBlock('Dear keepers,'), { contents: 1, bookmark: 1 })).toBe('heading: bookmark-names-it');
  });

  test('not by a bookmark that repeats a long sentence', () => {
    const clause = '5.2. User represents that if it discovers any bugs in the software it will promptly give notice.';
    expect(about(textBlock(clause), { bookmark: 2 })).toBe('refused: listed-sentence');
  });

  test('as an item of a tagged list in the type of titles, above text or in a series', () => {
    const title = textBlock([line('1. Training Files', { size: 14, font: BOLD })], { tag: tag('item') });
    const rule = 'heading: numbered-item-in-title-type';
    expect(about(title, { aboveText: true })).toBe(rule);
    expect(about(title, { inSeries: true })).toBe(rule);
    expect(about(title, { aboveText: true, amongItems: true })).toBe('refused: tagged-as-other');
    expect(about(title)).toBe('refused: tagged-as-other');
    const sentence = textBlock([line('1. Train the lamps.', { size: 14, font: BOLD })], { tag: tag('item') });
    expect(about(sentence, { aboveText: true })).toBe('refused: tagged-as-other');
    expect(about(bold('1. Training Files', { tag: tag('item') }), { aboveText: true })).toBe(
      'refused: tagged-as-other',
    );
    expect(about(textBlock([line('Files', { size: 14, font: BOLD })], { tag: tag('item') }), { aboveText: true })).toBe(
      'refused: tagged-as-other',
    );
  });

  test('not if it is a day or an address, a part of a formula, or breaks off', () => {
    expect(about(large('April 6, 2016'))).toBe('refused: date-or-address');
    expect(about(large('ΘΨ'))).toBe('refused: symbols');
    expect(about(large('This court has been advised by order of the'))).toBe('refused: breaks-off');
  });

  test('not in bold type of the text beside other texts, as in a letterhead', () => {
    const column = { id: 0, left: LEFT, right: RIGHT, beside: true as const };
    expect(about(bold('Clerk of Court', { column }))).toBe('refused: text-beside-others');
    expect(about(large('Clerk of Court'))).toBe('heading: larger-type');
  });

  test('in capitals in the middle, if it opens the document', () => {
    const court = textBlock('IN THE SUPREME COURT OF THE SEA', { centred: true });
    expect(about(court, { opens: true })).toBe('heading: opens-the-document');
    expect(about(textBlock('LAMPS', { centred: true }), { opens: true })).toBe('text: otherwise');
  });

  test('as the title of the printed contents', () =>
    expect(about(textBlock([line('CONTENTS', { font: MONO })]), { headsContents: true })).toBe(
      'heading: heads-printed-contents',
    ));

  test('by a face of its own', () =>
    expect(about(textBlock('Individual Variations'), { ownType: true })).toBe('heading: own-type'));

  test('by the tag of a heading, which even a caption may have', () =>
    expect(about(textBlock('Table 3: Fees'), { tag: 2 })).toBe('heading: tagged-as-heading'));

  test('as the run-in opening of a paragraph', () =>
    expect(about(textBlock('Scope.'), { runIn: true })).toBe('heading: run-in'));

  test('as one of a numbered series, or in capitals or italics above text', () => {
    expect(about(textBlock('I. INTRODUCTION'), { inSeries: true })).toBe('heading: numbered-series');
    expect(about(textBlock('NOTICES'), { plain: true })).toBe('heading: plain-heading');
  });

  test('from the margin', () =>
    expect(about(textBlock('Notices', { column: { id: 1, left: LEFT, right: RIGHT, title: true } }))).toBe(
      'heading: margin-title',
    ));

  test('in larger type; one that ends like a sentence needs weight or a number, but an initial ends none', () => {
    expect(about(large('Results'))).toBe('heading: larger-type');
    expect(about(large('We thank you.'))).toBe('refused: ends-like-a-sentence');
    expect(about(large('Welcome!'), { aboveText: true })).toBe('heading: larger-type');
    expect(about(large('Welcome!'), { headsPage: true })).toBe('heading: larger-type');
    expect(about(large('We thank you.'), { headsPage: true })).toBe('refused: ends-like-a-sentence');
    expect(about(large('Call now!'))).toBe('refused: ends-like-a-sentence');
    expect(about(large('Call now!'), { aboveText: true, repeated: true })).toBe('refused: ends-like-a-sentence');
    expect(about(large('Bring your lamps, and oil for them as well!'))).toBe('refused: ends-like-a-sentence');
    expect(about(bold('Mind the step!'))).toBe('refused: ends-like-a-sentence');
    expect(about(large('2. What we found.'))).toBe('heading: larger-type');
    expect(about(large('A letter to J.'))).toBe('heading: larger-type');
  });

  test('in bold with space above, at a column’s top or with a number', () => {
    expect(about(bold('Results', { space: 1.3 }))).toBe('heading: bold-type');
    expect(about(bold('Results', { space: 0 }))).toBe('heading: bold-type');
    expect(about(bold('2.1 Results', { space: 1 }))).toBe('heading: bold-type');
    expect(about(bold('Results', { space: 1 }))).toBe('refused: bold-without-space');
  });

  test('in bold as a question, and with a colon in capitals or behind a letter', () => {
    expect(about(bold('Who should file?', { space: 1.3 }))).toBe('heading: bold-type');
    expect(about(bold('TO BE COMPLETED BY THE COURT:', { space: 1.3 }))).toBe('heading: bold-type');
    expect(about(bold('B. Children at home:', { space: 1.3 }))).toBe('heading: bold-type');
    expect(about(bold('SEC. 2. FINDINGS.', { space: 1 }))).toBe('heading: bold-type');
    expect(about(bold('Section 2 is void.', { space: 1.3 }))).toBe('refused: ends-like-a-sentence');
    expect(about(bold('Case number:', { space: 1.3 }))).toBe('refused: ends-like-a-sentence');
  });

  test('as the usual name of a section that stands apart in type of its own', () => {
    const italic = (text: string): TextBlock => textBlock([line(text, { font: ITALIC })], { space: 2 });
    expect(about(italic('Acknowledgement'))).toBe('heading: name-of-a-section');
    expect(about(italic('References and links'))).toBe('heading: name-of-a-section');
    expect(about(italic('Jonathan'))).toBe('text: otherwise');
    expect(about({ ...italic('Acknowledgement'), space: 1 })).toBe('text: otherwise');
    expect(isSectionName(textBlock('Acknowledgement', { space: 2 }))).toBe(false);
  });

  test('in a cell that is alone in its row', () => {
    const cell = { ...large('Results'), tag: tag('cell') };
    expect(about(cell)).toBe('heading: larger-type');
    expect(about(cell, { inRow: true })).toBe('refused: cell-in-a-row');
    expect(about(cell, { inRow: true, opens: true })).toBe('heading: larger-type');
  });

  test('in five lines, of which two are the name and the number of a chapter', () => {
    const lines = ['CHAPTER', '5', 'Physical Development:', 'The Brain and', 'the Body'];
    const block = textBlock(lines.map((text, i) => line(text, { size: 14, y: 20 * i })));
    expect(about({ ...block, marker: null })).toBe('heading: larger-type');
  });

  test('not by size or weight alone where its look says that it is none', () => {
    const score = (): number => 0.05;
    expect(about(large('Results'), { score })).toBe('refused: unlikely-by-its-look');
    expect(about(bold('Results', { space: 2 }), { score })).toBe('refused: unlikely-by-its-look');
    expect(about(bold('Results'), { bookmark: 1, score })).toBe('heading: bookmark-names-it');
    expect(about(bold('2. Oil'), { score, inSeries: true })).toBe('heading: numbered-series');
  });

  test('above running text where its look says that it is one, and nothing refuses it', () => {
    const likely = { score: () => 0.9, aboveText: true };
    expect(about(textBlock('Results'), likely)).toBe('heading: likely-by-its-look');
    expect(about(textBlock('Results'), { ...likely, aboveText: false })).toBe('text: otherwise');
    expect(about(textBlock('3 May 2021'), likely)).toBe('refused: date-or-address');
    expect(about(textBlock('The lamp burns, and '.repeat(13)), likely)).toBe('refused: too-long');
  });

  test('not as a link by its look, nor below larger type, as bylines stand', () => {
    const likely = { score: () => 0.9, aboveText: true };
    expect(about(textBlock('Results'), { ...likely, linked: () => true })).toBe('text: otherwise');
    const below = { ...LOOK, sizeInThatAbove: 0.7 };
    expect(about(textBlock('By Ada Moran'), { ...likely, look: () => below })).toBe('text: otherwise');
  });

  test('in plain type where space is above it on its page, and its look is sure', () => {
    const plain = (): typeof LOOK => ({ ...LOOK, bold: 0 });
    const likely = { score: () => 0.75, aboveText: true, look: plain };
    const apart = textBlock('Results', { space: 2 });
    expect(about(apart, likely)).toBe('heading: likely-by-its-look');
    expect(about(apart, { ...likely, score: () => 0.65 })).toBe('text: otherwise');
    expect(about(textBlock('Results', { space: 1 }), likely)).toBe('text: otherwise');
    expect(about(apart, { ...likely, look: () => ({ ...plain(), firstOfPage: 1 }) })).toBe('text: otherwise');
  });

  test('above a table where its look is sure, but not in plain type', () => {
    const likely = { score: () => 0.75, aboveTable: true };
    const block = textBlock('Revisions', { space: 2 });
    expect(about(block, likely)).toBe('heading: likely-by-its-look');
    expect(about(block, { ...likely, score: () => 0.65 })).toBe('text: otherwise');
    expect(about(block, { ...likely, look: () => ({ ...LOOK, bold: 0 }) })).toBe('text: otherwise');
  });

  test('in italics with a number, if it is short', () => {
    expect(about(textBlock([line('2.1 Results', { font: ITALIC })]))).toBe('heading: numbered-italics');
    expect(about(textBlock([line('Results', { font: ITALIC })]))).toBe('text: otherwise');
  });
});

describe('a text block is refused as a heading', () => {
  test('as a caption, although bookmarks list it', () =>
    expect(about(textBlock('Table 3: Fees'), { bookmark: 2 })).toBe('refused: caption'));

  test('when tags call it something else', () =>
    expect(about({ ...large('Results'), tag: tag('item') })).toBe('refused: tagged-as-other'));

  test('in monospaced type', () =>
    expect(about(textBlock([line('main', { font: MONO, size: 14 })]))).toBe('refused: typewriter'));

  test('with more than four lines or 240 letters', () => {
    const lines = [1, 2, 3, 4, 5].map((n) => line('Large', { size: 14, y: 20 * n }));
    expect(about(textBlock(lines))).toBe('refused: too-long');
    expect(about(large('word '.repeat(50)))).toBe('refused: too-long');
  });

  test('but for a version with its day', () => {
    expect(about(bold('2.1 (2011-01-03)', { space: 2 }))).toBe('heading: version-with-its-day');
    expect(about(large('v1.4.2 – 2020-05-17'))).toBe('heading: version-with-its-day');
    expect(about(large('2011-01-03'))).toMatch(/^refused/);
  });

  test('without a letter, in mid-sentence, or with a bullet', () => {
    expect(about(large('1,204.50'))).toBe('refused: no-letters');
    expect(about(large('Dear Sir,'))).toBe('refused: ends-in-mid-sentence');
    expect(about(large('• Results'))).toBe('refused: bulleted');
  });

  test('as a number without a name, unless it is centred', () => {
    expect(about(bold('B.', { space: 2 }))).toBe('refused: number-alone');
    expect(about(bold('B.', { space: 2, centred: true }))).toBe('heading: bold-type');
  });

  test('as the rest of a sentence in larger type', () =>
    expect(about({ ...large('and August lowered final yields.'), bold: true })).toBe('refused: rest-of-a-sentence'));

  test('in bold type far smaller than the body, and as a term in the margin', () => {
    const small = (text: string, size: number): TextBlock =>
      textBlock([line(text, { font: BOLD, size })], { space: 2, marker: null });
    expect(about(small('Lymphoid', 6.5))).toBe('refused: tiny-print');
    expect(about(small('cerebral cortex', 8))).toBe('refused: small-and-no-title');
    expect(about(small('{1 e.4 e 1.2}', 8))).toBe('refused: small-and-no-title');
    expect(about(small('Further reading', 8))).toBe('heading: bold-type');
  });

  test('as a name of a programming language', () =>
    expect(about(bold('read_file()', { space: 2 }))).toBe('refused: identifier'));

  test('at the other end of the row of a title', () =>
    expect(about(bold('Creatures', { space: 2 }), { beside: true })).toBe('refused: at-the-end-of-a-row'));
  test('where dots lead to the number of its page', () => {
    expect(about(large('2.1 Creatures . . . . .'))).toBe('refused: leaders');
    expect(about(large('Creatures.......'))).toBe('refused: leaders');
    expect(about(large('And so on ...'))).not.toBe('refused: leaders');
    expect(about(large('To be continued. . . .'))).not.toBe('refused: leaders');
  });

  test('in small print', () =>
    expect(about(textBlock([line('2 Sources', { font: ITALIC, size: 8 })]))).toBe('refused: small-print'));
});

test('what was recognised with little confidence is no heading, however large, unless a bookmark names it', () => {
  const logo = textBlock(
    [line('Wwy', { size: 30 })].map((one) => ({
      ...one,
      runs: one.runs.map((run) => ({ ...run, doubtful: true as const })),
    })),
  );
  expect(about(logo)).toBe('refused: doubtful-recognition');
  expect(about(logo, { bookmark: 1 })).toBe('heading: bookmark-names-it');
});
