/**
 * Two accounts at once. What comes out is compared with first come, first served, by a state and not by the clock: then no
 * book would be unfinished when the page is ready. The time of a page alone only says how loaded the machine is.
 */
import { loadavg } from 'node:os';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Not } from 'typeorm';
import { Shelf } from '../../entities/shelf.js';
import { textPdf } from '../support/marked-pdf.js';
import { pdf } from '../support/pdf.js';
import { poll } from '../support/poll.js';
import { givenAccount, givenApiKey } from '../support/rows.js';
import { START_MS, STOP_MS, startService, type Service } from '../support/service.js';

const BOOKS = 20;
const PAGES = 300;
const AT_ONCE = 5;
const READY_WITHIN_MS = 10_000;
/** On a machine so loaded that a page alone takes seconds: so many times as long. The books alone would take minutes. */
const SLACK = 12;

let service: Service;

beforeAll(async () => {
  // two workers with an engine process each, as npm start has them on two processors
  service = await startService({
    ENGINE_PROCESSES: '1',
    LIMIT_CREATES_PER_HOUR: '1000',
    LIMIT_WRITES_PER_MINUTE: '1000',
  });
  await service.secondWorker.start();
}, START_MS);
afterAll(async () => {
  // there is no need to wait for what is left of the books
  await service?.worker.kill();
  await service?.secondWorker.kill();
  await service?.stop();
}, STOP_MS);

/** Uploads with a key of the account's own; answers the shelf's id. */
async function upload(bytes: Buffer, apiKey: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), 'document.pdf');
  const headers = { authorization: `Bearer ${apiKey}` };
  const reply = await service.request('/v1/shelves', { method: 'POST', body: form, headers });
  expect(reply.status).toBe(201);
  return ((await reply.json()) as { publicId: string }).publicId;
}

/** Uploads a page for an account of its own; answers the milliseconds until its shelf is ready. */
async function millisecondsOfAPage(): Promise<number> {
  const { manager } = service.database;
  const apiKey = await givenApiKey(manager, (await givenAccount(manager)).id);
  const page = await pdf((doc) => doc.fontSize(11).text('One page of a letter, and that is all there is to it.'));
  const startedMs = performance.now();
  const publicId = await upload(page, apiKey);
  const shelf = await poll(
    async () => {
      const now = await manager.findOneByOrFail(Shelf, { publicId });
      return ['ready', 'failed'].includes(now.status) ? now : null;
    },
    120_000,
    100,
  );
  expect(shelf).toMatchObject({ status: 'ready', pageCount: 1 });
  return performance.now() - startedMs;
}

test('with twenty books of one account waiting, the page of another account is ready within ten seconds', async () => {
  const { manager } = service.database;
  await millisecondsOfAPage(); // the first of a process is slower
  const aloneMs = await millisecondsOfAPage();
  const bytes = await textPdf(PAGES);
  for (let sent = 0; sent < BOOKS; sent += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, () => upload(bytes, service.apiKey)));
  }
  // the workers have their hands full
  const begun = async () => (await manager.countBy(Shelf, { status: 'parsing' })) >= AT_ONCE;
  await poll(async () => ((await begun()) ? true : null), 120_000);

  const tookMs = await millisecondsOfAPage();
  const unfinished = await manager.countBy(Shelf, { status: Not('ready'), accountId: service.account.id });
  const load = loadavg()[0]?.toFixed(1);
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
  process.stderr.write(
    `a page: ${seconds(aloneMs)} alone, ${seconds(tookMs)} before ${unfinished} of ${BOOKS} books; load ${load}\n`,
  );
  // it has not waited for its turn among them
  expect(unfinished).toBeGreaterThan(BOOKS / 2);
  expect(tookMs).toBeLessThan(Math.max(READY_WITHIN_MS, SLACK * aloneMs));
}, 300_000);
