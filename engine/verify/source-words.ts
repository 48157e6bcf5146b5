/** The words that a page prints, straight from its runs: what the files are compared with. */
import type { StructuredDocument } from '../block-model.js';
import type { Box, ParsedPage, ParsedRun } from '../model.js';
import { wordsOf } from '../markdown/text.js';
import { decide, type DecisionTable } from '../rules.js';
import { isTextLayer } from '../scans.js';
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

/** Gap in fractions of the font size from which runs on one baseline are different words. */
const WORD_GAP = 0.12;

/** Marks of notes and the like, set smaller, are words of their own. */
const SIZE_SHARE = 0.15;

/** In font sizes: baselines of one line lie closer than this; notes and formulas raise theirs by less. */
const SAME_LINE = 0.5;

const isBeside = (a: ParsedRun, b: ParsedRun): boolean =>
  a.rotation === b.rotation &&
  Math.abs(a.size - b.size) <= SIZE_SHARE * Math.max(a.size, b.size) &&
  Math.abs(a.baseline - b.baseline) < SAME_LINE * Math.max(a.size, b.size) &&
  b.box.x0 - a.box.x1 < WORD_GAP * b.size &&
  b.box.x0 - a.box.x1 > -b.size;

const isSameLine = (a: ParsedRun, b: ParsedRun): boolean =>
  a.rotation === b.rotation && Math.abs(a.baseline - b.baseline) < SAME_LINE * Math.max(a.size, b.size);

/** In points: text that is drawn twice lies closer together. */
const APART = 2;
/** Places beside each other: more than a page has. */
const MOST_BESIDE = 2 ** 20;
const FULL_TURN = 360;

/** A number for the place and direction of a run, the same for text that is drawn twice: a book has 100,000 runs. */
const placeOfRun = ({ box, baseline, rotation }: ParsedRun): number =>
  (Math.round(baseline / APART) * MOST_BESIDE + Math.round(box.x0 / APART)) * FULL_TURN + rotation;

/** Tells whether a text was drawn at a place before; `add` notes one. */
function drawnTexts(): { has(place: number, text: string): boolean; add(place: number, text: string): void } {
  // nearly all places have one text, and a set for each would cost more than all else here
  const texts = new Map<number, string | Set<string>>();
  return {
    has(place, text) {
      const there = texts.get(place);
      return there instanceof Set ? there.has(text) : there === text;
    },
    add(place, text) {
      const there = texts.get(place);
      if (there instanceof Set) there.add(text);
      else if (there !== text) texts.set(place, there === undefined ? text : new Set([there, text]));
    },
  };
}

export interface UnusualRun {
  page: number;
  run: ParsedRun;
  /** The same text was drawn at the same place before. */
  isDoubled: boolean;
  /** Nothing on the page is painted. */
  isTextLayer: boolean;
}

/** Which text the files must hold; decided for runs that are tagged as artifacts, hidden, or drawn again. */
export const RUN_COUNTS: DecisionTable<UnusualRun, 'text' | 'artifact' | 'optional'> = {
  name: 'run-counts',
  rules: [
    {
      name: 'tagged-artifact',
      why: "The page's tags call it furniture.",
      test: ({ run }) => (run.artifact ? 'artifact' : null),
    },
    {
      name: 'hidden',
      why: 'Text that nobody sees on a page with other text is no part of the document.',
      test: ({ run, isTextLayer }) => (run.invisible && !isTextLayer ? 'optional' : null),
    },
    {
      name: 'drawn-twice',
      why: 'Bold type is often drawn as the same text twice, a hair apart.',
      test: ({ run, isDoubled }) => (isDoubled && run.text.trim() ? 'optional' : null),
    },
    {
      name: 'layer-of-scan',
      why: 'Where nothing is painted, the hidden text is the text layer of a scan, and all there is.',
      test: ({ run, isTextLayer }) => (run.invisible && isTextLayer ? 'text' : null),
    },
  ],
  otherwise: 'text',
  subject: ({ page, run }) => ({ page, box: run.box, text: run.text }),
};

/** A page as drawn, with what its tags call furniture. */
interface DrawnPage extends SourcePage {
  artifacts: string[];
}

/** A page's words in the order in which they are drawn. */
function drawnPage(page: ParsedPage): DrawnPage {
  const lines: SourceLine[] = [];
  const optional: string[] = [];
  const artifacts: string[] = [];
  const drawn = drawnTexts();
  let previous: ParsedRun | null = null;
  const isLayer = isTextLayer(page);
  for (const run of page.runs) {
    const place = placeOfRun(run);
    const isDoubled = drawn.has(place, run.text);
    if (run.artifact || run.invisible || isDoubled) {
      const counts = decide(RUN_COUNTS, { page: page.number, run, isDoubled, isTextLayer: isLayer });
      if (counts !== 'text') {
        (counts === 'artifact' ? artifacts : optional).push(...wordsOf(run.text));
        continue;
      }
    }
    drawn.add(place, run.text);
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

/** Where `words` are in one sequence, or else their letters, however they are cut into words; null when they do not. */
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

/** Where the same words follow each other in another order: a program may draw the parts of a line from the last to the first. */
function placeInAnyOrder(words: readonly string[], within: readonly string[]): { at: number; count: number } | null {
  const count = words.length;
  const known = new Set(words);
  const sorted = words.toSorted().join(' ');
  const at = within.findIndex(
    (word, i) =>
      known.has(word) &&
      known.has(within[i + count - 1] ?? '') &&
      within
        .slice(i, i + count)
        .toSorted()
        .join(' ') === sorted,
  );
  return at >= 0 ? { at, count } : null;
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
 * The words without those of the furniture: whole texts where they are in one sequence, else word by word. Long texts
 * come first: a line's number would take the number out of a running head.
 */
function without(words: SourceWord[], furniture: readonly string[][], optional: string[]): SourceWord[] {
  let rest = words;
  for (const gone of furniture.toSorted((a, b) => b.length - a.length)) {
    const left = rest.map(({ word }) => word);
    const place = placeOf(gone, left) ?? placeInAnyOrder(gone, left);
    if (place) rest = rest.toSpliced(place.at, place.count);
    else optional.push(...gone);
  }
  return rest;
}

/** The pages of a document, with what was rightly set apart as furniture taken out. */
export type ReadSource = (furniture: StructuredDocument['furniture']) => SourcePage[];

/** Reads the pages as drawn once, for all trees that are compared with them. */
export function createSource(pages: readonly ParsedPage[]): ReadSource {
  const drawn = pages.map(drawnPage);
  const printed = drawn.flatMap(({ words }) => words.map(({ word }) => word));
  return (furniture) => {
    const byPage = Map.groupBy(believedFurniture(furniture, { printed, pageCount: pages.length }), ({ page }) => page);
    return drawn.map((page) =>
      withoutFurniture(
        page,
        (byPage.get(page.number) ?? []).map(({ text }) => text),
      ),
    );
  };
}
