/** Search and citations: where something occurs in a shelf, and where a passage was printed. */
import { Type, type Static, type TObject } from 'typebox';
import { nullable, ref, SHELF_ID_PATTERN, strict } from './common.js';
import { LineNumber } from './lines.js';

/** Most characters of a search term. */
export const MAX_QUERY_LENGTH = 1000;
export const MAX_PATH_LENGTH = 400;
const MAX_RESULTS = 500;
/** Most lines of one citation. */
export const MAX_CITED_LINES = 1000;

export const VersionNumber = Type.Integer({
  minimum: 1,
  description: 'A numbered version, read in `ready`. Default: the current files of the shelf, in `ready` or `review`.',
  examples: [1],
});
export const Page = Type.Integer({ minimum: 1, description: 'Page of the PDF, counted from 1.' });
export const PageLabel = nullable(
  Type.String({ description: 'What the PDF calls the page ("xii"); null when it names none otherwise than 1, 2, 3.' }),
);
export const FilePath = Type.String({ description: 'Path of a file in the shelf, as in the listing.' });

/** Fields of every reply that identify what was read. */
export const answered = {
  shelfPublicId: Type.String({ pattern: SHELF_ID_PATTERN }),
  versionNumber: nullable(Type.Integer({ minimum: 1, description: 'What was read; null for a draft in `review`.' })),
};
export const SHELF_EXAMPLE = { shelfPublicId: 'shf_0123456789abcdef01234567', versionNumber: 1 };

const searchTerms = {
  q: Type.String({
    minLength: 1,
    maxLength: MAX_QUERY_LENGTH,
    description:
      'Text as it is read: without regard to case, line breaks within a paragraph, width of white space, kind of quotes and dashes, and Markdown signs (`1.1` finds `1\\.1`, `a term` finds `a **term**`). Front matter and page marks are not searched. Either this or `regex`.',
    examples: ['force majeure'],
  }),
  regex: Type.String({
    minLength: 1,
    maxLength: MAX_QUERY_LENGTH,
    description:
      'RE2 syntax, applied as by `grep -E`: to each line as it stands in the file, front matter and marks included; `(?i)` for no regard to case. No look-around, no back references.',
    examples: ['(?i)shall\\s+not'],
  }),
  path: Type.String({
    minLength: 1,
    maxLength: MAX_PATH_LENGTH,
    description:
      'Only this file, or the files in this folder. `*` and `?` stand for signs within one segment, `**` for any number of segments. Without it, all files but README.md and JSON.',
    examples: ['*.md'],
  }),
  version: VersionNumber,
};
const searchPart = {
  offset: Type.Integer({
    minimum: 1,
    default: 1,
    description: 'The first of the matching lines to return, from 1: to continue after an answer that left some out.',
    examples: [1],
  }),
  limit: Type.Integer({
    minimum: 1,
    maximum: MAX_RESULTS,
    default: 50,
    description: 'Maximum number of results.',
    examples: [50],
  }),
};

/** The handler checks that exactly one of `q` and `regex` is given. */
export const SearchQuery = strict(
  Type.Unsafe<Partial<Static<TObject<typeof searchTerms>>> & Static<TObject<typeof searchPart>>>(
    Type.Partial(Type.Object({ ...searchTerms, ...searchPart })),
  ),
);
export type SearchQuery = Static<typeof SearchQuery>;

const Heading = {
  heading: nullable(Type.String({ description: 'The nearest heading at or above, of an earlier file where need be.' })),
  trail: Type.Array(Type.String(), { description: 'That heading and those above it in rank, the highest first.' }),
};

const FOUND = {
  path: '03-clause-1-definitions.md',
  line: 18,
  page: 1,
  endPage: 1,
  pageLabel: null,
  heading: '1 Definitions',
  trail: ['Supply Agreement', '1 Definitions'],
  snippet: '**Force Majeure Event**: any event beyond the control of the party relying on it',
  match: { start: 2, end: 15 },
};

/** Where in a snippet the match is. */
export const Match = nullable(
  Type.Object(
    { start: Type.Integer({ minimum: 0 }), end: Type.Integer({ minimum: 0 }) },
    {
      description:
        'Place of the match in `snippet`: characters (Unicode code points), counted from 0, `end` behind the last. A match that continues in the next line, or beyond the snippet, ends with it. Null where a line is too long to tell.',
    },
  ),
);

