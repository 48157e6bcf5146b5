/** A reviewer in a browser: puts a draft right, leaves, comes back, approves, sees what has become of it. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import type { PendingOperations } from '../../contract/review.js';
import type { Shelf } from '../../contract/shelf.js';
import { findChromium, openPage, startBrowser } from '../support/browser.js';
import { givenSession } from '../support/rows.js';
import { startService, type Service } from '../support/service.js';

const executable = await findChromium();
const browserTest = executable === null ? test.skip : test;
const TIMEOUT_MS = 240_000;

let service: Service;
let browser: Browser;
beforeAll(async () => {
  if (executable === null) return;
  service = await startService({ ENGINE_PROCESSES: '1', LIMIT_WRITES_PER_MINUTE: '1000' });
  browser = await startBrowser(executable);
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await service?.stop();
}, 60_000);

async function shelfInReview(): Promise<Shelf> {
  const form = new FormData();
  form.append('review', 'true');
  form.append('file', new Blob([readFileSync('local/sample/lighthouse.pdf')]), 'lighthouse.pdf');
  const created = await service.withSession('/v1/shelves', { method: 'POST', body: form });
  expect(created.status).toBe(201);
  return service.shelfIn(((await created.json()) as Shelf).publicId, ['review', 'failed'], 120_000);
}

/** A page with a session of its own. */
const signedIn = async () =>
  openPage(browser, service.baseUrl, { token: await givenSession(service.database.manager, service.account.id) });

const move = async (page: Page, file: string, folder: string): Promise<void> => {
  await page.getByRole('treeitem', { name: file }).click();
  await page.getByRole('button', { name: 'Move to…' }).click();
  await page.getByRole('combobox', { name: 'Folder' }).fill(folder);
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await page.getByText(`Move ${file} to ${folder}/${file}`).waitFor();
};

/** Another session makes a folder: a change that an answer on its way to this one does not have. */
async function addFolder(publicId: string, path: string): Promise<void> {
  const address = `/v1/dashboard/shelves/${publicId}/review/operations`;
  const session = await service.anotherSession();
  const now = (await (await session(address)).json()) as PendingOperations;
  const { draft, revision, operations } = now;
  const kept = await session(address, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ draft, revision, operations: [...operations, { type: 'mkdir', path }] }),
  });
  expect(kept.status).toBe(200);
}

/** Lets something happen on the server just before the page's next request of this kind gets there. */
async function justBefore(page: Page, method: string, address: string, happen: () => Promise<void>): Promise<void> {
  let isDone = false;
  await page.route(`**${address}`, async (route) => {
    if (route.request().method() === method && !isDone) {
      isDone = true;
      await happen();
    }
    await route.continue();
  });
}

browserTest(
  'moves and edits a file, takes one change back, reloads, approves exactly the list, compares the versions',
  async () => {
    const { publicId } = await shelfInReview();
    const { page, complaints, close } = await signedIn();
    await page.goto(`${service.baseUrl}/shelves/${publicId}`);
    await page.getByRole('link', { name: 'Review' }).click();
    await page.getByRole('tree').waitFor();
    await move(page, '01-the-tower.md', 'part-1');
    await move(page, '02-the-watch-to-the-stores.md', 'part-2');

    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const editor = page.getByRole('textbox', { name: /^Text of part-2/ });
    await editor.waitFor();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\nChecked by Ada.\n');
    await page.getByRole('button', { name: 'Keep the edit' }).click();
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
    const listing = (await (await service.request(`/v1/shelves/${publicId}/listing`)).json()) as { paths: string[] };
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
    const { publicId } = await shelfInReview();
    const { page, complaints, close } = await signedIn();
    await page.goto(`${service.baseUrl}/shelves/${publicId}/review`);
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
    const colour = await page
      .getByRole('cell', { name: 'Three keepers share the night' })
      .first()
      .evaluate('(cell) => getComputedStyle(cell).backgroundColor');
    expect(colour).not.toBe('rgba(0, 0, 0, 0)');

    const joined = await (await service.request(`/v1/shelves/${publicId}/files/01-the-tower.md`)).text();
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
    const { publicId } = await shelfInReview();
    const approved = await service.withSession(`/v1/shelves/${publicId}/approve`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ operations: [{ type: 'rename', from: '01-the-tower.md', to: 'part-1/tower.md' }] }),
    });
    expect(approved.status).toBe(200);
    const { page, complaints, close } = await signedIn();
    await page.goto(`${service.baseUrl}/shelves/${publicId}/versions?from=1&to=2`);
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
  'a typed text outlives a look at another file and a refusal, and nothing is approved without it',
  async () => {
    const { publicId } = await shelfInReview();
    const { page, complaints, close } = await signedIn();
    await page.goto(`${service.baseUrl}/shelves/${publicId}/review`);
    await page.getByRole('treeitem', { name: '01-the-tower.md' }).click();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('textbox', { name: 'Text of 01-the-tower.md' }).waitFor();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('Checked by Ada.');

    await page.getByRole('treeitem', { name: '02-the-watch-to-the-stores.md' }).click();
    await page.getByRole('heading', { name: 'The Watch', exact: false }).first().waitFor();
    await page.getByText('Keep or cancel the edit first').waitFor();
    const approve = page.getByRole('button', { name: 'Approve', exact: true });
    expect(await approve.isDisabled()).toBe(true);
    const asked = page.waitForEvent('dialog').then((dialog) => dialog.dismiss());
    await Promise.all([asked, page.close({ runBeforeUnload: true })]);
    await page.getByRole('button', { name: '01-the-tower.md', exact: true }).click();
    // the editor draws only the lines in sight
    await page.getByRole('textbox', { name: 'Text of 01-the-tower.md' }).press('Control+End');
    await page.getByText('Checked by Ada.').waitFor();

    await justBefore(page, 'PUT', `/shelves/${publicId}/review/operations`, () => addFolder(publicId, 'appendix'));
    await page.getByRole('button', { name: 'Keep the edit' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByText('Pending changes (1)').waitFor();
    await page.getByText('Checked by Ada.').waitFor();
    expect(await approve.isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Keep the edit' }).click();
    await page.getByText('Edit 01-the-tower.md').waitFor();
    await page.getByText('Keep or cancel the edit first').waitFor({ state: 'detached' });
    await page.getByRole('textbox', { name: 'Text of 01-the-tower.md' }).waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Undo: Edit 01-the-tower.md' }).click();
    await page.getByText('Edit 01-the-tower.md').waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: 'Keep the edit' }).count()).toBe(0);
    expect(await approve.isEnabled()).toBe(true);
    expect(complaints).toEqual([]);
    await close();
  },
  TIMEOUT_MS,
);

