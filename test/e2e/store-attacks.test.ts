import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Credentials } from '../../contract/credentials.js';
import type { Account } from '../../entities/account.js';
import { answers, freePort } from '../../local/ports.js';
import { startProcess, type RunningProcess } from '../../local/processes.js';
import { buildTestApp, givenReadyShelf, TREE, type TestApp } from '../support/app.js';
import type { Keys, WireReply } from '../support/s3-wire.js';
import { ATTACKS } from '../support/attacks/all.js';
import { BY_ID } from '../support/attacks/key-ids.js';
import { parentOf, type Victim } from '../support/attacks/attack.js';

const FILTER = join(import.meta.dirname, '../../api/store-filter/main.js');
/** In what clients may not see, and in no request of theirs. */
const SECRETS = { title: '02-salary-of-the-keeper.md', content: 'not for other accounts' };
const FOREIGN_TREE = { 'README.md': SECRETS.content, [SECRETS.title]: SECRETS.content };
const ENDS_AFTER_SECONDS = 2;

let api: TestApp;
let filter: RunningProcess;
let folder: string;
let victim: Omit<Victim, 'origin'>;
let origins: { filter: string; store: string };
let untouched: string[];
/** Ids that no client is ever to see. */
let hidden: string[];
let stranger: Account;

beforeAll(async () => {
  const port = await freePort();
  const publicEndpoint = `http://127.0.0.1:${port}`;
  api = await buildTestApp({ s3: { publicEndpoint, filterUrl: publicEndpoint, filterRequired: true } });
  const { config, root } = api.store;
  origins = { filter: publicEndpoint, store: config.endpoint };
  hidden = [config.accessKey, root.accessKey];
  folder = mkdtempSync(join(tmpdir(), 'shelfwright-filter-'));
  filter = await startFilter(port);
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
}, 120_000);
afterAll(async () => {
  await filter?.stop(10_000);
  await api?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

function startFilter(port: number): Promise<RunningProcess> {
  const { endpoint, bucket } = api.store.config;
  return startProcess({
    name: 'store-filter',
    command: process.execPath,
    args: ['--enable-source-maps', FILTER],
    env: { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, PORT: String(port) },
    logPath: join(folder, 'log'),
    isReady: () => answers(`http://127.0.0.1:${port}/readyz`),
    readyTimeoutMs: 30_000,
  });
}

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
    const path = join(api.store.dataDir, '.minio.sys/config/iam', kind);
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
  const { issuer, signer } = api.store.config;
  expect(victim.ids).toMatchObject({ issuer: issuer?.accessKey, signer: signer?.accessKey });
  expect(hidden).not.toContain(victim.ids.session);
  expect(ATTACKS.length).toBeGreaterThanOrEqual(60);
  expect(new Set(ATTACKS.map(({ name }) => name)).size).toBe(ATTACKS.length);
});

describe.each(['filter', 'store'] as const)('at the %s', (where) => {
  const tried = where === 'filter' ? ATTACKS : ATTACKS.filter(({ store }) => store !== 'open');
  test.each(tried)('$name', async ({ store, send }) => {
    const reply = await send({ ...victim, origin: origins[where] });
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
  test.each(ATTACKS.filter(({ store }) => store === 'open'))('shows names: $name', async ({ send }) => {
    const reply = await send({ ...victim, origin: origins.store });
    expect([reply.status, leaks(reply)]).toEqual([200, [SECRETS.title]]);
  });

  const writes = BY_ID.filter(({ name }) => /without signature, id of the signer/.test(name));
  const [live, other] = [writes.slice(0, 2), writes.slice(2)];
  test.each(live)("takes it with a writer's id: $name", async ({ send }) => {
    const ids = { ...victim.ids, signer: api.store.config.accessKey };
    expect(await send({ ...victim, ids, origin: origins.store })).toMatchObject({ status: 200 });
    expect(other.length).toBeGreaterThan(0);
  });
});

test('the client still reads what is its own', async () => {
  const { accessKey, secretKey, sessionToken = '' } = victim.session;
  const { Client } = await import('minio');
  const { hostname, port } = new URL(origins.filter);
  const client = new Client({
    ...{
      endPoint: hostname,
      port: Number(port),
      useSSL: false,
      region: 'us-east-1',
      accessKey,
      secretKey,
      sessionToken,
    },
  });
  const names: string[] = [];
  for await (const item of client.listObjectsV2(victim.bucket, victim.prefix, true))
    names.push((item as { name: string }).name.slice(victim.prefix.length));
  expect(names.toSorted()).toEqual(Object.keys(TREE).toSorted());
});
