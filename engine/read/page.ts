/** One page as read: its words, fonts, rules, shaded areas, images and links, in the page's coordinates as displayed. */
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { FontStyle, ParsedPage, TextRun } from '../model.js';
import { recognitionNeed } from '../ocr/need.js';
import { fontStyle, hasOwnCodes, withoutChanceMono, type FontFacts } from './fonts.js';
import { round, toMatrix, IDENTITY } from './matrix.js';
import { walkOperators } from './operators.js';
import type { RunFont } from './runs.js';
import { turnStacked } from './vertical.js';
import { emptyTally, isGibberish, isGuessed, isUnmapped } from './unmapped.js';

/** From this share of a page's letters on, unreadable fonts make the page degraded. */
const UNMAPPED_SHARE = 0.1;

interface FontTable {
  fonts: FontStyle[];
  /** Indexes of composite fonts. */
  composite: Set<number>;
  /** Indexes of fonts whose codes have no known meaning but by a map to Unicode, which they may not have. */
  ownCodes: Set<number>;
  byId: Map<string, RunFont>;
}

/** @returns the page without its links, which need the document to resolve. */
export async function readPage(page: PDFPageProxy, isShown: (group: unknown) => boolean): Promise<ParsedPage> {
  const viewport = page.getViewport({ scale: 1 });
  const { width, height } = viewport;
  const list = await page.getOperatorList();
  const table: FontTable = { fonts: [], composite: new Set(), ownCodes: new Set(), byId: new Map() };
  const content = walkOperators(list, {
    view: toMatrix(viewport.transform) ?? IDENTITY,
    page: { x0: 0, y0: 0, x1: width, y1: height },
    fontOf: (id) => table.byId.get(id) ?? addFont(table, page, id),
    isShown,
  });
  const { runs, unmappedShare } = withoutUnmapped(turnStacked(content.collector.runs), table);
  const parsed: ParsedPage = {
    number: page.pageNumber,
    width: round(width),
    height: round(height),
    fonts: withoutChanceMono(table.fonts, runs),
    runs,
    rules: content.rules,
    fills: content.fills,
    images: content.images,
    ...(content.dots.length > 0 ? { dots: content.dots } : {}),
    ...(content.drawings.length > 0 ? { drawings: content.drawings } : {}),
    links: [],
    ...(unmappedShare > UNMAPPED_SHARE ? { degraded: 'unmapped_text' as const } : {}),
    ...(content.tooMuchText ? { degraded: 'too_much_text' as const } : {}),
  };
  const need = recognitionNeed(parsed, unmappedShare);
  return need ? { ...parsed, needsRecognition: need } : parsed;
}

/** Leaves out the text of fonts that have no Unicode map: it would read as garbage. */
function withoutUnmapped(runs: TextRun[], table: FontTable): { runs: TextRun[]; unmappedShare: number } {
  const fonts = [...table.byId.values()];
  const bad = new Set(
    fonts.filter(({ tally, index }) => isUnmapped(tally, table.composite.has(index))).map(({ index }) => index),
  );
  const guessed = new Map<number, string[]>();
  for (const { tally, index } of fonts) if (table.ownCodes.has(index) && isGuessed(tally)) guessed.set(index, []);
  if (guessed.size > 0) for (const { font, text } of runs) guessed.get(font)?.push(text);
  for (const [index, words] of guessed) if (isGibberish(words)) bad.add(index);
  if (bad.size === 0) return { runs, unmappedShare: 0 };
  const glyphs = fonts.reduce((sum, { tally }) => sum + tally.glyphs, 0);
  const lost = fonts.reduce((sum, { tally, index }) => sum + (bad.has(index) ? tally.glyphs : 0), 0);
  return { runs: runs.filter((run) => !bad.has(run.font)), unmappedShare: lost / glyphs };
}

function addFont(table: FontTable, page: PDFPageProxy, id: string): RunFont {
  const facts = (page.commonObjs.has(id) ? page.commonObjs.get(id) : null) as FontFacts | null;
  const font = {
    index: table.fonts.length,
    vertical: facts?.vertical === true,
    widthScale: facts?.fontMatrix?.[0] ?? 0.001,
    figures: new Map<string, number>(),
    tally: emptyTally(),
  };
  if (facts?.composite) table.composite.add(font.index);
  if (hasOwnCodes(facts)) table.ownCodes.add(font.index);
  table.fonts.push(fontStyle(facts));
  table.byId.set(id, font);
  return font;
}