browserTest(
  'on a phone a choice leads to the text, even of the open file, and a look at the page keeps what is typed',
  async () => {
    const { publicId } = await shelfInReview();
    const { page, complaints, close } = await signedIn();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${service.baseUrl}/shelves/${publicId}/review?file=01-the-tower.md`);
    const pane = (name: string) => page.getByRole('radiogroup', { name: 'Pane' }).getByText(name, { exact: true });
    const text = page.getByRole('region', { name: 'Text' });
    await text.waitFor();
    await pane('Files').click();
    await text.waitFor({ state: 'hidden' });
    await page.getByRole('treeitem', { name: '01-the-tower.md' }).click();
    await text.waitFor();
    await pane('Files').click();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('textbox', { name: 'Text of 01-the-tower.md' }).waitFor();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('Checked by Ada.');
    await pane('Page').click();
    await page.getByRole('img', { name: /^Page \d+ of the PDF/ }).waitFor();
    await pane('Text').click();
    await page.getByText('Checked by Ada.').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Keep or cancel the edit first').waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await close();
  },
  TIMEOUT_MS,
);

browserTest(
  'only the changes that were shown are approved: what another session adds is looked at first',
  async () => {
    const { publicId } = await shelfInReview();
    const { page, complaints, close } = await signedIn();
    await page.goto(`${service.baseUrl}/shelves/${publicId}/review`);
    await move(page, '01-the-tower.md', 'part-1');
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'What changes' });
    const approve = dialog.getByRole('button', { name: 'Approve these changes' });
    await dialog.getByText(/1 renamed of/).waitFor();
    await addFolder(publicId, 'one');
    await dialog.getByText('The pending changes are no longer those shown here').waitFor();
    expect(await approve.isDisabled()).toBe(true);
    const again = dialog.getByRole('button', { name: 'Show the changes as they are now' });
    await again.click();
    await dialog.getByText(/1 renamed of/).waitFor();

    // one that the page has not heard of yet
    await justBefore(page, 'POST', `/shelves/${publicId}/approve`, () => addFolder(publicId, 'two'));
    await approve.click();
    await dialog.getByText(/have changed/).waitFor();
    await again.click();
    await dialog.getByText(/have changed/).waitFor({ state: 'detached' });
    await approve.click();
    await page.getByText('ready', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  },
  TIMEOUT_MS,
);

browserTest(
  'two sessions on one review see each other, and none overwrites the other',
  async () => {
    const { publicId } = await shelfInReview();
    const [ada, bob] = [await signedIn(), await signedIn()];
    const address = `${service.baseUrl}/shelves/${publicId}/review`;
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
    const { publicId } = await shelfInReview();
    const { page, complaints, close } = await signedIn();
    await page.goto(`${service.baseUrl}/shelves/${publicId}/review`);
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
    expect((await service.request(`/v1/shelves/${publicId}/files/01-tower.md`)).status).toBe(200);
    expect(complaints).toEqual([]);
    await close();
  },
  TIMEOUT_MS,
);
