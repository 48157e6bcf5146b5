/** What a client is shown: tools, resources, prompts. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Account } from '../../../entities/account.js';
import { changeShelf } from '../../../entities/queries/shelf-list.js';
import { buildTestApp, givenNextVersion, givenReadyShelf, TREE, type TestApp } from '../../support/app.js';
import { Shelf } from '../../../entities/shelf.js';
import { givenShelf } from '../../support/rows.js';
import { connectMcp, ERAS, listening, type Era, type McpClient } from '../../support/mcp.js';

const PAGE = join(import.meta.dirname, '../../../../docs/mcp.md');
const SNAPSHOT = join(import.meta.dirname, '../../../../test/api/mcp/tools.snapshot.json');
/** Every conversation begins with the list: some 6,200 tokens. */
const MAX_LIST = 25_000;

let api: TestApp;
let origin: string;
let owner: { account: Account; key: string };
beforeAll(async () => {
  api = await buildTestApp();
  origin = await listening(api.app);
  owner = await api.user();
});
afterAll(() => api?.stop());

test('the snapshot is not being rewritten in CI', () => {
  expect(process.env['CI'] !== undefined && process.env['UPDATE_TOOLS'] === '1').toBe(false);
});

describe.each(Object.keys(ERAS) as Era[])('in the protocol of %s', (era) => {
  let mcp: McpClient;
  beforeAll(async () => {
    mcp = await connectMcp([origin], owner.key, era);
  });
  afterAll(() => mcp?.close());

  test('tools are those that were agreed on, in their order, and short', async () => {
    const { tools } = await mcp.client.listTools();
    const shown = tools.map(({ name, title, description, inputSchema, outputSchema, annotations }) => ({
      name,
      title,
      description,
      inputSchema,
      ...(outputSchema && { outputSchema }),
      annotations,
    }));
    // `UPDATE_TOOLS=1` writes them anew; a change is then seen in review
    if (process.env['UPDATE_TOOLS'] === '1') writeFileSync(SNAPSHOT, `${JSON.stringify(shown, null, 2)}\n`);
    expect(JSON.parse(JSON.stringify(shown))).toEqual(JSON.parse(readFileSync(SNAPSHOT, 'utf8')));
    expect(JSON.stringify(tools).length).toBeLessThan(MAX_LIST);
    expect(tools.length).toBeLessThanOrEqual(20);
    // what docs/mcp.md says of the list, to the nearest 500 characters
    const size = Math.round(JSON.stringify(tools).length / 500) * 500;
    const said = `The list of the ${tools.length} tools is some ${size.toLocaleString('en')} characters`;
    expect(readFileSync(PAGE, 'utf8')).toContain(said);
  });

  test('the client is told how to read', () => {
    expect(mcp.client.getInstructions()).toContain('Read parts, not whole books.');
  });

  test('the list of resources pages, over shelves that can be read', async () => {
    const { account, key } = await api.user();
    const made: string[] = [];
    for (let count = 0; count < 51; count += 1)
      made.push((await givenReadyShelf(api, account, { 'README.md': '# A\n' })).publicId);
    const other = await connectMcp([origin], key, era);
    // without a cursor the client reads all pages
    const first = await other.client.listResources({ cursor: '1' });
    expect(first.resources).toHaveLength(50);
    expect((await other.client.listResources()).resources).toHaveLength(51);
    expect(first.resources[0]).toMatchObject({ uri: `shelf://${made.at(-1)}/README.md`, title: 'Report' });
    const second = await other.client.listResources({ cursor: first.nextCursor });
    expect([second.resources.map(({ uri }) => uri), second.nextCursor]).toEqual([
      [`shelf://${made[0]}/README.md`],
      undefined,
    ]);
    await expect(other.client.listResources({ cursor: 'x' })).rejects.toThrow('Invalid cursor.');
    await other.close();
  });

  test('files are resources, and their paths are completed', async () => {
    const { publicId } = await givenReadyShelf(api, owner.account);
    const { resourceTemplates } = await mcp.client.listResourceTemplates();
    expect(resourceTemplates).toMatchObject([{ uriTemplate: 'shelf://{shelf}/{+path}' }]);
    const ref = { type: 'ref/resource' as const, uri: 'shelf://{shelf}/{+path}' };
    const paths = await mcp.client.complete({
      ref,
      argument: { name: 'path', value: '0' },
      context: { arguments: { shelf: publicId } },
    });
    expect(paths.completion.values).toEqual(['01-introduction.md', '02-part/01-what & why?.md']);
    const ids = await mcp.client.complete({ ref, argument: { name: 'shelf', value: publicId.slice(0, 12) } });
    expect(ids.completion.values).toContain(publicId);
    const { id: accountId } = owner.account;
    await changeShelf(api.database.manager, { accountId, publicId }, { name: `Whaling log ${era}` });
    for (const value of [`whaling log ${era}`, 'WHALING LOG'])
      expect((await mcp.client.complete({ ref, argument: { name: 'shelf', value } })).completion.values).toContain(
        publicId,
      );
    const none = await mcp.client.complete({ ref, argument: { name: 'shelf', value: 'no such name' } });
    expect(none.completion.values).toEqual([]);
    for (const path of ['01-introduction.md', '02-part/01-what%20&%20why%3F.md']) {
      const { contents } = await mcp.client.readResource({ uri: `shelf://${publicId}/${path}` });
      const text = TREE[decodeURIComponent(path) as keyof typeof TREE];
      expect(contents).toEqual([{ uri: `shelf://${publicId}/${path}`, mimeType: 'text/markdown', text }]);
    }
    for (const uri of [`shelf://${publicId}/no.md`, 'shelf://other/README.md', `shelf://${publicId}/%ff`])
      await expect(mcp.client.readResource({ uri })).rejects.toThrow();
  });

  test('ids of old shelves are completed too, and a list of many says that there are more', async () => {
    const { account, key } = await api.user();
    const { manager } = api.database;
    const old = await givenReadyShelf(api, account);
    // what the others hold is not read
    const { currentVersionId } = await manager.findOneByOrFail(Shelf, { publicId: old.publicId });
    for (let count = 0; count < 101; count += 1) {
      const { id } = await givenShelf(manager, account.id);
      await manager.update(Shelf, { id }, { status: 'ready', currentVersionId, currentVersionNumber: 1 });
    }
    const other = await connectMcp([origin], key, era);
    const complete = async (value: string) =>
      (
        await other.client.complete({
          ref: { type: 'ref/resource', uri: 'shelf://{shelf}/{+path}' },
          argument: { name: 'shelf', value },
        })
      ).completion;
    expect(await complete(old.publicId.slice(0, 16))).toEqual({ values: [old.publicId], total: 1, hasMore: false });
    for (const value of ['', 'sh', 'shf_']) {
      const { values, total, hasMore } = await complete(value);
      expect([values.length, total, hasMore]).toEqual([100, 102, true]);
      expect(values).not.toContain('');
    }
    await other.close();
  });

  test('a long file is given in part, with where it continues', async () => {
    const long = 'A line of the file.\n'.repeat(3000);
    const { publicId } = await givenReadyShelf(api, owner.account, { 'README.md': '# A\n', 'long.md': long });
    const { contents } = await mcp.client.readResource({ uri: `shelf://${publicId}/long.md` });
    const [part, more] = contents.map((one) => ('text' in one ? one.text : '')) as [string, string];
    expect(part.length).toBeLessThanOrEqual(25_000);
    expect(long.startsWith(part)).toBe(true);
    expect(more).toBe(`Lines 1 to 1200 of 3000. To continue: read_shelf_file with offset=1201.`);
  });

  test('a line too long for an answer continues within itself', async () => {
    const { publicId } = await givenReadyShelf(api, owner.account, { 'README.md': 'x'.repeat(60_000) });
    const uri = `shelf://${publicId}/README.md`;
    const { contents } = await mcp.client.readResource({ uri });
    expect(contents.map((one) => one.uri)).toEqual([uri, uri]);
    const column = 1 + (contents[0] as { text: string }).text.length;
    expect(contents[1]).toMatchObject({
      text: `Lines 1 to 1 of 1. To continue: read_shelf_file with offset=1, column=${column}.`,
    });
  });

  test('prompts begin with what they are about', async () => {
    const first = await givenReadyShelf(api, owner.account, { 'README.md': '# A\n', 'a.md': 'Ten days.\n' });
    const { publicId: shelf_id } = await givenNextVersion(api, owner.account, {
      shelf: first,
      files: { 'README.md': '# A\n', 'a.md': 'Thirty days.\n' },
    });
    const { prompts } = await mcp.client.listPrompts();
    expect(prompts.map(({ name, arguments: given }) => [name, given?.map((one) => one.name)])).toEqual([
      ['read_contract', ['shelf_id']],
      ['compare_versions', ['shelf_id', 'from', 'to']],
    ]);
    const textOf = async (name: string, input: Record<string, string>) =>
      JSON.stringify((await mcp.client.getPrompt({ name, arguments: input })).messages);
    expect(await textOf('read_contract', { shelf_id })).toContain(
      `Read the contract in the shelf ${shelf_id}, whose name is \\"Report\\".`,
    );
    const compared = await textOf('compare_versions', { shelf_id, from: '1', to: '2' });
    for (const part of ['1 files changed', '-Ten days.', '+Thirty days.']) expect(compared).toContain(part);
    // what the document says is nobody's words
    const { messages } = await mcp.client.getPrompt({
      name: 'compare_versions',
      arguments: { shelf_id, from: '1', to: '2' },
    });
    expect(messages.map(({ content }) => content.type)).toEqual(['text', 'resource']);
    expect(JSON.stringify(messages[0])).not.toContain('Thirty');
    const another = await connectMcp([origin], (await api.user()).key);
    for (const name of ['read_contract', 'compare_versions'])
      await expect(
        another.client.getPrompt({
          name,
          arguments: { shelf_id, ...(name === 'compare_versions' && { from: '1', to: '2' }) },
        }),
      ).rejects.toThrow('There is no such shelf.');
    await expect(another.client.readResource({ uri: `shelf://${shelf_id}/README.md` })).rejects.toThrow();
    await another.close();
    const absent = { shelf_id: `shf_${'0'.repeat(24)}`, from: '1', to: '2' };
    await expect(textOf('compare_versions', absent)).rejects.toThrow('There is no such shelf.');
  });
});
