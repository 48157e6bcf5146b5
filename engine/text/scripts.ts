/** Superscripts and subscripts: marks in smaller type, raised or lowered, that belong to the line they touch. */
import type { TextRun } from '../model.js';
import { fromLeft, spaceBetween } from './spacing.js';

/** A mark this much smaller than its neighbour may sit higher or lower than it. */
export const SCRIPT_SHARE = 0.86;
/** Some programs hardly make scripts smaller: such a script is recognised by its distance from the baseline, and touches its word. */
const WIDE_SCRIPT_SHARE = 0.97;
const WIDE_SCRIPT_SHIFT = 0.2;
/** In font sizes of the line: how far off the baseline a mark is, at least, to be raised or lowered. */
const LEAST_RISE = 0.1;
const LEAST_FALL = 0.06;
/** In font sizes of its neighbour: a script reaches up to the height of a capital and down to a descender. */
const HIGHEST_SCRIPT = 0.8;
const LOWEST_SCRIPT = 0.35;
/** The same of a few letters that touch the end of their word, no others near them: some programs lower them by half the size of the text. */
const LOWEST_BEHIND = 0.52;
/** Share of its neighbour's size that such a script has at least: display type has captions that are smaller. */
const LEAST_BEHIND = 0.55;
const LETTERS_BEHIND = 3;
/** In font sizes: words of one text are no further apart. */
const NEXT_WORD = 0.6;
/** In font sizes of its neighbour: white space before a script; one of hardly smaller type touches its word. */
const SCRIPT_GAP = 0.4;
const WIDE_SCRIPT_GAP = 0.05;
/** The same between a note's raised mark and the text behind it, and what such marks are. */
const NOTE_GAP = 0.8;
const NOTE_MARK = /^(?:\d{1,3}|[a-z]|[*†‡§¶‖]{1,3})$/u;
/** Marks of notes and affiliations that stand beside each other behind a name: "2, b)". */
const ONE_OF_MARKS = /^(?:\d{1,3}|[a-z]|[*†‡§¶‖]{1,3})?[,;)]*$/u;
const WIDE_SCRIPT_RISE = 0.6;

/** Moves superscripts and subscripts into the row they touch. */
export function attachScripts(rows: TextRun[][]): TextRun[][] {
  const kept = rows.map((): TextRun[] => []);
  const sizes = rows.map((row) => row.reduce((largest, { size }) => Math.max(largest, size), 0));
  const largest = sizes.reduce((a, b) => Math.max(a, b), 0);
  for (const [index, row] of rows.entries()) {
    // hardly a row has runs that are smaller than those near it
    if (row.every(({ size }) => size > WIDE_SCRIPT_SHARE * largest) || !isNearLarger(rows, sizes, index)) {
      for (const run of row) kept[index]!.push(run);
      continue;
    }
    const words = wordsOf(row);
    const hosts = words.map((word, i) => {
      const isAlone =
        isShort(word) && !isNear(words[i - 1]?.at(-1), word[0]!) && !isNear(word.at(-1), words[i + 1]?.[0]);
      return word.reduce<number | null>(
        (found, run) => found ?? scriptHost({ rows, sizes }, index, { run, isAlone }),
        null,
      );
    });
    for (const [i, word] of words.entries()) {
      // of several marks the first touches the name, each other one goes on from the mark before it
      if (i > 0 && goesOn(words[i - 1]!, word)) hosts[i] ??= hosts[i - 1]!;
      for (const run of word) kept[hosts[i] ?? index]!.push(run);
    }
  }
  return kept.filter((row) => row.length > 0);
}

/** The runs of a row, word by word: brackets and what they hold are often runs of their own ("[", "3", "]"). */
function wordsOf(row: readonly TextRun[]): TextRun[][] {
  const words: TextRun[][] = [];
  for (const run of fromLeft(row)) {
    const word = words.at(-1);
    const before = word?.at(-1);
    if (word && before && before.size === run.size && !spaceBetween(before, run)) word.push(run);
    else words.push([run]);
  }
  return words;
}

const isShort = (word: readonly TextRun[]): boolean =>
  word.reduce((sum, { text }) => sum + text.length, 0) <= LETTERS_BEHIND;

