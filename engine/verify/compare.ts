/**
 * Which words of the document are missing from the files, and which are there too often. Words are counted, not
 * aligned: the order is checked elsewhere. Before anything is called missing, words that were only joined or split
 * differently ("docu-" "ment", kerned letters) are matched by what they spell together.
 */
import type { SourcePage, SourceWord } from './source-words.js';

const MAX_JOINED = 5;
/** Parts of a word that are looked for far apart. Bounds the work, as do the letters of such a word and the pairs that are tried. */
const MAX_SPELLED = 3;
const SPELLED_LETTERS = 60;
const SPELLED_PAIRS = 1_000_000;
/** Accents that are characters of their own. */
const ACCENT = /[\p{Lm}\p{M}]/u;

export interface Comparison {
  /** Words of the source, furniture aside. */
  total: number;
  missing: SourceWord[];
  /** Words that the files have beyond the source, by file. */
  extra: { file: string; words: string[] }[];
}

type Counts = Map<string, number>;

const add = (counts: Counts, word: string, by: number): void => void counts.set(word, (counts.get(word) ?? 0) + by);

/** `repeated`: lines that the files may have left out, as wholes (heads of tables that continue). */
export function compareWords(
  source: readonly SourcePage[],
  output: readonly { path: string; words: string[] }[],
  repeated: readonly SourceWord[][] = [],
): Comparison {
  const all = source.flatMap(({ words }) => words);
  // Above 0: in the source and not in the files; below 0: the other way round.
  const balance: Counts = new Map();
  for (const { word } of all) add(balance, word, 1);
  for (const { words } of output) for (const word of words) add(balance, word, -1);
  matchJoined(
    all.map(({ word }) => word),
    balance,
    1,
  );
  for (const { words } of output) matchJoined(words, balance, -1);
  for (const { optional } of source)
    for (const word of optional) if ((balance.get(word) ?? 0) < 0) add(balance, word, 1);
  matchSpelled(balance, -1);
  matchSpelled(balance, 1);
  const excused = new Set(repeated.filter((line) => leaveOut(line, balance)).flat());
  const missing = missingWords(source, output, { balance, excused });
  return { total: all.length, missing, extra: extraWords(output, balance) };
}

/** The words that are left on one side, with their balance: nearly all of a document's are on neither. */
function leftOn(side: 1 | -1, balance: Counts): Counts {
  const left: Counts = new Map();
  for (const [word, count] of balance) if (count * side > 0) left.set(word, count);
  return left;
}

/**
 * What is left on one side (`side`: 1 or -1) and is spelled by words left on the other: a word broken at the end of a column or
 * page, whose parts are drawn far apart. A word whose letters come in another order is the same word if accents, which
 * are drawn before or after their letter, are what was moved.
 */
function matchSpelled(balance: Counts, side: 1 | -1): void {
  const open = (word: string): number => (balance.get(word) ?? 0) * side;
  const shortOn = (one: 1 | -1): string[] =>
    [...leftOn(one, balance).keys()].filter((word) => word.length <= SPELLED_LETTERS);
  const whole = shortOn(side);
  const parts = shortOn(side === 1 ? -1 : 1);
  // So much that does not match is lost, not spelled another way.
  if (whole.length * parts.length > SPELLED_PAIRS) return;
  for (const word of whole) {
    while (open(word) > 0) {
      const fitting = parts.filter((part) => open(part) < 0 && isWithin(part, word));
      const found = spelledBy(word, fitting, MAX_SPELLED);
      if (!found) break;
      for (const part of found) add(balance, part, side);
      add(balance, word, -side);
    }
  }
}

const isWithin = (part: string, word: string): boolean => word.includes(part) || isReordered(part, word);

const isReordered = (a: string, b: string): boolean =>
  a.length === b.length && ACCENT.test(a) && sortedLetters(a) === sortedLetters(b);

const sortedLetters = (word: string): string => Array.from(word).toSorted().join('');

