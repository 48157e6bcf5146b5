/** The TypeScript client against the real service: from a file on disk to its archive, events and webhooks. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type ApiError, Shelfwright, verifyWebhook, type ShelfMessage } from '../../clients/typescript/src/index.js';
import { fileFrom, saveArchive } from '../../clients/typescript/src/node.js';
import { poll } from '../support/poll.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { until } from '../support/until.js';
import { START_MS, STOP_MS, startService, type Service } from '../support/service.js';

const SAMPLE = 'local/sample/lighthouse.pdf';

let service: Service;
let receiver: Receiver;
let folder: string;
let client: Shelfwright;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'shelfwright-client-'));
  service = await startService({ LIMIT_WRITES_PER_MINUTE: '1000' });
  receiver = await startReceiver();
  client = new Shelfwright({ baseUrl: service.baseUrl, apiKey: service.apiKey });
}, START_MS);
afterAll(async () => {
  await receiver?.stop();
  await service?.stop();
  rmSync(folder, { recursive: true, force: true });
}, STOP_MS);

/** The messages of a shelf up to the first of a kind. */
async function messagesUpTo(
  from: Shelfwright,
  id: string,
  { type, lastEventId }: { type: ShelfMessage['type']; lastEventId?: string },
): Promise<ShelfMessage[]> {
  const messages: ShelfMessage[] = [];
  for await (const message of from.follow(id, { lastEventId })) {
    messages.push(message);
    if (message.type === type) break;
  }
  return messages;
}

test('a file becomes a shelf: upload with progress, wait, events, reading, webhook, archive', async () => {
  const hook = await client.createWebhook({ body: { url: `${receiver.origin}/hooks`, events: ['shelf.ready'] } });
  const told: number[] = [];
  const onProgress = ({ sentBytes, totalBytes }: { sentBytes: number; totalBytes: number }) =>
    void told.push(sentBytes / totalBytes);
  const made = await client.upload({ file: await fileFrom(SAMPLE), name: 'Lighthouse' }, { onProgress });
  const { publicId: id } = made;
  expect(made).toMatchObject({ name: 'Lighthouse', status: 'uploading', originalFileName: 'lighthouse.pdf' });
  expect([told[0], told.at(-1)]).toEqual([0, 1]);

  const statuses = new Set<string>();
  const [shelf, messages] = await Promise.all([
    client.waitUntilReady(id, { onProgress: ({ status }) => statuses.add(status), timeoutMs: 150_000 }),
    messagesUpTo(client, id, { type: 'shelf.ready' }),
  ]);
  expect(shelf).toMatchObject({ status: 'ready', currentVersionNumber: 1 });
  expect(statuses).toContain('ready');
  const ready = messages.at(-1) as Extract<ShelfMessage, { type: 'shelf.ready' }>;
  expect(ready.event).toMatchObject({ event: 'shelf.ready', shelfPublicId: id, data: { status: 'ready' } });
  // from there the stream goes on with the state that followed
  expect(await messagesUpTo(client, id, { type: 'shelf', lastEventId: ready.id })).toMatchObject([
    { type: 'shelf', shelf: { status: 'ready' } },
  ]);

  const { results } = await client.search({ id, q: 'lamp', limit: 1 });
  const { path, line } = results[0]!;
  const { files } = await client.getTree({ id });
  expect(await client.readFile({ id, filePath: path, offset: line, limit: 1 })).toBe(
    `${files[path]!.split('\n')[line - 1]}\n`,
  );

  const numbers: number[] = [];
  for await (const { number } of client.tables({ id, limit: 1 })) numbers.push(number);
  const [table] = numbers as [number];
  const { rows, columns } = await client.table({ id, table });
  expect(rows.every((row) => row.length === columns)).toBe(true);
  expect((await client.tableAsCsv({ id, table })).split('\r\n')[0]).toContain(rows[0]![0]);
  expect(await client.changeShelf({ id, body: { tags: ['sea'] } })).toMatchObject({ tags: ['sea'] });
  const source = new Uint8Array(await (await client.readSource({ id })).arrayBuffer());
  expect(Buffer.from(source).equals(readFileSync(SAMPLE))).toBe(true);

  const received = await poll(() => Promise.resolve(receiver.received[0] ?? null), 90_000);
  const { headers, body } = received;
  const { event } = await verifyWebhook({ secret: hook.secret, headers, body });
  // the types that this client states for what the service sends
  const { data } = ready.event;
  expect(event).toEqual(ready.event);
  expect(Object.keys(event).sort()).toEqual(['data', 'event', 'shelfPublicId', 'timestamp']);
  expect(Object.keys(data).sort()).toEqual([
    'auditStatus',
    'currentVersionNumber',
    'errorMessage',
    'failedAtStep',
    'name',
    'shelfPublicId',
    'status',
    'userId',
  ]);

  const archive = join(folder, 'lighthouse.tar.gz');
  await saveArchive(client, id, archive);
  const { sha256 } = await client.archiveUrl(id);
  const bytes = await client.downloadArchive(id);
  for (const each of [bytes, readFileSync(archive)])
    expect(createHash('sha256').update(each).digest('hex')).toBe(sha256);
  expect(readdirSync(folder)).toEqual(['lighthouse.tar.gz']);
}, 300_000);

