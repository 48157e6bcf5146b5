/** Fills what full-text search finds. Every activity can be repeated; what could not be filled is left to the reconciler. */
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { log } from '@temporalio/activity';
import {
  checkIndexes,
  findIndexable,
  replaceIndex,
  markUnindexable,
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
import { documentsActivity, type DocumentsScope } from './activity.js';
import type { ActivityDeps } from './deps.js';
import { forEachIsolated, isolateFailure } from './isolation.js';
import { objectSize } from './objects.js';
import { SMALL_PACKED_BYTES } from './tree-files.js';
import { walk, type Cursor } from './walk.js';

/** Unpacked; a tree has no more text than its PDF. */
const MAX_TREE_BYTES = 512 * 1024 * 1024;
/** Text of one version that is indexed: some 30 books. */
const MAX_INDEXED_CHARS = 30 * 1024 * 1024;

/** Large trees that this process has in memory at once, some 30 MB for a book. The others wait in the object store. */
const largeTrees = createSemaphore({ permits: 3, maxWaiting: Infinity, what: 'large trees to index' });

type SearchDeps = Pick<ActivityDeps, 'dataSource' | 'storage'>;

export function searchActivities(deps: SearchDeps) {
  return {
    /** Indexes the current version of a shelf that is ready, unless that is done. */
    indexShelf: documentsActivity(({ shelfPublicId }: { shelfPublicId: string }, scope) =>
      indexShelf(deps, shelfPublicId, scope),
    ),

    /**
     * Walks over the shelves that are ready, indexes those that are not (from releases without search, or after a failure)
     * and removes what is left of earlier versions. Ends early when its time is up; a retry continues after the last shelf.
     */
    indexShelves: documentsActivity(({ after }: Cursor, scope): Promise<Cursor> => {
      const { manager } = deps.dataSource;
      const { signal, progress } = scope;
      return walk({ after: progress.position ?? after }, signal, {
        find: (from) => checkIndexes(manager, from),
        positionOf: ({ publicId }) => publicId,
        repair: (shelves, isOver) =>
          forEachIsolated(
            shelves,
            signal,
            async ({ publicId, isIndexed }) => {
              // one that fails is skipped: a retry that began with it would forget the deaths that the next one has caused
              if (!isIndexed) await isolateFailure(publicId, signal, () => indexShelf(deps, publicId, scope));
              progress.keep(publicId);
            },
            { isOver },
          ),
      });
    }),
  };
}

/** A tree that has killed three workers is set aside, for `search reindex` to try it again: the next walk must not meet it. */
async function indexShelf(deps: SearchDeps, shelfPublicId: string, scope: DocumentsScope): Promise<void> {
  const { signal, onDocument } = scope;
  const { manager } = deps.dataSource;
  const target = await findIndexable(manager, shelfPublicId);
  if (!target) return;
  const work = (): Promise<void> => indexVersion(deps, { shelfPublicId, target, signal });
  const isSmall = (await objectSize(deps.storage, target.archiveKey, signal)) <= SMALL_PACKED_BYTES;
  await onDocument(
    shelfPublicId,
    () => (isSmall ? work() : largeTrees.run(work, { signal })),
    async () => {
      await markUnindexable(manager, target);
      log.error('a shelf is set aside, search does not find it: several workers died indexing it', {
        shelf: shelfPublicId,
      });
    },
  );
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
    // it has just been deleted; anything else is an error
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

/** The passages of a tree. It yields to other work in between, since the texts are as long as the PDF is. */
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
