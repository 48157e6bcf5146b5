/**
 * Pages as they are read to pages as they are laid out: sizes of recognised text and a style of all the text evened out, the
 * page turned upright, text from right to left mirrored.
 */
import type { Page, ParsedPage } from '../model.js';
import { withoutCommonStyle } from './common-style.js';
import { evenSizes } from './even-sizes.js';
import { readingPage } from './mirror.js';
import { evenTextLayer, isTextLayer, uprightPage } from './upright.js';

export interface NormaliseInput {
  pages: readonly { parsed: ParsedPage }[];
}

export interface NormalisedPage {
  page: Page;
  /** Clockwise degrees the page was turned back by. */
  turn: number;
  /** Whether it was mirrored after that: see mirror.ts. */
  mirrored: boolean;
}

export function normalise({ pages }: NormaliseInput): { pages: NormalisedPage[] } {
  const even = withoutCommonStyle(evenSizes(pages.map(({ parsed }) => parsed)));
  return { pages: even.map(normalisePage) };
}

function normalisePage(parsed: ParsedPage): NormalisedPage {
  const numbered: Page = { ...parsed, runs: parsed.runs.map((run, id) => ({ ...run, id })) };
  const { page: upright, turn } = uprightPage(numbered);
  const { page, mirrored } = readingPage(upright);
  return { page: isTextLayer(page) ? evenTextLayer(page) : page, turn, mirrored };
}
