/** Uploads over real sockets: clients that go away, stall, send too much, or wait to be told to continue. */
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Deps } from '../../api/deps.js';
import { discardPdf } from '../../api/uploads/store-pdf.js';
import { MAX_UPLOAD_BYTES } from '../../contract/vocabulary.js';
import { createUpload } from '../../entities/queries/uploads.js';
import { Upload } from '../../entities/upload.js';
import { uploadKey } from '../../infra/object-keys.js';
import type { Storage } from '../../infra/storage.js';
import { buildTestApp, type TestApp } from '../support/app.js';
import { fileField, form, FORM_END, partHead, SMALL_PDF } from '../support/forms.js';
import { listen } from '../support/listen.js';
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

const open = (key: string, headers: Record<string, string | number>) =>
  openUpload(port, { path: '/v1/shelves', key, headers });

/** Resolves when the server closes; rejects when it resets the connection. */
async function closed(socket: Socket): Promise<void> {
  await new Promise<void>((resolve, reject) => socket.on('end', resolve).on('error', reject));
  socket.destroy();
}

async function leftovers(accountId: string, accountPublicId: string) {
  const keys: string[] = [];
  for await (const { key } of api.storage.list(`users/${accountPublicId}/`)) keys.push(key);
  return { rows: await api.database.manager.countBy(Upload, { accountId }), keys };
}

test('leaves nothing behind when the client goes away mid-file', async () => {
  const { account, key } = await api.user();
  const { socket } = await open(key, { 'content-length': 100 * MIB });
  await send(socket, HEAD);
  for (let sent = 0; sent < 24; sent += 1) await send(socket, Buffer.alloc(MIB, 'x'));
  await until(async () => (await leftovers(account.id, account.publicId)).rows === 1, 'the intent is noted');
  const [{ objectKey }] = (await api.database.manager.findBy(Upload, { accountId: account.id })) as [Upload];
  socket.destroy();
  await until(async () => (await leftovers(account.id, account.publicId)).rows === 0, 'the intent is gone');
  expect((await leftovers(account.id, account.publicId)).keys).toEqual([]);
  for await (const part of api.storage.listIncompleteUploads(objectKey)) throw new Error(`left: ${part.key}`);
});

test('answers 400 to a file over the limit while it is still being sent, and lets the client finish', async () => {
  const { account, key } = await api.user();
  const { socket, received } = await open(key, { 'transfer-encoding': 'chunked' });
  const chunk = Buffer.alloc(4 * MIB, 'x');
  const framed = Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')]);
  const ending = closed(socket);
  await send(socket, Buffer.concat([Buffer.from(`${HEAD.length.toString(16)}\r\n`), HEAD, Buffer.from('\r\n')]));
  // a client that sends everything before it reads anything: 20 MiB over the limit
  for (let sent = 0; sent < MAX_UPLOAD_BYTES + 20 * MIB; sent += chunk.length) await send(socket, framed);
  await until(() => received().includes('too_large'), 'the answer is there before the file ends');
  await send(socket, Buffer.from(`${FORM_END.length.toString(16)}\r\n${FORM_END.toString()}\r\n0\r\n\r\n`));
  await ending;
  expect(received()).toMatch(/^HTTP\/1\.1 400 /);
  expect(received()).toMatch(/connection: close/i);
  expect(received()).toContain(`"details":{"field":"file","reason":"too_large","maxBytes":${MAX_UPLOAD_BYTES}}`);
  expect(await leftovers(account.id, account.publicId)).toEqual({ rows: 0, keys: [] });
});

test('answers before the body when the file is no PDF', async () => {
  const { key } = await api.user();
  const { socket, received } = await open(key, { 'content-length': 50 * MIB });
  await send(socket, partHead('file', 'a.pdf', 'application/pdf'));
  await send(socket, Buffer.alloc(2 * MIB, 'x'));
  await until(() => received().includes('not_pdf'), 'the answer is there');
  socket.destroy();
});

test('tells a client that waits to continue, and only when its key is good', async () => {
  const { key } = await api.user();
  const payload = form(fileField());
  const headers = { expect: '100-continue', 'content-length': payload.length };
  const good = await open(key, headers);
  await until(() => good.received().startsWith('HTTP/1.1 100 '), 'told to go on');
  good.socket.write(payload);
  await until(() => good.received().includes('HTTP/1.1 201 '), 'created');
  good.socket.destroy();

  const bad = await open('sk_live_none_of_those_keys_that_exist', headers);
  await until(() => bad.received().includes('UNAUTHORIZED'), 'refused');
  expect(bad.received()).toMatch(/^HTTP\/1\.1 401 /);
  bad.socket.destroy();
});

test('answers 401 to a client that sends a large body regardless', async () => {
  const { socket, received } = await open('wrong', { 'content-length': 30 * MIB });
  const ending = closed(socket);
  for (let sent = 0; sent < 30; sent += 1) await send(socket, Buffer.alloc(MIB, 'x'));
  await ending;
  expect(received()).toMatch(/^HTTP\/1\.1 401 /);
});

