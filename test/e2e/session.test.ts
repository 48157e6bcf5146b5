/** What the service's own pages do by a session, over real processes: a reviewed upload, keys, signing out. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ApiKeyList, CreatedApiKey } from '../../contract/dashboard.js';
import type { Shelf } from '../../contract/shelf.js';
import { textPdf } from '../support/marked-pdf.js';
import { START_MS, STOP_MS, startService, type Service } from '../support/service.js';

let service: Service;
beforeAll(async () => {
  service = await startService({ ENGINE_PROCESSES: '1' });
}, START_MS);
afterAll(() => service?.stop(), STOP_MS);

const post = (path: string, body: object) =>
  service.withSession(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const read = async <T>(path: string): Promise<T> => (await (await service.withSession(path)).json()) as T;
const byKey = async (key: string, path: string): Promise<number> =>
  (await service.request(path, { headers: { authorization: `Bearer ${key}` } })).status;

test('a shelf is uploaded for review, waits there and becomes ready when it is approved', async () => {
  const form = new FormData();
  form.append('review', 'true');
  form.append('acceptancePolicy', 'strict');
  form.append('file', new Blob([new Uint8Array(await textPdf(3))], { type: 'application/pdf' }), 'report.pdf');
  const created = await service.withSession('/v1/shelves', { method: 'POST', body: form });
  expect(created.status).toBe(201);
  const { publicId, ...shelf } = (await created.json()) as Shelf;
  expect(shelf).toMatchObject({ reviewMode: true, quality: { mode: 'balanced' } });
  expect(await service.shelfIn(publicId, ['review', 'ready', 'failed'])).toMatchObject({ status: 'review' });
  const approved = await post(`/v1/shelves/${publicId}/approve`, {
    operations: [{ type: 'write', path: 'notes.md', content: 'Checked.\n' }],
  });
  expect([approved.status, await approved.json()]).toEqual([
    200,
    expect.objectContaining({ status: 'ready', currentVersionNumber: 2 }),
  ]);
  const file = await service.withSession(`/v1/shelves/${publicId}/files/notes.md`);
  expect(await file.text()).toContain('Checked.');
}, 240_000);

test('a key made by a session opens shelves until it is revoked; the account shows no secret of it', async () => {
  const made = await post('/v1/dashboard/api-keys', { name: 'Agent' });
  expect(made.status).toBe(201);
  const { key, publicId } = (await made.json()) as CreatedApiKey;
  expect([await byKey(key, '/v1/shelves'), await byKey(key, '/v1/dashboard/account')]).toEqual([200, 401]);
  const { data } = await read<ApiKeyList>('/v1/dashboard/api-keys');
  expect(data.map(({ name }) => name)).toContain('Agent');
  expect(JSON.stringify(data)).not.toContain(key);
  expect((await service.withSession(`/v1/dashboard/api-keys/${publicId}`, { method: 'DELETE' })).status).toBe(200);
  expect(await byKey(key, '/v1/shelves')).toBe(401);
});

test('who has signed out is nobody', async () => {
  expect((await service.withSession('/api/auth/session')).status).toBe(200);
  expect((await service.withSession('/api/auth/logout', { method: 'POST' })).status).toBe(200);
  expect((await service.withSession('/api/auth/session')).status).toBe(401);
  expect((await service.withSession('/v1/shelves')).status).toBe(401);
});
