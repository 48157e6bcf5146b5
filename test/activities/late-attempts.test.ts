/**
 * An attempt that stands still for longer than its heartbeats may, and continues once another attempt has done its work
 * and the draft was given up. Over a real database, object store and engine.
 */
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { runPrefix, versionKeys, workFiles } from '../../infra/object-keys.js';
import { newPublicId } from '../../entities/ids.js';
import { Shelf } from '../../entities/shelf.js';
import { Version } from '../../entities/version.js';
import type { EnginePool } from '../../worker/engine-pool.js';
import { STALE_RUN } from '../../workflows/messages.js';
import { inputOf, runActivity, startActivities, type ActivityTest } from '../support/activities.js';
import { startEngine } from '../support/engine.js';
import { textPdf } from '../support/marked-pdf.js';

const PAGES = 2;
let env: ActivityTest;
let pool: EnginePool;
let pdf: Buffer;

beforeAll(async () => {
  pool = startEngine({ startAhead: true });
  env = await startActivities({ engine: pool });
  pdf = await textPdf(PAGES);
});
afterEach(() => void jest.restoreAllMocks());
afterAll(async () => {
  await pool?.close();
  await env?.stop();
});

const rowOf = ({ id }: Shelf): Promise<Shelf> => env.manager.findOneByOrFail(Shelf, { id });
const keysOf = ({ publicId }: Shelf) => env.keys(`users/${env.account.publicId}/shelves/${publicId}/`);
const draftsOf = async ({ id: shelfId }: Shelf): Promise<string[]> =>
  (await env.manager.findBy(Version, { shelfId })).map(({ publicId }) => publicId);

/** A shelf whose pages are parsed. */
async function parsed(): Promise<Shelf> {
  const shelf = await env.givenStoredShelf(pdf, { reviewMode: true });
  const { documents } = env.activities;
  await runActivity(documents.inspectDocument, inputOf(shelf));
  await runActivity(documents.parsePages, { ...inputOf(shelf), first: 1, last: PAGES });
  return shelf;
}

/** What the workflow asks for. */
async function documentOf(shelf: Shelf) {
  const { draftsGivenUp } = await runActivity(env.activities.shelves.openRun, inputOf(shelf));
  return { ...inputOf(shelf), pageCount: PAGES, pagesPerRange: PAGES, draftsGivenUp };
}
const structure = async (shelf: Shelf) => runActivity(env.activities.documents.structureShelf, await documentOf(shelf));
const verify = async (shelf: Shelf) => runActivity(env.activities.documents.verifyShelf, await documentOf(shelf));

/** What the workflow asks for; that of release 0.4.0 did not say how many drafts had been given up. */
async function publicationOf(shelf: Shelf, { release = 'this' } = {}) {
  const { draftsGivenUp } = await runActivity(env.activities.shelves.openRun, inputOf(shelf));
  const input = { ...inputOf(shelf), versionPublicId: newPublicId('ver'), pageCount: PAGES };
  return release === 'this' ? { ...input, draftsGivenUp } : input;
}

async function publish(shelf: Shelf): Promise<string> {
  const { draft } = await runActivity(env.activities.shelves.publishVersion, await publicationOf(shelf));
  return draft as string;
}

async function giveUp(shelf: Shelf, draft: string): Promise<void> {
  await runActivity(env.activities.shelves.giveUpDraft, { ...inputOf(shelf), draft });
  await runActivity(env.activities.shelves.removeDraft, { ...inputOf(shelf), draft });
}

