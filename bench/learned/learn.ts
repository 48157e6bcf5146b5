/**
 * The learned scores of the engine (engine/learned-score.ts): the looks of what people have labelled, how well the score and this
 * build tell it, and weights that are learned anew.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pdfsIn } from '../documents.js';
import { labelsOfDescription } from '../furniture/truth.js';
import { labelsOfTruth } from '../headings/truth.js';
import { overDocuments } from '../over-documents.js';
import { labelsOfDocument, readLabels, type LabelOf } from './labels.js';
import type { LookedAt, LooksTask } from './looked-at.js';

const LEARN = fileURLToPath(new URL('../../../bench/learned/learn.py', import.meta.url));
/** A generated document is worth less than a real one: it shows what real ones seldom do, such as terms in bold. */
const GENERATED_WEIGHT = 0.3;

/** What scores are learned of; `bench` has a folder with the labels and the program that looks at documents for each. */
export const SUBJECTS = ['headings', 'furniture'] as const;
export type Subject = (typeof SUBJECTS)[number];

interface Kind {
  /** Of a generated document: what lies beside its PDF and says what it holds. */
  extension: string;
  labelsOf: (text: string) => LabelOf;
  /** What is learned of texts that are unsure: nothing, or that they are not of the kind. */
  unsure: false | null;
}

const KINDS: Readonly<Record<Subject, Kind>> = {
  headings: { extension: '.md', labelsOf: labelsOfTruth, unsure: null },
  // what may be text has to stay
  furniture: { extension: '.json', labelsOf: labelsOfDescription, unsure: false },
};

export interface LearnRequest {
  subject: Subject;
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

export async function learn(request: LearnRequest): Promise<void> {
  const { python, out, say } = request;
  const probe = spawnSync(python, ['-c', 'import lightgbm'], { encoding: 'utf8' });
  if (probe.error) throw probe.error;
  if (probe.status !== 0) throw new Error(`learning needs lightgbm: pip install lightgbm for ${python}`);
  const scratch = await mkdtemp(join(tmpdir(), 'shelfwright-looks-'));
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
  { subject, folders, say }: LearnRequest,
  scratch: string,
): Promise<{ documents: Labelled[]; missing: number }> {
  const labels = new Map((await readLabels(subject)).map((document) => [document.sha256, document]));
  const { extension, labelsOf, unsure } = KINDS[subject];
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
      const truth = file.replace(/\.pdf$/iu, extension);
      if (document) add({ name: document.source, file, labelOf: labelsOfDocument(document, unsure), weight: 1 });
      else if (existsSync(truth) && !basename(path).includes('-scan-')) {
        const labelOf = labelsOf(await readFile(truth, 'utf8'));
        add({ name: path, file, labelOf, weight: GENERATED_WEIGHT });
      }
      labels.delete(sha256);
    }
  say(`${all - labels.size} of ${all} labelled documents are there`);
  return { documents: found, missing: labels.size };
}

async function lookAtAll(documents: readonly Labelled[], { subject, cache, progress }: LearnRequest): Promise<void> {
  await overDocuments({
    documents,
    cache,
    program: new URL(`../${subject}/runner.js`, import.meta.url),
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
  return looked.flatMap(({ page, text, found, look }) => {
    const label = labelOf(page, text);
    return label === null
      ? []
      : [JSON.stringify({ document: name, package: packageOf(name), weight, label, found, look })];
  });
}
