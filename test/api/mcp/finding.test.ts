/** search_shelves, and the filters of list_shelves. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { searchActivities } from '../../../activities/search.js';
import { changeShelf } from '../../../entities/queries/shelf-list.js';
import type { Account } from '../../../entities/account.js';
import type { Shelf } from '../../../entities/shelf.js';
import { runActivity } from '../../support/activities.js';
import { buildTestApp, givenReadyShelf, type TestApp } from '../../support/app.js';
import { connectMcp, ERAS, listening, type Era, type McpClient } from '../../support/mcp.js';
import { givenShelf } from '../../support/rows.js';

const MAX_ANSWER = 25_000;
/** A line of the usual length of a snippet, with signs that JSON escapes. */
const LINE = `Whale ${'"it was in the book of" '.repeat(24)}`;

interface Found {
  matches: { shelf_id: string; shelf: string; path: string; line: number; page: number | null; snippet: string }[];
  total: number;
  more?: string;
}

let api: TestApp;
let owner: { account: Account; key: string };
let shelves: Shelf[];
beforeAll(async () => {
  api = await buildTestApp();
  owner = await api.user();
  const { indexShelf } = searchActivities({ dataSource: api.database.dataSource, storage: api.storage });
  shelves = [];
  for (const name of ['Lease', 'Log']) {
    const sections = Array.from({ length: 60 }, (_, at) => `## ${name} ${at}\n\n${LINE}\n`).join('\n');
    const made = await givenReadyShelf(api, owner.account, {
      'a.md': `---\ntitle: A\npages: [3, 3]\n---\n\n${sections}\n\n## End of the ${name}\n\nNotices to the keeper.\n`,
    });
    const key = { accountId: owner.account.id, publicId: made.publicId };
    shelves.push((await changeShelf(api.database.manager, key, { name, tags: [name.toLowerCase()] }))!);
    await runActivity(indexShelf, { shelfPublicId: made.publicId });
  }
  await givenShelf(api.database.manager, owner.account.id, { name: 'Atlas', template: 'book' });
});
afterAll(() => api?.stop());

describe.each(Object.keys(ERAS) as Era[])('in the protocol of %s', (era) => {
  let mcp: McpClient;
  beforeAll(async () => {
    mcp = await connectMcp([await origin()], owner.key, era);
  });
  afterAll(() => mcp?.close());

  test('search_shelves says where words stand, in which shelf', async () => {
    const [lease] = shelves as [Shelf, Shelf];
    const found = await mcp.data<Found>('search_shelves', { query: 'notice keeper lease' });
    expect(found.matches).toEqual([
      {
        shelf_id: lease.publicId,
        shelf: 'Lease',
        path: 'a.md',
        line: expect.any(Number),
        page: 3,
        heading: 'End of the Lease',
        snippet: 'Notices to the keeper.',
      },
    ]);
    const [match] = found.matches;
    const { line: offset = 0, path = '' } = match ?? {};
    const text = await mcp.text('read_shelf_file', { shelf_id: lease.publicId, path, offset, limit: 1 });
    expect(text).toContain('Notices to the keeper.');
    expect(await mcp.data('search_shelves', { query: 'notice', tag: 'log' })).toMatchObject({ total: 1 });
    expect(await mcp.data('search_shelves', { query: 'notice', shelf_ids: [lease.publicId] })).toMatchObject({
      total: 1,
    });
    expect(await mcp.data('search_shelves', { query: 'notice', template: 'book' })).toEqual({ matches: [], total: 0 });
    const none = { query: 'notice', created_since: '2100-01-01T00:00:00Z' };
    expect(await mcp.data('search_shelves', none)).toEqual({ matches: [], total: 0 });
  });

  test('search_shelves leads on, page by page, each within the bounds', async () => {
    let input: Record<string, unknown> = { query: 'whale', max_matches: 50 };
    const places = new Set<string>();
    for (let calls = 0; calls < 20; calls += 1) {
      const answer = await mcp.data<Found>('search_shelves', input);
      expect(JSON.stringify(answer).length).toBeLessThanOrEqual(MAX_ANSWER);
      for (const { shelf_id, line } of answer.matches) places.add(`${shelf_id} ${line}`);
      if (answer.more === undefined) break;
      const page = /page=(\d+)/.exec(answer.more)?.[1];
      const max = /max_matches=(\d+)/.exec(answer.more)?.[1];
      input = { query: 'whale', page: Number(page), ...(max && { max_matches: Number(max) }) };
    }
    expect(places.size).toBe(120);
  });

  test('search_shelves says what to do about a query that names nothing', async () => {
    for (const query of ['-whale', '& |', 'the of'])
      expect(await mcp.error('search_shelves', { query })).toMatch(
        /^VALIDATION_ERROR: q.*\nNext: correct the argument query and call again\.$/,
      );
    const wrong = await mcp.error('search_shelves', { query: 'x', created_before: 'yesterday' });
    expect(wrong).toContain('Next: correct the argument created_before');
  });

  test('list_shelves finds by status, name, tag and template', async () => {
    const names = async (input: object) =>
      (await mcp.data<{ shelves: { name: string }[] }>('list_shelves', input)).shelves.map(({ name }) => name);
    expect(await names({ status: 'ready', sort: 'name' })).toEqual(['Lease', 'Log']);
    expect(await names({ query: 'LE' })).toEqual(['Lease']);
    expect(await names({ tag: 'log' })).toEqual(['Log']);
    expect(await names({ template: 'book' })).toEqual(['Atlas']);
    expect(await names({ updated_since: '2100-01-01T00:00:00Z' })).toEqual([]);
    expect(await mcp.data('list_shelves', { tag: 'log' })).toMatchObject({ shelves: [{ tags: ['log'] }] });
    expect(await mcp.error('list_shelves', { status: 'done' })).toContain('Next: correct the argument status');
  });
});

let listens: Promise<string> | null = null;
const origin = () => (listens ??= listening(api.app));
