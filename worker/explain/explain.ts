/** The structure of a document with its explanation: a log of the decisions, and a page that shows them. */
import { copyFile, mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { AcceptancePolicy } from '../../contract/vocabulary.js';
import { allOrNone } from '../../infra/all-or-none.js';
import type { EnginePool, ExplainedJob } from '../engine-pool.js';
import { rangesOf } from '../page-ranges.js';
import { readJsonFile } from '../pages-file.js';
import { readDecisions } from './decision-log.js';
import type { Overview } from './overview.js';
import { writeExplanation } from './page.js';

/** A page takes a tenth of a second, so this many are worth the start of a process. */
const PAINTED_PER_RANGE = 25;
/** Pages that get a picture: enough for a book. Each adds some 100 kB to the HTML file. */
const MAX_PICTURES = 400;

export interface ExplanationFiles {
  decisionsPath: string;
  htmlPath: string;
}

export interface ExplainRequest {
  file: string;
  structuring: ExplainedJob;
  policy: AcceptancePolicy;
  /** A folder for work files. */
  scratch: string;
  files: ExplanationFiles;
}

/** Does the structuring, and writes its explanation. Throws as `pool.structure` does. */
export async function explain(
  pool: Pick<EnginePool, 'structure' | 'paint'>,
  { file, structuring, policy, scratch, files }: ExplainRequest,
): Promise<void> {
  const paths = { decisionsPath: join(scratch, 'decisions.jsonl'), overviewPath: join(scratch, 'overview.json.gz') };
  await pool.structure({ ...structuring, explain: { ...paths, policy } });
  await copyFile(paths.decisionsPath, files.decisionsPath);
  const overview = await readJsonFile<Overview>(paths.overviewPath);
  const picturesFolder = join(scratch, 'pictures');
  await mkdir(picturesFolder);
  const painted = overview.pages.slice(0, MAX_PICTURES).map(({ number }) => number);
  await allOrNone(structuring.signal, rangesOf(painted, PAINTED_PER_RANGE), ([, , pages], signal) =>
    pool.paint({ pdfPath: file, pages, outFolder: picturesFolder, signal }),
  );
  await writeExplanation(files.htmlPath, {
    title: basename(file),
    overview,
    decisions: readDecisions(paths.decisionsPath),
    picturesFolder,
    mostPictures: MAX_PICTURES,
  });
}
