/** A disk that is nearly full, or gone. */
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { buildTestApp, givenReadyShelf } from '../support/app.js';
import { fileField, form, FORM_TYPE } from '../support/forms.js';

test('while the disk is nearly full uploads are refused, and reads and deletions are not', async () => {
  const full = await buildTestApp({ disk: { floorBytes: 2 ** 60, paths: [tmpdir()] } });
  try {
    const { account, key } = await full.user();
    const shelf = await givenReadyShelf(full, account);
    const as = full.as(key);
    const refusal = await as({ method: 'POST', url: '/v1/shelves', headers: FORM_TYPE, payload: form(fileField()) });
    expect([refusal.statusCode, refusal.json()]).toMatchObject([503, { details: { reason: 'disk_full' } }]);
    expect((await as({ url: `/v1/shelves/${shelf.publicId}` })).statusCode).toBe(200);
    expect((await as({ method: 'DELETE', url: `/v1/shelves/${shelf.publicId}` })).statusCode).toBe(200);
  } finally {
    await full.stop();
  }
});

test('a disk that vanishes while the api runs is 503, and the log names its folder', async () => {
  const mounted = mkdtempSync(join(tmpdir(), 'disk-'));
  const api = await buildTestApp({ disk: { floorBytes: 1, paths: [mounted] } });
  try {
    const { key } = await api.user();
    const upload = () =>
      api.as(key)({ method: 'POST', url: '/v1/shelves', headers: FORM_TYPE, payload: form(fileField()) });
    expect((await upload()).statusCode).toBe(201);
    rmdirSync(mounted);
    await pause(1_100); // what is known of a disk is a second old at most
    const refusal = await upload();
    expect([refusal.statusCode, refusal.json()]).toMatchObject([503, { details: { reason: 'disk_unknown' } }]);
    expect(api.logged.filter((line) => line.includes('DISK_FLOOR_PATHS') && line.includes(mounted))).toHaveLength(1);
  } finally {
    await api.stop();
  }
});
