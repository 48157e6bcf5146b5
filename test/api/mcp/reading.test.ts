/** Reading by tools, as an agent does it: the protocol's own client over HTTP, in both protocols that are served. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newPublicId } from '../../../entities/ids.js';
import { recordFailure } from '../../../entities/queries/runs.js';
import type { Account } from '../../../entities/account.js';
import type { Shelf } from '../../../entities/shelf.js';
import { buildTestApp, givenNextVersion, givenReadyShelf, type TestApp } from '../../support/app.js';
import { connectMcp, ERAS, listening, type Era, type McpClient } from '../../support/mcp.js';
import { givenShelf } from '../../support/rows.js';

const CLAUSE = '03-clause-1-definitions.md';
const CONTRACT = {
  'README.md': '# Supply Agreement\n\n- [1 Definitions](03-clause-1-definitions.md)\n',
  [CLAUSE]:
    '---\ntitle: 1 Definitions\npages: [1, 2]\n---\n\n## 1 Definitions\n\n**Force Majeure Event**: any event.\n',
  'schedules/a & b?.md': '---\ntitle: Schedule\npages: [3, 3]\n---\n\n## Schedule\n\nForce   majeure again.\n',
  'metadata.json': '{}\n',
  'source-map.json': JSON.stringify([
    { path: CLAUSE, startLine: 6, endLine: 6, page: 1, box: [0.1, 0.1, 0.5, 0.2] },
    { path: CLAUSE, startLine: 8, endLine: 8, page: 2, box: [0.1, 0.3, 0.5, 0.4] },
  ]),
};

let api: TestApp;
let origin: string;
let owner: { account: Account; key: string };
let shelf: Shelf;
beforeAll(async () => {
  api = await buildTestApp();
  origin = await listening(api.app);
  owner = await api.user();
  shelf = await givenReadyShelf(api, owner.account, CONTRACT);
});
afterAll(() => api?.stop());

describe.each(Object.keys(ERAS) as Era[])('in the protocol of %s', (era) => {
  let mcp: McpClient;
  let shelf_id: string;
  beforeAll(async () => {
    shelf_id = shelf.publicId;
    mcp = await connectMcp([origin], owner.key, era);
  });
  afterAll(() => mcp?.close());

  test('list_shelves names the shelves', async () => {
    expect(await mcp.data('list_shelves')).toEqual({
      shelves: [expect.objectContaining({ shelf_id, name: 'Report', status: 'ready', version: 1 })],
      page: 1,
      total_pages: 1,
      total: 1,
    });
  });

  test('get_shelf says what state a shelf is in', async () => {
    expect(await mcp.data('get_shelf', { shelf_id })).toMatchObject({
      shelf_id,
      status: 'ready',
      error: null,
      progress: null,
    });
  });

  test('get_shelf_tree lists the files in reading order, of one folder if asked', async () => {
    const tree = await mcp.data<{ files: object[] }>('get_shelf_tree', { shelf_id });
    expect(tree).toMatchObject({ shelf_id, name: 'Report', total: 2 });
    expect(tree.files).toEqual([
      { path: CLAUSE, title: '1 Definitions', pages: [1, 2], words: expect.any(Number), lines: 8 },
      { path: 'schedules/a & b?.md', title: 'Schedule', pages: [3, 3], words: expect.any(Number), lines: 8 },
    ]);
    const part = await mcp.data('get_shelf_tree', { shelf_id, folder: 'schedules/' });
    expect(part).toMatchObject({ total: 1, files: [{ path: 'schedules/a & b?.md' }] });
  });

  test('get_outline lists the headings, of one file if asked', async () => {
    const outline = await mcp.data('get_outline', { shelf_id, path: CLAUSE });
    expect(outline).toMatchObject({
      total: 1,
      headings: [{ path: CLAUSE, heading: '1 Definitions', line: 6, end_line: 8, page: 1 }],
    });
    expect(await mcp.data('get_outline', { shelf_id })).toMatchObject({ total: 2 });
  });

  test.each(['', '/', '.', './'])('the root is "%s" too', async (root) => {
    expect(await mcp.data('get_shelf_tree', { shelf_id, folder: root })).toMatchObject({ total: 2 });
    expect(await mcp.data('get_outline', { shelf_id, path: root })).toMatchObject({ total: 2 });
  });

  test('a slash before a path makes no difference, and a place without files is an error', async () => {
    const schedule = { total: 1, headings: [{ path: 'schedules/a & b?.md' }] };
    for (const path of ['/schedules/a & b?.md', './schedules/', '/schedules'])
      expect(await mcp.data('get_outline', { shelf_id, path })).toMatchObject(schedule);
    const refused =
      'NOT_FOUND: No listed file is at "sched" or in such a folder.\nNext: get_shelf_tree without folder lists the paths of this shelf.';
    expect(await mcp.error('get_outline', { shelf_id, path: '/sched' })).toBe(refused);
    expect(await mcp.error('get_shelf_tree', { shelf_id, folder: 'sched/' })).toBe(refused);
  });

  test('search_shelf finds text and patterns', async () => {
    const found = await mcp.data<{ matches: object[] }>('search_shelf', { shelf_id, query: 'force majeure' });
    expect(found).toMatchObject({
      total: 2,
      matches: [
        { path: CLAUSE, line: 8, page: 2, heading: '1 Definitions' },
        { path: 'schedules/a & b?.md', line: 8 },
      ],
    });
    const pattern = { shelf_id, query: '^## \\d', mode: 'regex', path: CLAUSE };
    expect(await mcp.data('search_shelf', pattern)).toMatchObject({ total: 1, matches: [{ line: 6 }] });
    const inFolder = { shelf_id, query: 'force majeure', path: './schedules/' };
    expect(await mcp.data('search_shelf', inFolder)).toMatchObject({ total: 1 });
    expect(await mcp.data('search_shelf', { ...inFolder, path: '/shedules' })).toMatchObject({
      total: 0,
      more: 'No listed file is at "shedules" or in such a folder: get_shelf_tree lists the paths.',
    });
    const absent = await mcp.data('search_shelf', { shelf_id, query: 'absent', path: 'schedules' });
    expect(absent).not.toHaveProperty('more');
    const one = await mcp.data('search_shelf', { shelf_id, query: 'force majeure', max_matches: 1 });
    expect(one).toMatchObject({
      total: 2,
      next_offset: 2,
      more: '1 more lines match. Call again with offset=2, or narrow it: a longer query or a path.',
    });
    const last = await mcp.data('search_shelf', { shelf_id, query: 'force majeure', offset: 2 });
    expect(last).toMatchObject({ total: 2, matches: [{ path: 'schedules/a & b?.md' }] });
    expect(last).not.toHaveProperty('next_offset');
    const beyond = await mcp.data('search_shelf', { shelf_id, query: 'force majeure', offset: 3 });
    expect(beyond).toEqual({ shelf_id, version: 1, total: 2, matches: [] });
  });

  test('read_shelf_file reads lines and says where they are', async () => {
    const input = { shelf_id, path: CLAUSE, offset: 2, limit: 2 };
    expect(await mcp.text('read_shelf_file', input)).toBe(
      `${CLAUSE}, lines 2 to 3 of 8. To continue: read_shelf_file with offset=4.\ntitle: 1 Definitions\npages: [1, 2]\n`,
    );
    const whole = `${CLAUSE}, lines 1 to 8 of 8. This is the end of the file.\n${CONTRACT[CLAUSE]}`;
    expect(await mcp.text('read_shelf_file', { shelf_id, path: CLAUSE })).toBe(whole);
    expect(await mcp.text('read_shelf_file', { shelf_id, path: CLAUSE, offset: 9 })).toContain('there is no line 9');
    const odd = await mcp.text('read_shelf_file', { shelf_id, path: 'schedules/a & b?.md', offset: 6, limit: 1 });
    expect(odd).toContain('## Schedule');
  });

  test('read_shelf_file begins within a line, never beyond its end', async () => {
    const read = { shelf_id, path: CLAUSE, offset: 6 };
    expect(await mcp.text('read_shelf_file', { ...read, column: 4 })).toMatch(/\n1 Definitions\n\n\*\*Force/);
    // of the end alone
    expect(await mcp.text('read_shelf_file', { ...read, column: 17 })).toMatch(
      / lines 6 to 8 of 8\. .*\n\n\n\*\*Force/,
    );
    const refused = 'VALIDATION_ERROR: Line 6 has 16 characters.\nNext: correct the argument column and call again.';
    for (const column of [18, 5000]) expect(await mcp.error('read_shelf_file', { ...read, column })).toBe(refused);
    const last = { ...read, offset: 8, limit: 1, column: 5000 };
    expect(await mcp.error('read_shelf_file', last)).toContain('Line 8 has 35 characters.');
    expect(await mcp.text('read_shelf_file', { ...last, offset: 9 })).toContain('there is no line 9');
  });

  test('cite gives page and box', async () => {
    expect(await mcp.data('cite', { shelf_id, path: CLAUSE, start: 1, end: 8 })).toMatchObject({
      path: CLAUSE,
      passages: [
        { start_line: 6, page: 1, box: [0.1, 0.1, 0.5, 0.2], text: '1 Definitions' },
        { start_line: 8, page: 2, text: 'Force Majeure Event: any event.' },
      ],
      unmapped: [{ start_line: 2, end_line: 3, reason: 'front_matter' }],
    });
  });

  test.each([
    ['get_shelf_tree', {}],
    ['get_outline', {}],
    ['get_shelf', {}],
    ['search_shelf', { query: 'x' }],
    ['read_shelf_file', { path: CLAUSE }],
    ['cite', { path: CLAUSE, start: 1 }],
    ['list_tables', {}],
    ['get_table', { number: 1 }],
    ['get_page', { page: 1 }],
    ['view_page', { page: 1 }],
    ['wait_for_shelf', {}],
    ['delete_shelf', {}],
  ])('%s does not find the shelf of another account', async (tool, input) => {
    const other = await connectMcp([origin], (await api.user()).key, era);
    expect(await other.error(tool, { shelf_id, ...input })).toBe(
      'NOT_FOUND: There is no such shelf.\nNext: list_shelves names the shelves that this key can read.',
    );
    await other.close();
  });

  test.each(['no.md', '../README.md', './README.md', '..', '%2e%2e/x', 'a//b', '\ud800', '/etc/passwd'])(
    'a path that is none is not found: %s',
    async (path) => {
      expect(await mcp.error('read_shelf_file', { shelf_id, path })).toMatch(/^NOT_FOUND: .*\nNext: /);
    },
  );

  test('arguments that are none are named', async () => {
    expect(await mcp.error('get_shelf', { shelf_id: '../webhooks' })).toContain('shelf_id');
    expect(await mcp.error('get_shelf', { shelf_id, verbose: true })).toBe(
      'VALIDATION_ERROR: unknown argument verbose.\nNext: correct the arguments and call again.',
    );
    expect(await mcp.error('cite', { shelf_id, path: CLAUSE, start: 'one' })).toMatch(
      /^VALIDATION_ERROR: start .*\.\nNext: correct the arguments and call again\.$/,
    );
    expect(await mcp.error('get_shelf')).toMatch(/^VALIDATION_ERROR: .*shelf_id.*\.\nNext: /);
    expect(await mcp.error('search_shelf', { shelf_id, query: '(', mode: 'regex' })).toContain(
      'correct the argument query',
    );
    expect(await mcp.error('cite', { shelf_id, path: CLAUSE, start: 99 })).toContain('the file has 8 lines');
  });
});

describe('a shelf without content', () => {
  test('says what to do next: wait, or see why it failed', async () => {
    const mcp = await connectMcp([origin], owner.key);
    const { manager } = api.database;
    const { publicId, run } = await givenShelf(manager, owner.account.id);
    const read = () => mcp.error('get_outline', { shelf_id: publicId });
    expect(await read()).toMatch(/^CONFLICT: .*"uploading"\.\nNext: wait_for_shelf, then repeat the call\.$/);
    await recordFailure(manager, { publicId, run, message: 'No text.', step: 'parsing' });
    expect(await read()).toMatch(/\nNext: get_shelf says why the shelf failed\.$/);
    const failed = { status: 'failed', error: 'No text.', failed_at_step: 'parsing' };
    expect(await mcp.data('get_shelf', { shelf_id: publicId })).toMatchObject(failed);
    await mcp.close();
  });
});

test('an earlier version is read by its number', async () => {
  const mcp = await connectMcp([origin], owner.key);
  const first = await givenReadyShelf(api, owner.account, { 'README.md': '# One\n', 'a.md': '## One\n' });
  const { publicId: shelf_id } = await givenNextVersion(api, owner.account, {
    shelf: first,
    files: { 'README.md': '# Two\n', 'b.md': '## Two\n' },
  });
  expect(await mcp.data('get_shelf_tree', { shelf_id, version: 1 })).toMatchObject({ files: [{ path: 'a.md' }] });
  expect(await mcp.text('read_shelf_file', { shelf_id, path: 'a.md', version: 1 })).toContain('## One');
  expect(await mcp.data('get_shelf_tree', { shelf_id })).toMatchObject({ files: [{ path: 'b.md' }] });
  expect(await mcp.error('read_shelf_file', { shelf_id, path: 'a.md', version: 7 })).toContain('leave out version');
  await mcp.close();
});

test('a shelf that there is not is not found', async () => {
  const mcp = await connectMcp([origin], owner.key);
  expect(await mcp.error('get_shelf', { shelf_id: newPublicId('shf') })).toContain('There is no such shelf.');
  await mcp.close();
});