test('an upload that is repeated with its key makes one shelf; lists are walked', async () => {
  const idempotencyKey = 'client-1';
  const file = await fileFrom(SAMPLE);
  const ids = new Set<string>();
  for (let times = 0; times < 2; times += 1) ids.add((await client.upload({ file }, { idempotencyKey })).publicId);
  expect(ids.size).toBe(1);
  const listed: string[] = [];
  for await (const shelf of client.shelves({ limit: 1 })) listed.push(shelf.name);
  expect(listed).toEqual(['lighthouse', 'Lighthouse']);
  const [id] = ids as unknown as [string];
  await client.waitUntilReady(id, { timeoutMs: 150_000 });
  const versions: number[] = [];
  for await (const { versionNumber } of client.versions(id)) versions.push(versionNumber);
  expect(versions).toEqual([1]);
}, 240_000);

test('refusals are errors with what the service says of them', async () => {
  const id = `shf_${'0'.repeat(24)}`;
  await expect(client.getShelf({ id })).rejects.toMatchObject({
    status: 404,
    code: 'NOT_FOUND',
    operation: 'getShelf',
  });
  await expect(client.getShelf({ id: 'shf_1' })).rejects.toMatchObject({
    status: 400,
    field: 'id',
    reason: 'invalid_format',
  });
  const stranger = new Shelfwright({ baseUrl: service.baseUrl, apiKey: 'sk_live_none' });
  const error = await stranger.getShelf({ id }).catch((reason: unknown) => reason as ApiError);
  expect(error).toMatchObject({ name: 'ApiError', code: 'UNAUTHORIZED', requestId: expect.any(String) });
  await until(async () => service.api.log().includes((error as ApiError).requestId!), 'the log has the request id');
  const notPdf = new Blob(['no PDF'], { type: 'application/pdf' });
  for (const options of [{}, { onProgress: () => undefined }]) {
    await expect(client.upload({ file: notPdf }, options)).rejects.toMatchObject({
      status: 400,
      field: 'file',
      reason: 'not_pdf',
    });
    await expect(stranger.upload({ file: notPdf }, options)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  }
});

test('who follows and waits does not notice that the api is killed and started again', async () => {
  // a start of the api takes longer than the three retries that a client's calls have unless told otherwise
  const patient = new Shelfwright({ baseUrl: service.baseUrl, apiKey: service.apiKey, maxRetries: 20 });
  const { publicId: id } = await patient.upload({ file: await fileFrom(SAMPLE), name: 'Restarted' });
  const seen: string[] = [];
  const following = (async () => {
    for await (const { type } of client.follow(id)) seen.push(type);
  })();
  await until(() => seen.length > 0, 'the stream is open');
  const waiting = patient.waitUntilReady(id);
  await service.api.kill();
  await service.api.start();
  expect(await waiting).toMatchObject({ name: 'Restarted', status: 'ready' });
  await until(() => seen.includes('shelf.ready'), 'the stream goes on');
  expect(await patient.deleteShelf({ id })).toEqual({ success: true });
  await following;
  expect(seen.at(-1)).toBe('deleted');
  expect(seen.filter((type) => type === 'shelf.ready')).toHaveLength(1);
}, 240_000);
