import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Diff } from '../../contract/version.js';
import type { Account } from '../../entities/account.js';
import type { Shelf } from '../../entities/shelf.js';
import { buildTestApp, givenNextVersion, givenReadyShelf, type TestApp } from '../support/app.js';
import { givenShelf } from '../support/rows.js';

const FIRST = {
  'README.md': '# Report\n\n- [Introduction](01-introduction.md)\n',
  '01-introduction.md': '---\ntitle: Introduction\n---\nGrüße\n',
  '02-part/01-what & why.md': '# What\n\nOne\nTwo\nThree\nFour\nFive\nSix',
  '02-part/02-über.md': 'gone\n',
  '03-kept.md': 'kept\n',
  '04-empty.md': '',
  'metadata.json': '{"title":"Report"}\n',
};
const SECOND = {
  'README.md': '# Report\n\n- [Introduction](01-introduction.md)\n- [New](05-new.md)\n',
  '01-introduction.md': '---\ntitle: Introduction\n---\nGrüße\n',
  '02-part/01-what & why.md': '# What\n\nOne\nTwo\r\nThree\nFour\nFive\nSix\n',
  '02-part/03-über.md': 'gone\n',
  '03-kept.md': 'kept\n',
  '05-new.md': '--- a/x y\n+++ b/x y\n',
  '06-empty.md': '',
  'metadata.json': '{"title":"Report 2"}\n',
};
const TREES: Record<string, string>[] = [{}, FIRST, SECOND];

let api: TestApp;
let owner: { account: Account; key: string };
let shelf: Shelf;
beforeAll(async () => {
  api = await buildTestApp();
  owner = await api.user();
  const first = await givenReadyShelf(api, owner.account, FIRST);
  shelf = await givenNextVersion(api, owner.account, { shelf: first, files: SECOND });
});
afterAll(() => api?.stop());

const getOf = ({ publicId }: Shelf, query: string, headers: Record<string, string> = {}) =>
  api.as(owner.key)({ url: `/v1/shelves/${publicId}/diff?${query}`, headers });
const get = (query: string, headers: Record<string, string> = {}) => getOf(shelf, query, headers);
const diffOf = async (query: string) => (await get(query)).json<Diff>();

test('lists the changed files by path with their status, and counts all', async () => {
  const { files, ...rest } = await diffOf('from=1&to=2');
  expect(files.map(({ path, status }) => [path, status])).toEqual([
    ['02-part/01-what & why.md', 'modified'],
    ['02-part/02-über.md', 'removed'],
    ['02-part/03-über.md', 'added'],
    ['04-empty.md', 'removed'],
    ['05-new.md', 'added'],
    ['06-empty.md', 'added'],
    ['README.md', 'modified'],
    ['metadata.json', 'modified'],
  ]);
  expect(rest).toEqual({
    shelfPublicId: shelf.publicId,
    from: 1,
    to: 2,
    summary: { added: 3, modified: 3, removed: 2, unchanged: 2, totalFiles: 10 },
  });
  expect(files.find(({ path }) => path === 'README.md')).toMatchObject({
    patch:
      'diff --git a/README.md b/README.md\n--- a/README.md\n+++ b/README.md\n@@ -1,3 +1,4 @@\n # Report\n \n - [Introduction](01-introduction.md)\n+- [New](05-new.md)\n',
    truncated: false,
  });
});

