import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { S3Config } from '../../../infra/config.js';
import { createLogger } from '../../../infra/logger.js';
import { dependencyOf, isOutage } from '../../../infra/outages.js';
import { sealAdminBody, sendAdmin } from '../../../infra/storage-admin.js';
import { createStorageGuard, FILTER_SERVICE } from '../../../infra/storage-guard.js';
import { createStorage } from '../../../infra/storage.js';
import { startStorage } from '../../support/servers.js';

let store: Awaited<ReturnType<typeof startStorage>>;
const servers: Server[] = [];
beforeAll(async () => {
  store = await startStorage();
});
afterAll(async () => {
  for (const server of servers) server.close();
  await store?.stop();
});

const soon = () => AbortSignal.timeout(40_000);
const logged: string[] = [];
const destination = { write: (line: string) => void logged.push(line) };
const log = createLogger({ level: 'warn', name: 'guard', destination });
const guardOf = (more: Partial<S3Config> = {}) => createStorageGuard({ ...store.config, ...more }, log);
const outage = async (asked: Promise<unknown>) => {
  const error = await asked.then(
    () => null,
    (reason: unknown) => reason,
  );
  return [isOutage(error), dependencyOf(error)];
};

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The store, but for one path. Signatures are over the host, which is kept. */
function storeBut(path: string, answer: RequestListener): Promise<string> {
  return listen((incoming, reply) => {
    if (incoming.url?.includes(path)) return answer(incoming, reply);
    const { method, url, headers } = incoming;
    const outgoing = request(`${store.url}${url}`, { method, headers, setHost: false }, (response) => {
      reply.writeHead(response.statusCode ?? 0, response.headers);
      response.pipe(reply);
    });
    incoming.pipe(outgoing);
  });
}

test('the store as it is set up is safe to be shown', async () => {
  const guard = guardOf();
  await guard.refuseUnsafe();
  await guard.mayIssue(soon());
  await guard.signerReads(soon());
});

test('what the check asks for is understood: the server does it for root', async () => {
  // so the 403 that it waits for is about rights, and not about how it asks
  const { endpoint, region } = store.config;
  const root = { endpoint, region, keys: store.root };
  const body = sealAdminBody(
    store.root.secretKey,
    Buffer.from('{"accessKey":"made-by-root","secretKey":"made-by-root-secret"}'),
  );
  expect(await sendAdmin(root, { method: 'PUT', path: 'add-service-account', body }, soon())).toMatchObject({
    status: 200,
  });
  const path = 'delete-service-account?accessKey=made-by-root';
  expect(await sendAdmin(root, { method: 'DELETE', path }, soon())).toMatchObject({ status: 204 });
});

describe('a user that may write', () => {
  const writer = () => ({ accessKey: store.config.accessKey, secretKey: store.config.secretKey });

  test.each(['signer', 'issuer'] as const)('is refused as %s, and nothing is left of the check', async (role) => {
    const guard = guardOf({ [role]: writer() });
    await expect(guard.refuseUnsafe()).rejects.toMatchObject({
      code: 'STORAGE_UNSAFE',
      message: expect.stringContaining(`S3_${role.toUpperCase()}_ACCESS_KEY may write`),
    });
    const storage = createStorage(store.config);
    for await (const { key } of storage.list('users/probe/')) throw new Error(key);
    storage.close();
  });

  test('is refused as such, also where the upload of the check cannot be ended', async () => {
    const endpoint = await storeBut('uploadId=', (incoming) => void incoming.socket.destroy());
    await expect(guardOf({ endpoint, signer: writer() }).refuseUnsafe()).rejects.toMatchObject({
      code: 'STORAGE_UNSAFE',
    });
    expect(logged.join('')).toContain('the upload of a check is left');
  });

  test('signs no URL', async () => {
    const storage = createStorage({ ...store.config, signer: writer() });
    await expect(storage.presignGet('users/u/shelves/s/archives/v.tar.gz', 60)).rejects.toMatchObject({
      code: 'STORAGE_UNSAFE',
    });
    storage.close();
  });
});

