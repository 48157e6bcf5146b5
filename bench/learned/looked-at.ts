/** What the processes that look at documents have in common: the stages up to the one that decides, and a file of looks. */
import { writeFile } from 'node:fs/promises';
import type { VerifyOptions } from '../../engine/index.js';
import type { Look } from '../../engine/learned-score.js';
import { addTallies, NO_PAGES } from '../../engine/page-tally.js';
import { runStages, type StateAfter } from '../../engine/pipeline.js';
import { refuseUnreadable, tallyPage } from '../../engine/readable.js';
import { readPages } from '../../worker/pages-file.js';
import type { ReadPages } from '../parsed-pages.js';
import type { RunnerAnswer } from '../runners.js';

export interface LooksTask extends ReadPages {
  outPath: string;
}

/** A text, and whether this build finds it. */
export interface LookedAt {
  page: number;
  text: string;
  found: boolean;
  look: Look;
}

const OPTIONS: VerifyOptions = {
  template: null,
  policy: 'best_effort',
  source: { fileName: 'document.pdf', sha256: '0'.repeat(64), sizeBytes: 1 },
};

/** Writes what `look` makes of a document after the stage `until`. */
export async function looksOfDocument<Until extends 'furniture' | 'headings'>(
  { info, pagesPaths, outPath }: LooksTask,
  until: Until,
  look: (state: StateAfter<Until>) => LookedAt[],
): Promise<RunnerAnswer> {
  const parsed = await readPages(pagesPaths);
  refuseUnreadable(parsed.map(tallyPage).reduce(addTallies, NO_PAGES));
  const known = { info, options: OPTIONS, pages: parsed.map((page) => ({ parsed: page })) };
  const state = runStages(known, { from: 'normalise', until }) as unknown as StateAfter<Until>;
  await writeFile(outPath, JSON.stringify(look(state)));
  return { defect: null };
}
