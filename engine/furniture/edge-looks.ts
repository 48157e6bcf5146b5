/**
 * What a line at a page's edge looks like, in numbers: its place, the space around it, its type, its words, and what the pages
 * repeat. They alone decide the learned score of furniture (edge-score.ts); none is a rule.
 *
 * If these numbers change, learn the weights again (docs/benchmark.md).
 */
import { median } from '../geometry.js';
import type { Look } from '../learned-score.js';
import { lookOfWords } from '../look-of-words.js';
import { mostOf } from '../most-of.js';
import type { Line } from '../text/line.js';
import { lettersOf } from '../text/similarity.js';
import { pageNumberValue } from '../text/numerals.js';
import { isInCapitals } from '../text-rules.js';
import { groupBy, type Candidate } from './candidates.js';
import type { LinedPage } from './lined-page.js';

/** In font sizes: stands for the space to a row that is not there, and the most that is told. */
const MOST_SPACE = 20;
/** In multiples of the page's width: a rule that parts a head or a foot from the text. */
const LEAST_RULE = 0.2;
/** In font sizes: how far below its baseline a row of text reaches. */
const DESCENT = 0.3;
/** What edges of pages say, whatever the language of the rest. */
const WORDS: Readonly<Record<string, RegExp>> = {
  saysPage: /\b(?:page|p[áa]gina?|seite|sida|side|pp?\.)\s*\d|\d\s*(?:\||\/|of|de|von)\s*(?:\d|page)/iu,
  saysYear: /\b(?:19|20)\d\d\b/u,
  saysDay: /\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b|\b\d{1,2}:\d\d\b/u,
  saysAddress: /https?:|www\.|@[^\s@]+\.\p{L}|\.(?:com|org|net|gov|edu)\b/iu,
  saysRights: /©|\(c\)|copyright|all rights|licen[cs]e|permission|downloaded|confidential|draft/iu,
  saysIssue: /\b(?:vol(?:ume)?|no|iss(?:ue)?|issn|isbn|doi|rev|form|ed|version)\b|arxiv|proceedings|journal/iu,
  saysAuthors: /\bet al\b/iu,
};

/**
 * @param found what rules have called furniture.
 * @returns the look of a candidate.
 */
export function edgeLooks(
  pages: readonly LinedPage[],
  candidates: readonly Candidate[],
  found: ReadonlySet<Line>,
): (candidate: Candidate) => Look {
  const body = bodyOf(pages.flatMap(({ lines }) => lines));
  const byPage = new Map(pages.map((page) => [page.number, page]));
  const sheets = new Map(candidates.map(({ page, sheet }) => [page, sheet]));
  const texts = new Map(candidates.map(({ line }) => [lettersOf(line.text), new Set<number>()]));
  for (const { number, lines } of pages)
    for (const { text } of lines) texts.get(lettersOf(text))?.add(sheets.get(number) ?? number);
  const sides = groupBy(candidates, ({ page, side }) => `${page} ${side}`);
  const sheetsOf = sheetCounts(candidates);
  const surroundings = new Map<LinedPage, Surroundings>();
  const surroundingsOf = (page: LinedPage): Surroundings => {
    const known = surroundings.get(page) ?? surroundingsOfPage(page);
    surroundings.set(page, known);
    return known;
  };
  return (candidate) => {
    const page = byPage.get(candidate.page)!;
    const side = sides.get(`${candidate.page} ${candidate.side}`)!;
    const other = sides.get(`${candidate.page} ${candidate.side === 'head' ? 'foot' : 'head'}`) ?? [];
    const { line } = candidate;
    const repeats = (count: number): number => (pages.length < 2 ? 0 : (count - 1) / (pages.length - 1));
    return {
      ...placeOf(candidate, page, surroundingsOf(page)),
      ...rowOf(candidate, side, found),
      ...typeOf(line, { body, page: surroundingsOf(page) }),
      ...lookOfWords(line.text),
      ...numberOf(line, page),
      ...mapped(WORDS, (pattern) => Number(pattern.test(line.text))),
      pages: Math.log1p(pages.length),
      isFirstPage: Number(candidate.page === pages[0]?.number),
      isLastPage: Number(candidate.page === pages.at(-1)?.number),
      // copies of a sheet count once
      pagesWithText: repeats(texts.get(lettersOf(line.text))!.size),
      pagesWithKey: repeats(sheetsOf(candidate)),
      foundOnOtherSide: other.filter((each) => found.has(each.line)).length,
      candidatesOnSide: side.length,
    };
  };
}

