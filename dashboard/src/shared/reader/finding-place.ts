/** Where a remark of the verification leads. */
import type { AuditFinding } from '../../../../contract/vocabulary.js';

export interface FindingPlace {
  file: string;
  /** Of the PDF, counted from 1; null where the remark names none. */
  page: number | null;
}

/** Of a library (library.ts): its files, and the pages of those with content. */
interface Files {
  paths: readonly string[];
  facts: ReadonlyMap<string, { pages: readonly number[] | null }>;
}

/** Of the PDF, as `sourceRef` names it; null for other references and none. */
export function pageOf({ sourceRef }: Pick<AuditFinding, 'sourceRef'>): number | null {
  const page = /^page (\d{1,6})$/.exec(sourceRef ?? '')?.[1];
  return page === undefined ? null : Number(page);
}

/**
 * The file that a remark is about, or the first one with text of its page; null where it names neither, or nothing is
 * there. `pathNow` tells where a file of the draft is now.
 */
export function placeOf(
  finding: Pick<AuditFinding, 'file' | 'sourceRef'>,
  { paths, facts }: Files,
  pathNow: (path: string) => string = (path) => path,
): FindingPlace | null {
  const page = pageOf(finding);
  if (finding.file !== undefined) return { file: pathNow(finding.file), page };
  if (page === null) return null;
  const pagesOf = (path: string): readonly number[] => facts.get(path)?.pages ?? [];
  const begun = paths.filter((path) => (pagesOf(path)[0] ?? Number.POSITIVE_INFINITY) <= page);
  // a page without text is in no file: then the one that ends before it
  const file =
    begun.find((path) => page <= (pagesOf(path)[1] ?? 0)) ?? begun.at(-1) ?? paths.find((path) => facts.has(path));
  return file === undefined ? null : { file, page };
}
