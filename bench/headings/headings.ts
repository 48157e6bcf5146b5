/**
 * The learned score of headings (engine/headings/look-score.ts): the looks of text blocks that people have labelled, how well
 * the score and this build tell headings among them, and weights that are learned anew.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pdfsIn } from '../documents.js';
import { overDocuments } from '../over-documents.js';
import { labelsOfDocument, labelsOfTruth, readLabels, type LabelOf } from './labels.js';
import type { LookedAt, LooksTask } from './runner.js';

const LEARN = fileURLToPath(new URL('../../../bench/headings/learn.py', import.meta.url));
/** A generated document is worth less than a real one: it shows what real ones seldom do, such as terms in bold. */
const GENERATED_WEIGHT = 0.3;

export interface HeadingsRequest {
  /** Folders that are searched for the labelled PDFs, and for generated ones with their truth, with the folders in them. */
  folders: readonly string[];
  /** Keeps the pages as they are read. */
  cache: string;
  python: string;
  /** Gets weights that are learned from all of it; without it they are only scored. */
  out: string | undefined;
  say: (line: string) => void;
  progress: (line: string) => void;
}

interface Labelled {
  name: string;
  file: string;
  labelOf: LabelOf;
  weight: number;
  outPath: string;
}

export async function learnHeadings(request: HeadingsRequest): Promise<void> {
  const { python, out, say } = request;
  const probe = spawnSync(python, ['-c', 'import lightgbm'], { encoding: 'utf8' });
  if (probe.error) throw probe.error;
  if (probe.status !== 0) throw new Error(`learning needs lightgbm: pip install lightgbm for ${python}`);
  const scratch = await mkdtemp(join(tmpdir(), 'shelfwright-headings-'));
  try {
    const { documents, missing } = await labelledDocuments(request, scratch);
    if (documents.length === 0) throw new Error(`no labelled PDF is in ${request.folders.join(', ')}`);
    if (out && missing > 0)
      throw new Error(`weights are learned from all labelled documents: ${missing} are not there`);
    await lookAtAll(documents, request);
    const table = join(scratch, 'table.jsonl');
    await writeFile(table, (await Promise.all(documents.map(rowsOf))).flat().join('\n'));
    const learned = spawnSync(python, [LEARN, table, ...(out ? [out] : [])], { encoding: 'utf8', maxBuffer: Infinity });
    if (learned.error) throw learned.error;
    if (learned.status !== 0) throw new Error(learned.stderr.trim().slice(-500));
    say(learned.stdout.trim());
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Those that are at hand, and how many are not. Scans of generated documents are left out: their text is as it was recognised. */
async function labelledDocuments(
  { folders, say }: HeadingsRequest,
  scratch: string,
): Promise<{ documents: Labelled[]; missing: number }> {
  const labels = new Map((await readLabels()).map((document) => [document.sha256, document]));
  const all = labels.size;
  const found: Labelled[] = [];
  const add = (more: Omit<Labelled, 'outPath'>): void =>
    void found.push({ ...more, outPath: join(scratch, `${found.length}.json`) });
  for (const folder of folders)
    for (const path of pdfsIn(folder)) {
      const file = join(folder, path);
      const sha256 = createHash('sha256')
        .update(await readFile(file))
        .digest('hex');
      const document = labels.get(sha256);
      const truth = file.replace(/\.pdf$/iu, '.md');
      if (document) add({ name: document.source, file, labelOf: labelsOfDocument(document), weight: 1 });
      else if (existsSync(truth) && !basename(path).includes('-scan-')) {
        const labelOf = labelsOfTruth(await readFile(truth, 'utf8'));
        add({ name: path, file, labelOf, weight: GENERATED_WEIGHT });
      }
      labels.delete(sha256);
    }
  say(`${all - labels.size} of ${all} labelled documents are there`);
  return { documents: found, missing: labels.size };
}

async function lookAtAll(documents: readonly Labelled[], { cache, progress }: HeadingsRequest): Promise<void> {
  await overDocuments({
    documents,
    cache,
    program: new URL('./runner.js', import.meta.url),
    taskOf: ({ outPath }, read): LooksTask => ({ ...read, outPath }),
    onFailed: async ({ name }, error) => progress(`${name}: ${error}`),
    progress,
  });
}

/** What stands before the colon of a source; generated documents, which have none, are one. */
const packageOf = (name: string): string => (name.includes(': ') ? name.split(': ')[0]! : 'generated');

/** A line for each text block that is labelled. */
async function rowsOf({ name, labelOf, weight, outPath }: Labelled): Promise<string[]> {
  if (!existsSync(outPath)) return [];
  const looked = JSON.parse(await readFile(outPath, 'utf8')) as LookedAt[];
  return looked.flatMap(({ page, text, isHeading, look }) => {
    const label = labelOf(page, text);
    return label === null
      ? []
      : [JSON.stringify({ document: name, package: packageOf(name), weight, label, isHeading, look })];
  });
}
