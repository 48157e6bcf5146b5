import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { InjectOptions } from 'fastify';
import { ERRORS } from '../../contract/errors.js';
import { ERROR_CODES } from '../../contract/vocabulary.js';
import { buildTestApp, type TestApp } from '../support/app.js';
import { until } from '../support/until.js';

const ROOT = join(import.meta.dirname, '../../..');

let api: TestApp;
beforeAll(async () => {
  api = await buildTestApp({ ping: () => Promise.reject(new Error('away')) });
});
afterAll(() => api?.stop());

test('docs/errors.md tells codes and statuses as the table does, all and no more', () => {
  const documentation = readFileSync(join(ROOT, 'docs/errors.md'), 'utf8');
  const documented = Array.from(documentation.matchAll(/^\| `([A-Z_]+)` \| (\d{3}) \|/gm), ([, code, status]) => [
    code,
    Number(status),
  ]);
  expect(Object.fromEntries(documented)).toEqual(
    Object.fromEntries(ERROR_CODES.map((code) => [code, ERRORS[code].status])),
  );
});

describe('404', () => {
  test.each(['/v1', '/v1/nothing', '/v2/shelves', '/V1/shelves', '//'])('answers %s', async (url) => {
    const response = await api.request({ url });
    expect(response.statusCode).toBe(404);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.json()).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('answers a method that a route does not have', async () => {
    const { key } = await api.user();
    expect((await api.as(key)({ method: 'PUT', url: '/v1/shelves', payload: {} })).statusCode).toBe(404);
  });

  test('answers 404 where there is no route before it looks at a body or at a method of its own rules', async () => {
    const type = { 'content-type': 'application/json' };
    const unread = [
      { method: 'POST', url: '/v1/nothing', headers: type, payload: '{' },
      { method: 'POST', url: '/v1/nothing', headers: type, payload: `"${'x'.repeat(1_100_000)}"` },
      { method: 'POST', url: '/v1/nothing', headers: { 'content-type': '???' }, payload: 'x' },
      { method: 'QUERY', url: '/v1/shelves' },
    ] as InjectOptions[];
    for (const options of unread) {
      const response = await api.request(options);
      expect([response.statusCode, response.json()]).toMatchObject([404, { code: 'NOT_FOUND' }]);
    }
  });
});

describe('400', () => {
  const register = '/v1/auth/register';
  test.each([
    ['JSON that is none', { 'content-type': 'application/json' }, '{', { field: 'body', reason: 'invalid_json' }],
    ['no body', { 'content-type': 'application/json' }, '', { field: 'body', reason: 'required' }],
    ['a body that is no object', { 'content-type': 'application/json' }, '[]', { field: 'body', reason: 'required' }],
    [
      'a body over 1 MiB',
      { 'content-type': 'application/json' },
      `"${'x'.repeat(1_100_000)}"`,
      { field: 'body', reason: 'too_large', maxBytes: 1_048_576 },
    ],
    ['a wrong content type', { 'content-type': 'text/plain' }, 'x', { field: 'content-type', reason: 'unsupported' }],
    ['a content type that is none', { 'content-type': '???' }, 'x', { field: 'content-type', reason: 'unsupported' }],
    [
      'a poisoned prototype',
      { 'content-type': 'application/json' },
      '{"__proto__":{}}',
      { field: 'body', reason: 'invalid_json' },
    ],
  ])('answers %s', async (_what, headers, payload, details) => {
    const response = await api.request({ method: 'POST', url: register, headers, payload });
    expect([response.statusCode, response.json()]).toEqual([
      400,
      { code: 'VALIDATION_ERROR', message: expect.any(String), details },
    ]);
  });

  test('answers malformed percent-encoding, after the key has been checked', async () => {
    const { key } = await api.user();
    for (const url of ['/v1/shelves/%', '/v1/shelves/%ff/tree', '/v1/shelves/%E0%A4%A']) {
      const response = await api.as(key)({ url });
      expect([response.statusCode, response.json()]).toMatchObject([
        400,
        { details: { field: 'path', reason: 'malformed' } },
      ]);
      expect((await api.request({ url })).statusCode).toBe(401);
    }
  });
});

describe('what is no HTTP', () => {
  beforeAll(() => api.app.listen({ host: '127.0.0.1', port: 0 }));

  test.each([
    ['GARBAGE\r\n\r\n', 'malformed'],
    ['GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 'required'],
    [`GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`, 'too_large'],
  ])('is answered 400 all the same, case %#', async (sent, reason) => {
    const answer = await exchange(sent);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain(`"reason":"${reason}"`);
  });

  test('is no reason to refuse HTTP/1.0 without Host, or an expectation that is not known', async () => {
    expect(await exchange('GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
    const unknown = 'GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\nConnection: close\r\n\r\n';
    expect(await exchange(unknown)).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('has its connection closed also by force, when the client keeps its side open', async () => {
    const { port } = api.app.server.address() as AddressInfo;
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.resume().write('GARBAGE\r\n\r\n');
    await once(socket, 'end');
    await until(async () => (await openConnections()) === 0, 'the connection is given up');
    socket.destroy();
  });

  function openConnections(): Promise<number> {
    return new Promise((resolve, reject) =>
      api.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
  }

  function exchange(sent: string): Promise<string> {
    const socket = connect((api.app.server.address() as AddressInfo).port, '127.0.0.1');
    socket.end(sent);
    return text(socket);
  }
});

describe('the request id', () => {
  test('is the one that the client sends, where logs can hold it', async () => {
    expect(
      (await api.request({ url: '/healthz', headers: { 'x-request-id': 'abc-1.2:3' } })).headers['x-request-id'],
    ).toBe('abc-1.2:3');
    for (const bad of ['a b', 'x'.repeat(129), '"', '{}'])
      expect(
        (await api.request({ url: '/healthz', headers: { 'x-request-id': bad } })).headers['x-request-id'],
      ).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('is on errors too, and in the log', async () => {
    const response = await api.request({ url: '/v1/shelves/%', headers: { 'x-request-id': 'find-me' } });
    expect(response.headers['x-request-id']).toBe('find-me');
    await api.request({ url: '/nothing', headers: { 'x-request-id': 'find-me-too' } });
    expect(api.logged.join('')).toContain('"requestId":"find-me-too"');
  });
});

describe('the service', () => {
  test('is alive', async () => {
    expect((await api.request({ url: '/healthz' })).json()).toEqual({ status: 'ok' });
  });

  test('is not ready while a dependency is away, and names it', async () => {
    const response = await api.request({ url: '/readyz' });
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '5']);
    expect(response.json()).toEqual({
      code: 'SERVICE_UNAVAILABLE',
      message: 'Not reachable: temporal',
      details: { dependencies: { postgres: 'ok', temporal: 'unavailable', s3: 'ok' }, queues: expect.any(Object) },
    });
  });
});
