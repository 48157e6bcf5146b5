/**
 * Glyphs of which neither the font nor the document tells what they are: a reader sees a character, so the text has one, too,
 * U+FFFD, unless the glyph is an ornament or nobody sees it.
 */
import type { ParsedRun } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import { replaced, type LostGlyph } from './lost-glyphs.js';

/** What Unicode has for a character that is not known. */
export const UNTOLD = '\ufffd';
/** The same glyph so many times in a row is a leader or a row of ornaments. */
const ROW = 3;
/** In ems: spaces are not wider but in monospaced faces, and most characters are. */
const WIDEST_SPACE = 0.34;

export interface UntoldGlyph {
  page: number;
  run: Pick<ParsedRun, 'text' | 'box' | 'invisible'>;
  glyph: Pick<LostGlyph, 'placeholder' | 'width' | 'font'>;
  /** Neither letters nor figures touch it. */
  alone: boolean;
  /** Other text of its line is before and behind it, no further away than words are. */
  betweenWords: boolean;
  /** Its middle is above or below a letter of another run. */
  overLetter: boolean;
}

type Verdict = 'character' | 'accent' | 'nothing';

const setsLetters = ({ widths }: LostGlyph['font']): boolean => Object.keys(widths).length > 0;

export const UNTOLD_GLYPH: DecisionTable<UntoldGlyph, Verdict> = {
  name: 'untold-glyph',
  rules: [
    {
      name: 'not-painted',
      why: 'No reader sees it: it belongs to a layer of recognised text, or to text that is hidden.',
      test: ({ run }) => (run.invisible === true ? 'nothing' : null),
    },
    {
      name: 'row-of-one-glyph',
      why: 'Words do not have a letter three times in a row: leaders and rows of ornaments have.',
      test: ({ run, glyph: { placeholder } }) => (run.text.includes(placeholder.repeat(ROW)) ? 'nothing' : null),
    },
    {
      name: 'accent-of-a-letter',
      why: 'It is drawn above or below a letter, which can be read without it; a character beside the letter would break its word.',
      test: ({ overLetter }) => (overLetter ? 'accent' : null),
    },
    {
      name: 'ornament',
      why: 'It stands apart from text, and its font sets no letters: bullets and icons have fonts of their own.',
      test: ({ alone, betweenWords, glyph: { font } }) =>
        alone && !betweenWords && !setsLetters(font) ? 'nothing' : null,
    },
    {
      name: 'as-a-space',
      why: 'It stands alone in a font that sets letters and is as narrow as a space, of which fonts have several.',
      test: ({ alone, glyph: { width, font } }) =>
        alone && setsLetters(font) && !font.drawn && width <= WIDEST_SPACE ? 'nothing' : null,
    },
    {
      name: 'seen',
      why: 'A reader sees a character, though nobody can tell which.',
      test: () => 'character',
    },
  ],
  otherwise: 'character',
  subject: ({ page, run }) => ({ page, box: run.box, text: replaced(run.text, () => '?') }),
  numbers: ({ glyph: { width, font } }) => ({ widthInEms: width, lettersOfFont: Object.keys(font.widths).length }),
};

const CHARACTER = /[\p{L}\p{N}]/u;
/** In font sizes: words of a line are not further apart, even where it is justified. */
const WIDEST_GAP = 1;
/** In font sizes: an accent has the baseline of its letter, or is raised to stand on a capital. */
const RAISED = 0.5;

/** Where a glyph is that is not made out. */
export interface UntoldPlace {
  page: number;
  runs: readonly ParsedRun[];
  /** Index of its run. */
  at: number;
  /** The run's text with the letters that it touches. */
  word: string;
}

/** What a glyph is of which nobody can tell more. */
export function untold(glyph: LostGlyph, { page, runs, at, word }: UntoldPlace): Verdict {
  const run = runs[at]!;
  const [before, after] = [runs[at - 1], runs[at + 1]];
  return decide(UNTOLD_GLYPH, {
    page,
    run,
    glyph,
    alone: !CHARACTER.test(replaced(word, () => '')),
    betweenWords: before !== undefined && after !== undefined && isNext(before, run) && isNext(run, after),
    overLetter: [before, after].some((other) => other !== undefined && isOver(run, other)),
  });
}

/** Whether a run follows another in one line of words. */
const isNext = (left: ParsedRun, right: ParsedRun): boolean =>
  left.baseline === right.baseline &&
  right.box.x0 >= left.box.x0 &&
  right.box.x0 - left.box.x1 < WIDEST_GAP * right.size;

/** Whether the middle of a run lies within the width of another on its line. */
function isOver({ box, baseline, size }: ParsedRun, other: ParsedRun): boolean {
  const middle = (box.x0 + box.x1) / 2;
  const isOfLine = Math.abs(baseline - other.baseline) < RAISED * size;
  return isOfLine && middle > other.box.x0 && middle < other.box.x1 && CHARACTER.test(other.text);
}
