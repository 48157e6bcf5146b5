/** A worker whose files are gone cannot start engine processes: real ones, of a copy of the program. */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  type Dirent,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { pdfOfTexts } from '../../support/raw-pdf.js';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const DIST = join(ROOT, 'dist');
/** What no program of the service loads. The start-up snapshot, a file, stays behind too: with it the bundle is not read. */
const LEFT_BEHIND = new Set(['test', 'web-app', 'bench']);
const isOfProgram = (entry: Dirent) =>
  entry.isDirectory() ? !LEFT_BEHIND.has(entry.name) : entry.name === 'engine-bundle.cjs';

let copy: string;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'unstarted-'));
  for (const entry of readdirSync(DIST, { withFileTypes: true }).filter(isOfProgram))
    cpSync(join(DIST, entry.name), join(copy, 'dist', entry.name), { recursive: true });
  cpSync(join(ROOT, 'package.json'), join(copy, 'package.json'));
  symlinkSync(realpathSync(join(ROOT, 'node_modules')), join(copy, 'node_modules'));
  writeFileSync(join(copy, 'some.pdf'), pdfOfTexts(['The first page.', 'The second page.']));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Does jobs of several kinds: before, while the engine's bundle is away, and after. Prints how each of them ended. */
const PROGRAM = `
const { createEnginePool } = await import(process.env.POOL);
const { renameSync } = await import('node:fs');
const pool = createEnginePool({
  concurrency: 1,
  memoryBytes: 1024 ** 3,
  pageTimeoutMs: 20_000,
  documentTimeoutMs: 60_000,
  recognition: { languages: 'eng', dataDir: null, pageTimeoutMs: 60_000 },
  startAhead: false,
  log: { info() {} },
});
const { signal } = new AbortController();
const pdfPath = process.cwd() + '/some.pdf';
const outPath = process.cwd() + '/out';
const jobs = {
  inspect: async () => (await pool.inspect(pdfPath, { signal })).pageCount,
  read: async () => (await pool.parsePages({ pdfPath, first: 1, last: 2, outPath, signal })).lost,
  measure: async () => (await pool.measure(pdfPath, { signal })).length,
  draw: () => pool.draw({ pdfPath, page: 1, width: 100, box: null, outPath, signal }),
};
const ended = async () => {
  const ends = {};
  for (const [name, job] of Object.entries(jobs)) ends[name] = await job().catch(({ name, code }) => [name, code]);
  return ends;
};
const rounds = [await ended()];
renameSync('dist/engine-bundle.cjs', 'away.cjs');
rounds.push(await ended());
renameSync('away.cjs', 'dist/engine-bundle.cjs');
rounds.push(await ended());
await pool.close();
process.stdout.write(JSON.stringify(rounds));
`;

test('without its files no job blames the document, and with them all are done again', () => {
  const pool = pathToFileURL(join(copy, 'dist/worker/engine-pool.js')).href;
  const options = { cwd: copy, env: { ...process.env, POOL: pool }, encoding: 'utf8' } as const;
  const said = execFileSync(process.execPath, ['--input-type=module', '--eval', PROGRAM], options);
  const done = { inspect: 2, read: [], measure: 2, draw: { drawn: true } };
  const unstarted = ['EngineNotStarted', 'ENGINE_NOT_STARTED'];
  const failed = Object.fromEntries(Object.keys(done).map((name) => [name, unstarted]));
  expect(JSON.parse(said)).toEqual([done, failed, done]);
});
