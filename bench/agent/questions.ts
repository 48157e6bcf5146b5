/**
 * Ten questions about "Free Culture", as an agent would answer them. There is no model: each is a script that knows what
 * the tools are for, but nothing of the book beyond the question. What it answers is compared with what the PDF says.
 */
import type { OwnTools, PublishedTools } from './tools.js';

export interface Question {
  text: string;
  /** Every one of these is in a right answer. */
  expected: readonly (string | RegExp)[];
  own(tools: OwnTools): Promise<string>;
  /** By the published server's tools; null where they cannot answer it. */
  published(tools: PublishedTools): Promise<string | null>;
}

interface Matches {
  matches: { path: string; line: number; page: number | null; page_label: string | null; snippet: string }[];
  total: number;
}
interface Headings {
  headings: { path: string; heading: string; level: number; line: number; end_line: number }[];
}
interface Tables {
  tables: { number: number; path: string; start_line: number; end_line: number }[];
}
interface Passages {
  passages: { page: number; page_label: string | null; box: number[] | null; text: string }[];
}

const search = (tools: OwnTools, query: string, more: object = {}): Promise<Matches> =>
  tools.data<Matches>('search_shelf', { query, max_matches: 3, ...more });

function first<T>(list: readonly T[]): T {
  const [found] = list;
  if (found === undefined) throw new Error('nothing was found');
  return found;
}

/** The page that a line of a whole file is on, by its page marks. */
function pageOfLine(text: string, line: number): string {
  const marks = [
    ...text
      .split('\n')
      .slice(0, line)
      .join('\n')
      .matchAll(/<!-- page (\d+) -->/g),
  ];
  return marks.at(-1)?.[1] ?? '';
}

/** A numbered note. */
const NOTE = /^\d+\\?\. /;
/** The first file of a part that is divided. */
const OVERVIEW = /\/01-overview\.md$/;

const CHAPTERS =
  'Creators|Mere Copyists|Catalogs|Pirates|Piracy|Founders|Recorders|Transformers|Collectors|Property|Chimera|Harms|Eldred|Eldred II';
const PHRASE = 'He who receives an idea from me';
const QUOTE = 'A free culture is not a culture without property';

