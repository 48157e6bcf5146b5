/**
 * Pages as they are read to pages as they are laid out: lost letters put back, sizes of recognised text and a style of all the text evened out, the
 * page turned upright, text from right to left mirrored. Struck-out words are marked, and cells that a browser has set about the
 * middle of their row stand at its top.
 */
import type { Page, ParsedPage, ParsedRun, TextRun } from '../model.js';
import { withoutCommonStyle } from './common-style.js';
import { withoutDisplayType } from './display-type.js';
import { evenSizes } from './even-sizes.js';
import { documentText } from './document-text.js';
import { withMeasuredSizes } from './measured-sizes.js';
import { withRowsAtTop } from './middle-aligned.js';
import { readingPage } from './mirror.js';
import { withSignsOfCode } from './signs-of-code.js';
import { withStruckText } from './struck.js';
import { isTextLayer } from '../scans.js';
import { evenTextLayer, hasGuessedLayer, uprightPage } from './upright.js';

export interface NormaliseInput {
  pages: readonly { parsed: ParsedPage }[];
}

export interface NormalisedPage {
  /** As it was read, with letters put back that its fonts had lost. */
  parsed: ParsedPage;
  page: Page;
  /** Clockwise degrees the page was turned back by. */
  turn: number;
  /** Whether it was mirrored after that: see mirror.ts. */
  mirrored: boolean;
}

export function normalise({ pages }: NormaliseInput): { pages: NormalisedPage[] } {
  const read = documentText(pages.map(({ parsed }) => parsed));
  const even = withSignsOfCode(withoutDisplayType(withoutCommonStyle(evenSizes(withMeasuredSizes(read)))));
  return { pages: even.map((page, i) => ({ ...normalisePage(page), parsed: read[i]! })) };
}

function normalisePage(parsed: ParsedPage): Omit<NormalisedPage, 'parsed'> {
  const numbered: Page = { ...parsed, runs: numberedRuns(parsed.runs) };
  const { page: upright, turn } = uprightPage(numbered);
  const { page, mirrored } = readingPage(upright);
  return {
    page: isTextLayer(page)
      ? evenTextLayer(page)
      : withRowsAtTop(withStruckText(hasGuessedLayer(page) ? evenTextLayer(page) : page, { mirrored })),
    turn,
    mirrored,
  };
}

/** Runs that have their numbers are not copied: those of a book take a hundred megabytes. */
function numberedRuns(runs: readonly ParsedRun[]): TextRun[] {
  const isNumbered = runs.every((run, at) => run.id === at);
  return isNumbered ? (runs as TextRun[]) : runs.map((run, id) => ({ ...run, id }));
}
