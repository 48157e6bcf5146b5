/** A reader and a reviewer in a browser: finding, splitting, versions that come back. */
import { expect } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { givenReview } from '../support/review-workspace.js';
import { webApp } from '../support/web-app.js';

const TIMEOUT_MS = 240_000;
const FILE = '01-the-tower.md';
const app = await webApp();
const { browserTest } = app;

browserTest(
  'a file is split by keyboard alone at a heading that the search of the draft has found, and approved',
  async () => {
    const { publicId } = await givenReview(app.service);
    const { page, complaints, close } = await app.signedIn();
    await page.goto(`${app.service.baseUrl}/shelves/${publicId}/review`);
    await page.getByRole('textbox', { name: 'Search in the draft' }).focus();
    await page.keyboard.type('every tenth step');
    await page.getByRole('region', { name: 'Search results' }).getByRole('button').first().press('Enter');
    await page.waitForURL(/file=01-the-tower\.md&line=\d+/);
    await page.getByRole('button', { name: 'End the search' }).press('Enter');
    await page.getByRole('button', { name: 'Split…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Split' });
    const begins = dialog.getByRole('combobox', { name: 'The new file begins with' });
    await begins.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('1.1 The Stairs');
    await dialog.getByRole('option', { name: /^1\.1 The Stairs/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Pending changes (2)').waitFor();
    await page.getByRole('treeitem', { name: '01b-the-stairs.md' }).waitFor();
    await page.getByRole('heading', { name: '1.1 The Stairs' }).waitFor();
    await page.getByRole('button', { name: 'Approve', exact: true }).press('Enter');
    await page.getByText(/1 added/).waitFor();
    await page.getByRole('button', { name: 'Approve these changes' }).press('Enter');
    await page.getByText('ready', { exact: true }).waitFor();
    const second = await (await app.service.request(`/v1/shelves/${publicId}/files/01b-the-stairs.md`)).text();
    expect(second).toMatch(/^---\ntitle: "1\.1 The Stairs"\npages: \[\d, \d\]\n---\n\n<!-- page \d -->\n\n/);
    const listing = (await (await app.service.request(`/v1/shelves/${publicId}/listing`)).json()) as {
      paths: string[];
    };
    expect(listing.paths.indexOf('01b-the-stairs.md')).toBe(listing.paths.indexOf(FILE) + 1);
    expect(complaints).toEqual([]);
    await close();
  },
  TIMEOUT_MS,
);

browserTest(
  'Back right after a link leads to where the reader was, whatever is still being scrolled',
  async () => {
    const { publicId } = await app.service.createShelf(readFileSync('local/sample/lighthouse.pdf'));
    await app.service.shelfIn(publicId, ['ready'], 120_000);
    const { page, complaints, close } = await app.signedIn();
    await page.goto(`${app.service.baseUrl}/shelves/${publicId}?file=README.md`);
    for (let round = 0; round < 3; round++) {
      await page.getByRole('link', { name: /^2.1 The Order of the Night/ }).click();
      await page.goBack();
      await page.getByRole('link', { name: /^2.1 The Order of the Night/ }).waitFor();
      // what was scrolled has told its page by then
      await page.waitForTimeout(700);
      expect(new URL(page.url()).searchParams.get('file')).toBe('README.md');
    }
    await page.goForward();
    await page.getByRole('heading', { name: '2.1 The Order of the Night' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  },
  TIMEOUT_MS,
);

browserTest(
  'a file at a version has its own address, with search and outline; an earlier version is restored',
  async () => {
    const { publicId } = await givenReview(app.service);
    const approved = await app.service.withSession(`/v1/shelves/${publicId}/approve`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        operations: [
          { type: 'rename', from: FILE, to: 'part-1/tower.md' },
          { type: 'delete', path: '02-the-watch-to-the-stores.md' },
        ],
      }),
    });
    expect(approved.status).toBe(200);
    const { page, complaints, close } = await app.signedIn();
    const version = (number: number | string) => `${app.service.baseUrl}/shelves/${publicId}/versions/${number}`;
    await page.goto(`${version(1)}?file=${FILE}`);
    await page.getByRole('heading', { name: '1.1 The Stairs' }).waitFor();
    await page.getByRole('textbox', { name: 'Search in the version' }).fill('watch');
    await page.getByRole('region', { name: 'Search results' }).getByRole('button').first().click();
    await page.waitForURL(/versions\/1\?file=.+&line=\d+/);
    for (const [address, told] of [
      [`${version(1)}?file=gone.md`, 'There is no file gone.md here.'],
      [version(99), 'There is no such version.'],
      [version('x'), 'The address names no version.'],
    ] as const) {
      await page.goto(address);
      await page.getByText(told).waitFor();
      await page.getByRole('link', { name: 'To the shelf' }).waitFor();
    }

    await page.getByRole('link', { name: 'Versions', exact: true }).click();
    const region = page.getByRole('region', { name: 'part-1/tower.md', exact: true });
    await region.getByText('renamed', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Restore version 1' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).click();
    await page.getByText('Restored from version 1').waitFor();
    await page.getByRole('heading', { name: 'From version 2 to version 3' }).waitFor();
    await page.getByRole('button', { name: 'Restore version 3' }).waitFor({ state: 'detached' });
    expect((await app.service.request(`/v1/shelves/${publicId}/files/${FILE}`)).status).toBe(200);
    expect(complaints).toEqual([]);
    await close();
  },
  TIMEOUT_MS,
);
