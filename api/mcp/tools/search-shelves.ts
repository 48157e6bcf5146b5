import { Type } from 'typebox';
import { MAX_PAGE } from '../../../contract/common.js';
import { MAX_QUERY_LENGTH } from '../../../contract/reading.js';
import type { FoundPassages } from '../../../contract/search.js';
import { TEMPLATES } from '../../../contract/vocabulary.js';
import { fitItems, shorten, smallerPage } from '../bounded.js';
import { data, defineTool } from '../define-tool.js';
import { Count, CountOrNull, ShelfId, Tag, TextOrNull } from './arguments.js';

/** With snippets of usual length so many fit into one answer. */
const MAX_MATCHES = 50;
const USUAL_MATCHES = 20;
const MAX_TEXT = 400;
const MAX_SHELVES = 20;

export const searchShelves = defineTool({
  name: 'search_shelves',
  title: 'Search in all shelves',
  description:
    'Finds passages in all shelves that are ready, best first: shelf, path, line, page, heading, snippet. All words have to stand near to each other, in any form; "a phrase", -without, or. Read around a match with read_shelf_file at its line; find exact text in one shelf with search_shelf.',
  kind: 'reads',
  input: Type.Object({
    query: Type.String({ minLength: 1, maxLength: MAX_QUERY_LENGTH, description: 'Words, not a question.' }),
    shelf_ids: Type.Optional(
      Type.Array(ShelfId, { minItems: 1, maxItems: MAX_SHELVES, description: 'Only in these shelves.' }),
    ),
    tag: Tag,
    template: Type.Optional(Type.Enum([...TEMPLATES])),
    created_since: Type.Optional(Type.String({ description: 'ISO time: shelves made then or later.' })),
    created_before: Type.Optional(Type.String({ description: 'ISO time: shelves made before.' })),
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE, description: 'Page of the matches, from 1.' })),
    max_matches: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_MATCHES, description: 'On a page; default 20.' }),
    ),
  }),
  output: Type.Object({
    matches: Type.Array(
      Type.Object({
        shelf_id: Type.String(),
        shelf: Type.String(),
        path: Type.String(),
        line: Count,
        page: CountOrNull,
        heading: TextOrNull,
        snippet: Type.String(),
      }),
    ),
    total: Count,
    more: Type.Optional(Type.String()),
  }),
  async run(
    { query, shelf_ids, tag, template, created_since, created_before, page = 1, max_matches },
    { api, signal },
  ) {
    const limit = max_matches ?? USUAL_MATCHES;
    const found = await api.json<FoundPassages>({
      path: ['v1', 'search'],
      query: {
        q: query,
        shelf: shelf_ids?.join(),
        tag,
        template,
        createdSince: created_since,
        createdBefore: created_before,
        page,
        limit,
      },
      signal,
    });
    const matches = found.results.map((match) => ({
      shelf_id: match.shelfPublicId,
      shelf: match.shelfName,
      path: match.path,
      line: match.line,
      page: match.page,
      heading: match.heading === null ? null : shorten(match.heading, MAX_TEXT),
      snippet: shorten(match.snippet, MAX_TEXT),
    }));
    const rest = { total: found.pagination.total };
    const { shown } = fitItems(rest, matches, 1);
    const more = moreMatches(found, { page, limit, left: matches.length - shown.length });
    return data({ ...rest, matches: shown, ...(more && { more }) });
  },
});

function moreMatches(
  { pagination, truncated }: FoundPassages,
  { page, limit, left }: { page: number; limit: number; left: number },
): string | null {
  if (left > 0) return smallerPage('max_matches', { left, page, limit });
  const ways = truncated ? 'More match than are ranked: rarer words or a filter find better ones.' : '';
  if (page >= pagination.totalPages) return ways || null;
  return `Call again with page=${page + 1}${limit === USUAL_MATCHES ? '' : `, max_matches=${limit}`}. ${ways}`.trim();
}
