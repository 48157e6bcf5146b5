/** The files of a tree as a review lists them: the listing, with what metadata.json knows of each. */
import type { ReviewFile } from '../contract/review.js';
import { parsed } from '../reading/files.js';

type Entry = Omit<ReviewFile, 'sizeBytes'>;

/** @param metadata text of metadata.json; undefined where the tree has none */
export function reviewFiles(
  listing: readonly { path: string; sizeBytes: number }[],
  metadata: string | undefined,
): ReviewFile[] {
  const { files = [] } = (parsed(metadata) ?? {}) as { files?: Entry[] };
  const entries = new Map(files.map((entry) => [entry.path, entry]));
  return listing.map(({ path, sizeBytes }) => {
    const { title = null, level = null, pages = null, words = null } = entries.get(path) ?? {};
    return { path, sizeBytes, title, level, pages, words };
  });
}