test('takes a file that comes a byte at a time', async () => {
  const { key } = await api.user();
  const payload = form(fileField(SMALL_PDF, 'slow.pdf'), ['name', 'Slow']);
  const { socket, received } = await open(key, { 'content-length': payload.length });
  socket.setNoDelay(true);
  for (const byte of payload) await send(socket, Buffer.from([byte]));
  await until(() => received().includes('HTTP/1.1 201 '), 'created');
  expect(received()).toContain('"name":"Slow"');
  socket.destroy();
});

test('answers 409 to a repeat while the first is still on its way', async () => {
  const { key } = await api.user();
  const payload = form(fileField());
  const first = await open(key, { 'content-length': payload.length, 'idempotency-key': 'slow' });
  await send(first.socket, payload.subarray(0, 100));
  await until(
    async () => (await api.database.manager.query(`SELECT 1 FROM idempotency_keys WHERE key = 'slow'`)).length === 1,
    'the key is taken',
  );
  const repeat = await open(key, { 'content-length': payload.length, 'idempotency-key': 'slow' });
  await until(() => repeat.received().includes('"reason":"in_progress"'), 'the repeat is refused');
  expect(repeat.received()).toMatch(/^HTTP\/1\.1 409 /);
  repeat.socket.destroy();
  await send(first.socket, payload.subarray(100));
  await until(() => first.received().includes('HTTP/1.1 201 '), 'the first is created');
  first.socket.destroy();
});

test('a repeat does not overtake a first request that only takes long', async () => {
  const { key } = await api.user();
  const payload = form(fileField());
  const first = await open(key, { 'content-length': payload.length, 'idempotency-key': 'long' });
  await send(first.socket, payload.subarray(0, 100));
  const heardOf = async (): Promise<boolean> => {
    const recent = `SELECT 1 FROM idempotency_keys WHERE key = 'long' AND renewed_at > now() - interval '20 seconds'`;
    return (await api.database.manager.query(recent)).length === 1;
  };
  await until(heardOf, 'the key is taken');
  await api.database.manager.query(`UPDATE idempotency_keys SET renewed_at = now() - interval '40 seconds'`);
  await until(heardOf, 'the key is renewed');
  const repeat = await open(key, { 'content-length': payload.length, 'idempotency-key': 'long' });
  await until(() => repeat.received().includes('"reason":"in_progress"'), 'the repeat is refused');
  repeat.socket.destroy();
  await send(first.socket, payload.subarray(100));
  await until(() => first.received().includes('HTTP/1.1 201 '), 'the first is created');
  first.socket.destroy();
});

test('takes in three uploads of one account at once, however slowly they come, and those of others meanwhile', async () => {
  const [slow, other] = [await api.user(), await api.user()];
  const payload = form(fileField());
  const length = { 'content-length': payload.length };
  const underWay = () => api.database.manager.countBy(Upload, { accountId: slow.account.id });
  const held = await Promise.all(Array.from({ length: 3 }, () => open(slow.key, length)));
  for (const { socket } of held) socket.write(payload.subarray(0, -10));
  await until(async () => (await underWay()) === 3, 'three are under way');
  const waiting = await open(slow.key, length);
  waiting.socket.write(payload);
  const passing = await open(other.key, length);
  passing.socket.write(payload);
  await until(() => passing.received().includes('HTTP/1.1 201 '), 'the other account is served');
  expect([await underWay(), waiting.received()]).toEqual([3, '']);
  held[0]?.socket.destroy();
  await until(() => waiting.received().includes('HTTP/1.1 201 '), 'the one that waits has its turn');
  for (const { socket } of [...held, waiting, passing]) socket.destroy();
});

test('what has arrived of an upload goes with its row, also where the upload itself could not remove it', async () => {
  const { account } = await api.user();
  const { dataSource, manager } = api.database;
  const objectKey = uploadKey(account.publicId, 'broken');
  const given = { accountId: account.id, objectKey, fileName: 'a.pdf', mimeType: 'application/pdf' };
  const { id: uploadId } = await createUpload(manager, given);
  // as if the store had taken no request to abort
  const source = new Readable({ read() {} });
  const upload = api.storage.upload(objectKey, source);
  const failed = expect(upload).rejects.toMatchObject({ code: 'NoSuchUpload' });
  source.push(Buffer.alloc(6 * MIB));
  const left = async () => {
    let uploads = 0;
    for await (const _ of api.storage.listIncompleteUploads(objectKey)) uploads += 1;
    return uploads;
  };
  await until(async () => (await left()) === 1, 'the store has begun');
  const discard = (storage: Storage) =>
    discardPdf({ dataSource, storage } as Deps, { uploadId, objectKey }, api.app.log);

  // the row stays as long as they do: the sweeper finds them by nothing else
  await discard({ ...api.storage, abortUploadsTo: () => Promise.reject(new Error('the store is away')) });
  expect([await left(), await manager.countBy(Upload, { id: uploadId })]).toEqual([1, 1]);
  await discard(api.storage);
  expect([await left(), await manager.countBy(Upload, { id: uploadId })]).toEqual([0, 0]);
  source.push(null);
  await failed;
});