describe('a store that lets a session make an account', () => {
  const elsewhere = (endpoint: string) => guardOf({ endpoint, sts: { ...store.config.sts, endpoint } });

  test('is refused by the name of the advisory, and the account is removed', async () => {
    const asked: (string | undefined)[] = [];
    const endpoint = await storeBut('service-account', (incoming, reply) => {
      asked.push(incoming.method);
      reply.writeHead(incoming.method === 'PUT' ? 200 : 204).end();
    });
    await expect(elsewhere(endpoint).refuseUnsafe()).rejects.toMatchObject({
      code: 'STORAGE_UNSAFE',
      message: expect.stringMatching(/GHSA-jjjj-jwhf-8rgr.*was removed: HTTP 204/),
    });
    expect(asked).toEqual(['PUT', 'DELETE']);
  });

  test('is refused as such, also where the account cannot be removed', async () => {
    const endpoint = await storeBut('service-account', (incoming, reply) => {
      if (incoming.method === 'PUT') reply.end();
      else incoming.socket.destroy();
    });
    await expect(elsewhere(endpoint).refuseUnsafe()).rejects.toMatchObject({
      code: 'STORAGE_UNSAFE',
      message: expect.stringMatching(/could not be removed and ends at \d{4}-/),
    });
    expect(logged.join('')).toContain('the service account of a check is left');
  });

  test('is not told by an answer that breaks off: an outage of the store', async () => {
    const endpoint = await storeBut('service-account', (incoming) => void incoming.socket.destroy());
    expect(await outage(elsewhere(endpoint).mayIssue(soon()))).toEqual([true, 'object_store']);
  });

  test('is asked for nothing by a role alone', async () => {
    const endpoint = await storeBut('service-account', (_incoming, reply) => void reply.end());
    const sts = { ...store.config.sts, endpoint, roleArn: 'arn:aws:iam::123456789012:role/reader' };
    await expect(guardOf({ endpoint, sts }).refuseUnsafe()).rejects.toMatchObject({ code: 'STORAGE_UNSAFE' });
  });

  test.each([400, 404, 500])('is not told by a %d: no credentials until it is', async (status) => {
    const endpoint = await storeBut('service-account', (_incoming, reply) => void reply.writeHead(status).end());
    const guard = elsewhere(endpoint);
    await guard.refuseUnsafe();
    await expect(guard.mayIssue(soon())).rejects.toMatchObject({ code: 'STORAGE_NO_CREDENTIALS' });
  });
});

describe('the filter', () => {
  const issued = (more: Partial<S3Config>) => guardOf(more).mayIssue(soon());
  const says = (answer: object) => listen((_request, response) => void response.end(JSON.stringify(answer)));

  test('is needed where it is, by name', async () => {
    await expect(issued({ filterRequired: true })).rejects.toMatchObject({
      code: 'STORAGE_NO_CREDENTIALS',
      message: expect.stringContaining('S3_FILTER_URL'),
    });
    const filterUrl = await says({ service: FILTER_SERVICE, bucket: 'shelfwright' });
    await issued({ filterRequired: true, filterUrl });
  });

  test.each([
    ['another service', { service: 'x', bucket: 'shelfwright' }],
    ['the filter of another bucket', { service: FILTER_SERVICE, bucket: 'other' }],
  ])('is not %s', async (_what, answer) => {
    await expect(issued({ filterUrl: await says(answer) })).rejects.toMatchObject({ code: 'STORAGE_NO_CREDENTIALS' });
  });

  test('that is away is an outage', async () => {
    expect(await outage(issued({ filterUrl: 'http://127.0.0.1:1' }))).toEqual([true, 'object_store']);
  });

  test.each(['<html>', 'null', ''])('is not what says %j', async (text) => {
    const filterUrl = await listen((_request, response) => void response.end(text));
    await expect(issued({ filterUrl })).rejects.toMatchObject({ code: 'STORAGE_NO_CREDENTIALS' });
  });
});

test.each([
  ['signer', 'STORAGE_NO_SIGNER'],
  ['issuer', 'STORAGE_NO_CREDENTIALS'],
] as const)('keys of the %s that the store does not take are like none', async (role, code) => {
  const known = store.config[role];
  for (const wrong of [
    { ...known, secretKey: randomUUID() },
    { ...known, accessKey: 'nobody' },
  ]) {
    const guard = guardOf({ [role]: wrong });
    const asked = role === 'signer' ? guard.signerReads(soon()) : guard.mayIssue(soon());
    await expect(asked).rejects.toMatchObject({ code, message: expect.stringContaining(role.toUpperCase()) });
  }
});

test('a store that is away is not refused before it has been asked, and the log says so', async () => {
  logged.length = 0;
  await guardOf({ endpoint: 'http://127.0.0.1:1' }).refuseUnsafe();
  expect(logged.join('')).toMatch(/ECONNREFUSED.*could not be checked/);
});
