/** One page as read: its words, fonts, rules, shaded areas, images and links, in the page's coordinates as displayed. */
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { ParsedPage } from '../model.js';
import { withoutCopies } from './cut-text.js';
import { familyNames, textsByCode } from './glyph-names.js';
import { divideCells } from './cells-in-a-word.js';
import { dottedLines } from './dotted-lines.js';
import { dotsOf } from './paths.js';
import { recognitionNeed } from './recognition-need.js';
import { fontStyle, hasCountedNames, hasOwnCodes, withoutChanceMono, type FontFacts } from './fonts.js';
import type { DrawnStyle } from './frame.js';
import { round, toMatrix, IDENTITY } from './matrix.js';
import { walkOperators } from './operators.js';
import type { RunFont } from './glyphs.js';
import { withDrawnLetters } from './drawn-letters.js';
import { withDrawnUnderscores } from './drawn-underscores.js';
import { withReadableFonts, type FontTable } from './readable-fonts.js';
import { joinSpacedLetters } from './spaced-letters.js';
import { symbolsOf } from './symbol-fonts.js';
import { turnStacked } from './vertical.js';
import { settleUnknown } from './unknown-glyphs.js';
import { withUnseen } from './unseen-text.js';
import { emptyTally } from './unmapped.js';

/** From this share of a page's letters on, unreadable fonts make the page degraded. */
const UNMAPPED_SHARE = 0.1;

/** @returns the page without its links, which need the document to resolve. */
export async function readPage(page: PDFPageProxy, isShown: (group: unknown) => boolean): Promise<ParsedPage> {
  const viewport = page.getViewport({ scale: 1 });
  const { width, height } = viewport;
  const list = await page.getOperatorList();
  const table: FontTable = { fonts: [], composite: new Set(), ownCodes: new Set(), byId: new Map() };
  const content = walkOperators(list, {
    view: toMatrix(viewport.transform) ?? IDENTITY,
    page: { x0: 0, y0: 0, x1: width, y1: height },
    pageNumber: page.pageNumber,
    fontOf: (id, drawn) => table.byId.get(keyOf(id, drawn)) ?? addFont(table, page, { id, drawn }),
    isShown,
  });
  const rules = [...content.rules, ...dottedLines(content.lineDots, page.pageNumber)];
  divideCells(content.collector, rules, page.pageNumber);
  const { runs: painted, unknown: open } = settleUnknown(
    joinSpacedLetters(
      withoutCopies(content.collector.runs, content.collector.cut, page.pageNumber),
      content.collector.spacing,
    ),
    table.byId.values(),
    (index) => table.fonts[index]!.name,
  );
  const {
    runs: words,
    unknown,
    unmappedShare,
    lostWords,
  } = withReadableFonts(turnStacked(painted, page.pageNumber), { table, unknown: open }, page.pageNumber);
  const runs = withDrawnUnderscores(words, content.dashes, page.pageNumber);
  const dots = dotsOf(content);
  const shown: Omit<ParsedPage, 'runs'> = {
    number: page.pageNumber,
    width: round(width),
    height: round(height),
    fonts: withoutChanceMono(table.fonts, runs),
    rules,
    fills: content.fills,
    images: content.images,
    ...(dots.length > 0 ? { dots } : {}),
    ...(content.drawings.length > 0 ? { drawings: content.drawings } : {}),
    links: [],
    ...(unknown.length > 0 ? { unknown } : {}),
    ...unreadableOf(unmappedShare, lostWords),
    ...(content.tooMuchText ? { degraded: 'too_much_text' as const } : {}),
  };
  const drawn = new Set([...table.byId.values()].flatMap((font) => (font.drawn ? [font.index] : [])));
  const parsed = withDrawnLetters({
    ...shown,
    runs: withUnseen(runs, { number: page.pageNumber, backdrop: content.backdrop, drawn }),
  });
  const need = recognitionNeed(parsed, unmappedShare);
  return need ? { ...parsed, needsRecognition: need } : parsed;
}

/** What the page says of text that was left out because its font does not tell its characters. */
function unreadableOf(share: number, lostWords: number): Pick<ParsedPage, 'degraded' | 'lostWords'> {
  if (share > UNMAPPED_SHARE) return { degraded: 'unmapped_text' };
  return lostWords > 0 ? { lostWords } : {};
}

const PLAIN: DrawnStyle = { bold: false, italic: false };
const keyOf = (id: string, { bold, italic }: DrawnStyle): string =>
  `${id}${bold ? ' bold' : ''}${italic ? ' italic' : ''}`;

/** What pdf.js reports of a font; null where it has not loaded it. */
const factsOf = ({ commonObjs }: PDFPageProxy, id: string): FontFacts | null =>
  (commonObjs.has(id) ? commonObjs.get(id) : null) as FontFacts | null;

/** Glyph space to text space of all fonts but those of Type 3, which have a matrix of their own. */
const USUAL_WIDTH_SCALE = 0.001;

/** What all styles of a font have in common: whether it can be read is decided for all of them together. */
type SharedByStyles = Pick<RunFont, 'digits' | 'tally' | 'known' | 'unknown'>;

/** What its facts say of a font. */
function kindOf(facts: FontFacts | null): Omit<RunFont, 'index' | 'inBold' | keyof SharedByStyles> {
  const drawn = facts?.isType3Font === true;
  return {
    vertical: facts?.vertical === true,
    widthScale: facts?.fontMatrix?.[0] ?? USUAL_WIDTH_SCALE,
    ownCodes: hasOwnCodes(facts),
    codesAreGlyphs: drawn || facts?.composite === true,
    drawn,
    countedNames: drawn && hasCountedNames(facts),
    signs: symbolsOf(facts),
    names: facts?.differences ?? null,
    familyNames: familyNames(facts?.name ?? ''),
    textsByCode: textsByCode(facts?.name ?? ''),
  };
}

/** A font as it is drawn: one that is made bold or slanted on the page counts as another. */
function addFont(table: FontTable, page: PDFPageProxy, { id, drawn }: { id: string; drawn: DrawnStyle }): RunFont {
  const facts = factsOf(page, id);
  const styled = (other: DrawnStyle): RunFont =>
    table.byId.get(keyOf(id, other)) ?? addFont(table, page, { id, drawn: other });
  const { digits, tally, known, unknown }: SharedByStyles =
    drawn.bold || drawn.italic
      ? styled(PLAIN)
      : { digits: new Map(), tally: emptyTally(), known: new Map(), unknown: new Map() };
  const font: RunFont = {
    index: table.fonts.length,
    get inBold() {
      return styled({ ...drawn, bold: true }).index;
    },
    digits,
    tally,
    known,
    unknown,
    ...kindOf(facts),
  };
  if (facts?.composite) table.composite.add(font.index);
  if (font.ownCodes) table.ownCodes.add(font.index);
  const style = fontStyle(facts);
  table.fonts.push({ ...style, bold: style.bold || drawn.bold, italic: style.italic || drawn.italic });
  table.byId.set(keyOf(id, drawn), font);
  return font;
}
