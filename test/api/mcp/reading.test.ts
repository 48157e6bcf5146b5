/** Reading by tools, as an agent does it: the protocol's own client over HTTP, in both protocols that are served. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Account } from '../../../entities/account.js';
import type { Shelf } from '../../../entities/shelf.js';
import { buildTestApp, givenReadyShelf, TREE, type TestApp } from '../../support/app.js';
import { connectMcp, ERAS, listening, type Era, type McpClient } from '../../support/mcp.js';

let api: TestApp;
let origin: string;
let owner: { account: Account; key: string };
let shelf: Shelf;
beforeAll(async () => {
  api = await buildTestApp();
  origin = await listening(api.app);
  owner = await api.user();
  shelf = await givenReadyShelf(api, owner.account);
}, 60_000);
afterAll(() => api?.stop());

describe.each(Object.keys(ERAS) as Era[])('in the protocol of %s', (era) => {
  let mcp: McpClient;
  beforeAll(async () => {
    mcp = await connectMcp([origin], owner.key, era);
  });
  afterAll(() => mcp?.close());

  test('list_shelves names the shelves', async () => {
    expect(await mcp.data('list_shelves')).toEqual({
      shelves: [expect.objectContaining({ shelf_id: shelf.publicId, name: 'Report', status: 'ready', version: 1 })],
      page: 1,
      total_pages: 1,
      total: 1,
    });
  });

  test('get_shelf_tree lists the files in reading order', async () => {
    const tree = await mcp.data<{ files: { path: string }[] }>('get_shelf_tree', { shelf_id: shelf.publicId });
    expect(tree).toMatchObject({ shelf_id: shelf.publicId, name: 'Report', total: 3 });
    expect(tree.files.map(({ path }) => path)).toEqual([
      '01-introduction.md',
      '02-part/01-what & why?.md',
      'notes.txt',
    ]);
  });

  test('read_shelf_file reads lines and says where they are', async () => {
    const input = { shelf_id: shelf.publicId, path: '01-introduction.md', offset: 2, limit: 2 };
    expect(await mcp.text('read_shelf_file', input)).toBe(
      '01-introduction.md, lines 2 to 3 of 4. To go on: read_shelf_file with offset=4.\ntitle: Introduction\n---\n',
    );
    const whole = await mcp.text('read_shelf_file', { ...input, offset: 1, limit: 100 });
    expect(whole).toBe(
      `01-introduction.md, lines 1 to 4 of 4. This is the end of the file.\n${TREE['01-introduction.md']}`,
    );
  });
});
