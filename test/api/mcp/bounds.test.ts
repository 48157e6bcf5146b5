/** Answers of tools that list, with the longest of all texts: within their bound, and led on to the end. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Account } from '../../../entities/account.js';
import { NAME_MAX_LENGTH } from '../../../contract/shelf.js';
import { MAX_TAGS, TAG_MAX_LENGTH } from '../../../contract/vocabulary.js';
import { Shelf } from '../../../entities/shelf.js';
import { fitItems } from '../../../api/mcp/bounded.js';
import { buildTestApp, givenReadyShelf, type TestApp } from '../../support/app.js';
import { colouredPdf, startDrawing } from '../../support/drawing.js';
import { connectMcp, listening, type McpClient } from '../../support/mcp.js';
import { givenShelf } from '../../support/rows.js';
import { storeSource } from '../../support/sources.js';

const MAX_ANSWER = 25_000;
const FOLDER = 'long-folder-'.repeat(16);
const FILE = `${FOLDER}/01-${'name-'.repeat(30)}.md`;
const TABLES = 60;
const FIGURES = 200;
const CAPTION = `Table 1: ${'the longest "caption" of all '.repeat(30)}`;

let api: TestApp;
let drawing: Awaited<ReturnType<typeof startDrawing>>;
let owner: { account: Account; key: string };
let shelf: Shelf;
let mcp: McpClient;
beforeAll(async () => {
  api = await buildTestApp({ workflows: { viewPage: (...asked) => drawing.views.viewPage(...asked) } });
  drawing = await startDrawing(api);
  const origin = await listening(api.app);
  owner = await api.user();
  const tables = Array.from({ length: TABLES }, () => `${CAPTION}\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n`);
  shelf = await givenReadyShelf(api, owner.account, {
    'README.md': '# Tables\n',
    [FILE]: `---\ntitle: Tables\npages: [1, 1]\n---\n\n${tables.join('\n')}`,
    'metadata.json': JSON.stringify({
      figureList: Array.from({ length: FIGURES }, (_, at) => ({
        ...{ file: FILE, line: 6 + at, page: 1, box: [0, 0, 1, 1], caption: CAPTION },
      })),
    }),
    'source-map.json': JSON.stringify(
      Array.from({ length: 400 }, (_, at) => ({
        ...{ path: FILE, startLine: 6 + at * 2, endLine: 6 + at * 2, page: 1, box: [0, 0, 1, 0.1] },
      })),
    ),
  });
  await storeSource(api, shelf, await colouredPdf());
  mcp = await connectMcp([origin], owner.key);
});
afterAll(async () => {
  await mcp?.close();
  await drawing?.stop();
  await api?.stop();
});

interface PageAnswer {
  tables: number[];
  figures: { line: number }[];
  passages: object[];
  next_offset?: number;
}

interface Listed {
  total: number;
  more?: string;
}

/** The data of an answer, which is within the bound. */
async function bounded<T>(tool: string, input: object): Promise<T> {
  const data = await mcp.data<T>(tool, input);
  expect(JSON.stringify(data).length).toBeLessThanOrEqual(MAX_ANSWER);
  return data;
}

test('list_shelves with the longest names and tags leads on to every shelf', async () => {
  const { manager } = api.database;
  const tags = Array.from({ length: MAX_TAGS }, (_, at) => `${at}`.padEnd(TAG_MAX_LENGTH, '"'));
  for (let at = 0; at < 50; at += 1) {
    const { id } = await givenShelf(manager, owner.account.id);
    await manager.update(Shelf, { id }, { tags, name: `${at} `.padEnd(NAME_MAX_LENGTH, '"') });
  }
  const ids = new Set<string>();
  let input: { limit?: number; page?: number } | null = { limit: 50 };
  while (input !== null) {
    const answer: Listed & { shelves: { shelf_id: string }[]; page: number; total_pages: number } = await bounded(
      'list_shelves',
      input,
    );
    for (const { shelf_id } of answer.shelves) ids.add(shelf_id);
    const said = /limit=(\d+), page=(\d+)\.$/.exec(answer.more ?? '');
    const isLast = answer.page === answer.total_pages;
    input = said ? { limit: +said[1]!, page: +said[2]! } : isLast ? null : { ...input, page: answer.page + 1 };
  }
  expect(ids.size).toBe(51);
});

test('list_tables with the longest captions and paths pages through every table', async () => {
  const numbers: number[] = [];
  for (let page = 1; page <= TABLES / 20; page += 1) {
    const input = { shelf_id: shelf.publicId, page };
    const { tables, total } = await bounded<Listed & { tables: { number: number }[] }>('list_tables', input);
    expect(total).toBe(TABLES);
    numbers.push(...tables.map(({ number }) => number));
  }
  expect(numbers).toEqual(Array.from({ length: TABLES }, (_, at) => at + 1));
});

test('get_page leads on through all figures and passages', async () => {
  let offset: number | undefined = 1;
  const figures = new Set<number>();
  let passages = 0;
  for (let calls = 0; offset !== undefined && calls < 50; calls += 1) {
    const answer: PageAnswer = await bounded('get_page', { shelf_id: shelf.publicId, page: 1, offset });
    expect(answer).toMatchObject({ figures_total: FIGURES, tables_total: TABLES });
    expect(answer.tables).toHaveLength(TABLES);
    expect(answer.figures.length + answer.passages.length).toBeGreaterThan(5);
    for (const { line } of answer.figures) figures.add(line);
    passages += answer.passages.length;
    offset = answer.next_offset;
  }
  expect([figures.size, passages, offset]).toEqual([FIGURES, 400, undefined]);
});

test('an item that fits into no answer is an error, and not an answer that leads on to itself', () => {
  expect(() => fitItems({}, ['x'.repeat(MAX_ANSWER)], 1)).toThrow('characters too many');
  expect(fitItems({}, ['x', 'x'.repeat(MAX_ANSWER)], 5)).toEqual({ shown: ['x'], next: 6 });
});
