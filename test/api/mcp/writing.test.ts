/** Tools that change something: made from a URL or from bytes, waited for, deleted. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Account } from '../../../entities/account.js';
import { recordProgress, recordStep } from '../../../entities/queries/runs.js';
import { Shelf } from '../../../entities/shelf.js';
import { buildTestApp, givenReadyShelf, hash, type TestApp } from '../../support/app.js';
import { SMALL_PDF } from '../../support/forms.js';
import { connectMcp, listening, type McpClient } from '../../support/mcp.js';
import { floods, startRawReceiver } from '../../support/raw-receiver.js';
import { startReceiver, type Receiver } from '../../support/receiver.js';
import { givenShelf } from '../../support/rows.js';
import { until } from '../../support/until.js';

let api: TestApp;
let origin: string;
let server: Receiver;
let limitedApi: TestApp;
let limitedOrigin: string;
let account: Account;
let mcp: McpClient;
beforeAll(async () => {
  api = await buildTestApp();
  origin = await listening(api.app);
  limitedApi = await buildTestApp({ limits: { createsPerHour: 1 } });
  limitedOrigin = await listening(limitedApi.app);
  server = await startReceiver();
});
afterAll(async () => {
  await server?.stop();
  await limitedApi?.stop();
  await api?.stop();
});
beforeEach(async () => {
  const user = await api.user();
  account = user.account;
  mcp = await connectMcp([origin], user.key);
});
afterEach(() => mcp?.close());

const PDF = { status: 200, headers: { 'content-type': 'application/pdf' }, body: SMALL_PDF.toString('latin1') };
const shelves = () => api.database.manager.findBy(Shelf, { accountId: account.id });
const uploads = () =>
  api.database.manager.query('SELECT sha256, file_name, languages FROM uploads WHERE account_id = $1', [account.id]);

describe('create_shelf', () => {
  test('takes a PDF in base64, with a name and a template', async () => {
    const input = { pdf_base64: SMALL_PDF.toString('base64'), name: 'Grüße "x"', template: 'book', language: 'de' };
    const made = await mcp.data<{ shelf_id: string }>('create_shelf', input);
    expect(made).toMatchObject({
      name: 'Grüße "x"',
      status: 'uploading',
      template: 'book',
      next: 'Call wait_for_shelf.',
    });
    expect(await shelves()).toMatchObject([{ publicId: made.shelf_id, reviewMode: false }]);
    expect(await uploads()).toMatchObject([{ sha256: hash(SMALL_PDF), languages: 'deu' }]);
    expect(api.started.filter(([kind]) => kind === 'shelf').at(-1)).toMatchObject([
      'shelf',
      { shelfPublicId: made.shelf_id },
    ]);
  });

  test('makes one shelf for one idempotency_key, and refuses that key for another PDF', async () => {
    const input = { pdf_base64: SMALL_PDF.toString('base64'), idempotency_key: 'chat-1' };
    const made = await mcp.data<{ shelf_id: string }>('create_shelf', input);
    expect(await mcp.data('create_shelf', input)).toMatchObject({ shelf_id: made.shelf_id });
    expect(await shelves()).toHaveLength(1);
    expect(await mcp.error('create_shelf', { ...input, name: 'Another' })).toMatch(
      /^CONFLICT: .*\nNext: call again with a new idempotency_key/,
    );
    expect(await mcp.error('create_shelf', { ...input, idempotency_key: 'a b' })).toContain(
      'the argument idempotency_key',
    );
    await mcp.data('create_shelf', { ...input, idempotency_key: 'chat-2' });
    expect(await shelves()).toHaveLength(2);
  });

  test('takes a PDF from a URL, also over a redirect, and names it after its file', async () => {
    server.answerWith(({ path }) =>
      path === '/moved' ? { status: 302, headers: { location: '/papers/Annual%20report.pdf?x=1' } } : PDF,
    );
    const made = await mcp.data('create_shelf', { url: `${server.origin}/moved` });
    expect(made).toMatchObject({ name: 'moved', status: 'uploading' });
    expect(await mcp.data('create_shelf', { url: `${server.origin}/papers/Annual%20report.pdf?x=1` })).toMatchObject({
      name: 'Annual report',
    });
    expect(await uploads()).toMatchObject([{ sha256: hash(SMALL_PDF) }, { sha256: hash(SMALL_PDF) }]);
    expect(server.received.at(-1)?.headers).not.toHaveProperty('authorization');
  });

  test.each([
    ['https://10.0.0.1/a.pdf', 'URL must have public addresses only'],
    ['https://169.254.169.254/latest/meta-data', 'public addresses'],
    ['http://example.com/a.pdf', 'URL must use https://'],
    ['https://user:pw@example.com/a.pdf', 'user name or password'],
    ['file:///etc/passwd', 'URL must'],
    ['no url', 'URL must be an absolute URL'],
  ])('does not go to %s', async (url, why) => {
    const error = await mcp.error('create_shelf', { url });
    expect(error).toContain(why.replace('URL must have', 'must have'));
    expect(error).toMatch(/\nNext: check the url with the user, or send pdf_base64\.$/);
    expect(await shelves()).toEqual([]);
  });

  test.each([
    [
      'a redirect to an address of the inside',
      { status: 307, headers: { location: 'https://10.0.0.1/' } },
      'public addresses only',
    ],
    ['redirects without end', { status: 302, headers: { location: '/again' } }, 'more than 3 redirects'],
    ['a page', { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' }, 'not with a PDF'],
    ['what calls itself a PDF and is none', { ...PDF, body: 'no PDF at all' }, 'not_pdf|PDF'],
    ['an absent file', { status: 404 }, 'status 404'],
    ['an encoding', { ...PDF, headers: { 'content-encoding': 'gzip' } }, 'encoding'],
  ])('refuses %s, and keeps nothing', async (_what, answer, why) => {
    server.answerWith(() => answer);
    expect(await mcp.error('create_shelf', { url: `${server.origin}/a.pdf` })).toMatch(new RegExp(why));
    expect([await shelves(), await uploads()]).toEqual([[], []]);
  });

  test('refuses a server that breaks off', async () => {
    server.answerWith(() => 'reset');
    expect(await mcp.error('create_shelf', { url: `${server.origin}/a.pdf` })).toContain('connection_reset');
    expect(api.logged.filter((line) => line.includes('INTERNAL_ERROR'))).toEqual([]);
    expect(await shelves()).toEqual([]);
  });

  test('a client that goes away during the download leaves nothing', async () => {
    server.answerWith(() => 'hang');
    const { length } = server.received;
    const stop = new AbortController();
    const input = { url: `${server.origin}/slow.pdf` };
    const given = mcp.client.callTool({ name: 'create_shelf', arguments: input }, { signal: stop.signal });
    const outcome = given.then(
      () => 'answered',
      () => 'given up',
    );
    await until(() => server.received.length > length, 'the download begins');
    stop.abort();
    expect(await outcome).toBe('given up');
    await until(async () => ((await uploads()) as object[]).length === 0, 'the upload is discarded');
    expect(await shelves()).toEqual([]);
    expect(api.logged.filter((line) => line.includes('INTERNAL_ERROR'))).toEqual([]);
  });

  test('a download that the route refuses at its first bytes is ended', async () => {
    const endless = await startRawReceiver(
      floods('HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n', Buffer.alloc(64 * 1024, 'x')),
    );
    const error = await mcp.error('create_shelf', { url: `http://localhost:${endless.port}/a.pdf` });
    expect(error).toMatch(/^VALIDATION_ERROR: .*\nNext: correct the argument url or pdf_base64/);
    await endless.idle();
    await endless.stop();
    expect(await uploads()).toEqual([]);
  });

  test('a key over its limit begins no download', async () => {
    const { length } = server.received;
    const limited = await connectMcp([limitedOrigin], (await limitedApi.user()).key);
    server.answerWith(() => PDF);
    const create = { url: `${server.origin}/a.pdf` };
    await limited.data('create_shelf', create);
    expect(await limited.error('create_shelf', create)).toContain('RATE_LIMITED');
    expect(server.received).toHaveLength(length + 1);
    await limited.close();
  });

  test('an error after which the shelf may be there says to look first', async () => {
    const failing = await buildTestApp({ workflows: { startShelf: () => Promise.reject(new Error('down')) } });
    const client = await connectMcp([await listening(failing.app)], (await failing.user()).key);
    expect(await client.error('create_shelf', { pdf_base64: SMALL_PDF.toString('base64') })).toMatch(
      /^INTERNAL_ERROR: .*\nNext: list_shelves first, since the shelf may have been made; if it was not, call again\.$/,
    );
    expect(await client.data('list_shelves')).toMatchObject({ total: 1 });
    await client.close();
    await failing.stop();
  });

  test.each([
    [{}, 'exactly one of url and pdf_base64'],
    [{ url: 'https://example.com/', pdf_base64: 'JVBERg==' }, 'exactly one'],
    [{ pdf_base64: 'no base64!' }, 'not base64'],
    [{ pdf_base64: 'A'.repeat(14 * 1024 * 1024) }, 'more than 10 MB'],
    [{ pdf_base64: Buffer.from('no PDF').toString('base64') }, 'correct the argument url or pdf_base64'],
    [{ pdf_base64: 'JVBERg==', template: 'novel' }, 'template'],
    [{ pdf_base64: 'JVBERg==', review: true }, 'review'],
  ])('refuses arguments that are none, case %#', async (input, why) => {
    expect(await mcp.error('create_shelf', input)).toContain(why);
    expect(await shelves()).toEqual([]);
  });
});

describe('wait_for_shelf', () => {
  test('answers at once for a shelf at rest', async () => {
    const { publicId: shelf_id } = await givenReadyShelf(api, account);
    expect(await mcp.data('wait_for_shelf', { shelf_id })).toMatchObject({ status: 'ready', done: true });
  });

  test('says after its time that work continues', async () => {
    const { publicId: shelf_id } = await givenShelf(api.database.manager, account.id);
    const waited = await mcp.data('wait_for_shelf', { shelf_id, timeout: 1 });
    expect(waited).toMatchObject({ status: 'uploading', done: false, next: 'Call wait_for_shelf again.' });
  });

  test('tells progress to who asks for it, in numbers that grow, and ends with the work', async () => {
    const { manager } = api.database;
    const { publicId, run } = await givenShelf(manager, account.id);
    const told: { progress: number; total?: number; message?: string }[] = [];
    const waiting = mcp.client.callTool(
      { name: 'wait_for_shelf', arguments: { shelf_id: publicId } },
      { onprogress: (progress) => void told.push(progress) },
    );
    await until(() => told.length === 1, 'the first state is told');
    await manager.transaction(async (tx) => {
      await recordStep(tx, { publicId, run, status: 'parsing' });
      await recordProgress(tx, { publicId, run, pageCount: 10, pagesDone: 4 });
    });
    await until(() => told.length === 2, 'pages are told');
    await recordStep(manager, { publicId, run, status: 'structuring' });
    await until(() => told.length === 3, 'the structure is told');
    await manager.update(
      Shelf,
      { publicId },
      {
        status: 'failed',
        failedAtStep: 'structuring',
        errorMessage: 'No.',
        progressStep: null,
        pagesDone: null,
        progressAt: null,
      },
    );
    expect((await waiting).structuredContent).toMatchObject({ status: 'failed', done: true, error: 'No.' });
    expect(told.map(({ progress }) => progress)).toEqual([0, 4, 10]);
    expect(told[1]).toMatchObject({ total: 12, message: '4 of 10 pages read' });
  });

  test('says when the shelf is deleted meanwhile', async () => {
    const { publicId: shelf_id } = await givenShelf(api.database.manager, account.id);
    const waiting = mcp.error('wait_for_shelf', { shelf_id });
    const { length } = api.started;
    await mcp.data('delete_shelf', { shelf_id });
    expect(api.started.slice(length)).toMatchObject([['delete', { shelfPublicId: shelf_id }]]);
    expect(await waiting).toContain('There is no such shelf.');
  });
});

test('delete_shelf deletes', async () => {
  const { publicId: shelf_id } = await givenReadyShelf(api, account);
  expect(await mcp.data('delete_shelf', { shelf_id })).toEqual({ shelf_id, deleted: true });
  expect(await mcp.error('get_shelf', { shelf_id })).toContain('NOT_FOUND');
});
