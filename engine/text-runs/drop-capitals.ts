/**
 * Drop capitals: a large letter at the left of a paragraph's first lines. It becomes the first letter of its line, in the
 * size of the text, and the lines beside it begin at its left edge as those below do.
 *
 * Never a letter with fewer than two lines beside it, nor one that does not reach from the first line's capitals down to
 * another line's baseline.
 */
import type { TextRun } from '../model.js';
import { median } from '../geometry.js';

/** Height against the letters beside it. */
const LEAST_SIZE = 1.7;
/** From the letter to the lines beside it, in multiples of their size. */
const FARTHEST = 1.2;
/** How far tops and baselines may differ, in multiples of the text's size. */
const OFF = 0.5;
/** Height of capitals, in multiples of the font size. */
const CAPITAL = 0.7;
const LETTER = /^["'“‘«„]?\p{Lu}$/u;

/** The runs with each drop capital brought to its line. `words` tells whether the letter is a word by itself. */
export function levelDropCapitals(runs: readonly TextRun[], words: () => ReadonlySet<string>): readonly TextRun[] {
  const usual = median(runs.map(({ size }) => size));
  const capitals = runs.filter(({ text, size }) => size > LEAST_SIZE * usual && LETTER.test(text));
  if (capitals.length === 0 || capitals.length > MOST) return runs;
  const changed = new Map<TextRun, TextRun>();
  for (const capital of capitals) {
    const beside = linesBeside(capital, runs);
    const [first, ...others] = beside;
    if (!first || others.length === 0) continue;
    const top = capital.baseline - CAPITAL * capital.size;
    const opens = Math.abs(first.baseline - CAPITAL * usual - top) < OFF * usual;
    if (!opens || !others.some(({ baseline }) => Math.abs(baseline - capital.baseline) < OFF * usual)) continue;
    const { x0 } = capital.box;
    const isWord = !words().has(lower(capital.text + first.text)) && words().has(lower(first.text));
    const space = first.space === true || isWord;
    const end = first.box.x0 - (space ? 0.25 * first.size : 0);
    const { baseline, box, font } = first;
    changed.set(capital, { ...capital, baseline, font, size: usual, box: { ...box, x0, x1: end } });
    changed.set(first, { ...first, ...(space ? { space } : {}) });
    for (const run of others) changed.set(run, { ...run, box: { ...run.box, x0 } });
  }
  return changed.size === 0 ? runs : runs.map((run) => changed.get(run) ?? run);
}

/** A page with more large letters shows a sample of type. */
const MOST = 20;

const lower = (text: string): string => text.toLowerCase().replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

/** The first run of each line that stands right of the letter and within its height, from top to bottom. */
function linesBeside(capital: TextRun, runs: readonly TextRun[]): TextRun[] {
  const top = capital.baseline - CAPITAL * capital.size;
  const near = runs.filter(
    ({ box, baseline, size }) =>
      size < capital.size / LEAST_SIZE &&
      box.x0 > capital.box.x1 - 0.3 * size &&
      box.x0 < capital.box.x1 + FARTHEST * size &&
      baseline > top &&
      baseline < capital.baseline + OFF * size,
  );
  const rows = Map.groupBy(near, ({ baseline }) => Math.round(baseline));
  const firsts = [...rows.values()].map((row) => row.reduce((a, b) => (b.box.x0 < a.box.x0 ? b : a)));
  return firsts.sort((a, b) => a.baseline - b.baseline);
}