export const QUESTIONS: readonly Question[] = [
  {
    text: 'What are the titles of the chapters?',
    expected: CHAPTERS.split('|').map((title) => new RegExp(`CHAPTER.*${title}`, 'i')),
    own: async (tools) => tools.text('get_outline', { depth: 3 }),
    published: async (tools) =>
      Object.keys(await tools.tree())
        .join('\n')
        .replaceAll('-', ' '),
  },
  {
    text: `Where does "${PHRASE}" stand, and on which page?`,
    expected: ['property', '96'],
    async own(tools) {
      const { path, line } = first((await search(tools, PHRASE)).matches);
      // its paragraph goes on over the page
      const { passages } = await tools.data<Passages>('cite', { path, start: line });
      return `${path}, page ${[...new Set(passages.map(({ page }) => page))].join(' to ')}`;
    },
    async published(tools) {
      const { path, line_number } = first(await tools.search(PHRASE));
      return `${path}, page ${pageOfLine(await tools.file(path), line_number)}`;
    },
  },
  {
    text: 'In the table of pirated values: how did Congress respond to cable TV?',
    expected: ['Statutory license'],
    async own(tools) {
      const { path, line } = first((await search(tools, 'Response of Congress')).matches);
      const { tables } = await tools.data<Tables>('list_tables');
      const { number } = first(
        tables.filter((one) => one.path === path && one.start_line <= line && line <= one.end_line),
      );
      const { rows } = await tools.data<{ rows: string[][] }>('get_table', { number });
      return cellIn(rows, 'Cable TV', 'RESPONSE OF CONGRESS');
    },
    async published(tools) {
      const { path } = first(await tools.search('Response of Congress'));
      return cellOf(await tools.file(path), 'Cable TV', 'RESPONSE OF CONGRESS');
    },
  },
  {
    text: 'Show Paul Conrad’s cartoon.',
    expected: [/picture of [1-9]\d{3,} bytes, page 171/],
    async own(tools) {
      const { matches } = await search(tools, 'Conrad', { max_matches: 10 });
      const { page } = first(matches.filter(({ snippet }) => /cartoon (below|above|opposite)/.test(snippet)));
      return `picture of ${(await tools.picture('view_page', { page })).length} bytes, page ${page}`;
    },
    published: () => Promise.resolve(null),
  },
  {
    text: 'How does the book define what a free culture does?',
    expected: ['supports and protects creators and innovators'],
    own: async (tools) => first((await search(tools, 'A free culture supports')).matches).snippet,
    published: async (tools) => first(await tools.search('A free culture supports')).line,
  },
  {
    text: 'In which chapter is the case of the student Jesse told?',
    expected: [/catalogs/i],
    async own(tools) {
      const { matches } = await search(tools, 'Jesse', { max_matches: 20 });
      const path = mostFrequent(matches.map((match) => match.path));
      const { headings } = await tools.data<Headings>('get_outline', { path, depth: 3 });
      return first(headings).heading;
    },
    published: async (tools) => mostFrequent((await tools.search('Jesse')).map(({ path }) => path)),
  },
  {
    text: 'Which source does the note on Ipsos-Insight name?',
    expected: ['TEMPO: Keeping Pace with Online Music Distribution'],
    async own(tools) {
      const { matches } = await search(tools, 'Ipsos-Insight');
      return first(matches.filter(({ snippet }) => NOTE.test(snippet))).snippet;
    },
    async published(tools) {
      const matches = await tools.search('Ipsos-Insight');
      return first(matches.filter(({ line }) => NOTE.test(line))).line;
    },
  },
  {
    text: `Quote "${QUOTE}" with its citation: page, its label, box.`,
    expected: [QUOTE, 'page 13', /\[0\.\d+(,0\.\d+){3}\]/],
    async own(tools) {
      const { path, line } = first((await search(tools, QUOTE)).matches);
      const { passages } = await tools.data<Passages>('cite', { path, start: line });
      const passage = first(passages.filter(({ text }) => text.includes(QUOTE)));
      return `"${passage.text}", page ${passage.page} (${passage.page_label}), ${JSON.stringify(passage.box)}`;
    },
    // boxes are in the source map, a file for each file of the book
    async published(tools) {
      const { path, line, line_number } = first(await tools.search(QUOTE));
      const map = JSON.parse(await tools.file(`source-map/${path.replace(/\.md$/, '.json')}`)) as MapEntry[];
      const entry = first(map.filter(({ startLine, endLine }) => startLine <= line_number && line_number <= endLine));
      return `"${line}", page ${entry.page}, ${JSON.stringify(entry.box)}`;
    },
  },
  {
    text: 'How many notes does the book have?',
    expected: [/^2\d\d$/],
    async own(tools) {
      const { path } = first((await search(tools, '(?i)^#+ notes$', { mode: 'regex' })).matches);
      const place = path.replace(OVERVIEW, '');
      return String((await search(tools, '^\\d+\\\\?\\. ', { mode: 'regex', path: place, max_matches: 1 })).total);
    },
    // its search shows 200 matches and no total, its lists of files are the whole tree
    async published(tools) {
      const place = first(await tools.search('^#+ notes$', 'regex')).path.replace(OVERVIEW, '');
      const files = Object.entries(await tools.tree()).filter(([path]) => path.startsWith(place));
      return String(files.flatMap(([, text]) => text.split('\n').filter((line) => NOTE.test(line))).length);
    },
  },
  {
    text: 'Which four principles does the section "Shorter Terms" have?',
    expected: ['Keep it short', 'Keep it simple', 'Keep it alive', 'Keep it prospective'],
    async own(tools) {
      const { path, line } = first((await search(tools, '^#+ .*Shorter Terms', { mode: 'regex' })).matches);
      return tools.text('read_shelf_file', { path, offset: line, limit: 20 });
    },
    async published(tools) {
      const { path } = first(await tools.search('^#+ .*Shorter Terms', 'regex'));
      return tools.file(path);
    },
  },
];

interface MapEntry {
  startLine: number;
  endLine: number;
  page: number;
  box: number[];
}

/** The cell of a Markdown table. */
function cellOf(text: string, row: string, column: string): string {
  const lines = text.split('\n').filter((line) => line.startsWith('|'));
  return cellIn(
    lines.map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    ),
    row,
    column,
  );
}

/** A cell by its row's first cell and its column's head. */
function cellIn(rows: readonly string[][], row: string, column: string): string {
  const at = first(rows.filter((cells) => cells.includes(column))).indexOf(column);
  return first(rows.filter(([head]) => head === row))[at] ?? '';
}

function mostFrequent(list: readonly string[]): string {
  const counts = Map.groupBy(list, (one) => one);
  return first([...counts].sort(([, a], [, b]) => b.length - a.length).map(([one]) => one));
}
