/** A small document converted by one activity, over a real database, object store and engine. */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { In } from 'typeorm';
import type { DocumentEngine } from '../../activities/index.js';
import { DocumentError } from '../../engine/document-error.js';
import { newPublicId } from '../../entities/ids.js';
import { listVersionFiles } from '../../entities/queries/versions.js';
import { Shelf } from '../../entities/shelf.js';
import { Version } from '../../entities/version.js';
import { runPrefix, versionKeys, workFiles } from '../../infra/object-keys.js';
import { RELEASE } from '../../infra/release.js';
import type { EnginePool } from '../../worker/engine-pool.js';
import { STALE_RUN } from '../../workflows/messages.js';
import { inputOf, runActivity, startActivities, type ActivityTest } from '../support/activities.js';
import { startEngine } from '../support/engine.js';
import { textPdf } from '../support/marked-pdf.js';
import { until } from '../support/until.js';

const PAGES = 3;
let env: ActivityTest;
let pool: EnginePool;
let pdf: Buffer;

beforeAll(async () => {
  pool = startEngine({ startAhead: true });
  env = await startActivities({ engine: { ...pool, ...pool.small } });
  pdf = await textPdf(PAGES);
});
afterAll(async () => {
  await pool?.close();
  await env?.stop();
});

const rowOf = ({ id }: Shelf): Promise<Shelf> => env.manager.findOneByOrFail(Shelf, { id });
const proposal = (shelf: Shelf, smallPages = 20) => ({
  ...inputOf(shelf),
  versionPublicId: newPublicId('ver'),
  smallPages,
  draftsGivenUp: shelf.draftsGivenUp,
  takesInspected: true,
});
const convert = (
  shelf: Shelf,
  { engine, smallPages }: { engine?: Partial<DocumentEngine>; smallPages?: number } = {},
) => {
  const { documents } = engine ? env.build({ engine: { ...pool, ...engine } }) : env.activities;
  return runActivity(documents.makeSmallVersion, proposal(shelf, smallPages));
};

/** The same by an activity for each step. */
async function bySteps(shelf: Shelf, { thenVerify }: { thenVerify: boolean }): Promise<void> {
  const { documents, shelves } = env.activities;
  const document = { ...inputOf(shelf), recordsStep: true, pageCount: PAGES, pagesPerRange: PAGES, thenVerify };
  await runActivity(documents.inspectDocument, document);
  await runActivity(documents.parsePages, { ...inputOf(shelf), first: 1, last: PAGES });
  expect(await runActivity(documents.structureShelf, document)).toMatchObject(thenVerify ? { verified: true } : {});
  if (!thenVerify) await runActivity(documents.verifyShelf, document);
  await runActivity(shelves.publishVersion, { ...proposal(shelf), pageCount: PAGES });
}

async function filesOf(shelf: Shelf) {
  const version = await env.manager.findOneByOrFail(Version, { shelfId: shelf.id });
  const files = await listVersionFiles(env.manager, version.id);
  return files.map(({ path, sha256 }) => `${path} ${sha256}`);
}

test('the workflows of an earlier build, which take any answer for a version, are told nothing of what has more pages', async () => {
  const shelf = await env.givenStoredShelf(pdf);
  const { takesInspected, ...before } = proposal(shelf, PAGES - 1);
  expect(takesInspected).toBe(true);
  expect(await runActivity(env.activities.documents.makeSmallVersion, before)).toBeNull();
});

test('one process makes the tree that the steps make, alone or together', async () => {
  const [atOnce, together, apart] = [
    await env.givenStoredShelf(pdf),
    await env.givenStoredShelf(pdf),
    await env.givenStoredShelf(pdf),
  ];
  expect(await convert(atOnce)).toEqual({ draft: null });
  await bySteps(together, { thenVerify: true });
  await bySteps(apart, { thenVerify: false });
  expect(await filesOf(atOnce)).toEqual(await filesOf(apart));
  expect(await filesOf(together)).toEqual(await filesOf(apart));
  const made = await env.manager.findBy(Version, { shelfId: In([atOnce.id, together.id, apart.id]) });
  expect(made.map(({ engineVersion }) => engineVersion)).toEqual([RELEASE, RELEASE, RELEASE]);
  const [row, other] = [await rowOf(atOnce), await rowOf(apart)];
  for (const name of [
    'status',
    'pageCount',
    'qualityTier',
    'auditSummary',
    'auditFindings',
    'storageSizeBytes',
  ] as const)
    expect(row[name]).toEqual(other[name]);
  const [counted] = await env.manager.query('SELECT pages FROM counted_pages WHERE shelf_id = $1', [atOnce.id]);
  expect(counted).toEqual({ pages: PAGES });
});

