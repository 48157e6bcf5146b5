/** A reviewer in a browser: puts a draft right, leaves, comes back, approves, sees what has become of it. */
import { expect } from '@jest/globals';
import { givenReview, move } from '../support/review-workspace.js';
import { styleOf } from '../support/browser.js';
import { webApp } from '../support/web-app.js';

const TIMEOUT_MS = 240_000;
const app = await webApp();
const { browserTest } = app;

browserTest(
  'moves and edits a file, takes one change back, reloads, approves exactly the list, compares the versions',
  async () => {
    const { publicId } = await givenReview(app.service);
    const { page, complaints, close } = await app.signedIn();
    await page.goto(`${app.service.baseUrl}/shelves/${publicId}`);
    await page.getByRole('link', { name: 'Review' }).click();
    await page.getByRole('tree').waitFor();
    await move(page, '01-the-tower.md', 'part-1');
    await move(page, '02-the-watch-to-the-stores.md', 'part-2');

    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const editor = page.getByRole('textbox', { name: /^Text of part-2/ });
    await editor.press('Control+End');
    await page.keyboard.type('\nChecked by Ada.\n');
    await page.getByRole('button', { name: 'Save the edit' }).click();
    await page.getByText('Pending changes (3)').waitFor();

    await page.getByRole('button', { name: 'Undo: Move 02-the-watch-to-the-stores.md' }).click();
    await page.getByText(/^Undo “Edit part-2/).waitFor();
    await page.getByRole('button', { name: 'Undo: Move 01-the-tower.md' }).click();
    await page.getByText('Pending changes (2)').waitFor();

    await page.reload();
    await page.getByText('Pending changes (2)').waitFor();
    await page.getByRole('button', { name: 'What changes' }).click();
    await page.getByText(/1 renamed of/).waitFor();
    await page.getByText('Checked by Ada.').first().waitFor();
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByRole('button', { name: 'Approve these changes' }).click();
    await page.getByText('ready', { exact: true }).waitFor();
    const listing = (await (await app.service.request(`/v1/shelves/${publicId}/listing`)).json()) as {
      paths: string[];
    };
    expect(listing.paths).toEqual(expect.arrayContaining(['01-the-tower.md', 'part-2/02-the-watch-to-the-stores.md']));

    await page.getByRole('link', { name: 'Versions' }).click();
    await page.getByText('Approved').first().waitFor();
    await page.getByRole('heading', { name: /^From version 1 to version 2|^What version/ }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  },
  TIMEOUT_MS,
);

browserTest(
  'a wrong split is put right in five actions with a reload between them; the versions tell what was done',
  async () => {
    const { publicId } = await givenReview(app.service);
    const { page, complaints, close } = await app.signedIn();
    await page.goto(`${app.service.baseUrl}/shelves/${publicId}/review`);
    // 1, 2: the file that was split off, joined to the one before
    await page.getByRole('treeitem', { name: '02-the-watch-to-the-stores.md' }).click();
    await page.getByRole('button', { name: 'Join to previous' }).click();
    await page.getByText('Pending changes (2)').waitFor();
    await page.reload();
    // 3: what it will be
    await page.getByRole('button', { name: 'What changes' }).click();
    await page.getByText(/1 removed of/).waitFor();
    // 4
    await page.getByRole('button', { name: 'Approve these changes' }).click();
    await page.getByText('ready', { exact: true }).waitFor();
    // 5
    await page.getByRole('link', { name: 'Versions' }).click();
    await page.getByRole('heading', { name: 'From version 1 to version 2' }).waitFor();
    const removed = page.getByRole('region', { name: '02-the-watch-to-the-stores.md', exact: true });
    await removed.getByText('removed', { exact: true }).waitFor();
    const cell = page.getByRole('cell', { name: 'Three keepers share the night' }).first();
    const colour = await styleOf(cell, 'background-color');
    expect(colour).not.toBe('rgba(0, 0, 0, 0)');

    const joined = await (await app.service.request(`/v1/shelves/${publicId}/files/01-the-tower.md`)).text();
    expect(joined).toMatch(/^---\n(.*\n)*pages: \[1, 4\]\n/);
    expect(joined).toContain('1.1 The Stairs');
    expect(joined).toContain('2.2 The Log');
    const marks = joined.match(/<!-- page \d+ -->/g) ?? [];
    expect(new Set(marks).size).toBe(marks.length);
    expect(complaints).toEqual([]);
    await close();
  },
  TIMEOUT_MS,
);

browserTest(
  'a file that was renamed is told as one in the comparison of versions',
  async () => {
    const { publicId } = await givenReview(app.service);
    const approved = await app.service.withSession(`/v1/shelves/${publicId}/approve`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ operations: [{ type: 'rename', from: '01-the-tower.md', to: 'part-1/tower.md' }] }),
    });
    expect(approved.status).toBe(200);
    const { page, complaints, close } = await app.signedIn();
    await page.goto(`${app.service.baseUrl}/shelves/${publicId}/versions?from=1&to=2`);
    const renamed = page.getByRole('region', { name: 'part-1/tower.md', exact: true });
    await renamed.getByText('renamed', { exact: true }).waitFor();
    await renamed.getByText('01-the-tower.md → part-1/tower.md').waitFor();
    expect(await page.getByText('removed', { exact: true }).count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  },
  TIMEOUT_MS,
);

