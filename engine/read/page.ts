/** One page as read: its words, fonts, rules, shaded areas, images and links, in the page's coordinates as displayed. */
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { FontStyle, ParsedPage, ParsedRun } from '../model.js';
import { recognitionNeed } from './recognition-need.js';
import { fontStyle, hasOwnCodes, withoutChanceMono, type FontFacts } from './fonts.js';
import type { DrawnStyle } from './frame.js';
import { round, toMatrix, IDENTITY } from './matrix.js';
import { walkOperators } from './operators.js';
import type { RunFont } from './runs.js';
import { joinSpacedLetters } from './spaced-letters.js';
import { turnStacked } from './vertical.js';
import { emptyTally, isGibberish, isGuessed, isUnmapped, type GlyphTally } from './unmapped.js';

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
    fontOf: (id, drawn) => table.byId.get(keyOf(id, drawn)) ?? addFont(table, page, { id, drawn }),
    isShown,
  });
  const { runs, unmappedShare } = withoutUnmapped(joinSpacedLetters(turnStacked(content.collector.runs)), table);
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
function withoutUnmapped(runs: ParsedRun[], table: FontTable): { runs: ParsedRun[]; unmappedShare: number } {
  const fonts = [...table.byId.values()];
  const tallies = new Set(fonts.map(({ tally }) => tally));
  const bad = new Set<GlyphTally>();
  const guessed = new Map<GlyphTally, string[]>();
  for (const { tally, index } of fonts) {
    if (isUnmapped(tally, table.composite.has(index))) bad.add(tally);
    else if (table.ownCodes.has(index) && isGuessed(tally)) guessed.set(tally, []);
  }
  const tallyOf = new Map(fonts.map(({ index, tally }) => [index, tally]));
  const isBad = (run: ParsedRun): boolean => bad.has(tallyOf.get(run.font)!);
  if (guessed.size > 0) for (const { font, text } of runs) guessed.get(tallyOf.get(font)!)?.push(text);
  for (const [tally, words] of guessed) if (isGibberish(words)) bad.add(tally);
  if (bad.size === 0) return { runs, unmappedShare: 0 };
  const glyphsOf = (some: Set<GlyphTally>): number => [...some].reduce((sum, { glyphs }) => sum + glyphs, 0);
  return { runs: runs.filter((run) => !isBad(run)), unmappedShare: glyphsOf(bad) / glyphsOf(tallies) };
}

const PLAIN: DrawnStyle = { bold: false, italic: false };
const keyOf = (id: string, { bold, italic }: DrawnStyle): string =>
  `${id}${bold ? ' bold' : ''}${italic ? ' italic' : ''}`;

/** A font as it is drawn: one that is made bold or slanted on the page counts as another. */
function addFont(table: FontTable, page: PDFPageProxy, { id, drawn }: { id: string; drawn: DrawnStyle }): RunFont {
  const facts = (page.commonObjs.has(id) ? page.commonObjs.get(id) : null) as FontFacts | null;
  // all its styles are one font where it is asked whether it can be read
  const plain = drawn.bold || drawn.italic ? (table.byId.get(id) ?? addFont(table, page, { id, drawn: PLAIN })) : null;
  const font = {
    index: table.fonts.length,
    get inBold() {
      const bold = { ...drawn, bold: true };
      return (table.byId.get(keyOf(id, bold)) ?? addFont(table, page, { id, drawn: bold })).index;
    },
    vertical: facts?.vertical === true,
    widthScale: facts?.fontMatrix?.[0] ?? 0.001,
    figures: plain?.figures ?? new Map<string, number>(),
    tally: plain?.tally ?? emptyTally(),
  };
  if (facts?.composite) table.composite.add(font.index);
  if (hasOwnCodes(facts)) table.ownCodes.add(font.index);
  const style = fontStyle(facts);
  table.fonts.push({ ...style, bold: style.bold || drawn.bold, italic: style.italic || drawn.italic });
  table.byId.set(keyOf(id, drawn), font);
  return font;
}
