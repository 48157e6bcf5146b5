import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from 'minio';
import type { Credentials } from '../../contract/credentials.js';
import type { Account } from '../../entities/account.js';
import type { RunningProcess } from '../../local/processes.js';
import { buildTestApp, givenReadyShelf, TREE, type TestApp } from '../support/app.js';
import { reservedPort } from '../support/run-wide.js';
import { startStorage } from '../support/servers.js';
import {
  encoded,
  pathOf,
  presigned,
  send,
  signed,
  type Keys,
  type WireReply,
  type WireRequest,
} from '../support/s3-wire.js';
import { ATTACKS } from '../support/attacks/all.js';
import { TABLE, tableOf, type Answered } from '../support/attacks/table.js';
import { BY_ID } from '../support/attacks/key-ids.js';
import { parentOf, type Victim } from '../support/attacks/attack.js';
import { startFilter } from '../support/store-filter.js';

/** In what clients may not see, and in no request of theirs. */
const SECRETS = { title: '02-salary-of-the-keeper.md', content: 'not for other accounts' };
const FOREIGN_TREE = { 'README.md': SECRETS.content, [SECRETS.title]: SECRETS.content };
const ENDS_AFTER_SECONDS = 2;
let api: TestApp;
/** One of its own: the attacks count what lies in its folder. */
let objects: Awaited<ReturnType<typeof startStorage>>;
let filter: RunningProcess;
let folder: string;
let victim: Omit<Victim, 'origin'>;
let origins: { filter: string; store: string };
let untouched: string[];
/** Ids that no client is ever to see. */
let hidden: string[];
let stranger: Account;

