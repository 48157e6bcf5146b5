/** What `npm start -- some.pdf` does with a service, against a real api. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { publishVersion } from '../../entities/queries/publishing.js';
import { recordProgress, recordStep } from '../../entities/queries/runs.js';
import { Shelf } from '../../entities/shelf.js';
import { silent } from '../../local/progress.js';
import { uploadAndFollow } from '../../local/upload.js';
import { buildTestApp, type TestApp } from '../support/app.js';
import { poll } from '../support/poll.js';
import { publicationOf } from '../support/rows.js';
import { until } from '../support/until.js';

const SAMPLE = join(import.meta.dirname, '../../../local/sample/lighthouse.pdf');

let api: TestApp;
beforeAll(async () => {
  api = await buildTestApp();
});
afterAll(() => api?.stop());

test('a PDF is followed by few long polls, finished pages are reported, and its listing is printed', async () => {
  const { account, key } = await api.user();
  const { manager } = api.database;
  const baseUrl = await api.app.listen({ port: 0, host: '127.0.0.1' });
  const said: string[] = [];
  const reported: string[] = [];
  const begin = () => ({ ...silent.begin(''), report: (what: string) => void reported.push(what) });
  const following = uploadAndFollow(
    { file: SAMPLE, template: null },
    { baseUrl, apiKey: key },
    { progress: { begin }, say: (line) => said.push(line), signal: new AbortController().signal },
  );
  const shelf = await poll(() => manager.findOneBy(Shelf, { accountId: account.id }));
  const run = { publicId: shelf.publicId, run: 1 };
  const isReported = (what: string) => until(() => reported.includes(what), `"${what}" is reported`);
  await manager.transaction(async (tx) => {
    await recordStep(tx, { ...run, status: 'parsing' });
    await recordProgress(tx, { ...run, pageCount: 12, pagesDone: 0 });
  });
  await isReported('parsing, 0/12 pages');
  await recordProgress(manager, { ...run, pagesDone: 8 });
  await isReported('parsing, 8/12 pages');
  await publishVersion(manager, publicationOf(shelf));
  expect(await following).toBe(true);
  expect(said).toEqual([`Shelf ${shelf.publicId}:`, '  README.md']);
  expect(reported).toContain('uploading');
  const reads = api.logged.filter((line) => line.includes('"route":"/v1/shelves/:id"'));
  expect(reads.length).toBeLessThanOrEqual(4);
});
