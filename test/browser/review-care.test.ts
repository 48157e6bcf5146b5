/** A reviewer in a browser: no typed text is lost, and nothing is approved that was not shown. */
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { PendingOperations } from '../../contract/review.js';
import { givenReview, move } from '../support/review-workspace.js';
import { webApp } from '../support/web-app.js';

const TIMEOUT_MS = 240_000;
const app = await webApp();
const { browserTest } = app;

/** Another session makes a folder: a change that an answer on its way to this one does not have. */
async function addFolder(publicId: string, path: string): Promise<void> {
  const address = `/v1/dashboard/shelves/${publicId}/review/operations`;
  const session = await app.service.anotherSession();
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
  'a typed text outlives a look at another file and a refusal, and nothing is approved without it',
  async () => {
    const { publicId } = await givenReview(app.service);
    const { page, complaints, close } = await app.signedIn();
    await page.goto(`${app.service.baseUrl}/shelves/${publicId}/review`);
    await page.getByRole('treeitem', { name: '01-the-tower.md' }).click();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('textbox', { name: 'Text of 01-the-tower.md' }).press('Control+End');
    await page.keyboard.type('Checked by Ada.');

    await page.getByRole('treeitem', { name: '02-the-watch-to-the-stores.md' }).click();
    await page.getByRole('heading', { name: 'The Watch', exact: false }).first().waitFor();
    await page.getByText('Save or cancel the edit first').waitFor();
    const approve = page.getByRole('button', { name: 'Approve', exact: true });
    expect(await approve.isDisabled()).toBe(true);
    await page.reload();
    await page.getByText('Save or cancel the edit first').waitFor();
    await page.getByRole('button', { name: '01-the-tower.md', exact: true }).click();
    // the editor draws only the lines in sight
    await page.getByRole('textbox', { name: 'Text of 01-the-tower.md' }).press('Control+End');
    await page.getByText('Checked by Ada.').waitFor();

    await justBefore(page, 'PUT', `/shelves/${publicId}/review/operations`, () => addFolder(publicId, 'appendix'));
    await page.getByRole('button', { name: 'Save the edit' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByText('Pending changes (1)').waitFor();
    await page.getByText('Checked by Ada.').waitFor();
    expect(await approve.isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Save the edit' }).click();
    await page.getByText('Edit 01-the-tower.md').waitFor();
    await page.getByText('Save or cancel the edit first').waitFor({ state: 'detached' });
    await page.getByRole('textbox', { name: 'Text of 01-the-tower.md' }).waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Undo: Edit 01-the-tower.md' }).click();
    await page.getByText('Edit 01-the-tower.md').waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: 'Save the edit' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Approve', exact: true, disabled: false }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  },
  TIMEOUT_MS,
);

browserTest(
  'on a phone a choice leads to the text, even of the open file, and a look at the page keeps what is typed',
  async () => {
    const { publicId } = await givenReview(app.service);
    const { page, complaints, close } = await app.signedIn();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${app.service.baseUrl}/shelves/${publicId}/review?file=01-the-tower.md`);
    const pane = (name: string) => page.getByRole('radiogroup', { name: 'Pane' }).getByText(name, { exact: true });
    const text = page.getByRole('region', { name: 'Text' });
    await text.waitFor();
    await pane('Files').click();
    await text.waitFor({ state: 'hidden' });
    await page.getByRole('treeitem', { name: '01-the-tower.md' }).click();
    await text.waitFor();
    await pane('Files').click();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('textbox', { name: 'Text of 01-the-tower.md' }).press('Control+End');
    await page.keyboard.type('Checked by Ada.');
    await pane('Page').click();
    await page.getByRole('img', { name: /^Page \d+ of the PDF/ }).waitFor();
    await pane('Text').click();
    await page.getByText('Checked by Ada.').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Save or cancel the edit first').waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await close();
  },
  TIMEOUT_MS,
);

browserTest(
  'only the changes that were shown are approved: what another session adds is looked at first',
  async () => {
    const { publicId } = await givenReview(app.service);
    const { page, complaints, close } = await app.signedIn();
    await page.goto(`${app.service.baseUrl}/shelves/${publicId}/review`);
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