export const SearchResult = Type.Object(
  {
    path: FilePath,
    line: LineNumber,
    page: nullable(Page),
    endPage: nullable(Type.Integer({ minimum: 1, description: 'The page where the passage ends; usually the same.' })),
    pageLabel: PageLabel,
    ...Heading,
    snippet: Type.String({ description: 'A part of the line, as it is in the file, with the first match.' }),
    match: Match,
  },
  {
    $id: 'SearchResult',
    examples: [FOUND],
  },
);
export type SearchResult = Static<typeof SearchResult>;

export const SearchResults = Type.Object(
  {
    ...answered,
    results: Type.Array(ref(SearchResult), { description: 'One for each line, in the order of the listing.' }),
    total: Type.Integer({ minimum: 0, description: 'Lines that match, whether they are in `results` or not.' }),
    truncated: Type.Boolean({
      description: 'There are lines that match after those in `results`, or may be; `offset` leads on.',
    }),
    complete: Type.Boolean({
      description:
        'False when the time of a search was over before all files were read; then `total` counts up to there.',
    }),
  },
  {
    $id: 'SearchResults',
    examples: [{ ...SHELF_EXAMPLE, results: [FOUND], total: 1, truncated: false, complete: true }],
  },
);
export type SearchResults = Static<typeof SearchResults>;

export const CiteQuery = Type.Object({
  path: Type.String({
    minLength: 1,
    maxLength: MAX_PATH_LENGTH,
    description: 'Path of a file, as in the listing.',
    examples: ['03-clause-1-definitions.md'],
  }),
  start: LineNumber,
  end: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: `The last line, itself included; \`start\` by default, at most ${MAX_CITED_LINES} lines in all. What is past the end of the file ends with it.`,
      examples: [20],
    }),
  ),
  version: Type.Optional(VersionNumber),
});
export type CiteQuery = Static<typeof CiteQuery>;

const Part = Type.Number({ minimum: 0, maximum: 1 });

const PASSAGE = {
  startLine: 18,
  endLine: 18,
  page: 1,
  pageLabel: null,
  box: [0.121, 0.1425, 0.8722, 0.1855],
  text: 'Force Majeure Event: any event beyond the control of the party relying on it',
};

export const Passage = Type.Object(
  {
    startLine: LineNumber,
    endLine: LineNumber,
    page: Page,
    pageLabel: PageLabel,
    box: Type.Array(Part, {
      minItems: 4,
      maxItems: 4,
      description: 'x0, y0, x1, y1 in parts of the page as displayed, from its top left corner; of the whole passage.',
    }),
    text: Type.String({ description: 'The cited lines of the passage as they are read, without Markdown signs.' }),
  },
  {
    $id: 'Passage',
    description:
      'A paragraph, an item of a list or a row of a table. What goes over several pages or columns has a passage for each, with the same lines and text.',
    examples: [PASSAGE],
  },
);
export type Passage = Static<typeof Passage>;

export const UNMAPPED_REASONS = ['front_matter', 'not_in_pdf'] as const;

export const Citation = Type.Object(
  {
    ...answered,
    path: FilePath,
    start: LineNumber,
    end: LineNumber,
    totalLines: Type.Integer({ minimum: 0 }),
    ...Heading,
    passages: Type.Array(ref(Passage), { description: 'In the order of the lines.' }),
    unmapped: Type.Array(
      Type.Object({
        startLine: LineNumber,
        endLine: LineNumber,
        reason: Type.Enum([...UNMAPPED_REASONS], {
          description:
            'Made for the shelf, or in a file that people have added or changed: it has no place in the PDF.',
        }),
      }),
      { description: 'Cited lines with text that no passage is known of.' },
    ),
  },
  {
    $id: 'Citation',
    examples: [
      {
        ...SHELF_EXAMPLE,
        path: '03-clause-1-definitions.md',
        start: 2,
        end: 18,
        totalLines: 31,
        heading: null,
        trail: [],
        passages: [PASSAGE],
        unmapped: [{ startLine: 2, endLine: 4, reason: 'front_matter' }],
      },
    ],
  },
);
export type Citation = Static<typeof Citation>;
