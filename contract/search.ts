/** Search over all shelves of an account. */
import { Type, type Static, type TObject } from 'typebox';
import { nullable, PAGE, Pagination, ref, SHELF_ID_PATTERN, strict } from './common.js';
import { LineNumber } from './lines.js';
import { FilePath, Match, MAX_QUERY_LENGTH, Page } from './reading.js';
import { TagFilter, TemplateFilter } from './shelf-list.js';

const MAX_SHELVES = 20;
const ONE_ID = SHELF_ID_PATTERN.replace(/[$^]/g, '');

const query = Type.Object({
  q: Type.String({
    minLength: 1,
    maxLength: MAX_QUERY_LENGTH,
    description:
      'Words, all of which stand near to each other (in a passage of some 2,000 characters, or its heading), in any form that the language of the document gives them; `"several words"` as a phrase, `-word` without, `or` between.',
    examples: ['"force majeure" notice'],
  }),
  ...Type.Partial(
    Type.Object({
      ...PAGE,
      shelf: Type.String({
        pattern: `^${ONE_ID}(,${ONE_ID}){0,${MAX_SHELVES - 1}}$`,
        description: `Only in this shelf, or in up to ${MAX_SHELVES} separated by commas.`,
        examples: ['shf_0123456789abcdef01234567'],
      }),
      tag: TagFilter,
      template: TemplateFilter,
      createdSince: Type.String({
        format: 'date-time',
        description: 'Only shelves made at this time or later.',
        examples: ['2026-01-01T00:00:00Z'],
      }),
      createdBefore: Type.String({
        format: 'date-time',
        description: 'Only shelves made before.',
        examples: ['2027-01-01T00:00:00Z'],
      }),
    }),
  ).properties,
});
type Query = Static<typeof query>;

/** Page and limit are always there for handlers. */
export const SearchAllQuery = strict(Type.Unsafe<Query & Static<TObject<typeof PAGE>>>(query));
export type SearchAllQuery = Static<typeof SearchAllQuery>;

const FOUND = {
  shelfPublicId: 'shf_0123456789abcdef01234567',
  shelfName: 'Supply agreement',
  version: 1,
  path: '03-clause-1-definitions.md',
  line: 18,
  page: 1,
  heading: '1 Definitions',
  snippet: 'Force Majeure Event: any event beyond the control of the party relying on it',
  match: { start: 0, end: 13 },
  score: 0.2431,
};

export const FoundPassage = Type.Object(
  {
    shelfPublicId: Type.String({ pattern: SHELF_ID_PATTERN }),
    shelfName: Type.String(),
    version: Type.Integer({ minimum: 1, description: 'The current version: others are not searched.' }),
    path: FilePath,
    line: LineNumber,
    page: nullable(Page),
    heading: nullable(Type.String({ description: 'The nearest heading at or above.' })),
    snippet: Type.String({ description: 'A part of the line, without Markdown signs.' }),
    match: Match,
    score: Type.Number({ minimum: 0, description: 'For comparison within one answer; results come best first.' }),
  },
  { $id: 'FoundPassage', description: 'A passage in which all words stand, by its best line.', examples: [FOUND] },
);
export type FoundPassage = Static<typeof FoundPassage>;

export const FoundPassages = Type.Object(
  {
    results: Type.Array(ref(FoundPassage)),
    pagination: ref(Pagination),
    truncated: Type.Boolean({
      description:
        'More passages match than are ranked, and `total` counts those that are: take rarer words, or a filter.',
    }),
  },
  {
    $id: 'FoundPassages',
    examples: [{ results: [FOUND], pagination: { limit: 20, page: 1, total: 1, totalPages: 1 }, truncated: false }],
  },
);
export type FoundPassages = Static<typeof FoundPassages>;
