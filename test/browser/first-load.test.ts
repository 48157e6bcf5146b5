/** What a browser really loads for a screen that is opened first, up to the first text. */
import { expect } from '@jest/globals';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { givenReview } from '../support/review-workspace.js';
import { webApp } from '../support/web-app.js';

const FILES = join(import.meta.dirname, '../../web-app');
const MAX_FIRST_LOAD_BYTES = 250_000;
/** The viewer of PDFs is not counted: it is loaded beside the text. */
const VIEWER = /\/pdf[.-]/;
const app = await webApp();

/** As a browser gets it over HTTPS: in Brotli where there is a copy. */
function sizeOf(file: string): number {
  const path = join(FILES, file);
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
}

/** Opens an address in a page with an empty cache, and gives the bytes of the files that it has asked for. */
async function loadedBytes(page: Page, address: string, heading: string): Promise<number> {
  const files = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/assets/') && !VIEWER.test(pathname)) files.add(pathname);
  });
  await page.goto(address);
  await page.getByRole('heading', { name: heading }).first().waitFor();
  await page.waitForLoadState('networkidle');
  expect([...files].some((file) => file.includes('MarkdownFile'))).toBe(true);
  return [...files].reduce((sum, file) => sum + sizeOf(file), 0);
}

app.browserTest(
  'shelf, review and version are there with their text after less than 250 kB',
  async () => {
    const draft = await givenReview(app.service);
    const { publicId } = await app.service.createShelf(readFileSync('local/sample/lighthouse.pdf'));
    await app.service.shelfIn(publicId, ['ready'], 120_000);
    for (const path of [
      `/shelves/${publicId}`,
      `/shelves/${draft.publicId}/review`,
      `/shelves/${publicId}/versions/1`,
    ]) {
      const { page, complaints, close } = await app.signedIn();
      const bytes = await loadedBytes(page, app.service.baseUrl + path, '1.1 The Stairs');
      process.stderr.write(`first load of ${path.replace(/shf_\w+/, 'ID')}: ${(bytes / 1000).toFixed(1)} kB\n`);
      expect([path, bytes < MAX_FIRST_LOAD_BYTES, bytes]).toEqual([path, true, bytes]);
      expect(complaints).toEqual([]);
      await close();
    }
  },
  240_000,
);
