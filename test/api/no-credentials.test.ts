import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildTestApp, givenReadyShelf, type TestApp } from '../support/app.js';

let sts: Server;
let api: TestApp;
beforeAll(async () => {
  sts = createServer((_request, response) => response.writeHead(501).end('<Error><Code>NotImplemented</Code></Error>'));
  await once(sts.listen(0, '127.0.0.1'), 'listening');
  const endpoint = `http://127.0.0.1:${(sts.address() as AddressInfo).port}`;
  api = await buildTestApp({ s3: { sts: { endpoint, roleArn: null, maxSeconds: 86_400 } } });
});
afterAll(async () => {
  sts?.close();
  await api?.stop();
});

test('in production credentials need the filter by name, and the log says so', async () => {
  const production = await buildTestApp({ s3: { filterRequired: true, signer: null } });
  try {
    const { account, key } = await production.user();
    const shelf = await givenReadyShelf(production, account);
    const { statusCode, ...refused } = await production.as(key)({ url: `/api/shelves/${shelf.publicId}/creds` });
    expect([statusCode, refused.json()]).toMatchObject([
      503,
      { code: 'SERVICE_UNAVAILABLE', details: { reason: 'not_issued' } },
    ]);
    expect(production.logged.join('')).toContain('S3_FILTER_URL');
    const archive = await production.as(key)({ url: `/v1/shelves/${shelf.publicId}/archive-url` });
    expect([archive.statusCode, archive.json()]).toMatchObject([503, { details: { reason: 'not_signed' } }]);
    expect(production.logged.join('')).toContain('S3_SIGNER_ACCESS_KEY');
  } finally {
    await production.stop();
  }
});

test('an object store that issues no credentials is a 503 that says so, and a line of the log', async () => {
  const { account, key } = await api.user();
  const shelf = await givenReadyShelf(api, account);
  const response = await api.as(key)({ url: `/api/shelves/${shelf.publicId}/creds` });
  expect([response.statusCode, response.headers['retry-after'], response.json()]).toMatchObject([
    503,
    expect.any(String),
    { code: 'SERVICE_UNAVAILABLE', message: expect.stringContaining('issues no credentials') },
  ]);
  const line = api.logged.find((one) => one.includes('NotImplemented'));
  expect(line && (JSON.parse(line) as object)).toMatchObject({
    level: expect.anything(),
    route: '/api/shelves/:id/creds',
  });
  expect(api.logged.join('')).not.toContain('Authorization');
});
