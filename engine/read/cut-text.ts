/**
 * Text that is painted in strips: some programs cut a page into bands and paint each line that lies across a border once for
 * each band, clipped to it. A band's copy may lack what it does not show, such as full stops, and be taken for other words.
 */
import type { Box, ParsedRun } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';

/** Share of a word's height that its clip leaves where the word is whole: clips fit closely around letters without tails. */
const WHOLE = 0.9;
/** In font sizes: baselines of copies differ by less. */
const SAME_BASELINE = 0.05;
/** Words on one baseline that are looked at for one of them. It bounds the work on pages made to be slow. */
const MOST_ON_LINE = 400;

export interface CutRun {
  page: number;
  run: ParsedRun;
  /** A word painted over it on its baseline. */
  over: ParsedRun | null;
}

export const CUT_RUN: DecisionTable<CutRun, 'copy' | 'word'> = {
  name: 'cut-run',
  rules: [
    {
      name: 'letters-of-another',
      why: 'A clip cuts the word, and another word in its place has all of its letters: both are strips of one.',
      test: ({ over }) => (over ? 'copy' : null),
    },
  ],
  otherwise: 'word',
  subject: ({ page, run }) => ({ page, box: run.box, text: run.text }),
  numbers: ({ over }) => ({ lettersOver: over?.text.length ?? 0 }),
};

/** Whether the clip leaves a part of the word's height alone. */
export function isCut(box: Box, clip: Box): boolean {
  const left = Math.min(box.y1, clip.y1) - Math.max(box.y0, clip.y0);
  return left < WHOLE * (box.y1 - box.y0);
}

/** The runs without strips of words that are there in full. @param cut those of them that a clip cuts */
export function withoutCopies(runs: readonly ParsedRun[], cut: ReadonlySet<ParsedRun>, page: number): ParsedRun[] {
  if (cut.size < 2) return [...runs];
  const lines = Map.groupBy(cut, ({ baseline }) => Math.round(baseline));
  const copies = new Set<ParsedRun>();
  for (const run of cut) {
    const line = Math.round(run.baseline);
    const near = [line - 1, line, line + 1].flatMap((at) => lines.get(at) ?? []).slice(0, MOST_ON_LINE);
    const over = near.find((other) => !copies.has(other) && isStripOf(run, other)) ?? null;
    if (over === null || decide(CUT_RUN, { page, run, over }) === 'word') continue;
    copies.add(run);
    if (!run.invisible) {
      delete over.invisible;
      delete over.covered;
    }
  }
  return runs.filter((run) => !copies.has(run));
}

function isStripOf(run: ParsedRun, other: ParsedRun): boolean {
  const middle = (run.box.x0 + run.box.x1) / 2;
  return (
    run !== other &&
    run.size === other.size &&
    run.rotation === other.rotation &&
    Math.abs(run.baseline - other.baseline) < SAME_BASELINE * run.size &&
    middle > other.box.x0 &&
    middle < other.box.x1 &&
    isWithin(run.text, other.text)
  );
}

/** The letters of `part` are among those of `whole`, in their order. */
function isWithin(part: string, whole: string): boolean {
  let at = 0;
  for (const letter of whole) if (letter === part[at]) at += 1;
  return at === part.length;
}