/** At most `most` of the parts that make up the word one after the other; none is taken twice. */
function spelledBy(word: string, parts: readonly string[], most: number): string[] | null {
  for (const part of most > 0 ? parts : []) {
    if (part === word || isReordered(part, word)) return [part];
    if (!word.startsWith(part)) continue;
    const rest = spelledBy(
      word.slice(part.length),
      parts.filter((other) => other !== part),
      most - 1,
    );
    if (rest) return [part, ...rest];
  }
  return null;
}

/** Takes the line out of the balance if all its words are missing; says whether they were. */
function leaveOut(line: readonly SourceWord[], balance: Counts): boolean {
  const counts: Counts = new Map();
  for (const { word } of line) add(counts, word, 1);
  const isMissing = [...counts].every(([word, count]) => (balance.get(word) ?? 0) >= count);
  if (isMissing) for (const [word, count] of counts) add(balance, word, -count);
  return isMissing;
}

/** Words of one side (`side`) that spell a word of the other side together leave the balance with it. */
function matchJoined(words: readonly string[], balance: Counts, side: 1 | -1): void {
  const open = (word: string): number => (balance.get(word) ?? 0) * side;
  for (let at = 0; at < words.length; at++) {
    if (open(words[at]!) <= 0) continue;
    let joined = words[at]!;
    for (let end = at + 1; end < words.length && end < at + MAX_JOINED; end++) {
      joined += words[end]!;
      if (open(words[end]!) <= 0) break;
      if (open(joined) >= 0) continue;
      for (let part = at; part <= end; part++) add(balance, words[part]!, -side);
      add(balance, joined, side);
      at = end;
      break;
    }
  }
}

/**
 * Where the missing words are printed. Of a word that occurs more often than it is missing, those places count first whose
 * neighbours are not beside it in the files either, then those among other missing words.
 */
function missingWords(
  source: readonly SourcePage[],
  output: readonly { words: string[] }[],
  { balance, excused }: { balance: Counts; excused: ReadonlySet<SourceWord> },
): SourceWord[] {
  const left = leftOn(1, balance);
  left.delete(BULLET);
  if (left.size === 0) return [];
  // no other triples are asked for
  const isNear = (words: readonly string[], at: number): boolean =>
    left.has(words[at]!) || left.has(words[at - 1]!) || left.has(words[at + 1]!);
  const known = new Set(
    output.flatMap(({ words }) => words.flatMap((_, at) => (isNear(words, at) ? [triple(words, at)] : []))),
  );
  const rated = source.flatMap(({ words }) => {
    const texts = words.map(({ word }) => word);
    return words.flatMap((word, at) => {
      if (!left.has(word.word) || excused.has(word)) return [];
      const around = texts.slice(Math.max(0, at - 4), at + 5);
      const density = around.filter((one) => left.has(one)).length / around.length;
      const places = [at - 1, at, at + 1].filter((place) => place > 0 && place < texts.length - 1);
      const strange = places.filter((place) => !known.has(triple(texts, place))).length;
      return [{ word, rating: strange + density }];
    });
  });
  const missing: SourceWord[] = [];
  for (const { word } of rated.toSorted((a, b) => b.rating - a.rating)) {
    const count = left.get(word.word) ?? 0;
    if (count <= 0) continue;
    left.set(word.word, count - 1);
    missing.push(word);
  }
  return missing.toSorted((a, b) => a.page - b.page || a.line - b.line);
}

/** A word with its neighbours. */
const triple = (words: readonly string[], at: number): string => `${words[at - 1]} ${words[at]} ${words[at + 1]}`;

/** Some lists are printed with the letter o for a bullet. */
const BULLET = 'o';

function extraWords(output: readonly { path: string; words: string[] }[], balance: Counts): Comparison['extra'] {
  const left = leftOn(-1, balance);
  return output.flatMap(({ path, words }) => {
    const extra = words.filter((word) => {
      const count = left.get(word) ?? 0;
      if (count >= 0) return false;
      left.set(word, count + 1);
      return true;
    });
    return extra.length > 0 ? [{ file: path, words: extra }] : [];
  });
}
