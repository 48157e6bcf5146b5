/** Files that are passed on from the object store as their clients read them. */
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createContent } from '../../api/content.js';
import { findCurrentFile } from '../../entities/queries/versions.js';
import { buildTestApp, givenReadyShelf, type TestApp } from '../support/app.js';
import { until } from '../support/until.js';

const PATH = '01-long.md';

let api: TestApp;
beforeAll(async () => {
  api = await buildTestApp();
});
afterAll(() => api?.stop());

test('of one account eight are open at once, however slowly it reads, and others read meanwhile', async () => {
  const { dataSource } = api.database;
  const content = createContent({ dataSource, storage: api.storage });
  async function reader() {
    const { account } = await api.user();
    const files = { 'README.md': '# Long', [PATH]: 'a long line\n'.repeat(400_000) };
    const { publicId: shelfPublicId } = await givenReadyShelf(api, account, files);
    const key = { accountId: account.id, shelfPublicId };
    const found = await findCurrentFile(dataSource.manager, { ...key, path: PATH });
    return () => content.file(key, found!.version!, found!.file!) as Promise<Readable>;
  }
  const [slow, other] = [await reader(), await reader()];
  const held = await Promise.all(Array.from({ length: 8 }, slow));
  const ninth = slow();
  let isOpen = false;
  void ninth.then(() => (isOpen = true));
  for await (const chunk of await other()) expect(chunk).toBeInstanceOf(Buffer);
  await pause(200);
  expect(isOpen).toBe(false);
  held[0]?.destroy();
  await until(() => isOpen, 'the ninth has its turn');
  for (const source of [...held, await ninth]) source.destroy();
});
