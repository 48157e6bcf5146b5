/** How long each tool takes, called one after the other: on a shelf of 1,000 files, or on a real book where it needs pages. */
import type { CallToolResult, Client } from '@modelcontextprotocol/client';
import { median } from '../measure.js';
import { table } from '../table.js';

const FILES = 1000;
const TIMES = 20;
const LINES = 40;
const IN_A_FOLDER = 50;
const P95 = 0.95;

/** Files of a long book with its source map: path to text. */
export function thousandFiles(): Record<string, string> {
  const paths = Array.from({ length: FILES }, (_, at) => pathOf(at));
  const pages = Object.fromEntries(paths.map((path, at) => [path, textOf(at)]));
  const map = paths.flatMap((path, at) =>
    Array.from({ length: LINES }, (_, line) => ({
      path,
      startLine: 8 + line,
      endLine: 8 + line,
      page: at + 1,
      box: [0.1, line / LINES, 0.9, (line + 1) / LINES],
    })),
  );
  return {
    'README.md': '# Log\n',
    ...pages,
    'metadata.json': '{"title":"Log"}\n',
    'source-map.json': JSON.stringify(map),
  };
}

const pathOf = (at: number): string =>
  `${String(Math.floor(at / IN_A_FOLDER) + 1).padStart(2, '0')}-year/${String(at + 1).padStart(4, '0')}-night.md`;

function textOf(at: number): string {
  const head = `---\ntitle: Night ${at + 1}\npages: [${at + 1}, ${at + 1}]\n---\n<!-- page ${at + 1} -->\n\n## Night ${at + 1}\n`;
  const line = (number: number): string =>
    `At hour ${number} of night ${at + 1} the keeper trims the lamp, says the log.\n`;
  return head + Array.from({ length: LINES }, (_, number) => line(number)).join('');
}

const MIDDLE = pathOf(FILES / 2);
type Call = readonly [name: string, input: object];

const CALLS: readonly Call[] = [
  ['list_shelves', {}],
  ['get_shelf', {}],
  ['get_shelf_tree', {}],
  ['get_outline', {}],
  ['search_shelf', { query: `night ${FILES / 2 + 1}` }],
  ['search_shelf', { query: 'hour \\d+ of night 5\\d\\d', mode: 'regex' }],
  ['read_shelf_file', { path: MIDDLE }],
  ['cite', { path: MIDDLE, start: 8, end: 20 }],
  ['list_tables', {}],
  ['wait_for_shelf', {}],
];

/** They need a PDF, tables, or an index of what they find. */
const CALLS_OF_BOOK: readonly Call[] = [
  ['search_shelves', { query: 'free culture property' }],
  ['get_table', { number: 1 }],
  ['get_page', { page: 140 }],
  ['view_page', { page: 140 }],
];

/** A table with a row for each tool that reads; `largeId` has 1,000 files, `bookId` is the real book, if there is one. */
export async function toolLatencies(client: Client, largeId: string, bookId: string | null): Promise<string> {
  const onBook = bookId === null ? [] : await rowsOf(client, bookId, CALLS_OF_BOOK);
  const rows = [...(await rowsOf(client, largeId, CALLS)), ...onBook];
  return table(['tool', 'first, ms', 'median, ms', 'p95, ms', 'characters'], rows);
}

async function rowsOf(client: Client, shelfId: string, calls: readonly Call[]): Promise<string[][]> {
  const { tools } = await client.listTools();
  const rows: string[][] = [];
  for (const [name, input] of calls) {
    const takesShelf = 'shelf_id' in (tools.find((tool) => tool.name === name)?.inputSchema.properties ?? {});
    const request = { name, arguments: { ...(takesShelf && { shelf_id: shelfId }), ...input } };
    const times: number[] = [];
    let characters = 0;
    for (let time = 0; time < TIMES; time += 1) {
      const begun = performance.now();
      const { isError, content } = (await client.callTool(request)) as CallToolResult;
      times.push(performance.now() - begun);
      if (isError) throw new Error(`${name}: ${JSON.stringify(content)}`);
      characters = content.reduce((sum, part) => sum + (part.type === 'text' ? part.text.length : 0), 0);
    }
    const [cold = 0] = times;
    const sorted = times.slice(1).sort((a, b) => a - b);
    const p95 = sorted[Math.floor(sorted.length * P95)] ?? 0;
    const label = 'mode' in input ? `${name} (regex)` : name;
    rows.push([label, ...[cold, median(sorted), p95].map((ms) => ms.toFixed(1)), String(characters)]);
  }
  return rows;
}
