/** Object keys of a shelf. All of a shelf's objects but its source lie under one prefix. */

export function shelfPrefix(accountPublicId: string, shelfPublicId: string): string {
  return `users/${accountPublicId}/shelves/${shelfPublicId}/`;
}

/** Work files of one run. */
export function runPrefix(accountPublicId: string, shelfPublicId: string, run: number): string {
  return `${shelfPrefix(accountPublicId, shelfPublicId)}runs/${run}/`;
}

/** Where a version's files and its archive lie. */
export function versionKeys(accountPublicId: string, shelfPublicId: string, versionPublicId: string) {
  const shelf = shelfPrefix(accountPublicId, shelfPublicId);
  return { prefix: `${shelf}files/${versionPublicId}/`, archiveKey: `${shelf}archives/${versionPublicId}.tar.gz` };
}

/** The work files under a run's prefix, by step. */
export const workFiles = {
  info: 'info.json',
  /** Both ends are in the name: a run that goes on with other range lengths must not take one range for another. */
  pages: (first: number, last: number) => `pages-${first}-${last}.ndjson.gz`,
  /** What was found of a range's pages; written after them, so that it marks the range as done. */
  parsed: (first: number, last: number) => `parsed-${first}-${last}.json`,
  /** The pages between two whose text was recognised, and the mark that this is done. */
  recognised: (first: number, last: number) => `recognised/${first}-${last}.ndjson.gz`,
  recognisedDone: (first: number, last: number) => `recognition-${first}-${last}.json`,
  recognisedPrefix: 'recognised/',
  /** Says by its name how many pages a range has finished: those that it read, and not those still to be recognised. */
  progress: (range: string, pages: number) => `progress/${range}/${pages}`,
  progressPrefix: 'progress/',
  /** The number of pages in the name of a progress object. */
  finishedPages: (key: string): number => Number(key.slice(key.lastIndexOf('/') + 1)),
  draft: 'draft.json.gz',
  tree: 'tree.json.gz',
  /** Marks that `file` was made since the last draft was given up; before the first the file itself does. */
  made: (file: string, draftsGivenUp: number) => (draftsGivenUp === 0 ? file : `made-${draftsGivenUp}/${file}`),
  version: (draftsGivenUp: number) => (draftsGivenUp === 0 ? 'version.json' : `version-${draftsGivenUp}.json`),
  /** What the names of `version` begin with. */
  versions: 'version',
} as const;

/** The ranges of `pagesPerRange` pages that a document is parsed by. */
export function pageRanges(pageCount: number, pagesPerRange: number): { first: number; last: number }[] {
  return Array.from({ length: Math.ceil(pageCount / pagesPerRange) }, (_, index) => {
    const first = index * pagesPerRange + 1;
    return { first, last: Math.min(first + pagesPerRange - 1, pageCount) };
  });
}