const textOf = (word: readonly TextRun[]): string => word.map(({ text }) => text).join('');
const isMark = (word: readonly TextRun[]): boolean => ONE_OF_MARKS.test(textOf(word));

/** One of several marks of a name: the one before ends with a comma, or this one is a symbol. Digits alone may be cells. */
const goesOn = (before: readonly TextRun[], word: readonly TextRun[]): boolean =>
  isMark(word) &&
  isMark(before) &&
  before.at(-1)!.size === word[0]!.size &&
  isNear(before.at(-1), word[0]) &&
  (/[,;)]$/u.test(textOf(before)) || /^[*†‡§¶‖]/u.test(textOf(word)));

/** Words of one text, with no more than a space between them. */
const isNear = (before: TextRun | undefined, run: TextRun | undefined): boolean =>
  before !== undefined && run !== undefined && run.box.x0 - before.box.x1 < NEXT_WORD * run.size;

/** Whether any row that `scriptHost` looks at for a run of this row has type that is larger than the smallest of this row. */
function isNearLarger(rows: readonly TextRun[][], sizes: readonly number[], index: number): boolean {
  let smallest = Infinity;
  let largest = 0;
  let top = Infinity;
  let bottom = -Infinity;
  for (const { size, baseline } of rows[index]!) {
    smallest = Math.min(smallest, size);
    largest = Math.max(largest, size);
    top = Math.min(top, baseline);
    bottom = Math.max(bottom, baseline);
  }
  for (const step of [1, -1]) {
    for (let at = index + step; at >= 0 && at < rows.length; at += step) {
      const baseline = rows[at]![0]?.baseline ?? 0;
      if (Math.max(top - baseline, baseline - bottom) > 2 * largest) break;
      if (smallest <= WIDE_SCRIPT_SHARE * sizes[at]!) return true;
    }
  }
  return false;
}

/** The row of larger letters that a small run sits on or hangs from. */
function scriptHost(
  { rows, sizes }: { rows: TextRun[][]; sizes: readonly number[] },
  index: number,
  { run, isAlone }: { run: TextRun; isAlone: boolean },
): number | null {
  for (const step of [1, -1]) {
    for (let at = index + step; at >= 0 && at < rows.length; at += step) {
      const row = rows[at] ?? [];
      const far = Math.abs((row[0]?.baseline ?? 0) - run.baseline);
      if (far > 2 * run.size) break;
      if (run.size <= WIDE_SCRIPT_SHARE * sizes[at]! && row.some((other) => touches(other, run, isAlone))) return at;
    }
  }
  return null;
}

function touches(host: TextRun, run: TextRun, isAlone: boolean): boolean {
  if (run.size > WIDE_SCRIPT_SHARE * host.size) return false;
  const rise = host.baseline - run.baseline;
  // up to the height of a capital, down to a descender
  const gap = Math.max(run.box.x0 - host.box.x1, host.box.x0 - run.box.x1);
  const isBehind = run.box.x0 > host.box.x0 && gap < WIDE_SCRIPT_GAP * host.size;
  const lowest = isAlone && isBehind && run.size > LEAST_BEHIND * host.size ? LOWEST_BEHIND : LOWEST_SCRIPT;
  if (rise > HIGHEST_SCRIPT * host.size || rise < -lowest * host.size) return false;
  if (run.size > SCRIPT_SHARE * host.size)
    return Math.abs(rise) < WIDE_SCRIPT_RISE * host.size && gap < WIDE_SCRIPT_GAP * host.size;
  const opensNote = run.box.x1 <= host.box.x0 && rise > LEAST_RISE * host.size && NOTE_MARK.test(run.text);
  return gap < (opensNote ? NOTE_GAP : SCRIPT_GAP) * host.size;
}

/** Whether a run of the line is set as a script: smaller than the line's letters, and raised or lowered. */
export function scriptOf(line: { size: number; baseline: number }, run: TextRun): 'super' | 'sub' | null {
  const rise = (line.baseline - run.baseline) / line.size;
  const share = Math.abs(rise) > WIDE_SCRIPT_SHIFT ? WIDE_SCRIPT_SHARE : SCRIPT_SHARE;
  if (run.size > share * line.size) return null;
  return rise > LEAST_RISE ? 'super' : rise < -LEAST_FALL ? 'sub' : null;
}
