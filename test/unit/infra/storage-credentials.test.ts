import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import type { S3Config } from '../../../infra/config.js';
import { dependencyOf, isOutage } from '../../../infra/outages.js';
import { issueCredentials } from '../../../infra/storage-credentials.js';

const GRANTED = `<AssumeRoleResponse><AssumeRoleResult><Credentials><AccessKeyId>A</AccessKeyId><SecretAccessKey>B</SecretAccessKey>
<SessionToken>C/+=</SessionToken><Expiration>2026-01-02T03:04:05Z</Expiration></Credentials></AssumeRoleResult></AssumeRoleResponse>`;
const REFUSED =
  '<ErrorResponse><Error><Code>AccessDenied</Code><Message>may not assume</Message></Error></ErrorResponse>';

/** What STS is asked for, and what comes of its answer. */
async function ask(answer: RequestListener, sts: Partial<S3Config['sts']> = {}, ttlSeconds = 3600, waitMs = 30_000) {
  let asked = '';
  const server = createServer((request, response) => {
    request.on('data', (chunk) => (asked += String(chunk))).on('end', () => answer(request, response));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const config: S3Config = {
    endpoint: 'http://127.0.0.1:9',
    publicEndpoint: 'https://s3.example.com',
    region: 'eu-central-1',
    bucket: 'shelfwright',
    accessKey: 'service',
    secretKey: 'not-asked-with',
    issuer: { accessKey: 'issuer', secretKey: 'geheimnis' },
    signer: null,
    filterUrl: null,
    filterRequired: false,
    sts: { endpoint, roleArn: null, maxSeconds: 86_400, ...sts },
  };
  const outcome = issueCredentials(config, { prefix: 'users/u/', ttlSeconds }, AbortSignal.timeout(waitMs));
  try {
    return { issued: await outcome, error: null, asked: new URLSearchParams(asked) };
  } catch (error) {
    return { issued: null, error: error as Error & { code?: string }, asked: new URLSearchParams(asked) };
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

const grant: RequestListener = (_request, response) => void response.end(GRANTED);

test('asks for a role where one is configured, and does not trust its store with the time for that', async () => {
  const roleArn = 'arn:aws:iam::123456789012:role/reader';
  const { issued, asked } = await ask(grant, { roleArn });
  expect(issued).toMatchObject({ accessKeyId: 'A', secretAccessKey: 'B', sessionToken: 'C/+=' });
  expect(Object.fromEntries(asked)).toMatchObject({
    Action: 'AssumeRole',
    RoleArn: roleArn,
    RoleSessionName: 'shelfwright',
    DurationSeconds: '3600',
  });
  expect(asked.get('Policy')).toContain('${aws:CurrentTime}');
  const without = await ask(grant);
  expect(without.asked.has('RoleArn')).toBe(false);
  expect(without.asked.get('Policy')).toContain('${aws:CurrentTime}');
});

test('the policy is short enough for STS and lets list and get alone', async () => {
  const { asked } = await ask(grant);
  const policy = asked.get('Policy') ?? '';
  expect(policy.length).toBeLessThan(2048 - 200);
  const { Statement } = JSON.parse(policy) as { Statement: { Effect: string; Action: string[]; Resource: string[] }[] };
  expect(Statement.map(({ Effect, Action, Resource }) => [Effect, Action, Resource])).toEqual([
    ['Allow', ['s3:ListBucket'], ['arn:aws:s3:::shelfwright']],
    ['Allow', ['s3:GetObject'], ['arn:aws:s3:::shelfwright/users/u/*']],
  ]);
});

test.each([
  [60, 86_400, '900', 60],
  [86_400, 86_400, '86400', 86_400],
  [86_400, 43_200, '43200', 43_200],
])(
  'for %d seconds of at most %d STS is asked for %s, and the end is told truly',
  async (ttl, maxSeconds, asks, lives) => {
    const { issued, asked } = await ask(grant, { maxSeconds }, ttl);
    expect(asked.get('DurationSeconds')).toBe(asks);
    const end = issued?.expiresAt as Date;
    expect(Math.round((end.getTime() - Date.now()) / 10_000)).toBe(Math.round(lives / 10));
    expect(asked.get('Policy')).toContain(
      `"DateLessThan":{"aws:CurrentTime":"${end.toISOString().replace('.000', '')}"}`,
    );
  },
);

test.each<[string, RequestListener, string]>([
  [
    'refuses',
    (_request, response) => void response.writeHead(403).end(REFUSED),
    'HTTP 403, AccessDenied: may not assume',
  ],
  ['has no STS', (_request, response) => void response.writeHead(405).end('<html>'), 'HTTP 405, no STS answer'],
  ['answers something else', (_request, response) => void response.end('{}'), 'HTTP 200, no STS answer'],
])('a store that %s is an outage that says so, without secrets', async (_what, answer, message) => {
  const { error } = await ask(answer);
  expect(error).toMatchObject({ code: 'STORAGE_NO_CREDENTIALS', message: `no credentials from STS: ${message}` });
  expect(isOutage(error)).toBe(true);
});

test.each<[string, RequestListener]>([
  ['is silent', () => {}],
  ['breaks off', (request) => request.socket.destroy()],
  ['falls silent in its answer', (_request, response) => void response.write('<Assume')],
])('a store that %s is an outage, and is not waited for', async (_what, answer) => {
  const { error } = await ask(answer, {}, 3600, 300);
  expect([error?.message, isOutage(error), dependencyOf(error)]).toEqual([expect.any(String), true, 'object_store']);
});
