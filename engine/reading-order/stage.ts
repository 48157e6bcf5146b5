/**
 * From pages as read to lines in reading order: text that only serves the page set apart, tables found, columns ordered.
 */
import type { ParsedPage, TextRun } from '../model.js';
import { alignedTables } from './aligned-tables.js';
import { continuedTable, openTable } from './continued-table.js';
import { findTables } from '../drawn-tables/find-tables.js';
import type { FoundTable, TableRegion } from '../tables/found-table.js';
import { drawnBullets, levelBullets } from '../text-runs/bullets.js';
import { findColumns, type Column } from './columns.js';
import { levelDropCapitals } from '../text-runs/drop-capitals.js';
import { findFigures, withoutFigures, type FigureRegion } from '../figures/figures.js';
import { findFurniture } from '../furniture/furniture.js';
import { findLineNumbers } from '../lines/line-numbers.js';
import { buildLines, makeLine, placeholder, type Line } from '../text/line.js';
import { readingPage } from '../normalise/mirror.js';
import { evenTextLayer, isTextLayer, readableRuns, turnRuns, uprightPage } from '../normalise/upright.js';
import { tagLines } from '../tags/tags.js';

export interface PageLayout {
  /** Upright: see page-layout.ts. */
  page: ParsedPage;
  /** Clockwise degrees the page was turned back by. */
  turn: number;
  /** Whether it was mirrored after that: see mirror.ts. */
  mirrored: boolean;
  columns: Column[];
  /** Lines whose text runs in another direction than the page's: stamps, labels of axes. */
  asides: Line[];
}

export interface DocumentLayout {
  pages: PageLayout[];
  furniture: { page: number; text: string }[];
}

interface Draft {
  page: ParsedPage;
  turn: number;
  mirrored: boolean;
  lines: Line[];
  asides: Line[];
  /** Drawn tables, found before furniture is known; null where lines were found or text was taken out since. */
  tables: TableRegion[] | null;
  /** Lines in drawn tables, which are never furniture. */
  inTables: Set<Line>;
  figures: FigureRegion[];
}

export function layoutDocument(pages: readonly ParsedPage[]): DocumentLayout {
  const furniture: { page: number; text: string }[] = [];
  let known: Set<string> | null = null;
  const words = (): Set<string> => (known ??= wordsOf(pages));
  const drafts = withoutCommonStyle(pages).map((page) => draftPage(page, furniture, words));
  const edges = findFurniture(drafts.map(({ page, lines }) => ({ number: page.number, height: page.height, lines })));
  let open: FoundTable | null = null;
  const laidOut = drafts.map((draft) => {
    const isFurniture = (line: Line): boolean => edges.has(line) && !draft.inTables.has(line);
    const kept = draft.lines.filter((line) => !isFurniture(line));
    for (const line of draft.lines) if (isFurniture(line)) furniture.push({ page: line.page, text: line.text });
    const shown = draft.figures.map(({ box, block }) => placeholder(draft.page.number, box, [block]));
    const columns = orderPage(draft, [...kept, ...shown], open);
    open = openTable(columns.at(-1)?.lines ?? []);
    return { page: draft.page, turn: draft.turn, mirrored: draft.mirrored, columns, asides: draft.asides };
  });
  tagLines(laidOut);
  return { pages: laidOut, furniture: furniture.sort((a, b) => a.page - b.page) };
}

/** Share of the letters from which on a style is the document's own and marks nothing. */
const COMMON_SHARE = 0.6;

/** Typewriter or bold type throughout says nothing about a piece: the pages as if it were plain. */
function withoutCommonStyle(pages: readonly ParsedPage[]): readonly ParsedPage[] {
  const letters = { all: 0, mono: 0, bold: 0 };
  for (const { runs, fonts } of pages) {
    for (const { text, font } of runs) {
      letters.all += text.length;
      if (fonts[font]?.mono) letters.mono += text.length;
      if (fonts[font]?.bold) letters.bold += text.length;
    }
  }
  const plain = {
    ...(letters.mono > COMMON_SHARE * letters.all ? { mono: false } : {}),
    ...(letters.bold > COMMON_SHARE * letters.all ? { bold: false } : {}),
  };
  if (Object.keys(plain).length === 0) return pages;
  return pages.map((page) => ({ ...page, fonts: page.fonts.map((font) => ({ ...font, ...plain })) }));
}

/** The document's words, lower case. */
function wordsOf(pages: readonly ParsedPage[]): Set<string> {
  return new Set(pages.flatMap(({ runs }) => runs.map(({ text }) => text.toLowerCase().replace(/[^\p{L}]+$/u, ''))));
}