/** The first who comes to one of the places stands still until it is let go; all others pass. */
function freezeAt(...places: ('remove' | 'upload' | 'transaction')[]) {
  const [reached, thawed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isFirst = true;
  const pass = async (): Promise<void> => {
    if (!isFirst) return;
    isFirst = false;
    reached.resolve();
    await thawed.promise;
  };
  const { storage, manager } = env;
  const [remove, upload] = [storage.remove.bind(storage), storage.upload.bind(storage)];
  const transaction = manager.transaction.bind(manager) as (work: unknown) => Promise<unknown>;
  if (places.includes('remove'))
    jest.spyOn(storage, 'remove').mockImplementation((...args) => pass().then(() => remove(...args)));
  if (places.includes('upload'))
    jest.spyOn(storage, 'upload').mockImplementation((...args) => pass().then(() => upload(...args)));
  if (places.includes('transaction'))
    jest.spyOn(manager, 'transaction').mockImplementation((work: unknown) => pass().then(() => transaction(work)));
  return { reached: reached.promise, thaw: () => thawed.resolve() };
}

test('a late attempt to give a draft up takes nothing of the one that is made after it', async () => {
  const shelf = await parsed();
  await structure(shelf);
  await verify(shelf);
  const input = { ...inputOf(shelf), draft: await publish(shelf) };
  const freeze = freezeAt('remove', 'transaction');
  const late = runActivity(env.activities.shelves.giveUpDraft, input);
  await freeze.reached;
  await runActivity(env.activities.shelves.giveUpDraft, input, 2);
  expect((await structure(shelf)).workMs).toBeGreaterThan(0);
  freeze.thaw();
  await late;
  expect((await verify(shelf)).workMs).toBeGreaterThan(0);
  const second = await publish(shelf);
  expect(await draftsOf(shelf)).toEqual([second]);
  expect(await rowOf(shelf)).toMatchObject({ status: 'review', draftsGivenUp: 1 });
});

test.each([
  ['before its last object', 'upload', 'this'],
  ['before its transaction', 'transaction', 'this'],
  ['before its last object', 'upload', '0.4.0'],
  ['before its transaction', 'transaction', '0.4.0'],
] as const)(
  'a publishing attempt that stood still %s does not bring back a draft that was given up (%s, workflow of release %s)',
  async (_, place, release) => {
    const shelf = await parsed();
    await structure(shelf);
    await verify(shelf);
    const input = await publicationOf(shelf, { release });
    const freeze = freezeAt(place);
    const late = runActivity(env.activities.shelves.publishVersion, input);
    await freeze.reached;
    const { draft } = await runActivity(env.activities.shelves.publishVersion, input, 2);
    await giveUp(shelf, draft as string);
    freeze.thaw();
    await expect(late).rejects.toMatchObject({ type: STALE_RUN });
    expect(await rowOf(shelf)).toMatchObject({ status: 'structuring', draftVersionId: null });
    await expectNext(shelf, draft as string);
  },
);

test('nor does one that stood still before its first step', async () => {
  const shelf = await parsed();
  await structure(shelf);
  await verify(shelf);
  const input = await publicationOf(shelf);
  const { draft } = await runActivity(env.activities.shelves.publishVersion, input, 2);
  await giveUp(shelf, draft as string);
  await structure(shelf);
  await verify(shelf);
  const late = runActivity(env.activities.shelves.publishVersion, input);
  await expect(late).rejects.toMatchObject({ type: STALE_RUN });
  await expectNext(shelf, draft as string);
});

test.each(['structureShelf', 'verifyShelf'] as const)(
  'what a %s attempt makes that stood still before its first step does not pass for the next draft’s',
  async (step) => {
    const shelf = await parsed();
    const input = await documentOf(shelf);
    await structure(shelf);
    await verify(shelf);
    await giveUp(shelf, await publish(shelf));
    const late = runActivity(env.activities.documents[step], input);
    await expect(late).rejects.toMatchObject({ type: STALE_RUN });
    expect((await structure(shelf)).workMs).toBeGreaterThan(0);
    expect((await verify(shelf)).workMs).toBeGreaterThan(0);
  },
);

test.each(['structureShelf', 'verifyShelf'] as const)(
  'a %s attempt that stood still before it stored what it had made changes nothing of the next draft',
  async (step) => {
    const shelf = await parsed();
    const input = await documentOf(shelf);
    if (step === 'verifyShelf') await structure(shelf);
    const freeze = freezeAt('upload');
    const late = runActivity(env.activities.documents[step], input);
    await freeze.reached;
    await structure(shelf);
    await verify(shelf);
    const first = await publish(shelf);
    await runActivity(env.activities.shelves.giveUpDraft, {
      ...inputOf(shelf),
      draft: first,
      template: 'legal-contract',
    });
    await structure(shelf);
    if (step === 'verifyShelf') await verify(shelf);
    freeze.thaw();
    await late;
    await verify(shelf);
    expect(await templateOf(shelf, await publish(shelf))).toBe('legal-contract');
  },
);

/** The template that a version's files were structured by. */
async function templateOf(shelf: Shelf, version: string): Promise<unknown> {
  const { prefix } = versionKeys(env.account.publicId, shelf.publicId, version);
  const metadata = JSON.parse((await env.storage.get(`${prefix}metadata.json`)).toString()) as { template: unknown };
  return metadata.template;
}

/** A second draft, structured by another template than the first. */
async function secondDraft(shelf: Shelf): Promise<void> {
  await structure(shelf);
  await verify(shelf);
  const template = 'legal-contract';
  await runActivity(env.activities.shelves.giveUpDraft, { ...inputOf(shelf), draft: await publish(shelf), template });
  await structure(shelf);
  await verify(shelf);
}

test('a draft that a worker of release 0.5.0 has structured is published', async () => {
  const shelf = await parsed();
  await secondDraft(shelf);
  const prefix = runPrefix(env.account.publicId, shelf.publicId, shelf.run);
  const files = [workFiles.unverifiedTree, workFiles.tree];
  await env.storage.remove(files.map((file) => prefix + workFiles.ofDraft(file, 1)));
  expect([await structure(shelf), await verify(shelf)]).toEqual([{ workMs: 0 }, { workMs: 0 }]);
  expect(await templateOf(shelf, await publish(shelf))).toBe('legal-contract');
});

test('of drafts that were given up, the trees of the last one alone are kept', async () => {
  const shelf = await parsed();
  for (let drafts = 0; drafts < 4; drafts += 1) {
    await structure(shelf);
    await verify(shelf);
    await giveUp(shelf, await publish(shelf));
  }
  const prefix = runPrefix(env.account.publicId, shelf.publicId, shelf.run);
  const folders = [1, 2, 3, 4].map((draft) => prefix + workFiles.draftPrefix(draft));
  const keys = await keysOf(shelf);
  expect(folders.map((folder) => keys.filter((key) => key.startsWith(folder)).length)).toEqual([0, 0, 2, 0]);
});

test('a worker of release 0.5.0 finds the draft that is to be published under the key that it knows', async () => {
  const shelf = await parsed();
  await secondDraft(shelf);
  const prefix = runPrefix(env.account.publicId, shelf.publicId, shelf.run);
  const trees = [workFiles.ofDraft(workFiles.tree, 1), workFiles.tree].map((file) => env.storage.get(prefix + file));
  const [own, shared] = await Promise.all(trees);
  expect(shared?.equals(own!)).toBe(true);
  expect(await keysOf(shelf)).toContain(prefix + workFiles.made(workFiles.tree, 1));
});

/** The run continues to another draft, which is approved; at its end nothing is left of the one that was given up. */
async function expectNext(shelf: Shelf, givenUp: string): Promise<void> {
  await structure(shelf);
  await verify(shelf);
  const next = await publish(shelf);
  expect(next).not.toBe(givenUp);
  const approval = { ...inputOf(shelf), draft: next, operationsKey: null, versionPublicId: newPublicId('ver') };
  await runActivity(env.activities.shelves.approveShelf, approval);
  await runActivity(env.activities.shelves.removeWork, inputOf(shelf));
  expect(await rowOf(shelf)).toMatchObject({ status: 'ready', currentVersionNumber: 1 });
  expect(await draftsOf(shelf)).toEqual([next]);
  const { prefix, archiveKey } = versionKeys(env.account.publicId, shelf.publicId, next);
  const keys = await keysOf(shelf);
  expect(keys).toContain(archiveKey);
  expect(keys.filter((key) => key !== archiveKey && !key.startsWith(prefix))).toEqual([]);
}

test('what was structured and verified since a draft was given up is not done again, however the run is lost', async () => {
  const shelf = await parsed();
  await structure(shelf);
  await verify(shelf);
  await giveUp(shelf, await publish(shelf));
  expect((await structure(shelf)).workMs).toBeGreaterThan(0);
  expect((await verify(shelf)).workMs).toBeGreaterThan(0);
  expect(await structure(shelf)).toEqual({ workMs: 0 });
  expect(await verify(shelf)).toEqual({ workMs: 0 });

  // as a worker of release 0.4.0 gives up
  const prefix = runPrefix(env.account.publicId, shelf.publicId, shelf.run);
  await env.storage.remove([prefix + workFiles.unverifiedTree, prefix + workFiles.tree]);
  expect((await structure(shelf)).workMs).toBeGreaterThan(0);
  expect((await verify(shelf)).workMs).toBeGreaterThan(0);
});
