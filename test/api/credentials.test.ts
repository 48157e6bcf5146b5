import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from 'minio';
import type { Credentials } from '../../contract/credentials.js';
import type { Account } from '../../entities/account.js';
import type { Shelf } from '../../entities/shelf.js';
import { buildTestApp, givenNextVersion, givenReadyShelf, TREE, type TestApp } from '../support/app.js';

const NEXT = { ...TREE, 'README.md': '# Next\n' };

let api: TestApp;
let owner: { account: Account; key: string };
let shelf: Shelf;
/** Of version 1, taken while that was current. */
let earlier: Credentials;
/** Of version 2. */
let current: Credentials;
/** A key of another shelf, of another account's, of the archive and beside the prefix, with something under each. */
let elsewhere: Record<string, string>;

beforeAll(async () => {
  api = await buildTestApp();
  owner = await api.user();
  const first = await givenReadyShelf(api, owner.account);
  earlier = await credentialsOf(first);
  shelf = await givenNextVersion(api, owner.account, { shelf: first, files: NEXT });
  current = await credentialsOf(shelf, '?ttl=3600');
  const stranger = await api.user();
  const [other, foreign] = [await givenReadyShelf(api, owner.account), await givenReadyShelf(api, stranger.account)];
  const keyUnder = async (prefix: string) => (await api.storage.list(prefix).next()).value?.key as string;
  elsewhere = {
    'version 1 of the same shelf': `${earlier.prefix}README.md`,
    'the archive of the same version': await keyUnder(
      `users/${owner.account.publicId}/shelves/${shelf.publicId}/archives/`,
    ),
    'another shelf of the account': await keyUnder(`users/${owner.account.publicId}/shelves/${other.publicId}/files/`),
    "another account's shelf": await keyUnder(`users/${stranger.account.publicId}/shelves/${foreign.publicId}/files/`),
    'a prefix that begins alike': `${current.prefix.slice(0, -1)}0/README.md`,
    'the top of the bucket': 'README.md',
  };
  for (const key of Object.values(elsewhere).slice(-2)) await api.storage.put(key, 'secret', 'text/plain');
});
afterAll(() => api?.stop());

async function credentialsOf({ publicId }: Pick<Shelf, 'publicId'>, query = ''): Promise<Credentials> {
  return (await api.as(owner.key)({ url: `/api/shelves/${publicId}/creds${query}` })).json<Credentials>();
}

function clientOf({ endpoint, region, ...keys }: Credentials): Client {
  const { hostname, port } = new URL(endpoint);
  const { accessKeyId: accessKey, secretAccessKey: secretKey, sessionToken } = keys;
  return new Client({
    endPoint: hostname,
    port: Number(port),
    useSSL: false,
    region,
    accessKey,
    secretKey,
    sessionToken,
  });
}

interface Attempt {
  query?: object;
  body?: string;
  headers?: Record<string, string>;
}

/** The store's answer to a request of the credentials' holder. */
async function send(of: Credentials, method: string, key: string, options: Attempt = {}) {
  const url = await clientOf(of).presignedUrl(method, of.bucket, key, 60, options.query as Record<string, string>);
  const { body, headers = {} } = options;
  const md5 = body && { 'content-md5': createHash('md5').update(body).digest('base64') };
  const response = await fetch(url, { method, headers: { ...md5, ...headers }, ...(body && { body }) });
  return { status: response.status, body: await response.text() };
}
const statusOf = async (...request: Parameters<typeof send>) => (await send(...request)).status;
const list = (of: Credentials, prefix: string | string[], more = {}) =>
  send(of, 'GET', '', { query: { 'list-type': '2', prefix, ...more } });

describe('the reply', () => {
  test('names everything that an S3 client needs, and is not kept', async () => {
    const response = await api.as(owner.key)({ url: `/api/shelves/${shelf.publicId}/creds` });
    expect(response.headers).toMatchObject({
      'cache-control': 'no-store',
      // counted as a read
      ratelimit: expect.stringContaining('"reads"'),
    });
    const { bucket, region, prefix, endpoint, expiresAt, ...keys } = response.json<Credentials>();
    expect(bucket).toMatch(/^test-/);
    expect(region).toBe('us-east-1');
    expect(endpoint).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(prefix).toMatch(
      new RegExp(`^users/${owner.account.publicId}/shelves/${shelf.publicId}/files/ver_[0-9a-f]{24}/$`),
    );
    expect(Math.round((Date.parse(expiresAt) - Date.now()) / 10_000)).toBe(360);
    expect(Object.keys(keys).toSorted()).toEqual(['accessKeyId', 'secretAccessKey', 'sessionToken']);
  });

  test('is the same for the UUID of the shelf, in either case', async () => {
    for (const id of [shelf.id, shelf.id.toUpperCase()])
      expect((await credentialsOf({ publicId: id })).prefix).toBe(current.prefix);
  });

  test.each([60, 899, 900, 86_400])('says when credentials for %d seconds end', async (ttl) => {
    const before = Math.floor(Date.now() / 1000);
    const issued = await credentialsOf(shelf, `?ttl=${ttl}`);
    const end = Date.parse(issued.expiresAt) / 1000;
    expect(end).toBeGreaterThanOrEqual(before + ttl);
    expect(end).toBeLessThanOrEqual(Date.now() / 1000 + ttl);
    expect((await list(issued, issued.prefix)).status).toBe(200);
  });
});

