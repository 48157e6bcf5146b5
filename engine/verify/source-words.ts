/** The words that a page prints, straight from its runs: what the files are held against. */
import type { Box, ParsedPage, StructuredDocument, ParsedRun } from '../model.js';
import { wordsOf } from '../markdown/text.js';
import { believedFurniture } from './furniture.js';

export interface SourceWord {
  word: string;
  page: number;
  /** Index into the lines of the page. */
  line: number;
}

export interface SourceLine {
  text: string;
  box: Box;
}

export interface SourcePage {
  number: number;
  words: SourceWord[];
  /** Text as drawn, run after run, a new line where the baseline changes. */
  lines: SourceLine[];
  /** Words that may be in the files or not: furniture, hidden text, text drawn twice. */
  optional: string[];
}

/** Gap in parts of the font size from which runs on one baseline are different words. */
const WORD_GAP = 0.12;

/** Marks of notes and the like, set smaller, are words of their own. */
const SIZE_SHARE = 0.15;

const isBeside = (a: ParsedRun, b: ParsedRun): boolean =>
  a.rotation === b.rotation &&
  Math.abs(a.size - b.size) <= SIZE_SHARE * Math.max(a.size, b.size) &&
  Math.abs(a.baseline - b.baseline) < 0.5 * Math.max(a.size, b.size) &&
  b.box.x0 - a.box.x1 < WORD_GAP * b.size &&
  b.box.x0 - a.box.x1 > -b.size;

const isSameLine = (a: ParsedRun, b: ParsedRun): boolean =>
  a.rotation === b.rotation && Math.abs(a.baseline - b.baseline) < 0.5 * Math.max(a.size, b.size);

/** Bold is often drawn as the same text twice, a hair apart. */
const key = (run: ParsedRun): string =>
  `${run.text}|${Math.round(run.box.x0 / 2)}|${Math.round(run.baseline / 2)}|${run.rotation}`;

/** A page as drawn, with what its tags call furniture. */
interface DrawnPage extends SourcePage {
  artifacts: string[];
}

/** A page's words in the order in which they are drawn. */
function drawnPage(page: ParsedPage): DrawnPage {
  const lines: SourceLine[] = [];
  const optional: string[] = [];
  const artifacts: string[] = [];
  const drawn = new Set<string>();
  let previous: ParsedRun | null = null;
  // Where nothing is painted, hidden text is the text layer of a scan, and all there is.
  const isScan = page.runs.every((run) => run.invisible);
  for (const run of page.runs) {
    const place = key(run);
    if (run.artifact || (run.invisible && !isScan) || (drawn.has(place) && run.text.trim())) {
      (run.artifact ? artifacts : optional).push(...wordsOf(run.text));
      continue;
    }
    drawn.add(place);
    const line = lines.at(-1);
    if (!line || !previous || !isSameLine(previous, run)) {
      lines.push({ text: run.text, box: { ...run.box } });
    } else {
      line.text += (isBeside(previous, run) ? '' : ' ') + run.text;
      line.box.x0 = Math.min(line.box.x0, run.box.x0);
      line.box.x1 = Math.max(line.box.x1, run.box.x1);
    }
    previous = run;
  }
  const words = lines.flatMap(({ text }, line) => wordsOf(text).map((word) => ({ word, page: page.number, line })));
  return { number: page.number, words, lines, optional, artifacts };
}

function withoutFurniture({ artifacts, ...page }: DrawnPage, furniture: readonly string[]): SourcePage {
  const others = furnitureBeside(furniture, artifacts);
  const optional = [...page.optional, ...artifacts];
  return { ...page, words: without(page.words, others, optional), optional };
}

/** Where `words` stand in one piece, or else their letters, however they are cut into words; null when they do not. */
function placeOf(words: readonly string[], within: readonly string[]): { at: number; count: number } | null {
  const count = words.length;
  const whole = within.findIndex((_, at) => words.every((word, index) => within[at + index] === word));
  return whole >= 0 && count > 0 ? { at: whole, count } : placeOfLetters(words.join(''), within);
}

function placeOfLetters(letters: string, within: readonly string[]): { at: number; count: number } | null {
  for (let at = 0; at < within.length; at++) {
    let count = 0;
    let length = 0;
    while (length < letters.length && letters.startsWith(within[at + count] ?? '\n', length)) {
      length += within[at + count]!.length;
      count++;
    }
    if (length === letters.length) return { at, count };
  }
  return null;
}

/** Words of the furniture that is not marked as artifact: what is marked is not taken out a second time. */
function furnitureBeside(furniture: readonly string[], artifacts: readonly string[]): string[][] {
  let rest = artifacts;
  return furniture.flatMap((text) => {
    const words = wordsOf(text);
    const place = placeOf(words, rest);
    if (!place) return [words];
    rest = rest.toSpliced(place.at, place.count);
    return [];
  });
}

/**
 * The words without those of the furniture: whole texts where they stand in one piece, else word by word. Long texts
 * come first: a line's number would take the number out of a running head.
 */
function without(words: SourceWord[], furniture: readonly string[][], optional: string[]): SourceWord[] {
  let rest = words;
  for (const gone of furniture.toSorted((a, b) => b.length - a.length)) {
    const place = placeOf(
      gone,
      rest.map(({ word }) => word),
    );
    if (place) rest = rest.toSpliced(place.at, place.count);
    else optional.push(...gone);
  }
  return rest;
}

/** All pages of a document, with what was rightly set apart as furniture taken out. */
export function sourcePages(pages: readonly ParsedPage[], furniture: StructuredDocument['furniture']): SourcePage[] {
  const drawn = pages.map(drawnPage);
  const printed = drawn.flatMap(({ words }) => words.map(({ word }) => word));
  const byPage = Map.groupBy(believedFurniture(furniture, { printed, pageCount: pages.length }), ({ page }) => page);
  return drawn.map((page) =>
    withoutFurniture(
      page,
      (byPage.get(page.number) ?? []).map(({ text }) => text),
    ),
  );
}
