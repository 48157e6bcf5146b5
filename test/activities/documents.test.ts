import { writeFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { extract } from 'tar-stream';
import type { DocumentEngine } from '../../activities/index.js';
import { Event } from '../../entities/event.js';
import { findCurrentVersion, listVersionFiles } from '../../entities/queries/versions.js';
import { Shelf } from '../../entities/shelf.js';
import { Version } from '../../entities/version.js';
import type { DocumentInfo } from '../../engine/model.js';
import { NO_PAGES } from '../../engine/page-tally.js';
import type { EnginePool } from '../../worker/engine-pool.js';
import { STALE_RUN } from '../../workflows/messages.js';
import { attemptOf, inputOf, runActivity, startActivities, type ActivityTest } from '../support/activities.js';
import { startEngine } from '../support/engine.js';
import { pageMarks, textPdf } from '../support/marked-pdf.js';

const PAGES = 6;
let env: ActivityTest;
let pool: EnginePool;
let pdf: Buffer;
/** Names of the engine's methods in the order of their calls. */
let engineCalls: string[] = [];

beforeAll(async () => {
  pool = startEngine({ startAhead: true });
  const engine: DocumentEngine = {
    inspect: (path, options) => noting('inspect', () => pool.inspect(path, options)),
    parsePages: (task) => noting('parsePages', () => pool.parsePages(task)),
    chooseLanguages: (task) => noting('chooseLanguages', () => pool.chooseLanguages(task)),
    recognisePages: (task) => noting('recognisePages', () => pool.recognisePages(task)),
    structure: (task) => noting('structure', () => pool.structure(task)),
    verify: (task) => noting('verify', () => pool.verify(task)),
    conclude: (task) => noting('conclude', () => pool.conclude(task)),
    convert: (task) => noting('convert', () => pool.convert(task)),
    edit: (task) => noting('edit', () => pool.edit(task)),
    draw: (task) => noting('draw', () => pool.draw(task)),
    measure: (path, options) => noting('measure', () => pool.measure(path, options)),
  };
  env = await startActivities({ engine });
  pdf = await textPdf(PAGES);
});
afterAll(async () => {
  await pool?.close();
  await env?.stop();
});

function noting<T>(name: string, work: () => Promise<T>): Promise<T> {
  engineCalls.push(name);
  return work();
}

/** Runs everything up to the verified tree. */
async function work(shelf: Shelf): Promise<void> {
  const input = inputOf(shelf);
  const { documents, shelves } = env.activities;
  const document = { ...input, pageCount: PAGES, pagesPerRange: 4 };
  await runActivity(shelves.recordStep, { ...input, step: 'parsing' });
  expect(await runActivity(documents.inspectDocument, input)).toMatchObject({ pageCount: PAGES });
  const asks = { ...input, pagesPerRange: 4 };
  // the workflows of an earlier build keep to the length that they ask for
  expect(await runActivity(documents.inspectDocument, asks)).toMatchObject({ pagesPerRange: 4 });
  const told = await runActivity(documents.inspectDocument, { ...asks, takesLength: true });
  expect(told).toMatchObject({ pageCount: PAGES, pagesPerRange: 3 });
  await runActivity(documents.parsePages, { ...input, first: 1, last: 4 });
  await runActivity(documents.parsePages, { ...input, first: 5, last: 6 });
  await runActivity(documents.structureShelf, document);
  await runActivity(documents.verifyShelf, document);
}

const publish = (shelf: Shelf, versionPublicId: string) =>
  runActivity(env.activities.shelves.publishVersion, { ...inputOf(shelf), versionPublicId, pageCount: PAGES });

test('a run makes a version of the PDF; each step done once is not done again', async () => {
  engineCalls = [];
  const shelf = await env.givenStoredShelf(pdf);
  await work(shelf);
  const row = await env.manager.findOneByOrFail(Shelf, { id: shelf.id });
  expect(row).toMatchObject({ status: 'parsing', pageCount: PAGES, pagesDone: PAGES });

  await work(shelf);
  expect(engineCalls).toEqual(['inspect', 'parsePages', 'parsePages', 'structure', 'verify']);

  const first = `ver_${'1'.repeat(24)}`;
  await publish(shelf, first);
  await publish(shelf, `ver_${'2'.repeat(24)}`); // as after an answer that was lost
  const ready = await env.manager.findOneByOrFail(Shelf, { id: shelf.id });
  expect(ready).toMatchObject({ status: 'ready', currentVersionNumber: 1, auditStatus: expect.any(String) });
  expect(await env.manager.countBy(Version, { shelfId: shelf.id })).toBe(1);
  expect(await env.manager.countBy(Event, { shelfId: shelf.id, type: 'shelf.ready' })).toBe(1);

  await runActivity(env.activities.shelves.removeWork, inputOf(shelf));
  const keys = await env.keys(`users/${env.account.publicId}/shelves/${shelf.publicId}/`);
  expect(keys.filter((key) => key.includes('/runs/'))).toEqual([]);
  expect(keys.every((key) => key.includes(first))).toBe(true);
  await expectVersionToHold(shelf);
});

test('pages whose text is to be recognised are finished once it is', async () => {
  const shelf = await env.givenStoredShelf(pdf);
  const input = inputOf(shelf);
  // every second page is a picture
  const read = async (pages: number[], outPath: string, toRecognise: number[]) => {
    await writeFile(outPath, 'pages');
    const tally = { pages: pages.length, withText: 0, timedOut: 0, tooLarge: 0, damaged: 0 };
    return { tally, toRecognise };
  };
  const scanning: Partial<DocumentEngine> = {
    parsePages: ({ first, last, outPath }) => {
      const pages = Array.from({ length: last - first + 1 }, (_, i) => first + i);
      return read(
        pages,
        outPath,
        pages.filter((page) => page % 2 === 1),
      );
    },
    recognisePages: ({ pages, outPath }) => read([...pages], outPath, []),
  };
  const { documents, shelves } = env.build({ engine: { ...pool, ...scanning } });
  const pagesDone = async () => (await env.manager.findOneByOrFail(Shelf, { id: shelf.id })).pagesDone;
  await runActivity(shelves.recordStep, { ...input, step: 'parsing' });
  await runActivity(documents.inspectDocument, input);
  await runActivity(documents.parsePages, { ...input, first: 1, last: 4 });
  expect(await pagesDone()).toBe(2);
  await runActivity(documents.parsePages, { ...input, first: 5, last: 6 });
  expect(await pagesDone()).toBe(3);
  await runActivity(documents.recognisePages, { ...input, pages: [1, 3] });
  expect(await pagesDone()).toBe(5);
  await runActivity(documents.recognisePages, { ...input, pages: [1, 3] });
  await runActivity(documents.recognisePages, { ...input, pages: [5] });
  expect(await pagesDone()).toBe(PAGES);
});

test('an attempt at the inspection that was slept through and replaced does not move the shelf back', async () => {
  const shelf = await env.givenStoredShelf(pdf);
  const input = inputOf(shelf);
  const inspect: DocumentEngine['inspect'] = async (path, options) => {
    const info = await pool.inspect(path, options);
    await runActivity(env.activities.shelves.recordStep, { ...input, step: 'structuring' }); // by the attempt after it
    return info;
  };
  const { documents, shelves } = env.build({ engine: { ...pool, inspect } });
  await runActivity(shelves.recordStep, { ...input, step: 'parsing' });
  await runActivity(documents.inspectDocument, input);
  const row = await env.manager.findOneByOrFail(Shelf, { id: shelf.id });
  expect(row).toMatchObject({ status: 'structuring', progressStep: 'structuring', pageCount: PAGES });
});

/** The version's objects and archive are what its manifest says, in its order, and hold every page. */
async function expectVersionToHold(shelf: Shelf): Promise<void> {
  const where = { accountId: env.account.id, shelfPublicId: shelf.publicId };
  const version = (await findCurrentVersion(env.manager, where))?.version;
  if (!version) throw new Error('no version');
  const files = await listVersionFiles(env.manager, version.id);
  const texts: string[] = [];
  for (const file of files) {
    const stored = await env.storage.get(version.prefix + file.path);
    expect({ sizeBytes: stored.length, sha256: sha256(stored) }).toEqual({
      sizeBytes: file.sizeBytes,
      sha256: file.sha256,
    });
    if (/^\d.*\.md$/.test(file.path)) texts.push(stored.toString());
  }
  expect(pageMarks(texts)).toEqual([1, 2, 3, 4, 5, 6]);
  const archive = await env.storage.get(version.archiveKey);
  expect(sha256(archive)).toBe(version.archiveSha256);
  const entries = await entriesOf(gunzipSync(archive));
  expect(entries.map(({ name }) => name)).toEqual(files.map(({ path }) => path));
  expect(entries[0]).toMatchObject({ name: 'README.md', type: 'file', mode: 0o644, uid: 0, gid: 0 });
}

async function entriesOf(tar: Buffer) {
  const entries: { name: string; type?: string | null; mode?: number; uid?: number; gid?: number }[] = [];
  for await (const entry of Readable.from([tar]).pipe(extract())) {
    entries.push(entry.header);
    entry.resume();
  }
  return entries;
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test('a run that is started afresh while it publishes writes over its own files, not beside them', async () => {
  const shelf = await env.givenStoredShelf(pdf);
  await work(shelf);
  const noted = `ver_${'3'.repeat(24)}`;
  const note = `users/${env.account.publicId}/shelves/${shelf.publicId}/runs/1/version.json`;
  await env.storage.put(note, JSON.stringify({ publicId: noted }), 'application/json');
  await publish(shelf, `ver_${'4'.repeat(24)}`);
  const { publicId } = await env.manager.findOneByOrFail(Version, { shelfId: shelf.id });
  expect(publicId).toBe(noted);
});

test('a run that fails while it publishes leaves no files of the version behind', async () => {
  const shelf = await env.givenStoredShelf(pdf);
  const prefix = `users/${env.account.publicId}/shelves/${shelf.publicId}/`;
  const version = `ver_${'5'.repeat(24)}`;
  await env.storage.put(`${prefix}runs/1/version.json`, JSON.stringify({ publicId: version }), 'application/json');
  await env.storage.put(`${prefix}files/${version}/README.md`, '# Half', 'text/markdown');
  await env.storage.put(`${prefix}archives/${version}.tar.gz`, 'half', 'application/gzip');
  await runActivity(env.activities.shelves.recordFailure, { ...inputOf(shelf), step: 'verifying', reason: 'internal' });
  await runActivity(env.activities.shelves.removeWork, inputOf(shelf));
  expect(await env.keys(prefix)).toEqual([]);
});

test('a superseded run writes nothing', async () => {
  const shelf = await env.givenStoredShelf(pdf);
  const input = inputOf(shelf);
  await env.manager.update(Shelf, { id: shelf.id }, { run: 2 });
  const { shelves, documents } = env.activities;
  const stale = { type: STALE_RUN, nonRetryable: true };
  await expect(runActivity(shelves.openRun, input)).rejects.toMatchObject(stale);
  await expect(runActivity(shelves.recordStep, { ...input, step: 'parsing' })).rejects.toMatchObject(stale);
  await expect(runActivity(documents.inspectDocument, input)).rejects.toMatchObject(stale);
  const failure = { ...input, step: 'parsing' as const, reason: 'internal' as const };
  expect(await runActivity(shelves.recordFailure, failure)).toEqual({ recorded: false });
  expect(await env.manager.findOneByOrFail(Shelf, { id: shelf.id })).toMatchObject({ status: 'uploading', run: 2 });
});

test('a document with more pages than allowed is refused, with the number of its pages kept out of the message', async () => {
  const shelf = await env.givenStoredShelf(pdf);
  const { documents, shelves } = env.build({ maxPages: PAGES - 1 });
  const refused = { type: 'too_many_pages', nonRetryable: true };
  await expect(runActivity(documents.inspectDocument, inputOf(shelf))).rejects.toMatchObject(refused);
  await runActivity(shelves.recordFailure, { ...inputOf(shelf), step: 'parsing', reason: 'too_many_pages' });
  expect(await env.manager.findOneByOrFail(Shelf, { id: shelf.id })).toMatchObject({
    status: 'failed',
    failedAtStep: 'parsing',
    errorMessage: 'The PDF has too many pages.',
  });
});

test('a cancelled parse stops the engine, heartbeats until then and leaves no object', async () => {
  const shelf = await env.givenStoredShelf(pdf);
  const started = Promise.withResolvers<void>();
  let aborted = false;
  const hanging: Partial<DocumentEngine> = {
    parsePages: async ({ outPath, signal }) => {
      await writeFile(outPath, 'half');
      started.resolve();
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          aborted = true;
          reject(signal.reason as Error);
        });
      });
    },
  };
  const { documents } = env.build({ engine: { ...pool, ...hanging } });
  const activity = attemptOf();
  const beaten = new Promise((resolve) => activity.once('heartbeat', resolve));
  const running = activity.run(documents.parsePages, { ...inputOf(shelf), first: 1, last: 4 });
  await started.promise;
  await beaten;
  activity.cancel();
  await expect(running).rejects.toMatchObject({ name: 'CancelledFailure' });
  expect(aborted).toBe(true);
  expect(await env.keys(`users/${env.account.publicId}/shelves/${shelf.publicId}/`)).toEqual([]);
});

test('the source of a document is fetched once for ranges that are parsed together', async () => {
  const shelf = await env.givenStoredShelf(pdf);
  const paths = new Set<string>();
  const engine: DocumentEngine = {
    ...pool,
    inspect: async () => ({ pageCount: 8 }) as DocumentInfo,
    parsePages: async ({ pdfPath, outPath }) => {
      paths.add(pdfPath);
      await writeFile(outPath, '');
      return { tally: NO_PAGES, toRecognise: [] };
    },
  };
  const { documents } = env.build({ engine });
  const input = inputOf(shelf);
  await Promise.all([
    runActivity(documents.parsePages, { ...input, first: 1, last: 4 }),
    runActivity(documents.parsePages, { ...input, first: 5, last: 8 }),
  ]);
  expect(paths.size).toBe(1);
});
