import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { WIRE_SCHEMAS } from '../../contract/schemas.js';
import { buildTestApp, type TestApp } from '../support/app.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { default as addFormats } from 'ajv-formats';

const SNAPSHOT = join(import.meta.dirname, '../../../test/api/openapi.snapshot.json');

interface Operation {
  summary?: string;
  security?: object[];
  responses: Record<string, { description?: string }>;
}
interface Document {
  openapi: string;
  info: { version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { examples?: unknown[] }> };
}

let api: TestApp;
let document: Document;
beforeAll(async () => {
  api = await buildTestApp();
  document = (await api.app.inject('/openapi.json')).json<Document>();
});
afterAll(() => api?.stop());

/** `UPDATE_OPENAPI=1` writes it anew; a change of the interface is then seen in review. */
test('is the description that was agreed on', () => {
  const text = `${JSON.stringify(document, null, 2)}\n`;
  if (process.env['UPDATE_OPENAPI'] === '1') writeFileSync(SNAPSHOT, text);
  expect(JSON.parse(text)).toEqual(JSON.parse(readFileSync(SNAPSHOT, 'utf8')));
});

test('the snapshot is not being rewritten in CI', () => {
  expect(process.env['CI'] !== undefined && process.env['UPDATE_OPENAPI'] === '1').toBe(false);
});

test('is OpenAPI 3.1 of interface version 1.0.0', () => {
  expect([document.openapi.startsWith('3.1'), document.info.version]).toEqual([true, '1.0.0']);
});

/** Keys and sessions open shelves and webhooks; the dashboard is for sessions alone. */
function securityOf(path: string): object[] | undefined {
  if (/^\/((v1|api)\/shelves|v1\/(webhooks|search))/.test(path)) return [{ bearer: [] }, { session: [] }];
  return /^\/(v1\/dashboard|api\/auth\/(confirm|session)$)/.test(path) ? [{ session: [] }] : undefined;
}

test('describes every route with summary, replies and who it is open to', () => {
  expect(Object.keys(document.paths).toSorted()).toEqual([
    '/api/auth/confirm',
    '/api/auth/forgot-password',
    '/api/auth/login',
    '/api/auth/logout',
    '/api/auth/reset-password',
    '/api/auth/session',
    '/api/shelves/{id}/creds',
    '/healthz',
    '/readyz',
    '/v1/auth/register',
    '/v1/auth/verify-email',
    '/v1/dashboard/account',
    '/v1/dashboard/account/delete',
    '/v1/dashboard/api-keys',
    '/v1/dashboard/api-keys/{id}',
    '/v1/dashboard/password',
    '/v1/dashboard/second-factor',
    '/v1/dashboard/second-factor/confirm',
    '/v1/dashboard/second-factor/disable',
    '/v1/dashboard/second-factor/recovery-codes',
    '/v1/dashboard/sessions',
    '/v1/dashboard/sessions/{id}',
    '/v1/dashboard/shelves/{id}/review',
    '/v1/dashboard/shelves/{id}/review/operations',
    '/v1/dashboard/shelves/{id}/review/preview',
    '/v1/dashboard/shelves/{id}/run',
    '/v1/dashboard/shelves/{id}/versions/{version}/restore',
    '/v1/helpers/download.sh',
    '/v1/helpers/schemas/{name}',
    '/v1/search',
    '/v1/shelves',
    '/v1/shelves/{id}',
    '/v1/shelves/{id}/approve',
    '/v1/shelves/{id}/archive-url',
    '/v1/shelves/{id}/cite',
    '/v1/shelves/{id}/diff',
    '/v1/shelves/{id}/events',
    '/v1/shelves/{id}/files/{filePath}',
    '/v1/shelves/{id}/listing',
    '/v1/shelves/{id}/outline',
    '/v1/shelves/{id}/pages',
    '/v1/shelves/{id}/pages/{page}',
    '/v1/shelves/{id}/pages/{page}.png',
    '/v1/shelves/{id}/regenerate',
    '/v1/shelves/{id}/restore',
    '/v1/shelves/{id}/retry',
    '/v1/shelves/{id}/search',
    '/v1/shelves/{id}/source',
    '/v1/shelves/{id}/tables',
    '/v1/shelves/{id}/tables/{table}',
    '/v1/shelves/{id}/tree',
    '/v1/shelves/{id}/upload',
    '/v1/shelves/{id}/versions',
    '/v1/shelves/{id}/versions/{version}/files/{filePath}',
    '/v1/shelves/{id}/versions/{version}/tree',
    '/v1/webhooks',
    '/v1/webhooks/{webhookPublicId}',
    '/v1/webhooks/{webhookPublicId}/deliveries',
    '/v1/webhooks/{webhookPublicId}/deliveries/{deliveryId}',
    '/v1/webhooks/{webhookPublicId}/deliveries/{deliveryId}/redeliver',
    '/v1/webhooks/{webhookPublicId}/ping',
    '/v1/webhooks/{webhookPublicId}/recover',
    '/v1/webhooks/{webhookPublicId}/rotate-secret',
  ]);
  for (const [path, operations] of Object.entries(document.paths))
    for (const operation of Object.values(operations)) {
      expect(operation.summary).toEqual(expect.any(String));
      const security = securityOf(path);
      const expected = security ? ['401', '429', '500', '503'] : ['500', '503'];
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(expected));
      expect([path, operation.security]).toEqual([path, security]);
    }
});

test('gives examples that its own schemas accept', () => {
  const ajv = new Ajv2020({ strict: false });
  (addFormats as unknown as (instance: Ajv2020) => void)(ajv);
  for (const schema of WIRE_SCHEMAS) ajv.addSchema(schema);
  for (const schema of WIRE_SCHEMAS) {
    const { $id, examples = [] } = schema as { $id?: string; examples?: unknown[] };
    const validate = ajv.getSchema(String($id));
    for (const example of examples) expect([$id, validate?.(example), validate?.errors]).toEqual([$id, true, null]);
  }
});

test('can be browsed without the network', async () => {
  const page = await api.app.inject('/docs');
  expect(page.statusCode).toBe(200);
  for (const [, address = ''] of page.body.matchAll(/(?:src|href)="([^"]+)"/g)) {
    expect(address).toMatch(/^(\.|\/docs)\//);
    const asset = await api.app.inject(new URL(address, 'http://localhost/docs/').pathname);
    expect([address, asset.statusCode]).toEqual([address, 200]);
  }
});
