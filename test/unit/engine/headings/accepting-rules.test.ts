/**
 * Each rule of `HEADING` that accepts decides within `findHeadings`. Only text blocks with some sign of a heading are asked
 * about (`hasSignal` of evidence.ts): a rule whose sign is missing there would never be asked, although its own test passes.
 */
import { expect, test } from '@jest/globals';
import { HEADING } from '../../../../engine/headings/heading-rules.js';
import { findHeadings } from '../../../../engine/headings/headings.js';
import { recordDecisions } from '../../../../engine/rules.js';
import type { TextBlock } from '../../../../engine/text-blocks/text-blocks.js';
import { emptyPage, LEFT, line, linesBelow, RIGHT, style, textBlock } from '../../../support/engine-inputs.js';
import { BOLD, ITALIC, MONO } from '../../../support/pages.js';

const NAME = 'Keepers';
const bookmarks = [{ title: NAME, page: 1, y: null, children: [] }];
/** The face of index MONO under a name that does not say that it is monospaced. */
const fonts = ['Dante', 'Dante-Bold', 'TradeGothic-Bd2', 'Dante-Italic'].map((name) => ({
  name,
  bold: false,
  italic: false,
  mono: false,
  serif: true,
}));

const text = textBlock(
  linesBelow(Array.from({ length: 4 }, () => 'The lamp of the tower burned all through the night')),
);
const inOwnFace = (words: string): TextBlock => textBlock([line(words, { font: MONO })], { mono: false, space: 2 });
const italics = (words: string, over: Partial<TextBlock> = {}): TextBlock =>
  textBlock([line(words, { font: ITALIC })], over);

/** Text blocks in which the rule makes a heading of one. Those of `bookmark-names-it` have the bookmark as well. */
const INPUTS: Record<string, readonly TextBlock[]> = {
  'bookmark-names-it': [text, textBlock(NAME)],
  'contents-list-it': [text, textBlock(NAME, { contentsDepth: 1 })],
  'heads-printed-contents': [text, textBlock('Contents'), { ...text, role: 'contents' }],
  'tagged-as-heading': [
    text,
    textBlock(NAME, { tag: { page: 1, element: 0, role: 'heading', level: 2, items: [], label: false } }),
  ],
  'run-in': [text, textBlock('Scope.', { runIn: true })],
  'numbered-item-in-title-type': [
    textBlock([line('1. Training Files', { size: 14, font: BOLD })], {
      tag: { page: 1, element: 0, role: 'item', level: 0, items: [], label: false },
    }),
    text,
  ],
  'numbered-series': ['I. SCOPE', 'II. FEES'].flatMap((words) => [text, textBlock(words, { space: 2 })]),
  'name-of-a-section': [text, italics('Acknowledgement', { space: 2 })],
  'version-with-its-day': [text, textBlock([line('2.1 (2011-01-03)', { font: BOLD })])],
  'plain-heading': ['OIL', 'WICKS'].flatMap((words) => [textBlock(words, { space: 2 }), text]),
  'opens-the-document': [textBlock('IN THE SUPREME COURT OF THE SEA', { centred: true, space: 0 }), text],
  'own-type': ['Oil of whales', 'Wicks'].flatMap((words) => [inOwnFace(words), text]),
  'margin-title': [text, textBlock(NAME, { column: { id: 1, left: LEFT, right: RIGHT, title: true } })],
  'larger-type': [text, textBlock([line(NAME, { size: 14 })])],
  'bold-type': [text, textBlock([line(NAME, { font: BOLD })], { space: 3 }), { ...text, space: 1.5 }],
  'numbered-italics': [text, italics('2.1 Oil')],
  'likely-by-its-look': [text, textBlock('OIL', { space: 3 }), textBlock(text.lines, { space: 1.5 })],
};

/** Rules of `HEADING` that made a heading of a text block. */
function accepting(rule: string): string[] {
  const found: string[] = [];
  const info = { pageCount: 1, title: null, authors: [], language: null, pageLabels: null, tagged: false };
  const context = {
    style: style(),
    info: { ...info, bookmarks: rule === 'bookmark-names-it' ? bookmarks : [] },
    pageOf: () => emptyPage({ fonts }),
  };
  recordDecisions(
    (decision) => {
      if (decision.table === HEADING.name && decision.verdict === 'heading') found.push(decision.rule);
    },
    () => findHeadings(INPUTS[rule]!, context),
  );
  return found;
}

test('all of them have an input here', () => {
  const accept = HEADING.rules.filter((rule) => String(rule.test).includes('headingIf('));
  expect(accept.map(({ name }) => name)).toEqual(Object.keys(INPUTS));
});

test.each(Object.keys(INPUTS))('%s is asked about its text block, and accepts it', (rule) =>
  expect(accepting(rule)).toContain(rule),
);
