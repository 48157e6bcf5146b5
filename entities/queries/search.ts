/** Full-text search over the shelves of an account that are ready. */
import type { EntityManager } from 'typeorm';
import type { Template } from '../../contract/vocabulary.js';
import { scopeLexeme } from './search-index.js';

/** Maximum of passages ranked per language: finding the best for a word that occurs everywhere would take seconds. */
const MAX_RANKED = 2_000;
/** The server ends a search that takes longer: such as one for a phrase of frequent words that occurs nowhere. */
const TIMEOUT_MS = 5_000;

export interface SearchFilter {
  /** `shf_` ids. */
  shelves?: string[];
  tag?: string;
  template?: Template;
  createdSince?: Date;
  createdBefore?: Date;
}

export interface SearchRequest extends SearchFilter {
  accountId: string;
  /** For websearch_to_tsquery. */
  query: string;
  /** From 1. */
  page: number;
  limit: number;
}

export interface FoundPassage {
  shelfPublicId: string;
  shelfName: string;
  version: number;
  path: string;
  heading: string | null;
  startLine: number;
  pages: (number | null)[];
  text: string;
  score: number;
  language: string;
  /** The query in this language, for `markWords`. */
  tsquery: string;
}

export interface SearchOutcome {
  passages: FoundPassage[];
  /** Passages that match, as far as they were ranked. */
  total: number;
  /** There are more than were ranked. */
  truncated: boolean;
  /** The query consists of stop words only (the, and). */
  onlyCommonWords: boolean;
}

const NOTHING: SearchOutcome = { passages: [], total: 0, truncated: false, onlyCommonWords: false };

interface LanguageQuery {
  language: string;
  /** Words alone, for the rank. */
  words: string;
  /** Words within the account. */
  scoped: string;
  isEmpty: boolean;
}

/** A page of the passages that match, best first. Throws the error of Postgres (57014) when it takes too long. */
export async function searchPassages(manager: EntityManager, request: SearchRequest): Promise<SearchOutcome> {
  return manager.transaction(async (tx) => {
    // the planner would treat it as a report: JIT compilation, full scans, parallel workers
    await tx.query(`SET TRANSACTION READ ONLY`);
    await tx.query(
      `SELECT set_config(name, value, true) FROM (VALUES ('statement_timeout', '${TIMEOUT_MS}'), ('jit', 'off'),
       ('enable_seqscan', 'off'), ('max_parallel_workers_per_gather', '0'), ('work_mem', '32MB')) AS setting (name, value)`,
    );
    const queries = await languageQueries(tx, request);
    const useful = queries.filter(({ isEmpty }) => !isEmpty);
    if (useful.length === 0) return { ...NOTHING, onlyCommonWords: queries.length > 0 };
    return rank(tx, request, useful);
  });
}

/** The query in each language that the account has documents in. */
async function languageQueries(tx: EntityManager, { accountId, query }: SearchRequest): Promise<LanguageQuery[]> {
  return tx.query<LanguageQuery[]>(
    `SELECT language, words::text, numnode(words) = 0 AS "isEmpty",
            (quote_literal($2 || language)::tsquery && words)::text AS scoped
     FROM (SELECT DISTINCT language FROM search_documents WHERE account_id = $1) AS known,
     LATERAL websearch_to_tsquery(language::regconfig, $3) AS words ORDER BY language`,
    [accountId, scopeLexeme(accountId, ''), query],
  );
}

async function rank(tx: EntityManager, request: SearchRequest, queries: LanguageQuery[]): Promise<SearchOutcome> {
  const { accountId, page, limit } = request;
  const values: unknown[] = [accountId, limit, (page - 1) * limit];
  const value = (one: unknown): string => `$${values.push(one)}`;
  const filter = filterSql(request, value);
  const ofLanguages = queries.map(({ words, scoped }, at) => {
    const [ranked, matched] = [value(words), value(scoped)];
    return `(SELECT ${at} AS "queryIndex", passage.version_id, passage.ordinal,
                    ts_rank(passage.vector, ${ranked}::tsquery, 1) AS score
             FROM search_passages passage JOIN shelves shelf ON shelf.current_version_id = passage.version_id
             WHERE passage.vector @@ ${matched}::tsquery AND ${filter} LIMIT ${MAX_RANKED + 1})`;
  });
  const rows = await tx.query<(FoundPassage & { queryIndex: number; total: number; most: number })[]>(
    `WITH found AS MATERIALIZED (${ofLanguages.join(' UNION ALL ')}),
     best AS (SELECT * FROM found ORDER BY score DESC, version_id, ordinal LIMIT $2 OFFSET $3),
     counted AS (SELECT count(*)::int AS total FROM found),
     counts AS (SELECT coalesce(max(number), 0)::int AS most FROM (SELECT count(*) AS number FROM found GROUP BY "queryIndex"))
     SELECT total, most, best."queryIndex", best.score, shelf.public_id AS "shelfPublicId", shelf.name AS "shelfName",
            version.version_number AS version, passage.path, passage.heading, passage.start_line AS "startLine",
            passage.pages, passage.text
     FROM counted CROSS JOIN counts LEFT JOIN best ON true
     LEFT JOIN search_passages passage ON passage.version_id = best.version_id AND passage.ordinal = best.ordinal
     LEFT JOIN versions version ON version.id = best.version_id
     LEFT JOIN shelves shelf ON shelf.id = version.shelf_id
     ORDER BY best.score DESC, best.version_id, best.ordinal`,
    values,
  );
  const { total = 0, most = 0 } = rows[0] ?? {};
  const passages = rows
    .filter(({ shelfPublicId }) => shelfPublicId !== null)
    .map(({ queryIndex, total: _total, most: _most, ...row }) => {
      const { language, words } = queries[queryIndex]!;
      return { ...row, language, tsquery: words };
    });
  return { passages, total, truncated: most > MAX_RANKED, onlyCommonWords: false };
}

function filterSql(filter: SearchFilter, value: (one: unknown) => string): string {
  const { shelves, tag, template, createdSince, createdBefore } = filter;
  return [
    `shelf.account_id = $1 AND shelf.status = 'ready' AND shelf.deleted_at IS NULL`,
    ...(shelves ? [`shelf.public_id = ANY (${value(shelves)}::text[])`] : []),
    ...(tag === undefined ? [] : [`${value(tag)} = ANY (shelf.tags)`]),
    ...(template ? [`shelf.template = ${value(template)}`] : []),
    ...(createdSince ? [`shelf.created_at >= ${value(createdSince)}`] : []),
    ...(createdBefore ? [`shelf.created_at < ${value(createdBefore)}`] : []),
  ].join(' AND ');
}

/**
 * Marks the words that a query asks for: in texts of words, white space between them, those found are in `<` and `>`.
 * The texts have neither sign of their own.
 */
export async function markWords(
  manager: EntityManager,
  texts: { words: string; language: string; tsquery: string }[],
): Promise<string[]> {
  const rows = await manager.query<{ marked: string }[]>(
    `SELECT ts_headline(language::regconfig, words, tsquery::tsquery, 'HighlightAll=true, StartSel=<, StopSel=>') AS marked
     FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS text (words, language, tsquery, place) ORDER BY place`,
    [texts.map(({ words }) => words), texts.map(({ language }) => language), texts.map(({ tsquery }) => tsquery)],
  );
  return rows.map(({ marked }) => marked);
}