test('tells a renamed file as one where that is asked for, also one that was edited', async () => {
  const { files, summary } = await diffOf('from=1&to=2&renames=joined');
  expect(files.map(({ path, status, from }) => [path, status, from])).toEqual([
    ['02-part/01-what & why.md', 'modified', undefined],
    ['02-part/03-über.md', 'renamed', '02-part/02-über.md'],
    ['04-empty.md', 'removed', undefined],
    ['05-new.md', 'added', undefined],
    ['06-empty.md', 'added', undefined],
    ['README.md', 'modified', undefined],
    ['metadata.json', 'modified', undefined],
  ]);
  expect(summary).toEqual({ added: 2, modified: 3, renamed: 1, removed: 1, unchanged: 2, totalFiles: 9 });
  expect(files[1]).toMatchObject({
    patch: expect.stringMatching(/^diff --git .*\nrename from .*\nrename to .*\n$/),
  });
  const separate = await diffOf('from=1&to=2&renames=separate');
  expect(separate).toEqual(await diffOf('from=1&to=2'));

  const first = await givenReadyShelf(api, owner.account, { 'a.md': 'first\nsecond\nthird\n4\n', 'b.md': 'b\n' });
  const edited = await givenNextVersion(api, owner.account, {
    shelf: first,
    files: { 'part/a.md': 'first\nsecond\nthird\nfour\n', 'b.md': 'b\n' },
  });
  const diff = (await getOf(edited, 'from=1&to=2&renames=joined')).json<Diff>();
  expect(diff.summary).toEqual({ added: 0, modified: 0, renamed: 1, removed: 0, unchanged: 1, totalFiles: 2 });
  expect(diff.files).toMatchObject([
    { path: 'part/a.md', status: 'renamed', from: 'a.md', patch: expect.stringContaining('-4\n+four\n') },
  ]);
});

test('refuses another way to tell renames', async () => {
  expect((await get('from=1&to=2&renames=yes')).statusCode).toBe(400);
});

test('goes backwards as well, and 0 is the empty tree on either side', async () => {
  const summary = async (query: string) => (await diffOf(query)).summary;
  expect(await summary('from=2&to=1')).toEqual({ added: 2, modified: 3, removed: 3, unchanged: 2, totalFiles: 10 });
  expect(await summary('from=0&to=1')).toEqual({ added: 7, modified: 0, removed: 0, unchanged: 0, totalFiles: 7 });
  expect(await summary('from=2&to=0')).toEqual({ added: 0, modified: 0, removed: 8, unchanged: 0, totalFiles: 8 });
  expect(await summary('from=1&to=1')).toEqual({ added: 0, modified: 0, removed: 0, unchanged: 7, totalFiles: 7 });
  expect((await diffOf('from=0&to=0')).files).toEqual([]);
});

const TOOLS: Record<string, string[]> = { patch: ['-p1', '--binary', '-i'], git: ['apply'] };

test.each(Object.keys(TOOLS))('applied by %s, the patches turn one version into another', async (tool) => {
  const run = promisify(execFile);
  const missing = await run(tool, ['--version']).then(
    () => false,
    () => true,
  );
  if (missing) return void process.stdout.write(`not tested: there is no ${tool} on this machine\n`);
  for (const [from, to, renames] of [
    [1, 2, 'separate'],
    [1, 2, 'joined'],
    [2, 1, 'separate'],
    [0, 2, 'separate'],
    [1, 0, 'separate'],
  ] as const) {
    const folder = await mkdtemp(join(tmpdir(), 'shelfwright-diff-'));
    try {
      for (const [path, text] of Object.entries(TREES[from] ?? {})) await write(join(folder, 'tree', path), text);
      await mkdir(join(folder, 'tree'), { recursive: true });
      const { files } = await diffOf(`from=${from}&to=${to}&renames=${renames}`);
      // patch itself refuses to remove what is empty already
      const kept = files.filter(
        ({ status, patch }) => tool === 'patch' && status === 'removed' && !patch.includes('@@'),
      );
      for (const { path } of kept) await rm(join(folder, 'tree', path));
      await write(
        join(folder, 'all.patch'),
        files
          .filter((file) => !kept.includes(file))
          .map(({ patch }) => patch)
          .join(''),
      );
      // git must not take a repository around for its own
      const options = {
        cwd: join(folder, 'tree'),
        env: { PATH: process.env['PATH'] ?? '', GIT_CEILING_DIRECTORIES: folder },
      };
      await run(tool, [...(TOOLS[tool] ?? []), '../all.patch'], options);
      expect(await readTree(join(folder, 'tree'))).toEqual(TREES[to]);
    } finally {
      await rm(folder, { recursive: true });
    }
  }
});

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

async function readTree(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path.slice(folder.length + 1), await readFile(path, 'utf8')])),
  );
}

