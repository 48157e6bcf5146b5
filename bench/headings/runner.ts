/** A process that writes the looks of the text blocks of one document after the other, from pages that were read before. */
import { writeFile } from 'node:fs/promises';
import { looksOf, type Look } from '../../engine/headings/looks.js';
import type { VerifyOptions } from '../../engine/index.js';
import { pageFinder } from '../../engine/page-finder.js';
import { runStages } from '../../engine/pipeline.js';
import { refuseUnreadable, tallyPage } from '../../engine/readable.js';
import { addTallies, NO_PAGES } from '../../engine/page-tally.js';
import { readPages } from '../../worker/pages-file.js';
import type { ReadPages } from '../parsed-pages.js';
import { answerTasks, type RunnerAnswer } from '../runners.js';

export interface LooksTask extends ReadPages {
  outPath: string;
}

/** A text block, and whether this build makes a heading of it. */
export interface LookedAt {
  page: number;
  text: string;
  isHeading: boolean;
  look: Look;
}

const OPTIONS: VerifyOptions = {
  template: null,
  policy: 'best_effort',
  source: { fileName: 'document.pdf', sha256: '0'.repeat(64), sizeBytes: 1 },
};

answerTasks(run);

async function run({ info, pagesPaths, outPath }: LooksTask): Promise<RunnerAnswer> {
  const parsed = await readPages(pagesPaths);
  refuseUnreadable(parsed.map(tallyPage).reduce(addTallies, NO_PAGES));
  const known = { info, options: OPTIONS, pages: parsed.map((page) => ({ parsed: page })) };
  const { textBlocks, style, pages, headings } = runStages(known, { from: 'normalise', until: 'headings' });
  const lookOf = looksOf(textBlocks, { style, info, pageOf: pageFinder(pages) });
  const found = new Set(headings.map(({ textBlock }) => textBlock));
  const looked = textBlocks
    .filter(({ role, text, aside }) => role === 'text' && text !== '' && !aside)
    .map((textBlock): LookedAt => {
      const { page, text, id } = textBlock;
      return { page, text, isHeading: found.has(id), look: lookOf(textBlock) };
    });
  await writeFile(outPath, JSON.stringify(looked));
  return { defect: null };
}