test('one process does both steps of 800 pages, and not of more', async () => {
  const done = async (pageCount: number): Promise<string[]> => {
    const shelf = await env.givenStoredShelf(pdf);
    const asked: string[] = [];
    const makes =
      <T>(step: string, result: T) =>
      async ({ outPath }: { outPath: string }): Promise<T> => {
        asked.push(step);
        await writeFile(outPath, 'a tree');
        return result;
      };
    const verified = { quality: { mode: 'balanced', tier: 'full', granularity: 'section' }, audit: {} };
    const engine = {
      ...pool,
      structure: makes('structure', undefined),
      conclude: makes('conclude', verified as never),
    };
    const { documents } = env.build({ engine });
    const prefix = runPrefix(env.account.publicId, shelf.publicId, shelf.run);
    for (const file of [workFiles.info, workFiles.pages(1, pageCount)])
      await env.storage.put(prefix + file, '{}', 'application/json');
    const document = { ...inputOf(shelf), recordsStep: true, thenVerify: true, pageCount, pagesPerRange: pageCount };
    const { verified: isVerified } = await runActivity(documents.structureShelf, document);
    return [...asked, ...(isVerified ? ['verified'] : [])];
  };
  expect(await done(800)).toEqual(['conclude', 'verified']);
  expect(await done(801)).toEqual(['structure']);
});

test('the row goes through the steps, and knows its pages, while the engine is at work', async () => {
  const shelf = await env.givenStoredShelf(pdf);
  const seen: unknown[] = [];
  const watched: DocumentEngine['convert'] = async ({ onProgress, ...job }) => {
    for (const progress of [{ pageCount: 2 }, { step: 'structuring' }, { step: 'verifying' }] as const) {
      onProgress?.(progress);
      const moved = 'step' in progress ? progress.step : 'parsing';
      await until(async () => {
        const { status, pageCount } = await rowOf(shelf);
        return status === moved && pageCount === 2;
      }, `the row is in ${moved}`);
      const { status, pageCount, progressStep } = await rowOf(shelf);
      seen.push({ status, pageCount, progressStep });
    }
    return pool.convert(job);
  };
  expect(await convert(shelf, { engine: { convert: watched } })).toEqual({ draft: null });
  expect(seen).toEqual(
    ['parsing', 'structuring', 'verifying'].map((status) => ({ status, pageCount: 2, progressStep: status })),
  );
});

test('of what has more pages the steps are told what was read of it, so that none inspects it again', async () => {
  const shelf = await env.givenStoredShelf(pdf);
  const known = { pageCount: PAGES, pagesPerRange: PAGES, workMs: expect.any(Number) };
  expect(await convert(shelf, { smallPages: PAGES - 1 })).toEqual(known);
  expect(await rowOf(shelf)).toMatchObject({ status: 'parsing', pageCount: PAGES, currentVersionId: null });
  const engine = { inspect: () => Promise.reject(new Error('inspected again')) };
  const { documents } = env.build({ engine: { ...pool, ...engine } });
  const request = { ...inputOf(shelf), pagesPerRange: PAGES - 1 };
  expect(await runActivity(documents.inspectDocument, request)).toMatchObject({ pageCount: PAGES, pagesStored: false });
  // another attempt, after a draft was given up say, does not read it again
  const unread = { convert: () => Promise.reject(new Error('read again')) };
  expect(await convert(shelf, { smallPages: PAGES - 1, engine: unread })).toBeNull();
});

test('more pages than a document may have, and none, are left to the steps to refuse', async () => {
  const shelf = await env.givenStoredShelf(pdf);
  for (const pageCount of [0, 1_000_000]) {
    const about = { title: null, authors: [], language: null, bookmarks: [], pageLabels: null, tagged: false };
    const info = { pageCount, ...about };
    const told = async () => ({ pageCount: null, info });
    expect(await convert(shelf, { engine: { convert: told } })).toBeNull();
  }
  expect(await rowOf(shelf)).toMatchObject({ status: 'parsing', pageCount: null });
});

test('what is not readable so is left to the steps with nothing published', async () => {
  const shelf = await env.givenStoredShelf(pdf);
  const refusing = (error: Error): Partial<DocumentEngine> => ({ convert: () => Promise.reject(error) });
  const crash = Object.assign(new Error('killed'), { code: 'ENGINE_CRASH' });
  const late = Object.assign(new Error('took longer'), { name: 'NotSmall' });
  for (const error of [new DocumentError('verification_failed', 'no'), crash, late])
    expect(await convert(shelf, { engine: refusing(error) })).toBeNull();
  expect(await rowOf(shelf)).toMatchObject({ status: 'parsing', currentVersionId: null });
  await expect(convert(shelf, { engine: refusing(new Error('a defect')) })).rejects.toMatchObject({ type: 'Defect' });
  await bySteps(shelf, { thenVerify: true });
  expect(await rowOf(shelf)).toMatchObject({ status: 'ready', currentVersionNumber: 1 });
});