browserTest(
  'two sessions on one review see each other, and none overwrites the other',
  async () => {
    const { publicId } = await givenReview(app.service);
    const [ada, bob] = [await app.signedIn(), await app.signedIn()];
    const address = `${app.service.baseUrl}/shelves/${publicId}/review`;
    await Promise.all([ada.page.goto(address), bob.page.goto(address)]);
    await Promise.all([ada.page.getByRole('tree').waitFor(), bob.page.getByRole('tree').waitFor()]);
    await move(ada.page, '01-the-tower.md', 'part-1');
    await bob.page.getByText('Move 01-the-tower.md to part-1/01-the-tower.md').waitFor();
    await bob.page.getByText('changed elsewhere').waitFor();
    await move(bob.page, '02-the-watch-to-the-stores.md', 'part-2');
    await ada.page.getByText('Pending changes (2)').waitFor();
    await bob.page.getByRole('button', { name: 'Approve', exact: true }).click();
    await bob.page.getByRole('button', { name: 'Approve these changes' }).click();
    await bob.page.getByText('ready', { exact: true }).waitFor();
    await ada.page.getByText('This shelf is not in review').waitFor();
    expect([...ada.complaints, ...bob.complaints]).toEqual([]);
    await Promise.all([ada.close(), bob.close()]);
  },
  TIMEOUT_MS,
);

browserTest(
  'a draft is put right and approved by keyboard alone',
  async () => {
    const { publicId } = await givenReview(app.service);
    const { page, complaints, close } = await app.signedIn();
    await page.goto(`${app.service.baseUrl}/shelves/${publicId}/review`);
    const row = page.getByRole('treeitem', { name: '01-the-tower.md' });
    await row.waitFor();
    await page.getByRole('treeitem', { name: 'README.md' }).focus();
    await page.keyboard.press('ArrowDown');
    await row.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('F2');
    // the dialog gives it the focus when it has opened; keys before that would go to the tree
    await page.getByRole('textbox', { name: 'New name' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('01-tower.md');
    await page.keyboard.press('Enter');
    await page.getByText('Rename 01-the-tower.md to 01-tower.md').waitFor();
    await page.getByRole('button', { name: 'Approve', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByText(/1 renamed of/).waitFor();
    await page.getByRole('button', { name: 'Approve these changes' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('ready', { exact: true }).waitFor();
    expect((await app.service.request(`/v1/shelves/${publicId}/files/01-tower.md`)).status).toBe(200);
    expect(complaints).toEqual([]);
    await close();
  },
  TIMEOUT_MS,
);
