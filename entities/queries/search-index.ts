/** What full-text search finds: filled with the current versions of shelves that are ready, and emptied of all others. */
import { IsNull, type EntityManager } from 'typeorm';
import { SEARCH_FORMAT, SearchDocument } from '../search-document.js';
import { Shelf } from '../shelf.js';
import { storableText } from '../storable.js';
import { Version } from '../version.js';

/** Passages in one statement: some 2 MB of text. */
const BATCH = 500;

/** A version that has to be indexed. */
export interface Indexable {
  versionId: string;
  shelfId: string;
  accountId: string;
  /** Object key of its files. */
  archiveKey: string;
}

export interface NewPassage {
  path: string;
  heading: string | null;
  startLine: number;
  pages: (number | null)[];
  text: string;
  /** Words of the heading and of the text, normalised, with white space between. */
  headingWords: string;
  words: string;
}

export interface NewIndex {
  language: string;
  complete: boolean;
  passages: NewPassage[];
}

/** The current version of a shelf that is ready, unless it is indexed already; null without one. */
export async function findIndexable(manager: EntityManager, shelfPublicId: string): Promise<Indexable | null> {
  const [found = null] = await manager.query<Indexable[]>(
    `SELECT version.id AS "versionId", shelf.id AS "shelfId", shelf.account_id AS "accountId",
            version.archive_key AS "archiveKey"
     FROM shelves shelf JOIN versions version ON version.id = shelf.current_version_id
     WHERE shelf.public_id = $1 AND shelf.status = 'ready' AND shelf.deleted_at IS NULL
       AND NOT EXISTS (SELECT FROM search_documents WHERE version_id = version.id AND format >= $2)`,
    [shelfPublicId, SEARCH_FORMAT],
  );
  return found;
}

/** The lexeme that all passages of an account in a language have: the index is read for one account alone. */
export function scopeLexeme(accountId: string, language: string): string {
  return `@${accountId}/${language}`;
}

/**
 * Replaces the indexed passages of a shelf by those of a version, in one transaction, so that search finds either all new
 * ones or all old ones. Idempotent. False when the version is not the shelf's current one any more.
 */
export async function replaceIndex(manager: EntityManager, target: Indexable, index: NewIndex): Promise<boolean> {
  const { versionId, shelfId, accountId } = target;
  const { language, complete, passages } = index;
  return manager.transaction(async (tx) => {
    // serialises workers that index the same shelf; it also keeps the row until the end
    const version = await tx.findOne(Version, { where: { id: versionId }, lock: { mode: 'for_no_key_update' } });
    const shelf = await tx.findOneBy(Shelf, { id: shelfId, deletedAt: IsNull() });
    if (!version || shelf?.currentVersionId !== versionId) return false;
    await removeIndexes(tx, [shelfId], null);
    await tx.insert(SearchDocument, {
      versionId,
      accountId,
      language,
      format: SEARCH_FORMAT,
      passages: passages.length,
      complete,
    });
    const scope = scopeLexeme(accountId, language);
    for (let from = 0; from < passages.length; from += BATCH)
      await insertPassages(tx, { versionId, language, scope, from }, passages.slice(from, from + BATCH));
    return true;
  });
}

/** Marks a version as indexed although it is not: search keeps finding the old passages, usually none. Idempotent. */
export async function markUnindexable(manager: EntityManager, { versionId, accountId }: Indexable): Promise<void> {
  await manager.query(
    `INSERT INTO search_documents (version_id, account_id, language, format, passages, complete)
     VALUES ($1, $2, 'simple', $3, 0, false)
     ON CONFLICT (version_id) DO UPDATE SET format = excluded.format, complete = false`,
    [versionId, accountId, SEARCH_FORMAT],
  );
}