describe('with the credentials', () => {
  test('a client lists the version, whole and level by level', async () => {
    const names = async (recursive: boolean) => {
      const found: string[] = [];
      for await (const item of clientOf(current).listObjectsV2(current.bucket, current.prefix, recursive)) {
        const { name, prefix } = item as { name?: string; prefix?: string };
        found.push((name ?? prefix ?? '').slice(current.prefix.length));
      }
      return found.toSorted();
    };
    expect(await names(true)).toEqual(Object.keys(NEXT).toSorted());
    expect(await names(false)).toContain('02-part/');
    expect((await list(current, `${current.prefix}02-part/`)).status).toBe(200);
  });

  test('a client gets every file, whole, in part, or only its head', async () => {
    for (const [path, text] of Object.entries(NEXT))
      expect(await send(current, 'GET', current.prefix + path)).toEqual({ status: 200, body: text });
    const key = `${current.prefix}README.md`;
    expect((await clientOf(current).statObject(current.bucket, key)).size).toBe(7);
    const part: Buffer[] = [];
    for await (const chunk of await clientOf(current).getPartialObject(current.bucket, key, 2, 4))
      part.push(chunk as Buffer);
    expect(Buffer.concat(part).toString()).toBe('Next');
  });

  test('of version 1 a client still reads version 1 when version 2 is current, and only that', async () => {
    expect(await send(earlier, 'GET', `${earlier.prefix}README.md`)).toEqual({ status: 200, body: TREE['README.md'] });
    expect((await list(earlier, earlier.prefix)).status).toBe(200);
    expect(await statusOf(earlier, 'GET', `${current.prefix}README.md`)).toBe(403);
    expect((await list(earlier, current.prefix)).status).toBe(403);
  });

  test('nothing outside the prefix is read', async () => {
    for (const [what, key] of Object.entries(elsewhere))
      for (const method of ['GET', 'HEAD']) expect([what, await statusOf(current, method, key)]).toEqual([what, 403]);
    expect(
      await statusOf(current, 'GET', `${current.prefix}../${earlier.prefix.split('/').at(-2)}/README.md`),
    ).not.toBe(200);
  });

  test('nothing outside the prefix is listed', async () => {
    const above = current.prefix
      .split('/')
      .slice(0, -1)
      .map((_, depth, parts) => `${parts.slice(0, depth).join('/')}${depth ? '/' : ''}`);
    const beside = [current.prefix.slice(0, -1), ...Object.values(elsewhere), earlier.prefix];
    for (const prefix of [...above, ...beside]) {
      expect([prefix, (await list(current, prefix)).status]).toEqual([prefix, 403]);
      expect([prefix, (await list(current, prefix, { delimiter: '/' })).status]).toEqual([prefix, 403]);
    }
    expect(await statusOf(current, 'GET', '', { query: { 'list-type': '2' } })).toBe(403);
    expect(await statusOf(current, 'GET', '')).toBe(403);
  });

  test('a list that names two prefixes shows nothing of the other', async () => {
    for (const prefix of [
      ['', current.prefix],
      [current.prefix, ''],
      [earlier.prefix, current.prefix],
    ]) {
      const { body } = await list(current, prefix);
      const keys = [...body.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => key);
      expect(keys.filter((key) => !key.startsWith(current.prefix))).toEqual([]);
    }
  });

  const CHANGES: [string, string, string, Attempt][] = [
    ['writing a file', 'PUT', 'README.md', { body: 'mine' }],
    ['writing a new file', 'PUT', 'new.md', { body: 'mine' }],
    ['deleting a file', 'DELETE', 'README.md', {}],
    [
      'deleting many',
      'POST',
      '/',
      { query: { delete: '' }, body: '<Delete><Object><Key>PREFIX/README.md</Key></Object></Delete>' },
    ],
    ['starting a multipart upload', 'POST', 'new.md', { query: { uploads: '' } }],
    ['tagging', 'PUT', 'README.md', { query: { tagging: '' }, body: '<Tagging><TagSet/></Tagging>' }],
    ['reading the policy of the bucket', 'GET', '/', { query: { policy: '' } }],
    ['listing uploads', 'GET', '/', { query: { uploads: '' } }],
    ['removing the bucket', 'DELETE', '/', {}],
  ];
  test.each(CHANGES)('%s is denied', async (_what, method, path, attempt) => {
    const key = path === '/' ? '' : current.prefix + path;
    const body = attempt.body?.replace('PREFIX/', current.prefix);
    const answer = await send(current, method, key, { ...attempt, ...(body && { body }) });
    // of many the store says it for each
    expect([answer.status, /<Code>(\w+)</.exec(answer.body)?.[1]]).toEqual([
      body?.startsWith('<Delete>') ? 200 : 403,
      'AccessDenied',
    ]);
    expect((await send(current, 'GET', `${current.prefix}README.md`)).body).toBe(NEXT['README.md']);
  });

  test('buckets are not listed, and no further credentials are had', async () => {
    expect(
      await clientOf(current)
        .listBuckets()
        .catch((error: { code: string }) => error.code),
    ).toBe('AccessDenied');
    const { accessKeyId: accessKey, secretAccessKey: secretKey, sessionToken } = current;
    const { AssumeRoleProvider } = await import('minio/dist/esm/AssumeRoleProvider.mjs');
    const chained = new AssumeRoleProvider({
      stsEndpoint: current.endpoint,
      region: current.region,
      accessKey,
      secretKey,
      sessionToken,
    });
    await expect(chained.getCredentials()).rejects.toThrow();
  });

  test('the keys alone, without the session token, open nothing', async () => {
    const { sessionToken: _, ...keys } = current;
    expect(await statusOf(keys as Credentials, 'GET', `${current.prefix}README.md`)).toBe(403);
  });
});