beforeAll(async () => {
  const port = await reservedPort();
  const publicEndpoint = `http://127.0.0.1:${port}`;
  objects = await startStorage();
  const { config, root } = objects;
  api = await buildTestApp({ s3: { ...config, publicEndpoint, filterUrl: publicEndpoint, filterRequired: true } });
  origins = { filter: publicEndpoint, store: config.endpoint };
  hidden = [config.accessKey, root.accessKey];
  folder = mkdtempSync(join(tmpdir(), 'shelfwright-filter-'));
  filter = await startFilter({ ...config, port, logPath: join(folder, 'log') });
  const owner = await api.user();
  stranger = (await api.user()).account;
  const [shelf, other] = [await givenReadyShelf(api, owner.account), await givenReadyShelf(api, owner.account)];
  const foreign = await givenReadyShelf(api, stranger, FOREIGN_TREE);
  const ask = api.as(owner.key);
  const issued = (await ask({ url: `/api/shelves/${shelf.publicId}/creds` })).json<Credentials>();
  const { url } = (await ask({ url: `/v1/shelves/${shelf.publicId}/archive-url` })).json<{ url: string }>();
  const ended = await api.storage.readCredentials(issued.prefix, ENDS_AFTER_SECONDS, AbortSignal.timeout(10_000));
  const under = (account: Account, shelfId: string, kind: string) =>
    keyUnder(`users/${account.publicId}/shelves/${shelfId}/${kind}/`);
  const listed = await under(stranger, foreign.publicId, 'files');
  const foreignPrefix = listed.slice(0, listed.lastIndexOf('/') + 1);
  const pdf = `users/${stranger.publicId}/uploads/secret.pdf`;
  const sibling = `${issued.prefix.slice(0, -1)}0/README.md`;
  for (const key of [pdf, sibling, 'top.md']) await api.storage.put(key, SECRETS.content, 'text/plain');
  const session = keysOf(issued);
  victim = {
    bucket: issued.bucket,
    session,
    ended: keysOf(ended),
    prefix: issued.prefix,
    file: `${issued.prefix}README.md`,
    archiveUrl: new URL(url),
    ids: {
      session: session.accessKey,
      issuer: parentOf(session),
      signer: decodeURIComponent(/X-Amz-Credential=([^%&]+)/.exec(url)?.[1] ?? ''),
    },
    foreign: {
      file: `${foreignPrefix}README.md`,
      archive: await under(stranger, foreign.publicId, 'archives'),
      pdf,
      top: 'top.md',
      sibling,
      ownOther: await under(owner.account, other.publicId, 'files'),
    },
    foreignPrefix,
    foreignAccount: stranger.publicId,
  };
  await pause(Math.max(0, ended.expiresAt.getTime() - Date.now() + 1_100));
  untouched = await inventory();
}, 240_000);
afterAll(async () => {
  await filter?.stop(10_000);
  await api?.stop();
  await objects?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

function keysOf(issued: Pick<Credentials, 'accessKeyId' | 'secretAccessKey' | 'sessionToken'>): Keys {
  const { accessKeyId: accessKey, secretAccessKey: secretKey, sessionToken } = issued;
  return { accessKey, secretKey, sessionToken };
}

async function keyUnder(prefix: string): Promise<string> {
  for await (const { key } of api.storage.list(prefix)) return key;
  throw new Error(`nothing under ${prefix}`);
}

/** Every object as it is, and the accounts that somebody has made. */
async function inventory(): Promise<string[]> {
  const found: string[] = [];
  for await (const { key, sizeBytes, modifiedAt } of api.storage.list(''))
    found.push(`${key} ${sizeBytes} ${modifiedAt.toISOString()}`);
  const accounts = ['users', 'service-accounts'].flatMap((kind) => {
    const path = join(objects.dataDir, '.minio.sys/config/iam', kind);
    return existsSync(path) ? readdirSync(path).map((name) => `${kind} ${name}`) : [];
  });
  return [...found, ...accounts];
}

/** What a reply shows that is not the client's. */
function leaks({ headers, body }: WireReply): string[] {
  const all = `${JSON.stringify(headers)}\n${body}`;
  return [...Object.values(SECRETS), ...hidden].filter((secret) => all.includes(secret));
}

test('clients see three key ids, of which none writes', () => {
  const { issuer, signer } = objects.config;
  expect(victim.ids).toMatchObject({ issuer: issuer?.accessKey, signer: signer?.accessKey });
  expect(hidden).not.toContain(victim.ids.session);
  expect(ATTACKS.length).toBeGreaterThanOrEqual(60);
  expect(new Set(ATTACKS.map(({ name }) => name)).size).toBe(ATTACKS.length);
});

const answered: Answered = { filter: new Map(), store: new Map() };

describe.each(['filter', 'store'] as const)('at the %s', (where) => {
  const tried = where === 'filter' ? ATTACKS : ATTACKS.filter(({ store }) => store !== 'open');
  test.each(tried)('$name', async ({ name, store, send }) => {
    const reply = await send({ ...victim, origin: origins[where] });
    answered[where].set(name, reply.status);
    expect(leaks(reply)).toEqual([]);
    const isRefused = reply.status >= 400;
    if (!isRefused && store !== 'own') throw new Error(`${reply.status} ${reply.body.slice(0, 300)}`);
  });

  test('nothing was written, removed or made by any of them', async () => {
    expect(await inventory()).toEqual(untouched);
  });
});

/** The faults that the filter and the users are there for; where one is gone, so is the reason. */
describe('the store alone', () => {
  test.each(ATTACKS.filter(({ store }) => store === 'open'))('shows names: $name', async ({ name, send }) => {
    const reply = await send({ ...victim, origin: origins.store });
    answered.store.set(name, reply.status);
    expect([reply.status, leaks(reply)]).toEqual([200, [SECRETS.title]]);
  });

  const writes = BY_ID.filter(({ name }) => /without signature, id of the signer in the query/.test(name));
  test.each(writes)("is written to by a writer's id: $name", async ({ send: attack }) => {
    const ids = { ...victim.ids, signer: objects.config.accessKey };
    expect(await attack({ ...victim, ids, origin: origins.store })).toMatchObject({ status: 200 });
  });
});

test('docs/store-attacks.md says what came of each', () => {
  const text = tableOf(answered);
  if (process.env['UPDATE_STORE_ATTACKS'] === '1') writeFileSync(TABLE, text);
  expect(readFileSync(TABLE, 'utf8')).toBe(text);
});

/** What is the client's own, by the filter. */
describe('a client of its own', () => {
  const README = Buffer.from(TREE['README.md']);
  const ask = (wire: WireRequest) => send(origins.filter, signed(origins.filter, victim.session, wire));
  const fileRequest = (more: Partial<WireRequest> = {}) => ({ path: pathOf(victim.bucket, victim.file), ...more });
  const listRequest = (query: string, more = '') => ({
    path: `/${victim.bucket}${more}`,
    query: `${query}&prefix=${encoded(victim.prefix)}`,
  });
  const keysIn = (body: string) =>
    [...body.matchAll(/<Key>([^<]*)</g)].map(([, key = '']) => decodeURIComponent(key).slice(victim.prefix.length));

  test('gets a file whole, in part, its head, and not again', async () => {
    const whole = await ask(fileRequest());
    expect([whole.status, whole.body]).toEqual([200, README.toString()]);
    const part = await ask(fileRequest({ headers: [['Range', 'bytes=2-4']] }));
    expect([part.status, part.body]).toEqual([206, README.subarray(2, 5).toString()]);
    expect(part.headers).toMatchObject({ 'content-range': `bytes 2-4/${README.length}`, 'content-length': '3' });
    const head = await ask(fileRequest({ method: 'HEAD' }));
    expect([head.status, head.headers['content-length'], head.body]).toEqual([200, String(README.length), '']);
    const again = await ask(fileRequest({ headers: [['If-None-Match', String(whole.headers['etag'])]] }));
    expect(again.status).toBe(304);
  });

  test.each([
    ['the header of a checksum', { headers: [['X-Amz-Checksum-Mode', 'ENABLED']] }],
    [
      'what SDKs add',
      {
        query: 'x-id=GetObject',
        headers: [
          ['amz-sdk-invocation-id', '0'],
          ['amz-sdk-request', 'attempt=1; max=3'],
        ],
      },
    ],
    ['headers of proxies, unsigned', {}],
  ] as [string, Partial<WireRequest>][])('gets a file with %s', async (_what, more) => {
    const { headers = [], ...wire } = signed(origins.filter, victim.session, fileRequest(more));
    const reply = await send(origins.filter, {
      ...wire,
      headers: [...headers, ['Via', '1.1 a'], ['X-Forwarded-For', '10.0.0.1'], ['traceparent', '00']],
    });
    expect([reply.status, reply.body]).toEqual([200, README.toString()]);
  });

  test('gets every file, whatever its name', async () => {
    for (const [path, text] of Object.entries(TREE))
      expect((await ask({ path: pathOf(victim.bucket, victim.prefix + path) })).body).toBe(text);
    expect((await ask({ path: pathOf(victim.bucket, `${victim.prefix}not-there`) })).status).toBe(404);
  });

  test.each(['', '/'])('lists page by page at the bucket%s', async (slash) => {
    const found: string[] = [];
    for (let token = '', pages = 0; pages < 10; pages += 1) {
      const query = `list-type=2&max-keys=2${token && `&continuation-token=${encoded(token)}`}`;
      const { status, body } = await ask(listRequest(query, slash));
      expect(status).toBe(200);
      found.push(...keysIn(body));
      token = /<NextContinuationToken>([^<]+)</.exec(body)?.[1] ?? '';
      if (token === '') break;
    }
    expect(found.map((name) => name.replace('&amp;', '&')).toSorted()).toEqual(Object.keys(TREE).toSorted());
  });

  test.each([
    'list-type=2&delimiter=%2F&encoding-type=url&fetch-owner=true',
    'list-type=2&start-after=a',
    'max-keys=100',
    'x-id=ListObjectsV2&list-type=2',
  ])('lists with %s', async (query) => expect(await ask(listRequest(query))).toMatchObject({ status: 200 }));

  test("lists and gets with minio's client", async () => {
    const { accessKey, secretKey, sessionToken = '' } = victim.session;
    const { hostname, port } = new URL(origins.filter);
    const keys = { region: 'us-east-1', accessKey, secretKey, sessionToken };
    const client = new Client({ endPoint: hostname, port: Number(port), useSSL: false, ...keys });
    const names: string[] = [];
    for await (const item of client.listObjectsV2(victim.bucket, victim.prefix, true))
      names.push((item as { name: string }).name.slice(victim.prefix.length));
    expect(names.toSorted()).toEqual(Object.keys(TREE).toSorted());
    expect((await client.statObject(victim.bucket, victim.file)).size).toBe(README.length);
    expect(await buffer(await client.getPartialObject(victim.bucket, victim.file, 2, 3))).toEqual(
      README.subarray(2, 5),
    );
    const url = await client.presignedGetObject(victim.bucket, victim.file, 60);
    expect(await (await fetch(url)).text()).toBe(README.toString());
  });

  test('gets its archive by the URL, whole and in part', async () => {
    const whole = await fetch(victim.archiveUrl, { redirect: 'error' });
    const bytes = Buffer.from(await whole.arrayBuffer());
    expect([whole.status, bytes.subarray(0, 2).toString('hex')]).toEqual([200, '1f8b']);
    expect(whole.headers.get('content-disposition')).toContain('attachment; filename="shf_');
    const part = await fetch(victim.archiveUrl, { headers: { range: 'bytes=1-3' } });
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, bytes.subarray(1, 4)]);
  });
});

test('the filter ends in order, and lets a reply under way come to its end', async () => {
  const key = `${victim.prefix}large.txt`;
  await api.storage.put(key, Buffer.alloc(32 * 1024 * 1024, 'x'), 'text/plain');
  const wire = presigned(origins.filter, victim.session, { path: pathOf(victim.bucket, key) });
  const reply = await fetch(`${origins.filter}${wire.path}?${wire.query}`);
  const stopped = filter.stop(20_000);
  expect((await reply.arrayBuffer()).byteLength).toBe(32 * 1024 * 1024);
  await stopped;
  expect(await filter.ended).toBe('exit 0');
});
