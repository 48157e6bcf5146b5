/** A file as one normalised text, in which line breaks within a paragraph are spaces, so that phrases match across them. */
import { normalisedLine } from './normalise.js';
import { frontMatterLines } from './files.js';

/** Characters and signs of Chinese and Japanese, which put no spaces between words. */
const UNSPACED = String.raw`[\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff]`;
const ENDS_UNSPACED = new RegExp(`${UNSPACED}$`, 'u');
const BEGINS_UNSPACED = new RegExp(`^${UNSPACED}`, 'u');

export interface NormalisedFile {
  /** The lines (from 1) in which `needle`, which is normalised, starts. */
  linesWith(needle: string): Iterable<number>;
}

export function normalisedFile(content: string): NormalisedFile {
  const lines = content.split('\n');
  const front = frontMatterLines(lines);
  const starts = new Uint32Array(lines.length + 1);
  const parts: string[] = [];
  let length = 0;
  let before = '';
  for (const [at, line] of lines.entries()) {
    const text = at < front ? '' : normalisedLine(line);
    // no phrase spans an empty line
    const gap = text && before ? gapBetween(before, text) : '\n';
    starts[at] = length + gap.length;
    parts.push(gap, text);
    length += gap.length + text.length;
    before = text;
  }
  starts[lines.length] = length + 1;
  const normalised = parts.join('');

  return {
    *linesWith(needle) {
      let line = 1;
      for (let at = normalised.indexOf(needle); at !== -1; at = normalised.indexOf(needle, starts[line]!)) {
        line = lineOf(starts, at, line);
        yield line;
        if (line >= lines.length) return;
      }
    },
  };
}

/** Between two lines of a paragraph. */
const gapBetween = (above: string, below: string): string =>
  ENDS_UNSPACED.test(above) && BEGINS_UNSPACED.test(below) ? '' : ' ';

/** The last line, from `least` on, that starts at or before `at`. */
function lineOf(starts: Uint32Array, at: number, least: number): number {
  let [low, high] = [least, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle - 1]! <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