function draftPage(
  read: ParsedPage,
  furniture: { page: number; text: string }[],
  words: () => ReadonlySet<string>,
): Draft {
  const { page: turnedBack, turn } = uprightPage(read);
  const { page: upturned, mirrored } = readingPage(turnedBack);
  const whole = isTextLayer(upturned) ? evenTextLayer(upturned) : upturned;
  const figures = findFigures(whole, readableRuns(whole));
  const labels = new Set(figures.flatMap(({ runs }) => [...runs]));
  const page = withoutFigures(whole, figures);
  const readable = readableRuns(page).filter((run) => !labels.has(run));
  const upright = levelDropCapitals(levelBullets(readable.filter((run) => run.rotation === 0)), words);
  const tables = findTables(page, upright);
  const cells = new Set(tables.flatMap(({ runs }) => [...runs]));
  const numbers = findLineNumbers(upright.filter((run) => !cells.has(run)));
  for (const run of numbers) furniture.push({ page: page.number, text: run.text });
  const text = numbers.size === 0 ? upright : upright.filter((run) => !numbers.has(run));
  const bullets = drawnBullets(page, text);
  const lines = buildLines(page, [...text, ...bullets]);
  const turned = readable.filter((run) => run.rotation !== 0);
  const inTables = new Set(lines.filter((line) => line.runs.every((run) => cells.has(run))));
  return {
    page,
    turn,
    mirrored,
    lines,
    tables: numbers.size === 0 && bullets.length === 0 ? tables : null,
    inTables,
    figures,
    asides: turned.length === 0 ? [] : asideLines(page, turned),
  };
}

/** Lines of text in other directions, each direction read as if the page were turned to it. */
function asideLines(page: ParsedPage, runs: readonly TextRun[]): Line[] {
  const directions = [...new Set(runs.map((run) => run.rotation))].sort((a, b) => a - b);
  return directions.flatMap((rotation) => {
    const some = runs.filter((run) => run.rotation === rotation);
    if (rotation % 90 !== 0) return [makeLine(page, some)];
    const turned = turnRuns(some, page, rotation);
    const original = new Map(turned.map((run, i) => [run, some[i]!]));
    return buildLines({ number: page.number, fonts: page.fonts, rules: [] }, turned).map((line) => {
      const boxes = line.runs.map((run) => original.get(run)?.box ?? run.box);
      return {
        ...line,
        box: boxes.reduce((a, b) => ({
          x0: Math.min(a.x0, b.x0),
          y0: Math.min(a.y0, b.y0),
          x1: Math.max(a.x1, b.x1),
          y1: Math.max(a.y1, b.y1),
        })),
      };
    });
  });
}

/** @param open the table that the page before ended with, if it may go on. */
function orderPage({ page, tables }: Draft, all: readonly Line[], open: FoundTable | null): Column[] {
  const runs = (): TextRun[] => all.flatMap((line) => line.runs);
  const found = setTables(page, all, tables ?? findTables(page, runs()));
  const rest = open ? continuedTable(page, found, open) : null;
  const drawn = rest ? setTables(page, found, [rest]) : found;
  const settle = (some: readonly Line[]): readonly Line[] => setTables(page, some, alignedTables(page, some, 'page'));
  return findColumns(drawn, settle).map((column) => {
    const set = setTables(page, column.lines, alignedTables(page, column.lines, 'column'));
    return { ...column, lines: joinRows(page, set) };
  });
}

/** The lines with the text of tables taken out and the tables set in its place. */
function setTables(page: ParsedPage, lines: readonly Line[], regions: readonly TableRegion[]): readonly Line[] {
  if (regions.length === 0) return lines;
  const taken = new Set(regions.flatMap((region) => [...region.runs]));
  const rest = lines.flatMap((line) => withoutRuns(page, line, taken));
  const stands = regions.map((region) => placeholder(page.number, region.box, region.blocks));
  return [...rest, ...stands].sort((a, b) => a.baseline - b.baseline || a.box.x0 - b.box.x0);
}

function withoutRuns(page: ParsedPage, line: Line, taken: Set<TextRun>): Line[] {
  if (line.blocks) return [line];
  const left = line.runs.filter((run) => !taken.has(run));
  if (left.length === line.runs.length) return [line];
  return left.length === 0 ? [] : [makeLine(page, left)];
}

/** Longer lines are made to be slow: joined piece by piece, each would be made anew for each of its pieces. */
const MOST_RUNS = 500;

/** Within a column a wide gap parts no lines: what stands on one baseline is one line. */
function joinRows(page: ParsedPage, lines: readonly Line[]): Line[] {
  const joined: Line[] = [];
  for (const line of lines) {
    const last = joined.at(-1);
    const tolerance = 0.22 * Math.min(last?.size ?? 0, line.size);
    const level = last && !last.blocks && !line.blocks && Math.abs(line.baseline - last.baseline) <= tolerance;
    if (level && last.runs.length < MOST_RUNS) {
      joined[joined.length - 1] = makeLine(page, [...last.runs, ...line.runs]);
    } else {
      joined.push(line);
    }
  }
  return joined;
}
