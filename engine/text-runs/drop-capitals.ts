/**
 * Drop capitals: a large letter at the left of a paragraph's first lines. It becomes the first letter of its line, in the
 * size of the text, and the lines beside it begin at its left edge as those below do.
 */
import type { TextRun } from '../model.js';
import { median } from '../geometry.js';
import { decide, type DecisionTable, type Rule } from '../rules.js';

/** Height against the letters beside it. */
const LEAST_SIZE = 1.7;
/** From the letter to the lines beside it, in multiples of their size. */
const FARTHEST = 1.2;
/** How far tops and baselines may differ, in multiples of the text's size. */
const OFF = 0.5;
/** Height of capitals, in multiples of the font size. */
const CAPITAL = 0.7;
/** In font sizes: the letter may overhang the lines beside it by so much. */
const OVERHANG = 0.3;
/** In font sizes: a space between the letter and the word behind it. */
const SPACE = 0.25;
const LETTER = /^["'“‘«„]?\p{Lu}$/u;

/** A large letter with the first words of the lines beside it, from the top. */
export interface LargeLetter {
  letter: TextRun;
  beside: readonly TextRun[];
  /** The usual font size of the page's text. */
  usual: number;
  page: number;
}

type Verdict = 'drop-capital' | 'refused';

const topOf = ({ baseline, size }: TextRun): number => baseline - CAPITAL * size;

const RULES: readonly Rule<LargeLetter, Verdict>[] = [
  {
    name: 'fewer-than-two-lines',
    why: 'A drop capital reaches down over two lines or more.',
    test: ({ beside }) => (beside.length < 2 ? 'refused' : null),
  },
  {
    name: 'not-level-at-top',
    why: "Its top is level with the first line's capitals.",
    test: ({ letter, beside: [first], usual }) =>
      first && Math.abs(first.baseline - CAPITAL * usual - topOf(letter)) < OFF * usual ? null : 'refused',
  },
  {
    name: 'not-level-at-foot',
    why: 'It stands on the baseline of a line below the first.',
    test: ({ letter, beside: [, ...others], usual }) =>
      others.some(({ baseline }) => Math.abs(baseline - letter.baseline) < OFF * usual) ? null : 'refused',
  },
  {
    name: 'level-with-its-lines',
    why: 'A letter that is level with the first line beside it and stands on the baseline of a later one begins their text.',
    test: () => 'drop-capital',
  },
];

export const DROP_CAPITAL: DecisionTable<LargeLetter, Verdict> = {
  name: 'drop-capital',
  rules: RULES,
  otherwise: 'drop-capital',
  subject: ({ letter, page }) => ({ page, box: letter.box, text: letter.text }),
  numbers: ({ letter, beside, usual }) => ({ sizeInUsualSizes: letter.size / usual, linesBeside: beside.length }),
};

/** The runs with each drop capital brought to its line. `words` tells whether the letter is a word by itself. */
export function levelDropCapitals(
  runs: readonly TextRun[],
  { page, words }: { page: number; words: () => ReadonlySet<string> },
): readonly TextRun[] {
  const usual = median(runs.map(({ size }) => size));
  const letters = runs.filter(({ text, size }) => size > LEAST_SIZE * usual && LETTER.test(text));
  if (letters.length === 0 || letters.length > MOST) return runs;
  const changed = new Map<TextRun, TextRun>();
  for (const letter of letters) {
    const beside = linesBeside(letter, runs);
    if (decide(DROP_CAPITAL, { letter, beside, usual, page }) === 'refused') continue;
    const [first, ...others] = beside as [TextRun, ...TextRun[]];
    const { x0 } = letter.box;
    const isWord = !words().has(lower(letter.text + first.text)) && words().has(lower(first.text));
    const space = first.space === true || isWord;
    const end = first.box.x0 - (space ? SPACE * first.size : 0);
    const { baseline, box, font } = first;
    changed.set(letter, { ...letter, baseline, font, size: usual, box: { ...box, x0, x1: end } });
    changed.set(first, { ...first, ...(space ? { space } : {}) });
    for (const run of others) changed.set(run, { ...run, box: { ...run.box, x0 } });
  }
  return changed.size === 0 ? runs : runs.map((run) => changed.get(run) ?? run);
}

/** A page with more large letters shows a sample of type. */
const MOST = 20;

const lower = (text: string): string => text.toLowerCase().replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

/** The first run of each line that stands right of the letter and within its height, from top to bottom. */
function linesBeside(letter: TextRun, runs: readonly TextRun[]): TextRun[] {
  const top = topOf(letter);
  const near = runs.filter(
    ({ box, baseline, size }) =>
      size < letter.size / LEAST_SIZE &&
      box.x0 > letter.box.x1 - OVERHANG * size &&
      box.x0 < letter.box.x1 + FARTHEST * size &&
      baseline > top &&
      baseline < letter.baseline + OFF * size,
  );
  const rows = Map.groupBy(near, ({ baseline }) => Math.round(baseline));
  const firsts = [...rows.values()].map((row) => row.reduce((a, b) => (b.box.x0 < a.box.x0 ? b : a)));
  return firsts.sort((a, b) => a.baseline - b.baseline);
}
