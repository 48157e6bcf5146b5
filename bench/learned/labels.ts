/**
 * What real documents hold, as people said who saw the pages: `bench/headings/labels.json`, `bench/furniture/labels.json`.
 * Documents stand there by their SHA-256 and texts by a hash, so that nothing of them is in the repository; the documents have
 * to be at hand.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** Of one page. Texts in neither list are nothing of the kind. */
export interface PageLabels {
  /** Headings, say. */
  yes: string[];
  /** What people disagree about, or was not found as one text. */
  unsure: string[];
}

export interface LabelledDocument {
  sha256: string;
  /** Where the document comes from, for people: a package and a file of it. */
  source: string;
  /** By the number of the page; what is not listed was not looked at. */
  pages: Record<string, PageLabels>;
}

/** Letters of a hash: enough for the texts of a page. */
const HASH = 8;

/** @param subject a folder of `bench` that has labels. */
export const readLabels = async (subject: string): Promise<LabelledDocument[]> =>
  JSON.parse(
    await readFile(new URL(`../../../bench/${subject}/labels.json`, import.meta.url), 'utf8'),
  ) as LabelledDocument[];

/** Letters and digits in lower case: what spaces and signs are read as changes with the engine. */
export const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');

export const textHash = (text: string): string => createHash('sha256').update(plain(text)).digest('hex').slice(0, HASH);

export type LabelOf = (page: number, text: string) => boolean | null;

/** Whether a text is of the kind; `unsure` where people disagree, null where its page was not looked at. */
export function labelsOfDocument({ pages }: Pick<LabelledDocument, 'pages'>, unsure: false | null = null): LabelOf {
  return (page, text) => {
    const labels = pages[page];
    if (!labels) return null;
    const hash = textHash(text);
    if (labels.yes.includes(hash)) return true;
    return labels.unsure.includes(hash) ? unsure : false;
  };
}
