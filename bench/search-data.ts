/** A database of shelves to search in: words by Zipf's law, so that some stand everywhere and most nearly nowhere. */
import type { EntityManager } from 'typeorm';
import { newPublicId } from '../entities/ids.js';
import { scopeLexeme } from '../entities/queries/search-index.js';
import { SEARCH_FORMAT } from '../entities/search-document.js';

const VOCABULARY = 30_000;
const POOL = 4_000;
const WORDS = 220;
const SHELVES_AT_ONCE = 500;
const LANGUAGE = 'english';

/** The same numbers in every run, from 0 to 1. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The word of a rank, from 0: letters alone, as no stemmer shortens them. */
export function wordOf(rank: number): string {
  return `q${rank
    .toString(20)
    .split('')
    .map((digit) => 'bcdfghjklmnpqrtvwxzk'[Number.parseInt(digit, 20)])
    .join('')}q`;
}

/** Passages to draw from, as a table of the session's own. Whole passages recur, single words are as frequent as in prose. */
async function makePool(manager: EntityManager): Promise<void> {
  const random = createRandom(1);
  const draw = () => wordOf(Math.min(VOCABULARY, Math.floor(VOCABULARY ** random()) - 1));
  const texts = Array.from({ length: POOL }, () => Array.from({ length: WORDS }, draw).join(' '));
  await manager.query(`CREATE TABLE bench_pool (id integer PRIMARY KEY, text text, vector tsvector)`);
  await manager.query(
    `INSERT INTO bench_pool SELECT ordinality - 1, text, to_tsvector('${LANGUAGE}', text) FROM unnest($1::text[]) WITH ORDINALITY AS pool (text)`,
    [texts],
  );
}

/** Fills the database with ready shelves of an account. `say` tells how far it is. */
export async function fillShelves(
  manager: EntityManager,
  {
    accountId,
    shelves,
    files,
    say,
  }: { accountId: string; shelves: number; files: number; say: (line: string) => void },
): Promise<void> {
  await makePool(manager);
  // built at once it takes a tenth of the time
  await manager.query(`DROP INDEX search_passages_vector_idx`);
  for (let made = 0; made < shelves; made += SHELVES_AT_ONCE) {
    const ids = Array.from({ length: Math.min(SHELVES_AT_ONCE, shelves - made) }, () => newPublicId('shf'));
    await fillSome(manager, { accountId, ids, files, from: made });
    if (made % 2_500 === 0) say(`${made} of ${shelves} shelves`);
  }
  await manager.query(`SET maintenance_work_mem = '512MB'`);
  await manager.query(`CREATE INDEX search_passages_vector_idx ON search_passages USING gin (vector)`);
  await manager.query(`DROP TABLE bench_pool`);
  await manager.query(`ANALYZE`);
}

async function fillSome(
  manager: EntityManager,
  { accountId, ids, files, from }: { accountId: string; ids: string[]; files: number; from: number },
): Promise<void> {
  const hash = 'a'.repeat(64);
  await manager.query(
    `WITH given AS (
       SELECT public_id, $3 + ordinality AS number, gen_random_uuid() AS shelf_id, gen_random_uuid() AS upload_id,
              gen_random_uuid() AS version_id
       FROM unnest($2::text[]) WITH ORDINALITY AS one (public_id)
     ), uploaded AS (
       INSERT INTO uploads (id, account_id, object_key, file_name, mime_type)
       SELECT upload_id, $1, 'bench/' || public_id, 'a.pdf', 'application/pdf' FROM given
     ), shelved AS (
       INSERT INTO shelves (id, public_id, account_id, upload_id, name, acceptance_policy, review_mode, original_file_name,
                            mime_type, status, current_version_id, current_version_number, tags, template, created_at)
       SELECT shelf_id, public_id, $1, upload_id, 'Report ' || number, 'balanced', false, 'a.pdf', 'application/pdf', 'ready',
              version_id, 1, ARRAY['t' || number % 50], CASE number % 4 WHEN 0 THEN 'book' END, now() - number * interval '1 minute'
       FROM given
     ), versioned AS (
       INSERT INTO versions (id, public_id, shelf_id, upload_id, version_number, source, run, prefix, outcome, file_count,
                             page_count, storage_size_bytes, archive_key, archive_sha256, archive_size_bytes, archive_built_at)
       SELECT version_id, replace(public_id, 'shf', 'ver'), shelf_id, upload_id, 1, 'initial', 1, 'bench/', '{}', $4, 1, 1, 'x',
              '${hash}', 1, now() FROM given
     ), documented AS (
       INSERT INTO search_documents (version_id, account_id, language, format, passages, complete)
       SELECT version_id, $1, '${LANGUAGE}', ${SEARCH_FORMAT}, $4, true FROM given
     )
     INSERT INTO search_passages (version_id, ordinal, path, heading, start_line, pages, text, vector)
     SELECT version_id, file, 'part/' || file || '.md', 'Section ' || file, 6, '{1}', pool.text,
            array_to_tsvector(ARRAY['${scopeLexeme(accountId, LANGUAGE)}']) || pool.vector
     FROM given CROSS JOIN generate_series(0, $4 - 1) AS file
     JOIN bench_pool pool ON pool.id = abs(hashint8((number * 1000 + file)::bigint)) % ${POOL}`,
    [accountId, ids, from, files],
  );
}
