/** A database of shelves to search in: words by Zipf's law, so that some stand everywhere and most nearly nowhere. */
import type { EntityManager } from 'typeorm';
import { newPublicId } from '../entities/ids.js';
import { scopeLexeme } from '../entities/queries/search-index.js';
import { SEARCH_FORMAT } from '../entities/search-document.js';

const VOCABULARY = 30_000;
const POOL = 4_000;
const WORDS = 220;
/** Of a passage. */
const LINES = 8;
const PASSAGES_AT_ONCE = 25_000;
const SHELVES_TOLD = 2_500;
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

/** Fills the database with ready shelves of an account, `passages` in each file. `say` tells how far it is. */
export async function fillShelves(
  manager: EntityManager,
  {
    accountId,
    shelves,
    files,
    passages,
    say,
  }: { accountId: string; shelves: number; files: number; passages: number; say: (line: string) => void },
): Promise<void> {
  await makePool(manager);
  // built at once it takes a tenth of the time
  await manager.query(`DROP INDEX search_passages_vector_idx`);
  const atOnce = Math.ceil(PASSAGES_AT_ONCE / (files * passages));
  for (let made = 0, told = 0; made < shelves; made += atOnce) {
    const ids = Array.from({ length: Math.min(atOnce, shelves - made) }, () => newPublicId('shf'));
    await fillSome(manager, { accountId, ids, files, passages, from: made });
    if (made < told) continue;
    say(`${made} of ${shelves} shelves`);
    told += SHELVES_TOLD;
  }
  await manager.query(`SET maintenance_work_mem = '512MB'`);
  await manager.query(`CREATE INDEX search_passages_vector_idx ON search_passages USING gin (vector)`);
  await manager.query(`DROP TABLE bench_pool`);
  await manager.query(`ANALYZE`);
}

interface Some {
  accountId: string;
  /** Public ids of the shelves. */
  ids: string[];
  files: number;
  /** Of each file. */
  passages: number;
  /** How many shelves there are. */
  from: number;
}

async function fillSome(manager: EntityManager, { accountId, ids, files, passages, from }: Some): Promise<void> {
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
       SELECT version_id, $1, '${LANGUAGE}', ${SEARCH_FORMAT}, $4 * $5, true FROM given
     )
     INSERT INTO search_passages (version_id, ordinal, path, heading, start_line, pages, text, vector)
     SELECT version_id, file * $5 + passage, 'part/' || file || '.md', 'Section ' || file, 6 + passage * ${LINES}, '{1}', pool.text,
            array_to_tsvector(ARRAY['${scopeLexeme(accountId, LANGUAGE)}']) || pool.vector
     FROM given CROSS JOIN generate_series(0, $4 - 1) AS file CROSS JOIN generate_series(0, $5 - 1) AS passage
     JOIN bench_pool pool ON pool.id = abs(hashint8((number * 1000000 + file * 1000 + passage)::bigint)) % ${POOL}`,
    [accountId, ids, from, files, passages],
  );
}
