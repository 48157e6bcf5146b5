/** One page as read: its words, fonts, rules, shaded areas, images and links, in the page's coordinates as displayed. */
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { FontStyle, ParsedPage } from '../model.js';
import { fontStyle, type FontFacts } from './fonts.js';
import { round, toMatrix, IDENTITY } from './matrix.js';
import { walkOperators } from './operators.js';
import type { RunFont } from './runs.js';

interface FontTable {
  fonts: FontStyle[];
  byId: Map<string, RunFont>;
}

/** @returns the page without its links, which need the document to resolve. */
export async function readPage(page: PDFPageProxy, isShown: (group: unknown) => boolean): Promise<ParsedPage> {
  const viewport = page.getViewport({ scale: 1 });
  const { width, height } = viewport;
  const list = await page.getOperatorList();
  const table: FontTable = { fonts: [], byId: new Map() };
  const content = walkOperators(list, {
    view: toMatrix(viewport.transform) ?? IDENTITY,
    page: { x0: 0, y0: 0, x1: width, y1: height },
    fontOf: (id) => table.byId.get(id) ?? addFont(table, page, id),
    isShown,
  });
  return {
    number: page.pageNumber,
    width: round(width),
    height: round(height),
    fonts: table.fonts,
    runs: content.collector.runs,
    rules: content.rules,
    fills: content.fills,
    images: content.images,
    ...(content.dots.length > 0 ? { dots: content.dots } : {}),
    links: [],
    ...(content.tooMuchText ? { degraded: 'too_much_text' as const } : {}),
  };
}

function addFont(table: FontTable, page: PDFPageProxy, id: string): RunFont {
  const facts = (page.commonObjs.has(id) ? page.commonObjs.get(id) : null) as FontFacts | null;
  const font = {
    index: table.fonts.length,
    vertical: facts?.vertical === true,
    widthScale: facts?.fontMatrix?.[0] ?? 0.001,
    figures: new Map<string, number>(),
  };
  table.fonts.push(fontStyle(facts));
  table.byId.set(id, font);
  return font;
}