test('can be cached for ever, answers 304 to clients that have it, and HEAD like GET', async () => {
  const full = await get('from=1&to=2');
  expect(full.headers).toMatchObject({
    'cache-control': 'private, max-age=31536000, immutable',
    etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
  });
  const again = await get('from=1&to=2', { 'if-none-match': String(full.headers.etag) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  expect((await get('from=2&to=1')).headers.etag).not.toBe(full.headers.etag);
  const head = await api.as(owner.key)({ method: 'HEAD', url: `/v1/shelves/${shelf.publicId}/diff?from=1&to=2` });
  expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([
    200,
    '',
    full.headers['content-length'],
  ]);
});

test('reads no file that has not changed', async () => {
  const { account } = owner;
  const first = await givenReadyShelf(api, account, { 'a.md': 'same\n', 'b.md': 'one\n' });
  const next = await givenNextVersion(api, account, { shelf: first, files: { 'a.md': 'same\n', 'b.md': 'two\n' } });
  const prefix = `users/${account.publicId}/shelves/${first.publicId}/`;
  await api.storage.removePrefix(`${prefix}archives/`);
  for await (const { key } of api.storage.list(`${prefix}files/`))
    if (key.endsWith('/a.md')) await api.storage.remove([key]);
  const response = await getOf(next, 'from=1&to=2');
  expect([response.statusCode, response.json<Diff>().files[0]?.patch]).toEqual([
    200,
    expect.stringContaining('-one\n+two\n'),
  ]);
});

test('reads many changed files from the archives', async () => {
  const { account } = owner;
  const tree = (text: string) =>
    Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`${i}.md`, `${text} ${i}\n`]));
  const first = await givenReadyShelf(api, account, tree('one'));
  const next = await givenNextVersion(api, account, { shelf: first, files: tree('two') });
  await api.storage.removePrefix(`users/${account.publicId}/shelves/${first.publicId}/files/`);
  const { files, summary } = (await getOf(next, 'from=1&to=2')).json<Diff>();
  expect(summary).toMatchObject({ modified: 30, totalFiles: 30 });
  expect(files.find(({ path }) => path === '7.md')?.patch).toContain('-one 7\n+two 7\n');
});

test.each([
  ['to=1', 'from', 'required'],
  ['from=1', 'to', 'required'],
  ['from=&to=1', 'from', 'invalid_type'],
  ['from=a&to=1', 'from', 'invalid_type'],
  ['from=1.5&to=1', 'from', 'invalid_type'],
  ['from=1&from=2&to=1', 'from', 'invalid_type'],
  ['from=0&to=-1', 'to', 'too_small'],
])('refuses %s with 400 that names the field', async (query, field, reason) => {
  const response = await get(query);
  expect([response.statusCode, response.json()]).toMatchObject([400, { details: { field, reason } }]);
});

test.each(['from=1&to=3', 'from=3&to=3', 'from=99&to=0', 'from=0&to=99999999999', `from=${'9'.repeat(40)}&to=1`])(
  'an absent version is 404: %s',
  async (query) => {
    const response = await get(query);
    expect([response.statusCode, response.json<{ message: string }>().message]).toEqual([
      404,
      'There is no such version.',
    ]);
  },
);

test('answers 401, malformed 400, shelf 404, 409, then the absent version 404', async () => {
  expect((await api.request({ url: `/v1/shelves/shf_x/diff` })).statusCode).toBe(401);
  const nobody = `shf_${'0'.repeat(24)}`;
  expect((await api.as(owner.key)({ url: `/v1/shelves/${nobody}/diff?from=x&to=1` })).statusCode).toBe(400);
  expect((await api.as(owner.key)({ url: `/v1/shelves/${nobody}/diff?from=1&to=1` })).statusCode).toBe(404);
  const stranger = await api.user();
  expect((await api.as(stranger.key)({ url: `/v1/shelves/${shelf.publicId}/diff?from=1&to=2` })).statusCode).toBe(404);
  const working = await givenShelf(api.database.manager, owner.account.id);
  for (const query of ['from=0&to=0', 'from=9&to=9'])
    expect((await getOf(working, query)).json()).toMatchObject({ code: 'CONFLICT', details: { status: 'uploading' } });
});