/** In points: what repeats stands at one height. */
const SAME_HEIGHT = 2.5;

/** On how many sheets a text stands at the height of a candidate; copies of a sheet repeat everything, which says nothing. */
function sheetCounts(candidates: readonly Candidate[]): (candidate: Candidate) => number {
  const most = new Map<Candidate, number>();
  const pairs = candidates.flatMap((candidate) => candidate.keys.map((key) => ({ candidate, key })));
  for (const group of groupBy(pairs, ({ candidate, key }) => `${candidate.side} ${key}`).values())
    for (const [candidate, count] of countsByHeight(group.map(({ candidate }) => candidate)))
      most.set(candidate, Math.max(count, most.get(candidate) ?? 1));
  return (candidate) => most.get(candidate) ?? 1;
}

/** Of each candidate: how many sheets have one of them at its height. */
function countsByHeight(group: readonly Candidate[]): [Candidate, number][] {
  const sorted = group.toSorted((a, b) => a.line.baseline - b.line.baseline);
  const near = new Map<number, number>();
  const add = ({ sheet }: Candidate, more: 1 | -1): void => {
    const count = (near.get(sheet) ?? 0) + more;
    if (count === 0) near.delete(sheet);
    else near.set(sheet, count);
  };
  let [from, to] = [0, 0];
  return sorted.map((candidate) => {
    const { baseline } = candidate.line;
    while (to < sorted.length && sorted[to]!.line.baseline - baseline <= SAME_HEIGHT) add(sorted[to++]!, 1);
    while (baseline - sorted[from]!.line.baseline > SAME_HEIGHT) add(sorted[from++]!, -1);
    return [candidate, near.size];
  });
}

const mapped = <A, B>(record: Readonly<Record<string, A>>, change: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));

interface Body {
  size: number;
  color: string;
}

function bodyOf(lines: readonly Line[]): Body {
  const size = mostOf(lines, (line) => line.size) ?? 1;
  const runs = lines.flatMap((line) => line.runs);
  const color = mostOf(runs, (run) => run.color ?? '') ?? '';
  return { size, color };
}

/** What the lines of a page have in common. */
interface Surroundings {
  rows: Line[][];
  /** By line: the index of its row. */
  rowOf: ReadonlyMap<Line, number>;
  /** Where its lines begin and end, by most letters; in points. */
  left: number;
  right: number;
  /** Usual distance of rows, in points. */
  leading: number;
  size: number;
  letters: number;
  /** By font: its share of the letters. */
  fonts: Map<number, number>;
}

function surroundingsOfPage({ lines }: LinedPage): Surroundings {
  const rows: Line[][] = [];
  for (const line of [...lines].sort((a, b) => a.baseline - b.baseline)) {
    const row = rows.at(-1);
    if (row && line.baseline - row[0]!.baseline <= line.size / 4) row.push(line);
    else rows.push([line]);
  }
  const letters = lines.reduce((sum, { text }) => sum + text.length, 0);
  const fonts = new Map<number, number>();
  for (const { font, text } of lines.flatMap(({ runs }) => runs))
    fonts.set(font, (fonts.get(font) ?? 0) + text.length / Math.max(1, letters));
  return {
    rows,
    rowOf: new Map(rows.flatMap((row, i) => row.map((line) => [line, i] as const))),
    left: mostOf(lines, ({ box }) => Math.round(box.x0)) ?? 0,
    right: lines.reduce((right, { text, box }) => (text === '' ? right : Math.max(right, box.x1)), 0),
    leading: rows.length < 2 ? 1 : median(rows.slice(1).map(([line], i) => line!.baseline - rows[i]![0]!.baseline)),
    size: mostOf(lines, (line) => line.size) ?? 1,
    letters,
    fonts,
  };
}

