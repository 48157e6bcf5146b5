/** From the passages that the database has found to what is shown of them: the line, its page, a snippet. */
import type { FoundPassage } from '../contract/search.js';
import { markWords, type FoundPassage as Row } from '../entities/queries/search.js';
import { wordsOfLines } from '../reading/passages.js';
import { snippetOf } from '../reading/snippet.js';
import { wordPlaces } from '../reading/words.js';
import type { Deps } from './deps.js';

const SCORE_DIGITS = 4;

/** Each passage by the line that has most of the words, or most of them in a row. */
export async function showPassages({ dataSource }: Pick<Deps, 'dataSource'>, rows: Row[]): Promise<FoundPassage[]> {
  if (rows.length === 0) return [];
  const texts = rows.map(({ text, language, tsquery }) => ({
    words: wordsOfLines(text.split('\n')),
    language,
    tsquery,
  }));
  const marked = await markWords(dataSource.manager, texts);
  return rows.map((row, at) => {
    const { index, place } = bestLine(row.text.split('\n'), (marked[at] ?? '').split('\n'));
    const { shelfPublicId, shelfName, version, path, heading, startLine, pages, text, score } = row;
    return {
      shelfPublicId,
      shelfName,
      version,
      path,
      line: startLine + index,
      page: pages[index] ?? null,
      heading,
      ...snippetOf(text.split('\n')[index] ?? '', place),
      score: Number(score.toFixed(SCORE_DIGITS)),
    };
  });
}

interface BestLine {
  /** From 0. */
  index: number;
  /** Of the words in a row; null when only the heading has them. */
  place: { start: number; end: number } | null;
}

/** @param marked the words of each line, those found in `<` and `>` */
function bestLine(lines: readonly string[], marked: readonly string[]): BestLine {
  let best: BestLine & { score: number } = { index: 0, place: null, score: 0 };
  for (const [index, words] of marked.map((line) => line.split(' ')).entries()) {
    const found = words.filter((word) => word.includes('<'));
    if (found.length === 0) continue;
    const row = longestRow(words);
    const score = new Set(found).size + row.length;
    if (score <= best.score) continue;
    const places = wordPlaces(lines[index] ?? '');
    const [first, last] = [places[row.first], places[row.first + row.length - 1]];
    best = { index, score, place: first && last ? { start: first.start, end: last.end } : null };
  }
  return best;
}

/** The longest row of words that are marked, the first of several. */
function longestRow(words: readonly string[]): { first: number; length: number } {
  let longest = { first: 0, length: 0 };
  let length = 0;
  for (const [at, word] of words.entries()) {
    length = word.includes('<') ? length + 1 : 0;
    if (length > longest.length) longest = { first: at - length + 1, length };
  }
  return longest;
}
