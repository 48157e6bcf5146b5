/** Pages that an engine process does not survive are tried once an hour; one that does not start is not the page's fault. */
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { Version } from '../../entities/version.js';
import { buildTestApp, givenReadyShelf, type TestApp } from '../support/app.js';
import { startDrawing } from '../support/drawing.js';
import { endlessStream, pdfOfPages, pdfOfTexts } from '../support/raw-pdf.js';
import { storeSource } from '../support/sources.js';
import { OUTAGE } from '../../workflows/messages.js';

let api: TestApp;
let drawing: Awaited<ReturnType<typeof startDrawing>>;
beforeAll(async () => {
  api = await buildTestApp({ workflows: { viewPage: (...asked) => drawing.views.viewPage(...asked) } });
  drawing = await startDrawing(api, { drawMs: 3_000 });
});
afterAll(async () => {
  await drawing?.stop();
  await api?.stop();
});

test('a page that hangs the engine is marked, and the mark answers for an hour', async () => {
  const { account, key } = await api.user();
  const shelf = await givenReadyShelf(api, account);
  await storeSource(api, shelf, pdfOfPages([endlessStream(), endlessStream()]));
  const { publicId: versionPublicId } = await api.database.manager.findOneByOrFail(Version, { shelfId: shelf.id });
  await api.database.manager.transaction(async (tx) => {
    await tx.query(`SET LOCAL session_replication_role = replica`);
    await tx.update(Version, { shelfId: shelf.id }, { pageCount: 2 });
  });
  const draw = jest.spyOn(drawing.engine, 'draw');
  const refused = async (query: string) => {
    const reply = await api.as(key)({ url: `/v1/shelves/${shelf.publicId}/pages/${query}` });
    expect([reply.statusCode, reply.json()]).toMatchObject([
      409,
      { details: { reason: 'not_drawable', cause: 'timed_out' } },
    ]);
  };
  await refused('1.png?width=100');
  expect([drawing.asked.length, draw.mock.calls.length]).toEqual([1, 1]);

  for (const query of ['1.png?width=100', '1.png?width=1600', '1.png?box=0,0,0.5,0.5']) await refused(query);
  expect(drawing.asked).toHaveLength(1);
  // of requests that were queued before that the worker finds the mark
  const queued = { versionPublicId, picture: { page: 1, width: 777, box: null } };
  const request = {
    name: '1/777.png',
    accountPublicId: account.publicId,
    untilMs: Infinity,
    signal: new AbortController().signal,
  };
  expect(await drawing.views.viewPage(queued, request)).toEqual({ outcome: 'undrawable', reason: 'timed_out' });
  expect(draw).toHaveBeenCalledTimes(1);

  await refused('2.png');
  expect(draw).toHaveBeenCalledTimes(2);

  await api.database.manager.query(`UPDATE page_pictures SET drawn_at = now() - interval '61 minutes'`);
  await refused('1.png?width=100');
  expect(draw).toHaveBeenCalledTimes(3);
}, 240_000);

test('a page that a worker could not start an engine process for is not marked, and drawn by the next worker', async () => {
  const { account, key } = await api.user();
  const shelf = await givenReadyShelf(api, account);
  await storeSource(api, shelf, pdfOfTexts(['The only page.']));
  const { publicId: versionPublicId } = await api.database.manager.findOneByOrFail(Version, { shelfId: shelf.id });
  for (const picture of [{ page: 1, width: 100, box: null }, null])
    await expect(drawing.viewInBrokenWorker({ versionPublicId, picture })).rejects.toMatchObject({
      type: OUTAGE,
      nonRetryable: false,
      details: ['engine'],
    });
  expect((await api.as(key)({ url: `/v1/shelves/${shelf.publicId}/pages/1.png?width=100` })).statusCode).toBe(200);
});
