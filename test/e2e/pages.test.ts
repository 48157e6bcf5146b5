/** Pages drawn by the worker: api, Temporal, engine process, object store; two instances; clients that go away. */
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { PageInfo } from '../../contract/pages.js';
import type { Shelf } from '../../contract/shelf.js';
import type { Table, TableList } from '../../contract/tables.js';
import { Version } from '../../entities/version.js';
import { pixelsOf } from '../support/drawing.js';
import { childrenRunning, suspendEngines } from '../support/engine-processes.js';
import { at, pdf } from '../support/pdf.js';
import { poll } from '../support/poll.js';
import { until } from '../support/until.js';
import { START_MS, STOP_MS, startService, type Service } from '../support/service.js';

/** A heading, a paragraph, a ruled table and a captioned drawing. */
const document = () =>
  pdf((doc) => {
    doc.fontSize(20).text('Lamps of the coast');
    doc
      .moveDown()
      .fontSize(11)
      .text('The keepers wrote down how long each lamp burned, and what was paid for its oil.');
    doc.lineWidth(1);
    for (const y of [200, 220, 240, 260]) doc.moveTo(72, y).lineTo(372, y).stroke();
    for (const x of [72, 172, 272, 372]) doc.moveTo(x, 200).lineTo(x, 260).stroke();
    const rows = [
      ['Lamp', 'Hours', 'Oil'],
      ['North', '312', '12.50'],
      ['South', '298', '-3.00'],
    ];
    for (const [row, texts] of rows.entries())
      for (const [column, text] of texts.entries()) at(doc, 80 + column * 100, 215 + row * 20, text);
    doc.rect(100, 400, 200, 100).fill('#0000ff');
    doc.fillColor('#000000');
    at(doc, 100, 520, 'Figure 1: The beam.');
  });

let service: Service;
let shelf: Shelf;
beforeAll(async () => {
  service = await startService({ ENGINE_PROCESSES: '1' });
  const { publicId } = await service.createShelf(await document());
  shelf = await service.shelfIn(publicId, ['ready', 'failed']);
}, START_MS);
afterAll(() => service?.stop(), STOP_MS);

/** A picture, asked for again while the service says that it takes too long. */
const drawn = (address: string): Promise<Response> =>
  poll(async () => {
    const reply = await service.request(address);
    return reply.status === 503 ? null : reply;
  }, 120_000);

const path = (rest: string) => `/v1/shelves/${shelf.publicId}/${rest}`;

test('a page, its picture, its figure cut out, and its table as data', async () => {
  expect(shelf.status).toBe('ready');
  const info = (await (await service.request(path('pages/1'))).json()) as PageInfo;
  expect(info).toMatchObject({ number: 1, width: 595.28, height: 841.89, rotation: 0, source: 'text' });
  const [figure] = info.figures;
  expect(figure).toMatchObject({ caption: 'Figure 1: The beam.', box: expect.any(Array) });
  const reply = await drawn(`${info.picture}?width=300&box=${figure!.box!.join(',')}`);
  const picture = await pixelsOf(Buffer.from(await reply.arrayBuffer()));
  expect([picture.width, picture.at(0.5, 0.5), picture.at(0.1, 0.9)]).toEqual([300, '#0000ff', '#0000ff']);
  const list = (await (await service.request(path('tables'))).json()) as TableList;
  expect(list.data).toMatchObject([{ number: 1, page: 1, rows: 3, columns: 3, headerRows: 1 }]);
  expect(info.tables).toEqual([1]);
  const table = (await (await service.request(path('tables/1'))).json()) as Table;
  expect(table.rows[2]).toEqual(['South', '298', '-3.00']);
}, 240_000);

test('the PDF comes back in ranges', async () => {
  const bytes = await document();
  const reply = await service.request(path('source'), { headers: { range: 'bytes=5-104' } });
  expect([reply.status, reply.headers.get('content-range')]).toEqual([206, `bytes 5-104/${bytes.length}`]);
  expect(Buffer.from(await reply.arrayBuffer()).equals(bytes.subarray(5, 105))).toBe(true);
});

test('two instances that are asked at the same time have one picture drawn', async () => {
  await service.secondApi.start();
  const second = (rest: string) =>
    fetch(`${service.secondApi.baseUrl}${path(rest)}`, { headers: { authorization: `Bearer ${service.apiKey}` } });
  const replies = await Promise.all(
    [service.request(path('pages/1.png?width=777')), second('pages/1.png?width=777')].map(async (asked) => {
      const reply = await asked;
      return { status: reply.status, etag: reply.headers.get('etag'), bytes: Buffer.from(await reply.arrayBuffer()) };
    }),
  );
  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  expect(replies[0]!.etag).toBe(replies[1]!.etag);
  expect(replies[0]!.bytes.equals(replies[1]!.bytes)).toBe(true);
  await service.worker.stop();
  const cached = await second('pages/1.png?width=777');
  expect(Buffer.from(await cached.arrayBuffer()).equals(replies[0]!.bytes)).toBe(true);
  await service.worker.start();
}, 300_000);

test('a client that goes away ends the work, and the next one gets its picture', async () => {
  const parent = service.worker.pid();
  const working = () => childrenRunning('engine-child', parent);
  // with a worker's first job the process of its next one is started
  expect((await drawn(path('pages/1.png?width=444'))).status).toBe(200);
  await until(() => working().length === 1, 'the process of the first job is gone');
  const spare = new Set(suspendEngines(parent));
  const asked = httpRequest(`${service.baseUrl}${path('pages/1.png?width=555')}`, {
    headers: { authorization: `Bearer ${service.apiKey}` },
  });
  asked.on('error', () => undefined);
  asked.end();
  // the process that was suspended ahead has taken the job: the next one is started ahead of its own
  await poll(async () => (working().some((pid) => !spare.has(pid)) ? true : null));
  asked.destroy();
  await poll(async () => (working().some((pid) => spare.has(pid)) ? null : true));
  const reply = await drawn(path('pages/1.png?width=555'));
  expect(reply.status).toBe(200);
}, 240_000);

test('a deleted shelf leaves nothing that was drawn', async () => {
  const { publicId } = await service.database.manager.findOneByOrFail(Version, {});
  const prefix = `users/${service.account.publicId}/shelves/${shelf.publicId}/pages/`;
  const pictures = async () => {
    const keys: string[] = [];
    for await (const { key } of service.storage.list(prefix)) keys.push(key);
    return keys;
  };
  expect((await pictures()).some((key) => key.includes(`/${publicId}/1/777.png`))).toBe(true);
  await service.request(`/v1/shelves/${shelf.publicId}`, { method: 'DELETE' });
  await poll(async () => ((await pictures()).length === 0 ? true : null), 60_000);
  expect((await service.request(path('pages/1.png?width=777'))).status).toBe(404);
}, 240_000);