describe('the request', () => {
  test.each(['59', '86401', '-1', 'abc', '60.5', '', '60&ttl=60'])('is refused with 400 for ttl=%s', async (ttl) => {
    const response = await api.as(owner.key)({ url: `/api/shelves/${shelf.publicId}/creds?ttl=${ttl}` });
    expect([response.statusCode, response.json()]).toMatchObject([400, { details: { field: 'ttl' } }]);
  });

  test.each(['x', 'shf_1', 'SHF', '00000000000000000000000000000000', '%00', 'ver_0123456789abcdef01234567'])(
    'is refused with 400 for the id %s, after 401',
    async (id) => {
      const response = await api.as(owner.key)({ url: `/api/shelves/${id}/creds` });
      expect([response.statusCode, response.json()]).toMatchObject([
        400,
        { details: { field: 'id', reason: 'invalid_format' } },
      ]);
      const nobody = await api.request({ url: `/api/shelves/${id}/creds` });
      expect([nobody.statusCode, nobody.json()]).toMatchObject([401, { code: 'UNAUTHORIZED' }]);
    },
  );

  test("is 404 for another account's shelf and for none, by either id", async () => {
    const stranger = await api.user();
    for (const id of [shelf.publicId, shelf.id])
      expect((await api.as(stranger.key)({ url: `/api/shelves/${id}/creds` })).statusCode).toBe(404);
    for (const id of [`shf_${'0'.repeat(24)}`, '00000000-0000-0000-0000-000000000000'])
      expect((await api.as(owner.key)({ url: `/api/shelves/${id}/creds` })).statusCode).toBe(404);
  });

  test('is 409 unless the shelf is ready', async () => {
    const { manager } = api.database;
    const other = await givenReadyShelf(api, owner.account);
    for (const change of [
      "status = 'review', draft_version_id = current_version_id",
      "status = 'parsing', draft_version_id = NULL",
    ]) {
      await manager.query(`UPDATE shelves SET ${change} WHERE id = $1`, [other.id]);
      for (const id of [other.publicId, other.id])
        expect((await api.as(owner.key)({ url: `/api/shelves/${id}/creds` })).json()).toMatchObject({
          code: 'CONFLICT',
        });
    }
  });
});

test('credentials that end before the store ends any stop working at expiresAt', async () => {
  // as the route issues them, for less than it takes from a client: the end is what counts, not how far away it is
  const issued = await api.storage.readCredentials(current.prefix, 10, AbortSignal.timeout(10_000));
  const expiring = { ...issued, expiresAt: issued.expiresAt.toISOString() };
  const end = issued.expiresAt.getTime();
  const key = `${expiring.prefix}README.md`;
  const both = async () => [await statusOf(expiring, 'GET', key), (await list(expiring, expiring.prefix)).status];
  const early = await both();
  if (Date.now() < end - 1_000) expect(early).toEqual([200, 200]);
  await pause(Math.max(0, end - Date.now() + 1_000));
  expect(await both()).toEqual([403, 403]);
  expect(await statusOf(current, 'GET', key)).toBe(200);
});
