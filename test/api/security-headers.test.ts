import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildTestApp, type TestApp } from '../support/app.js';

let api: TestApp;
let production: TestApp;
beforeAll(async () => {
  api = await buildTestApp();
  production = await buildTestApp({ nodeEnv: 'production', publicUrl: 'https://shelves.example' });
});
afterAll(() => Promise.all([api?.stop(), production?.stop()]));

const REQUESTS = [
  { url: '/healthz' },
  { url: '/v1/shelves' },
  { url: '/openapi.json' },
  { url: '/nowhere' },
  { url: '/', headers: { accept: 'text/html' } },
];

test('every reply tells browsers not to guess types, not to tell others where from, and to ask for no device', async () => {
  for (const request of REQUESTS) {
    const { headers } = await api.app.inject(request);
    expect([request.url, headers]).toMatchObject([
      request.url,
      {
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=()'),
      },
    ]);
    expect(headers).not.toHaveProperty('strict-transport-security');
  }
});

test('in production with an address by https browsers are told to keep to that', async () => {
  for (const request of REQUESTS) {
    const { headers } = await production.app.inject(request);
    expect([request.url, headers['strict-transport-security']]).toEqual([request.url, 'max-age=31536000']);
  }
});

test('what an account has is kept by no cache that others share', async () => {
  const { key } = await api.user();
  for (const url of ['/v1/shelves', '/v1/search?q=lens']) {
    const { headers } = await api.as(key)({ url });
    expect([url, headers]).toMatchObject([
      url,
      { 'cache-control': 'private, no-cache', vary: 'authorization, cookie' },
    ]);
  }
});
