/** Fills what full-text search finds. Every activity can be repeated; what could not be filled is left to the reconciler. */
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { log } from '@temporalio/activity';
import {
  checkIndexes,
  findIndexable,
  replaceIndex,
  type Indexable,
  type NewIndex,
  type NewPassage,
} from '../entities/queries/search-index.js';
import { createSemaphore } from '../infra/semaphore.js';
import { isMissingObject } from '../infra/storage.js';
import { unpackTree } from '../infra/tar.js';
import { languageOf } from '../reading/language.js';
import { passagesOf, wordsOfLines } from '../reading/passages.js';
import { wordsOf } from '../reading/words.js';
import { activity, type ActivityScope } from './activity.js';
import type { ActivityDeps } from './deps.js';
import { isolateFailure } from './isolation.js';
import { objectSize } from './objects.js';
import { SMALL_PACKED_BYTES } from './tree-files.js';
import { TURN_MS, type Cursor } from './walk.js';

/** Unpacked; a tree has no more text than its PDF. */
const MAX_TREE_BYTES = 512 * 1024 * 1024;
/** Text of one version that is indexed: some 30 books. */
const MAX_INDEXED_CHARS = 30 * 1024 * 1024;
/** Ready shelves that one batch of the reconciler examines. */
const SHELVES_PER_BATCH = 500;

/** Large trees that this process has in memory at once, some 30 MB for a book. The others wait in the object store. */
const largeTrees = createSemaphore({ permits: 3, maxWaiting: Infinity, what: 'large trees to index' });

type SearchDeps = Pick<ActivityDeps, 'dataSource' | 'storage'>;

export function searchActivities(deps: SearchDeps) {
  return {
    /** Indexes the current version of a shelf that is ready, unless that is done. */
    indexShelf: activity(({ shelfPublicId }: { shelfPublicId: string }, { signal }) =>
      indexShelf(deps, shelfPublicId, signal),
    ),

    /**
     * Walks over the shelves that are ready, indexes those that are not (from releases without search, or after a failure)
     * and removes what is left of earlier versions. Ends early when its time is up.
     */
    indexShelves: activity(async ({ after }: Cursor, { signal }: ActivityScope): Promise<Cursor> => {
      const endMs = performance.now() + TURN_MS;
      for (let last = after; ;) {
        const shelves = await checkIndexes(deps.dataSource.manager, { after: last, limit: SHELVES_PER_BATCH });
        for (const { publicId, isIndexed } of shelves) {
          if (!isIndexed) await isolateFailure(publicId, signal, () => indexShelf(deps, publicId, signal));
          last = publicId;
          if (performance.now() > endMs) return { after: last };
        }
        if (shelves.length < SHELVES_PER_BATCH) return { after: null };
        signal.throwIfAborted();
      }
    }),
  };
}

async function indexShelf(deps: SearchDeps, shelfPublicId: string, signal: AbortSignal): Promise<void> {
  const target = await findIndexable(deps.dataSource.manager, shelfPublicId);
  if (!target) return;
  const work = (): Promise<void> => indexVersion(deps, { shelfPublicId, target, signal });
  const isSmall = (await objectSize(deps.storage, target.archiveKey, signal)) <= SMALL_PACKED_BYTES;
  await (isSmall ? work() : largeTrees.run(work, { signal }));
}

interface Indexing {
  shelfPublicId: string;
  target: Indexable;
  signal: AbortSignal;
}

async function indexVersion(
  { dataSource: { manager }, storage }: SearchDeps,
  { shelfPublicId, target, signal }: Indexing,
): Promise<void> {
  const packed = await storage.get(target.archiveKey, signal).catch((error: unknown) => {
    // deleted in this moment; otherwise it is an error
    if (isMissingObject(error)) return null;
    throw error;
  });
  if (!packed) {
    log.warn('the archive of a shelf to be indexed is gone', { shelf: shelfPublicId });
    return;
  }
  const { files } = await unpackTree(packed, MAX_TREE_BYTES);
  const index = await indexOf(files, signal);
  signal.throwIfAborted();
  const done = await replaceIndex(manager, target, index);
  if (!done) log.info('a version to be indexed is not the current one any more', { shelf: shelfPublicId });
  if (!index.complete) log.warn('a shelf is too large to be indexed as a whole', { shelf: shelfPublicId });
}

/** The passages of a tree. Others run in between: the texts are as long as the PDF is. */
async function indexOf(files: ReadonlyMap<string, string>, signal: AbortSignal): Promise<NewIndex> {
  const passages: NewPassage[] = [];
  let chars = 0;
  for (const found of passagesOf(files)) {
    for (const { path, heading, startLine, lines, pages } of found) {
      const text = lines.join('\n');
      chars += text.length;
      const headingWords = wordsOf(heading ?? '').join(' ');
      passages.push({ path, heading, startLine, pages, text, headingWords, words: wordsOfLines(lines) });
    }
    signal.throwIfAborted();
    if (chars > MAX_INDEXED_CHARS) break;
    await yieldToOthers();
  }
  return { language: languageOf(wordsIn(passages)), complete: chars <= MAX_INDEXED_CHARS, passages };
}

function* wordsIn(passages: readonly NewPassage[]): Generator<string> {
  for (const { words } of passages) yield* words.split(/\s/);
}
