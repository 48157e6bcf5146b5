/**
 * Which text blocks of real documents are headings, as people said who saw the pages: `labels.json`. Documents stand there by
 * their SHA-256 and texts by a hash, so that nothing of them is in the repository; the documents have to be at hand.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** Of one page. Text blocks in neither list are no headings. */
export interface PageLabels {
  headings: string[];
  /** What people disagree about, or was not found as one text block: neither learned from nor scored. */
  unsure: string[];
}

export interface LabelledDocument {
  sha256: string;
  /** Where the document comes from, for people: a package and a file of it. */
  source: string;
  /** By the number of the page; what is not listed was not looked at. */
  pages: Record<string, PageLabels>;
}

const LABELS = new URL('../../../bench/headings/labels.json', import.meta.url);
/** Letters of a hash: enough for the texts of a page. */
const HASH = 8;

export const readLabels = async (): Promise<LabelledDocument[]> =>
  JSON.parse(await readFile(LABELS, 'utf8')) as LabelledDocument[];

/** Letters and digits in lower case: what spaces and signs are read as changes with the engine. */
const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');

export const textHash = (text: string): string => createHash('sha256').update(plain(text)).digest('hex').slice(0, HASH);

export type LabelOf = (page: number, text: string) => boolean | null;

/** Whether a text block is a heading; null where that is unsure, or its page was not looked at. */
export function labelsOfDocument({ pages }: Pick<LabelledDocument, 'pages'>): LabelOf {
  return (page, text) => {
    const labels = pages[page];
    if (!labels) return null;
    const hash = textHash(text);
    if (labels.headings.includes(hash)) return true;
    return labels.unsure.includes(hash) ? null : false;
  };
}

/** The same by the Markdown that a generated document was made from. */
export function labelsOfTruth(markdown: string): LabelOf {
  const headings = new Set<string>();
  let isCode = false;
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    else if (!isCode && /^#{1,6} .*\p{L}/u.test(line)) headings.add(plain(line));
  }
  return (_, text) => headings.has(plain(text));
}
