import { loadavg } from 'node:os';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Shelf } from '../../entities/shelf.js';
import { textPdf } from '../support/marked-pdf.js';
import { pdf } from '../support/pdf.js';
import { poll } from '../support/poll.js';
import { givenAccount, givenApiKey } from '../support/rows.js';
import { startService, type Service } from '../support/service.js';

const BOOKS = 50;
const PAGES = 300;
/** What is promised. The tests of other files run beside this one, so that the whole takes some times as long. */
const READY_WITHIN_MS = 10_000;
const SLACK = 5;

let service: Service;

beforeAll(async () => {
  // two workers with an engine process each, as npm start has them on two processors
  service = await startService({
    ENGINE_PROCESSES: '1',
    LIMIT_CREATES_PER_HOUR: '1000',
    LIMIT_WRITES_PER_MINUTE: '1000',
  });
  await service.secondWorker.start();
}, 180_000);
afterAll(async () => {
  // there is no need to wait for what is left of the books
  await service?.worker.kill();
  await service?.secondWorker.kill();
  await service?.stop();
}, 60_000);

/** Uploads with a key of the account's own; answers the shelf's id. */
async function upload(bytes: Buffer, apiKey: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), 'document.pdf');
  const headers = { authorization: `Bearer ${apiKey}` };
  const reply = await service.request('/v1/shelves', { method: 'POST', body: form, headers });
  expect(reply.status).toBe(201);
  return ((await reply.json()) as { publicId: string }).publicId;
}

test('with fifty books of one account waiting, the page of another account is ready within seconds', async () => {
  const { manager } = service.database;
  const bytes = await textPdf(PAGES);
  for (let sent = 0; sent < BOOKS; sent++) await upload(bytes, service.apiKey);
  // all have begun, so that whatever is done first has been queued for all of them
  await poll(async () => ((await manager.countBy(Shelf, { status: 'uploading' })) === 0 ? true : null), 120_000);
  const other = await givenAccount(manager);
  const page = await pdf((doc) => doc.fontSize(11).text('One page of a letter, and that is all there is to it.'));
  const apiKey = await givenApiKey(manager, other.id);

  const startedMs = performance.now();
  const publicId = await upload(page, apiKey);
  const ready = await poll(
    async () => {
      const shelf = await manager.findOneByOrFail(Shelf, { publicId });
      return ['ready', 'failed'].includes(shelf.status) ? shelf : null;
    },
    READY_WITHIN_MS * SLACK,
    100,
  );
  const tookMs = performance.now() - startedMs;
  expect(ready).toMatchObject({ status: 'ready', pageCount: 1 });
  const unfinished = BOOKS + 1 - (await manager.countBy(Shelf, { status: 'ready' }));
  process.stderr.write(
    `ready after ${(tookMs / 1000).toFixed(1)} s, before ${unfinished} of ${BOOKS} books; load ${loadavg()[0]?.toFixed(1)}\n`,
  );
  // most books are still to be done: it has not waited for its turn among them
  expect(unfinished).toBeGreaterThan(BOOKS / 2);
}, 300_000);