test('a scan is left to the steps, which are told its pages', async () => {
  const scan = readFileSync(new URL('../../../test/fixtures/harbour-scan.pdf', import.meta.url));
  const shelf = await env.givenStoredShelf(scan);
  expect(await convert(shelf)).toMatchObject({ pageCount: 2 });
  expect(await rowOf(shelf)).toMatchObject({ status: 'parsing', pageCount: 2 });
});

test('an attempt that began to publish and was lost is not repeated; its files go with the run', async () => {
  const shelf = await env.givenStoredShelf(pdf);
  const lost = newPublicId('ver');
  const prefix = runPrefix(env.account.publicId, shelf.publicId, shelf.run);
  const keys = versionKeys(env.account.publicId, shelf.publicId, lost);
  await env.storage.put(prefix + workFiles.smallVersion(0), JSON.stringify({ publicId: lost }), 'application/json');
  await env.storage.put(`${keys.prefix}README.md`, '# Half', 'text/markdown');
  expect(await convert(shelf)).toBeNull();
  await bySteps(shelf, { thenVerify: true });
  await runActivity(env.activities.shelves.removeWork, inputOf(shelf));
  expect(await env.keys(keys.prefix)).toEqual([]);
  expect(await env.keys(prefix)).toEqual([]);
  expect(await filesOf(shelf)).not.toEqual([]);
});

test('an attempt that stood still until the steps had published changes nothing', async () => {
  const shelf = await env.givenStoredShelf(pdf);
  const standing: DocumentEngine['convert'] = async (job) => {
    const done = await pool.convert(job);
    await bySteps(shelf, { thenVerify: true });
    return done;
  };
  await expect(convert(shelf, { engine: { convert: standing } })).rejects.toMatchObject({ type: STALE_RUN });
  expect(await env.manager.countBy(Version, { shelfId: shelf.id })).toBe(1);
  expect(await rowOf(shelf)).toMatchObject({ status: 'ready', currentVersionNumber: 1 });
});

test('the pages of a run are stored once a tree was made of them, in ranges of the same length', async () => {
  const shelf = await env.givenStoredShelf(pdf, { reviewMode: true });
  const { documents, shelves } = env.activities;
  const inspect = (pagesPerRange: number) =>
    runActivity(documents.inspectDocument, { ...inputOf(shelf), recordsStep: true, pagesPerRange });
  expect(await inspect(PAGES)).not.toHaveProperty('pagesStored');
  await runActivity(documents.parsePages, { ...inputOf(shelf), first: 1, last: PAGES });
  expect(await inspect(PAGES)).toMatchObject({ pagesStored: false });
  await bySteps(shelf, { thenVerify: true });
  const draft = await env.manager.findOneByOrFail(Version, { shelfId: shelf.id });
  await runActivity(shelves.giveUpDraft, { ...inputOf(shelf), draft: draft.publicId });
  expect(await inspect(PAGES)).toEqual({ pageCount: PAGES, workMs: 0, pagesStored: true, pagesPerRange: PAGES });
  expect(await inspect(PAGES - 1)).toMatchObject({ pagesStored: false });
  expect(await rowOf(shelf)).toMatchObject({ status: 'structuring' });
});

test('a document that one process cannot conclude is structured alone, and its verification says why', async () => {
  const shelf = await env.givenStoredShelf(pdf);
  const conclude: DocumentEngine['conclude'] = async ({ outPath }) => {
    await writeFile(outPath, 'half');
    throw new DocumentError('too_complex', 'memory');
  };
  const { documents } = env.build({ engine: { ...pool, conclude } });
  const document = { ...inputOf(shelf), recordsStep: true, pageCount: PAGES, pagesPerRange: PAGES, thenVerify: true };
  await runActivity(documents.inspectDocument, document);
  await runActivity(documents.parsePages, { ...inputOf(shelf), first: 1, last: PAGES });
  expect(await runActivity(documents.structureShelf, document)).toEqual({ workMs: expect.any(Number) });
  expect(await rowOf(shelf)).toMatchObject({ status: 'structuring' });
  expect(await runActivity(documents.verifyShelf, document)).toEqual({ workMs: expect.any(Number) });
  expect(await rowOf(shelf)).toMatchObject({ status: 'verifying' });
});