function placeOf({ line, side, depth }: Candidate, { height, width, rules = [] }: LinedPage, page: Surroundings): Look {
  const at = page.rowOf.get(line)!;
  const isHead = side === 'head';
  const inner = page.rows[at + (isHead ? 1 : -1)];
  const outer = page.rows[at + (isHead ? -1 : 1)];
  const apart = (row: Line[] | undefined, unit: number): number =>
    row ? Math.min(MOST_SPACE, Math.abs(row[0]!.baseline - line.baseline) / Math.max(1, unit)) : MOST_SPACE;
  const from = inner ? inner[0]!.baseline : line.baseline;
  const [top, bottom] = [Math.min(from, line.baseline), Math.max(from, line.baseline) + DESCENT * line.size];
  const ruled = rules.some(
    ({ orientation, box }) =>
      orientation === 'horizontal' && box.x1 - box.x0 > LEAST_RULE * width && box.y0 > top && box.y0 < bottom,
  );
  return {
    isFoot: Number(!isHead),
    depth,
    fromEdgeInPages: (isHead ? line.box.y0 : height - line.box.y1) / height,
    apartInSizes: apart(inner, line.size),
    apartInLeadings: apart(inner, page.leading),
    apartOutwardInSizes: apart(outer, line.size),
    fromLeftInPages: line.box.x0 / width,
    fromRightInPages: (width - line.box.x1) / width,
    widthInPages: (line.box.x1 - line.box.x0) / width,
    offCentreInPages: Math.abs(line.box.x0 + line.box.x1 - width) / width,
    leftOfTextInSizes: (line.box.x0 - page.left) / line.size,
    rightOfTextInSizes: (line.box.x1 - page.right) / line.size,
    ruledOff: Number(ruled),
    rowsOfPage: Math.log1p(page.rows.length),
    lettersOfPage: Math.log1p(page.letters),
    sizeInInner: inner ? line.size / inner[0]!.size : 1,
    lettersOfInner: inner ? Math.log1p(inner.reduce((sum, { text }) => sum + text.length, 0)) : 0,
    partsOfInner: inner?.length ?? 0,
    leftOfInnerInSizes: inner ? (line.box.x0 - Math.min(...inner.map(({ box }) => box.x0))) / line.size : 0,
    sameFontAsInner: Number(inner?.[0]?.runs[0]?.font === line.runs[0]?.font),
  };
}

/** What else is in its row and beyond it. */
function rowOf({ line, depth }: Candidate, side: readonly Candidate[], found: ReadonlySet<Line>): Look {
  const row = side.filter((other) => other.depth === depth).map((other) => other.line);
  const others = row.filter((other) => other !== line);
  const outer = side.filter((other) => other.depth < depth);
  const inner = side.filter((other) => other.depth === depth + 1);
  return {
    partsOfRow: row.length,
    partsLeft: others.filter(({ box }) => box.x0 < line.box.x0).length,
    lettersOfRow: Math.log1p(row.reduce((sum, { text }) => sum + text.length, 0)),
    numberInRow: Number(others.some(({ text }) => pageNumberValue(text) !== null)),
    foundInRow: others.filter((other) => found.has(other)).length,
    foundOutward: outer.filter((other) => found.has(other.line)).length,
    textOutward: outer.filter((other) => !found.has(other.line)).length,
    foundInward: inner.filter((other) => found.has(other.line)).length,
  };
}

function typeOf(
  { size, bold, italic, mono, runs, text }: Line,
  { body, page }: { body: Body; page: Surroundings },
): Look {
  return {
    sizeInBodySizes: size / body.size,
    sizeInSizesOfPage: size / page.size,
    bold,
    italic,
    mono,
    capitals: Number(isInCapitals(text, 2)),
    shareOfFont: page.fonts.get(runs[0]?.font ?? -1) ?? 0,
    otherColor: Number((runs[0]?.color ?? '') !== body.color),
    artifact: Number(runs.length > 0 && runs.every((run) => run.artifact)),
  };
}

function numberOf({ text }: Line, { number, label }: LinedPage): Look {
  const value = pageNumberValue(text)?.value;
  const words = text.split(/\s+/u);
  const ends = [words[0], words.at(-1)];
  return {
    isNumber: Number(value !== undefined),
    isNumberOfPage: Number(value === number || (label !== undefined && text === label)),
    numberAtEnd: Number(words.length > 1 && ends.some((word) => /^\d{1,4}$/u.test(word ?? ''))),
    numberOfPageAtEnd: Number(ends.some((word) => word === String(number) || (label !== undefined && word === label))),
  };
}
