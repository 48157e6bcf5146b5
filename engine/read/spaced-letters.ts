/**
 * Words that are set with space between their letters ("C H A P T E R"): single letters in one font, evenly apart, without
 * drawn spaces, become one run. Fewer than `LEAST` of them say nothing.
 */
import type { ParsedRun } from '../model.js';

const LEAST = 5;
/** In font sizes: gaps too wide for letters of one word, yet narrower than those between words set so. */
const NARROWEST = 0.1;
const WIDEST = 0.5;
/** The widest gap within a word against its narrowest, but for as much as letters' own shapes make of it. */
const EVEN = 1.6;
const SHAPE = 0.08;
/** In font sizes: sizes and baselines of one word differ by less, which is rounding. */
const SAME_SIZE = 0.01;
const SAME_BASELINE = 0.02;

/** `runs` in the order of painting, with the letters of each such word as one run. */
export function joinSpacedLetters(runs: readonly ParsedRun[]): ParsedRun[] {
  const joined: ParsedRun[] = [];
  for (let i = 0; i < runs.length; i++) {
    const end = wordEnd(runs, i);
    if (end - i < LEAST) {
      joined.push(runs[i]!);
      continue;
    }
    const [first, last] = [runs[i]!, runs[end - 1]!];
    const text = runs
      .slice(i, end)
      .map((run) => run.text)
      .join('');
    joined.push({ ...first, text, box: { ...first.box, x1: last.box.x1 } });
    i = end - 1;
  }
  return joined;
}

/** Index behind the last letter of the word that begins at `start`. */
function wordEnd(runs: readonly ParsedRun[], start: number): number {
  let least = Infinity;
  let most = 0;
  let end = start;
  while (end < runs.length && isLetter(runs[end]!)) {
    const before = runs[end - 1];
    const run = runs[end]!;
    if (end > start && before) {
      const gap = run.box.x0 - before.box.x1;
      least = Math.min(least, gap);
      most = Math.max(most, gap);
      const even = most <= EVEN * least + SHAPE * run.size;
      if (!isNext(before, run) || gap < NARROWEST * run.size || gap > WIDEST * run.size || !even) break;
    }
    end += 1;
  }
  return end;
}

const isLetter = ({ text, rotation }: ParsedRun): boolean => rotation === 0 && /^\p{Lu}\p{M}*$/u.test(text);

function isNext(before: ParsedRun, run: ParsedRun): boolean {
  return (
    run.space !== true &&
    run.font === before.font &&
    Math.abs(run.size - before.size) < SAME_SIZE * run.size &&
    Math.abs(run.baseline - before.baseline) < SAME_BASELINE * run.size &&
    run.mcid === before.mcid
  );
}