async function insertPassages(
  tx: EntityManager,
  { versionId, language, scope, from }: { versionId: string; language: string; scope: string; from: number },
  passages: NewPassage[],
): Promise<void> {
  const column = <T>(of: (passage: NewPassage) => T): T[] => passages.map(of);
  await tx.query(
    `INSERT INTO search_passages (version_id, ordinal, path, heading, start_line, pages, text, vector)
     SELECT $1, $4 + ordinality - 1, path, heading, start_line, pages::int[], text,
            array_to_tsvector(ARRAY[$3]) || setweight(to_tsvector($2::regconfig, heading_words), 'B')
              || to_tsvector($2::regconfig, words)
     FROM unnest($5::text[], $6::text[], $7::int[], $8::text[], $9::text[], $10::text[], $11::text[]) WITH ORDINALITY
       AS passage (path, heading, start_line, pages, text, heading_words, words)`,
    [
      versionId,
      language,
      scope,
      from,
      column(({ path }) => path),
      column(({ heading }) => heading && storableText(heading)),
      column(({ startLine }) => startLine),
      column(({ pages }) => `{${pages.map((page) => page ?? 'NULL').join()}}`),
      column(({ text }) => storableText(text)),
      column(({ headingWords }) => headingWords),
      column(({ words }) => words),
    ],
  );
}

/** Removes what is indexed of shelves; of their current versions too if `keep` is null. */
async function removeIndexes(manager: EntityManager, shelfIds: string[], keep: 'current' | null): Promise<void> {
  await manager.query(
    `DELETE FROM search_documents USING versions version, shelves shelf
     WHERE version.id = search_documents.version_id AND shelf.id = version.shelf_id AND shelf.id = ANY ($1)
       AND ($2 OR shelf.current_version_id IS DISTINCT FROM version.id)`,
    [shelfIds, keep === null],
  );
}

export interface ReadyShelf {
  publicId: string;
  isIndexed: boolean;
}

/**
 * A batch of shelves that are ready, by public id, each with whether search finds its current version. Passages of
 * earlier versions of these shelves are removed.
 */
export async function checkIndexes(
  manager: EntityManager,
  { after, limit }: { after: string | null; limit: number },
): Promise<ReadyShelf[]> {
  const shelves = await manager.query<(ReadyShelf & { id: string })[]>(
    `SELECT shelf.id, shelf.public_id AS "publicId",
            EXISTS (SELECT FROM search_documents WHERE version_id = shelf.current_version_id AND format >= $3) AS "isIndexed"
     FROM shelves shelf WHERE shelf.public_id > $1 AND shelf.status = 'ready' AND shelf.deleted_at IS NULL
     ORDER BY shelf.public_id LIMIT $2`,
    [after ?? '', limit, SEARCH_FORMAT],
  );
  const ids = shelves.map(({ id }) => id);
  if (ids.length > 0) await removeIndexes(manager, ids, 'current');
  return shelves.map(({ publicId, isIndexed }) => ({ publicId, isIndexed }));
}

/** Marks all shelves, or one, to be indexed again by the reconciler; until then search finds the old passages. */
export async function markForReindex(manager: EntityManager, shelfPublicId: string | null): Promise<number> {
  const marked = await manager.query<[unknown, number]>(
    `UPDATE search_documents SET format = 0 FROM versions version, shelves shelf
     WHERE version.id = search_documents.version_id AND shelf.id = version.shelf_id AND shelf.deleted_at IS NULL
       AND ($1::text IS NULL OR shelf.public_id = $1)`,
    [shelfPublicId],
  );
  return marked[1];
}

export interface IndexCounts {
  /** Shelves that are ready. */
  ready: number;
  /** Those of them that are indexed. */
  indexed: number;
  /** Those of these that search does not find as a whole: too large, or set aside. */
  incomplete: number;
  /** Those that wait to be indexed, or indexed again. */
  waiting: number;
  passages: number;
}

export async function countIndexed(manager: EntityManager): Promise<IndexCounts> {
  const [counts] = await manager.query<[IndexCounts]>(
    `SELECT count(*)::int AS ready, count(document.version_id)::int AS indexed,
            (count(*) FILTER (WHERE NOT document.complete))::int AS incomplete,
            (count(*) FILTER (WHERE document.format IS NULL OR document.format < $1))::int AS waiting,
            coalesce(sum(document.passages), 0)::int AS passages
     FROM shelves shelf LEFT JOIN search_documents document ON document.version_id = shelf.current_version_id
     WHERE shelf.status = 'ready' AND shelf.deleted_at IS NULL`,
    [SEARCH_FORMAT],
  );
  return counts;
}
