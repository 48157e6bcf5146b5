/** Pages with running text, what is taken for furniture on them, and lines that tags mark as artifacts. */
import type { ParsedPage } from '../../engine/model.js';
import { runStages } from '../../engine/pipeline.js';
import type { Line } from '../../engine/text/line.js';
import { line, type LineOptions } from './engine-inputs.js';
import { page, type TextAt } from './pages.js';

/** Eight lines of running text in the words of `word`, from the baseline `y` down. */
export const body = (y: number, word = 'line'): TextAt[] =>
  Array.from({ length: 8 }, (_, i) => ({ text: Array(14).fill(`${word}${i}`).join(' '), x: 60, y: y + 12 * i }));

/** What is taken for furniture on pages with these texts. */
export const furnitureOf = (...pages: TextAt[][]): string[] => furnitureOn(pages.map((texts) => page(texts)));
export const furnitureOn = (pages: readonly ParsedPage[]): string[] =>
  runStages(
    { pages: pages.map((each, i) => ({ parsed: { ...each, number: i + 1 } })) },
    { from: 'normalise', until: 'furniture' },
  ).furniture.map(({ text }) => text);

/** A line that the tags mark as an artifact. */
export const marked = (text: string, options?: LineOptions): Line => {
  const plain = line(text, options);
  return { ...plain, runs: plain.runs.map((run) => ({ ...run, artifact: true })) };
};
