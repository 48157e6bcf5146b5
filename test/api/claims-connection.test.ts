/** Uploads to a shelf over real sockets: refusals before the body, and bodies that do not come to their end. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { MAX_UPLOAD_BYTES } from '../../contract/vocabulary.js';
import type { Account } from '../../entities/account.js';
import { recordFailure } from '../../entities/queries/runs.js';
import { Shelf } from '../../entities/shelf.js';
import { Upload } from '../../entities/upload.js';
import { buildTestApp, givenReadyShelf, type TestApp } from '../support/app.js';
import { claimRequests } from '../support/claim-requests.js';
import { fileField, form, partHead } from '../support/forms.js';
import { listen } from '../support/listen.js';
import { givenShelf } from '../support/rows.js';
import { until } from '../support/until.js';
import { openUpload, send } from '../support/upload-socket.js';

const MIB = 1024 * 1024;
const HEAD = Buffer.concat([partHead('file', 'large.pdf', 'application/pdf'), Buffer.from('%PDF-1.7\n')]);
let api: TestApp;
let port: number;
beforeAll(async () => {
  api = await buildTestApp();
  port = await listen(api.app);
});
afterAll(() => api?.stop());

const manager = () => api.database.manager;
const { subscriber } = claimRequests(() => api);

/** Sends the head of an upload to a shelf. A refusal may come as the end of the connection while bytes are under way. */
async function open(key: string, publicId: string, headers: Record<string, string | number>) {
  const exchange = await openUpload(port, { path: `/v1/shelves/${publicId}/upload`, key, headers });
  exchange.socket.on('error', () => undefined);
  return exchange;
}

const sources = async (account: Account): Promise<number> => {
  let count = 0;
  for await (const _ of api.storage.list(`users/${account.publicId}/uploads/`)) count += 1;
  return count;
};

test('answers 402 and 409 before the client sends a byte of its 300 MB, without a 100 Continue', async () => {
  const [payer, other] = [await subscriber(), await api.user()];
  const headers = { 'content-length': 300 * MIB, expect: '100-continue' };
  const unpaid = await open(other.key, (await givenReadyShelf(api, other.account)).publicId, headers);
  await until(() => unpaid.received().includes('PAYMENT_REQUIRED'), 'refused for want of a subscription');
  expect(unpaid.received()).toMatch(/^HTTP\/1\.1 402 /);
  const { publicId } = await givenShelf(manager(), payer.account.id);
  await recordFailure(manager(), { publicId, run: 1, step: 'parsing', message: 'The PDF is damaged.' });
  const failed = await open(payer.key, publicId, { 'content-length': 300 * MIB });
  await until(() => failed.received().includes('"status":"failed"'), 'refused for its status');
  expect(failed.received()).toMatch(/^HTTP\/1\.1 409 /);
  for (const { socket } of [unpaid, failed]) socket.destroy();
});

test('an upload that breaks off leaves nothing, and the shelf as it was', async () => {
  const { account, key } = await subscriber();
  const { publicId } = await givenReadyShelf(api, account);
  const before = await manager().findOneByOrFail(Shelf, { publicId });
  const { socket } = await open(key, publicId, { 'content-length': 50 * MIB });
  await send(socket, HEAD);
  for (let sent = 0; sent < 12; sent += 1) await send(socket, Buffer.alloc(MIB, 'x'));
  const rows = () => manager().countBy(Upload, { accountId: account.id });
  await until(async () => (await rows()) === 2, 'the intent is noted');
  socket.destroy();
  await until(async () => (await rows()) === 1, 'the intent is gone');
  expect(await sources(account)).toBe(0);
  expect(await manager().findOneByOrFail(Shelf, { publicId })).toEqual(before);
});

test('a file over 300 MiB is refused, and the shelf stays as it was', async () => {
  const { account, key } = await subscriber();
  const { publicId } = await givenReadyShelf(api, account);
  const { socket, received } = await open(key, publicId, { 'content-length': MAX_UPLOAD_BYTES + 40 * MIB });
  await send(socket, HEAD);
  const chunk = Buffer.alloc(4 * MIB, 'x');
  for (let sent = 0; sent < MAX_UPLOAD_BYTES + 20 * MIB; sent += chunk.length) await send(socket, chunk);
  await until(() => received().includes('too_large'), 'refused');
  expect(received()).toContain(`"details":{"field":"file","reason":"too_large","maxBytes":${MAX_UPLOAD_BYTES}}`);
  socket.destroy();
  expect(await sources(account)).toBe(0);
  expect(await manager().findOneByOrFail(Shelf, { publicId })).toMatchObject({ status: 'ready', run: 1 });
});

test('a shelf that moves on while a form comes in refuses it at its end with 409, and nothing of it is left', async () => {
  const { account, key } = await subscriber();
  const { publicId } = await givenReadyShelf(api, account);
  const payload = form(fileField());
  const slow = await open(key, publicId, { 'content-length': payload.length });
  await send(slow.socket, payload.subarray(0, -20));
  await until(async () => (await manager().countBy(Upload, { accountId: account.id })) === 2, 'the file comes in');
  const fast = await open(key, publicId, { 'content-length': payload.length });
  await send(fast.socket, payload);
  await until(() => fast.received().includes('HTTP/1.1 200 '), 'the other is taken');
  await send(slow.socket, payload.subarray(-20));
  await until(() => slow.received().includes('"status":"uploading"'), 'the slow one is refused');
  expect(slow.received()).toMatch(/^HTTP\/1\.1 409 /);
  expect(await sources(account)).toBe(1);
  expect((await manager().findOneByOrFail(Shelf, { publicId })).run).toBe(2);
  for (const { socket } of [slow, fast]) socket.destroy();
});
