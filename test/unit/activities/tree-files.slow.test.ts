/** Trees that an engine process has written, which a hostile PDF may have taken over. */
import { randomBytes } from 'node:crypto';
import { createWriteStream, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import * as treeFiles from '../../../activities/tree-files.js';
import { attemptOf } from '../../support/activities.js';

const { signal } = new AbortController();
const unpackTreeFiles: typeof treeFiles.unpackTreeFiles = (...given) =>
  attemptOf().run(() => treeFiles.unpackTreeFiles(...given));
const unpackEditedFiles: typeof treeFiles.unpackEditedFiles = (...given) =>
  attemptOf().run(() => treeFiles.unpackEditedFiles(...given));
const QUALITY = { tier: 'full', granularity: 'document', fallbackApplied: false };
const FINDING = { check: 'content', severity: 'warning', message: 'M', code: 'lost_text' };
const AUDIT = { status: 'passed', summary: 'S', findings: [FINDING], repairAttempts: 0 };
const REST = { title: 'T', quality: QUALITY, audit: AUDIT };
const README = { path: 'README.md', content: '# T\n' };

let folder: string;
let packedPath: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trees-'));
  packedPath = join(folder, 'packed');
});
afterEach(() => rmSync(folder, { recursive: true }));

function unpack(tree: unknown): Promise<unknown> {
  writeFileSync(packedPath, gzipSync(JSON.stringify(tree)));
  return unpackTreeFiles(packedPath, folder, signal);
}

test('files are unpacked one by one, the rest of the tree with them', async () => {
  const { files, ...rest } = (await unpack({ ...REST, files: [README] })) as Awaited<
    ReturnType<typeof unpackTreeFiles>
  >;
  expect(rest).toEqual({ ...REST, engineVersion: null });
  expect(files).toMatchObject([{ path: 'README.md', sizeBytes: 4 }]);
  expect((await files[0]!.content()).toString()).toBe('# T\n');
});

test.each([
  ['0.5.2', '0.5.2'],
  ['<b>newest</b>', null],
  [7, null],
])('of the engine that made a tree, %p says %p', async (engineVersion, known) => {
  expect(await unpack({ ...REST, engineVersion, files: [README] })).toMatchObject({ engineVersion: known });
});

test.each([
  ['../../other/x.md'],
  ['..\\..\\x.md'],
  ['/etc/passwd'],
  ['a//b.md'],
  ['a/./b.md'],
  [''],
  ['a\u0000b.md'],
  ['\u001b]0;owned\u0007.md'],
  ['e\u0301.md'],
  [`${'x'.repeat(101)}.md`],
  [7],
  [null],
])('a path that no shelf has is refused, in a tree and in an edited one: %j', async (path) => {
  const refused = expect.objectContaining({ name: 'DocumentError', code: 'unreadable' });
  const files = [README, { path, content: 'x' }];
  await expect(unpack({ ...REST, files })).rejects.toEqual(refused);
  await expect(unpackEditedFiles(packedPath, folder, signal)).rejects.toEqual(refused);
});

test.each([
  ['a path twice', { ...REST, files: [README, README] }],
  ['a path twice but for its case', { ...REST, files: [README, { path: 'readme.MD', content: '' }] }],
  ['a file in a file', { ...REST, files: [README, { path: 'README.md/a/b.md', content: '' }] }],
  [
    'a file for a folder',
    {
      ...REST,
      files: [
        { path: 'a/b/c.md', content: '' },
        { path: 'A/b', content: '' },
      ],
    },
  ],
  ['content that is none', { ...REST, files: [{ path: 'a.md', content: { length: 1e9 } }] }],
  ['no audit', { title: 'T', quality: QUALITY, files: [README] }],
  ['no title', { quality: QUALITY, audit: AUDIT, files: [README] }],
  ['a quality of its own', { ...REST, quality: { ...QUALITY, tier: 'best' }, files: [README] }],
  ['a long summary', { ...REST, audit: { ...AUDIT, summary: 'x'.repeat(70_000) }, files: [README] }],
  ['findings that are none', { ...REST, audit: { ...AUDIT, findings: {} }, files: [README] }],
  ['a finding of its own', { ...REST, audit: { ...AUDIT, findings: [{ ...FINDING, more: [] }] }, files: [README] }],
  [
    'many findings',
    { ...REST, audit: { ...AUDIT, findings: Array.from({ length: 201 }, () => FINDING) }, files: [README] },
  ],
  ['much beside the files', { ...REST, audit: { ...AUDIT, more: 'x'.repeat(1_100_000) }, files: [README] }],
  ['many small values beside the files', { ...REST, more: Array.from({ length: 400_000 }, () => []), files: [README] }],
  ['many small values in a file', { ...REST, files: [{ ...README, more: Array.from({ length: 40 }, () => []) }] }],
])('refuses %s', async (_, tree) => {
  await expect(unpack(tree)).rejects.toMatchObject({ name: 'DocumentError', code: 'unreadable' });
});

test('an edited tree, which a client waits for, does not wait for the trees of runs', async () => {
  const pack = (name: string, count: number): string => {
    const files = Array.from({ length: count }, (_, at) => ({
      path: `${at}.md`,
      content: randomBytes(100_000).toString('hex'),
    }));
    writeFileSync(join(folder, name), gzipSync(JSON.stringify({ ...REST, files }), { level: 1 }));
    return join(folder, name);
  };
  const ended: string[] = [];
  const own = (name: string): string => mkdtempSync(join(folder, name));
  const large = pack('large', 150);
  const trees = [1, 2].map(async (one) => {
    await unpackTreeFiles(large, own('tree-'), signal);
    ended.push(`tree ${one}`);
  });
  await unpackEditedFiles(pack('edited', 4), own('edited-'), signal);
  ended.push('edited');
  await Promise.all(trees);
  expect(ended.indexOf('edited')).toBeLessThan(ended.indexOf('tree 2'));
});

test('small files beyond those that a tree may have are not written to the disk', async () => {
  const most = 1_000;
  expect(treeFiles.MAX_FILES).toBe(100_000);
  function* files(): Generator<string> {
    yield '{"files":[';
    for (let at = 0; at < 30; at += 1)
      yield Array.from({ length: 1_000 }, (_, one) => `{"path":"${at}-${one}","content":""},`).join('');
    yield '{}]}';
  }
  await pipeline(Readable.from(files()), createGzip({ level: 1 }), createWriteStream(packedPath));
  const refused = { name: 'DocumentError', message: 'the engine process has written too many files' };
  await expect(unpackEditedFiles(packedPath, folder, signal, most)).rejects.toMatchObject(refused);
  expect(readdirSync(folder).length).toBe(most + 1); // with the packed one
});

test('a file that would fill the memory is refused', async () => {
  function* file(): Generator<string> {
    yield '{"files":[{"path":"a.md","content":"';
    for (let at = 0; at < 140; at += 1) yield 'x'.repeat(1024 * 1024);
    yield '"}]}';
  }
  await pipeline(Readable.from(file()), createGzip({ level: 1 }), createWriteStream(packedPath));
  const refused = { name: 'DocumentError', code: 'unreadable' };
  await expect(unpackEditedFiles(packedPath, folder, signal)).rejects.toMatchObject(refused);
});
