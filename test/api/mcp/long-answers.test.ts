/** Tools over shelves with more in them than one answer holds. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Account } from '../../../entities/account.js';
import { buildTestApp, givenReadyShelf, type TestApp } from '../../support/app.js';
import { connectMcp, listening, type McpClient } from '../../support/mcp.js';

const MAX_ANSWER = 25_000;

let api: TestApp;
let origin: string;
let owner: { account: Account; key: string };
beforeAll(async () => {
  api = await buildTestApp();
  origin = await listening(api.app);
  owner = await api.user();
});
afterAll(() => api?.stop());

test('cite says what does not fit of a line with many passages', async () => {
  const mcp = await connectMcp([origin], owner.key);
  const on = (line: number, page: number) => ({
    ...{ path: 'a.md', startLine: line, endLine: line, page, box: [0, 0, 1, 1] },
  });
  const { publicId: shelf_id } = await givenReadyShelf(api, owner.account, {
    'README.md': '# A\n',
    'a.md': `# A\n\n${'many words '.repeat(300)}\n\nlast\n`,
    'source-map.json': JSON.stringify([...Array.from({ length: 40 }, (_, at) => on(3, at + 1)), on(5, 41)]),
  });
  const cite = (start: number, end: number) =>
    mcp.data<{ passages: object[]; more?: string; next_start?: number }>('cite', {
      ...{ shelf_id, path: 'a.md', start, end },
    });
  const { passages, more, next_start } = await cite(3, 5);
  expect(passages.length).toBeLessThan(40);
  expect([more, next_start]).toEqual([
    `Line 3 has ${40 - passages.length} more passages, further on in the PDF: see get_page.`,
    4,
  ]);
  expect(await cite(3, 3)).toMatchObject({ more });
  expect(await cite(3, 3)).not.toHaveProperty('next_start');
  const rest = await cite(4, 5);
  expect(rest).toMatchObject({ passages: [{ start_line: 5, page: 41 }] });
  expect(rest).not.toHaveProperty('more');
  await mcp.close();
});

describe('a shelf of 5,000 files, one of them with a line of a megabyte', () => {
  const LINE = `${'Grüße 😀 '.repeat(110_000)}end`;
  const LONG = 'part-1/file-0001-with-a-name-of-some-length.md';
  let mcp: McpClient;
  let shelf_id: string;
  beforeAll(async () => {
    const files = Array.from({ length: 5000 }, (_, at): [string, string] => {
      const path = `part-${1 + Math.floor(at / 1000)}/file-${String(at + 1).padStart(4, '0')}-with-a-name-of-some-length.md`;
      return [path, path === LONG ? `# Long\n\n${LINE}\nlast\n` : `# Heading ${at + 1}\n\nText ${at + 1}.\n`];
    });
    ({ publicId: shelf_id } = await givenReadyShelf(api, owner.account, {
      'README.md': '# All\n',
      ...Object.fromEntries(files),
    }));
    mcp = await connectMcp([origin], owner.key);
  });
  afterAll(() => mcp?.close());

  /** All items of a list, by the answers' own continuation. */
  async function all(tool: string, member: string, input: object = {}): Promise<Record<string, unknown>[]> {
    const items: Record<string, unknown>[] = [];
    let offset: number | undefined = 1;
    while (offset !== undefined) {
      const answer: Record<string, unknown> = await mcp.data(tool, { shelf_id, offset, ...input });
      expect(JSON.stringify(answer).length).toBeLessThanOrEqual(MAX_ANSWER);
      items.push(...(answer[member] as Record<string, unknown>[]));
      offset = answer['next_offset'] as number | undefined;
    }
    return items;
  }

  test('is listed whole by continuing, and by folder', async () => {
    const files = await all('get_shelf_tree', 'files', { folder: 'part-2' });
    expect(files).toHaveLength(1000);
    expect(files[0]).toMatchObject({ path: 'part-2/file-1001-with-a-name-of-some-length.md' });
    expect(await mcp.data('get_shelf_tree', { shelf_id })).toMatchObject({
      total: 5000,
      next_offset: expect.any(Number),
    });
    const end = await mcp.data('get_shelf_tree', { shelf_id, offset: 4999, limit: 5 });
    expect((end as { files: object[] }).files).toHaveLength(2);
    const headings = await all('get_outline', 'headings', { path: 'part-3' });
    expect(new Set(headings.map(({ heading }) => heading)).size).toBe(1000);
  });

  test('has its long line read in parts, which joined are the line', async () => {
    let read = '';
    let from: { offset: number; column?: number } | null = { offset: 1 };
    let calls = 0;
    while (from) {
      const result = await mcp.call('read_shelf_file', { shelf_id, path: LONG, ...from });
      const [where, part] = result.content.map((block) => (block.type === 'text' ? block.text : '')) as [
        string,
        string,
      ];
      expect(where.length + part.length).toBeLessThanOrEqual(MAX_ANSWER);
      expect(part.isWellFormed()).toBe(true);
      read += part;
      calls += 1;
      const [, offset, column] = /offset=(\d+)(?:, column=(\d+))?\.$/.exec(where) ?? [];
      from = offset === undefined ? null : { offset: Number(offset), ...(column && { column: Number(column) }) };
    }
    expect(read).toBe(`# Long\n\n${LINE}\nlast\n`);
    expect(calls).toBeLessThan(60);
  });

  test('has bounded matches, which lead on to the last one, and bounded citations', async () => {
    const matches = await all('search_shelf', 'matches', { query: 'text', max_matches: 100 });
    expect(new Set(matches.map(({ path }) => path)).size).toBe(4999);
    const cited = await mcp.call('cite', { shelf_id, path: LONG, start: 1, end: 4 });
    expect(JSON.stringify(cited.structuredContent).length).toBeLessThanOrEqual(MAX_ANSWER);
  });
});
