/**
 * The layout of object keys, all of it:
 *
 *   users/<usr id>/uploads/<random>.pdf                        a source PDF
 *   users/<usr id>/shelves/<shf id>/runs/<n>/<work file>       work files of run n
 *   users/<usr id>/shelves/<shf id>/runs/<n>/operations/<id>.json   the operations of an approval
 *   users/<usr id>/shelves/<shf id>/files/<ver id>/<path>      the files of a version
 *   users/<usr id>/shelves/<shf id>/archives/<ver id>.tar.gz   its archive
 *   users/<usr id>/shelves/<shf id>/pages/<ver id>/...         pictures of its PDF: see pageFiles
 *
 * Prefixes end with a slash.
 */

/** Below it, one folder for each account. */
export const ACCOUNTS_PREFIX = 'users/';

function accountPrefix(accountPublicId: string): string {
  return `${ACCOUNTS_PREFIX}${accountPublicId}/`;
}

/** The folders and objects below an account's prefix. */
export const inAccount = {
  uploads: (account: string) => `${account}uploads/`,
  shelves: (account: string) => `${account}shelves/`,
} as const;

/** The key of a source PDF; `name` is random, since file names are not unique. */
export function uploadKey(accountPublicId: string, name: string): string {
  return `${inAccount.uploads(accountPrefix(accountPublicId))}${name}.pdf`;
}

/** All objects of a shelf but its source PDFs. */
export function shelfPrefix(accountPublicId: string, shelfPublicId: string): string {
  return `${inAccount.shelves(accountPrefix(accountPublicId))}${shelfPublicId}/`;
}

/** The folders and objects below a shelf's prefix. */
export const inShelf = {
  runs: (shelf: string) => `${shelf}runs/`,
  run: (shelf: string, run: number) => `${shelf}runs/${run}/`,
  versions: (shelf: string) => `${shelf}files/`,
  /** Below it, one folder for each version of whose pages something was drawn. */
  drawnVersions: (shelf: string) => `${shelf}pages/`,
  /** The prefix of a version's files, the key of its archive and the prefix of the pictures of its pages. */
  version: (shelf: string, versionPublicId: string) => ({
    prefix: `${shelf}files/${versionPublicId}/`,
    archiveKey: `${shelf}archives/${versionPublicId}.tar.gz`,
    pagesPrefix: `${shelf}pages/${versionPublicId}/`,
  }),
} as const;

/** Work files of one run. */
export function runPrefix(accountPublicId: string, shelfPublicId: string, run: number): string {
  return inShelf.run(shelfPrefix(accountPublicId, shelfPublicId), run);
}

/** Where everything of a version is. */
export function versionKeys(accountPublicId: string, shelfPublicId: string, versionPublicId: string) {
  return inShelf.version(shelfPrefix(accountPublicId, shelfPublicId), versionPublicId);
}

/** Where the operations of an approval wait for the run: under its prefix, so that they are removed with it. */
export function operationsKey(
  { accountPublicId, shelfPublicId, run }: { accountPublicId: string; shelfPublicId: string; run: number },
  id: string,
): string {
  return `${runPrefix(accountPublicId, shelfPublicId, run)}operations/${id}.json`;
}

/** The last folder of a prefix: `shf_...` of `users/usr_.../shelves/shf_.../`. */
export function folderName(prefix: string): string {
  return prefix.split('/').at(-2) ?? '';
}

/** The work files under a run's prefix, by step. */
export const workFiles = {
  info: 'info.json',
  /** Both ends are in the name: a resumed run with other range lengths must not mistake one range for another. */
  pages: (first: number, last: number) => `pages-${first}-${last}.ndjson.gz`,
  pagesPrefix: 'pages-',
  /** The result of a range; written after its pages, so that it marks the range as done. */
  parsed: (first: number, last: number) => `parsed-${first}-${last}.json`,
  /** What the scanned pages are recognised in. */
  languages: 'languages.json',
  /** The pages between two whose text was recognised, and the mark that this is done. */
  recognised: (first: number, last: number) => `recognised/${first}-${last}.ndjson.gz`,
  recognisedDone: (first: number, last: number) => `recognition-${first}-${last}.json`,
  recognisedPrefix: 'recognised/',
  /** An object whose name says how many pages of a range are finished; those still to be recognised are not counted. */
  progress: (range: string, pages: number) => `progress/${range}/${pages}`,
  progressPrefix: 'progress/',
  /** The number of pages in the name of a progress object. */
  finishedPages: (key: string): number => Number(key.slice(key.lastIndexOf('/') + 1)),
  /** The name dates from when it was called a draft; open runs look for it under this name. */
  unverifiedTree: 'draft.json.gz',
  tree: 'tree.json.gz',
  /**
   * What was made of `file` since the last draft was given up: a late attempt for an earlier draft writes to another key.
   * Before the first one, and for workers of releases up to 0.5.0, that is `file` itself.
   */
  ofDraft: (file: string, draftsGivenUp: number) => (draftsGivenUp === 0 ? file : `draft-${draftsGivenUp}/${file}`),
  draftPrefix: (draftsGivenUp: number) => `draft-${draftsGivenUp}/`,
  /** Marks for workers of releases up to 0.5.0 that `file` was made since the last draft was given up. */
  made: (file: string, draftsGivenUp: number) => (draftsGivenUp === 0 ? file : `made-${draftsGivenUp}/${file}`),
  /** The id of the version that the run publishes. */
  version: (draftsGivenUp: number) => (draftsGivenUp === 0 ? 'version.json' : `version-${draftsGivenUp}.json`),
  /** The same of a small document that is converted at once; if it exists, that has been tried. */
  smallVersion: (draftsGivenUp: number) => `version-of-small-${draftsGivenUp}.json`,
  /** What the names of both begin with. */
  versions: 'version',
} as const;

/** Pictures of a version's PDF, drawn at the first request, below its `pagesPrefix`. */
export const pageFiles = {
  /** JSON: the size of each page. */
  sizes: 'sizes.json',
  /** No object: under this key a row notes that nothing of the page can be drawn; page 0 is the document as a whole. */
  mark: (page: number) => `${page}/undrawable`,
  /** The box is in ten-thousandths of the page, which is how exact those of metadata.json are. */
  picture: ({ page, width, box }: { page: number; width: number; box: readonly number[] | null }) =>
    `${page}/${width}${box ? `-${box.map((side) => Math.round(side * 10_000)).join('-')}` : ''}.png`,
  /** The page of a picture's name; null for other names. */
  pageOfPicture: (name: string): number | null => (name.endsWith('.png') ? Number.parseInt(name, 10) : null),
} as const;
