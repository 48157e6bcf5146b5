/** The sets of real documents with truth, parted into documents to work with and blind ones. */
import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

export const PARTS = ['seen', 'blind'] as const;
export type Part = (typeof PARTS)[number];

export interface RealDocument {
  set: string;
  name: string;
  file: string;
  part: Part;
}

/**
 * A third of the documents is only scored, never read, so that rules are not made for it. A document is in the same part
 * in all sets.
 */
export const partOf = (name: string): Part =>
  parseInt(createHash('sha256').update(name).digest('hex').slice(0, 8), 16) % 3 === 1 ? 'blind' : 'seen';

/** PDFs of the set, a folder below `corpus`. */
export async function documentsOf(corpus: string, set: string): Promise<RealDocument[]> {
  const folder = resolve(corpus, set);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.pdf')).map((name) => name.slice(0, -4));
  return names.sort().map((name) => ({ set, name, file: join(folder, `${name}.pdf`), part: partOf(name) }));
}

/** A folder with the truth of one part of a set, as the scorers want it. @returns its path. */
export async function truthOf(
  { corpus, set, part }: { corpus: string; set: string; part: Part },
  scratch: string,
): Promise<string> {
  const from = resolve(corpus, set);
  const to = join(scratch, `${set}-${part}`);
  await mkdir(to, { recursive: true });
  for (const name of await readdir(from)) {
    if (name.endsWith('.jsonl'))
      await writeFile(join(to, name), factsOf(await readFile(join(from, name), 'utf8'), part));
    else if (partOf(documentNameOf(name)) === part) await symlink(join(from, name), join(to, name));
  }
  return to;
}

/** Of a file of truth: `eu-009b-str.xml` is a second truth of `eu-009a`. */
const documentNameOf = (file: string): string =>
  file.replace(/(?:-str\.xml|-reg\.xml|\.outline\.json|\.pdf)$/, '').replace(/^(eu-\d+)b$/, '$1a');

const factsOf = (lines: string, part: Part): string =>
  lines
    .split('\n')
    .filter((line) => line.trim() && partOf((JSON.parse(line) as { pdf: string }).pdf.replace(/\.pdf$/, '')) === part)
    .map((line) => `${line}\n`)
    .join('');
