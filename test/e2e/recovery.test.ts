/** What a shelf in work survives: a killed worker, a stopped one, a Temporal that has forgotten everything. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Shelf } from '../../entities/shelf.js';
import { pageMarks, textPdf } from '../support/marked-pdf.js';
import { poll } from '../support/poll.js';
import { startService, type Service } from '../support/service.js';

const PAGES = 72;
let service: Service;
let pdf: Buffer;

beforeAll(async () => {
  pdf = await textPdf(PAGES);
  // Small ranges on one process: a shelf is in `parsing` for long enough to be met there.
  service = await startService({ ENGINE_PAGES_PER_RANGE: '6', ENGINE_PROCESSES: '1' });
}, 120_000);
afterAll(() => service?.stop(), 60_000);

/** A new shelf of which some ranges are parsed and some are not. */
async function shelfInParsing(): Promise<string> {
  const { publicId } = await service.createShelf(pdf);
  await poll(async () => {
    const row = await service.database.manager.findOneByOrFail(Shelf, { publicId });
    if (row.status !== 'uploading' && row.status !== 'parsing') throw new Error(`too late: ${row.status}`);
    return (row.pagesDone ?? 0) > 0 ? row : null;
  }, 60_000);
  return publicId;
}

/** The pages whose text is in the shelf's content files. */
async function pagesOf(publicId: string): Promise<number[]> {
  const reply = await service.request(`/v1/shelves/${publicId}/tree`);
  const { files } = (await reply.json()) as { files: Record<string, string> };
  const contents = Object.entries(files).filter(([path]) => path.endsWith('.md') && path !== 'README.md');
  return pageMarks(contents.map(([, text]) => text));
}

const ALL_PAGES = Array.from({ length: PAGES }, (_, index) => index + 1);

test('a shelf becomes ready, whole, although its worker is killed while it parses', async () => {
  const publicId = await shelfInParsing();
  await service.worker.kill();
  expect((await service.getShelf(publicId)).status).toBe('parsing');
  await service.worker.start();
  const shelf = await service.shelfIn(publicId, ['ready', 'failed'], 150_000);
  expect(shelf).toMatchObject({ status: 'ready', pageCount: PAGES, currentVersionNumber: 1 });
  expect(await pagesOf(publicId)).toEqual(ALL_PAGES);
}, 240_000);

test('a shelf becomes ready although Temporal’s database is wiped while it is in work', async () => {
  const publicId = await shelfInParsing();
  await service.temporal.wipe();
  const shelf = await service.shelfIn(publicId, ['ready', 'failed'], 280_000);
  expect(shelf).toMatchObject({ status: 'ready', currentVersionNumber: 1 });
  expect(await pagesOf(publicId)).toEqual(ALL_PAGES);
}, 360_000);

test('a worker that is stopped ends in order, and its shelf is taken up by the next', async () => {
  const publicId = await shelfInParsing();
  await service.worker.stop();
  await service.worker.start();
  expect(await service.shelfIn(publicId, ['ready', 'failed'], 120_000)).toMatchObject({ status: 'ready' });
}, 200_000);

test('a shelf that is deleted while it is parsed leaves neither objects nor rows', async () => {
  const publicId = await shelfInParsing();
  const { uploadId } = await service.database.manager.findOneByOrFail(Shelf, { publicId });
  const reply = await service.request(`/v1/shelves/${publicId}`, { method: 'DELETE' });
  expect(reply.status).toBe(200);
  await poll(async () => ((await service.database.manager.countBy(Shelf, { publicId })) === 0 ? true : null), 60_000);
  const keys: string[] = [];
  for await (const { key } of service.storage.list('users/')) keys.push(key);
  expect(keys.filter((key) => key.includes(publicId))).toEqual([]);
  const left = await service.database.manager.query('SELECT id FROM uploads WHERE id = $1', [uploadId]);
  expect(left).toEqual([]);
}, 120_000);

test('no work files are left of shelves that are ready', async () => {
  await poll(async () => {
    for await (const { key } of service.storage.list('users/')) if (key.includes('/runs/')) return null;
    return true;
  }, 30_000);
});
