/** Imports that a server, as MinIO after its start, takes in part only. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { importUsers } from '../../../infra/storage-users.js';

const IN_PART = {
  failed: { userPolicies: [{ name: 'test-issuer', policies: ['shelves-issuer'], error: {} }], users: null },
};
let server: Server;
let asked = 0;

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Imports into a server that answers so in turn, the last one ever after. */
async function importInto(answers: { status: number; body: object }[]): Promise<void> {
  asked = 0;
  server = createServer((request, response) => {
    const { status, body } = answers[Math.min(asked, answers.length - 1)]!;
    asked += 1;
    request.resume();
    response.writeHead(status).end(JSON.stringify(body));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const pair = (accessKey: string) => ({ accessKey, secretKey: 'secret-of-a-user' });
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const users = { service: pair('test-service'), issuer: pair('test-issuer'), signer: pair('test-signer') };
  await importUsers({ endpoint, region: 'us-east-1', keys: pair('test-root') }, { bucket: 'shelves', users });
}

test('an import that fails in part is repeated', async () => {
  await importInto([
    { status: 200, body: IN_PART },
    { status: 200, body: { failed: { users: null } } },
  ]);
  expect(asked).toBe(2);
});

test('one that continues failing is an error that names what failed, and so is a refusal, at once', async () => {
  await expect(importInto([{ status: 200, body: IN_PART }])).rejects.toThrow(
    /HTTP 200, \{"userPolicies":.*test-issuer/,
  );
  expect(asked).toBe(5);
  server.closeAllConnections();
  server.close();
  await expect(importInto([{ status: 403, body: { Code: 'AccessDenied' } }])).rejects.toThrow(
    /HTTP 403, .*AccessDenied/,
  );
  expect(asked).toBe(1);
});
