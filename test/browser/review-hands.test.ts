/** A reviewer's hands in a browser: the Tab key alone; a pointer that drags; the editor's preview; a regenerated draft. */
import { expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { givenReview } from '../support/review-workspace.js';
import { webApp } from '../support/web-app.js';

const TIMEOUT_MS = 240_000;
const app = await webApp();
const { browserTest } = app;

/** Presses Tab, or Shift+Tab, until something has the focus: a person without a pointer does the same. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.first().waitFor();
  const focused = target.and(page.locator(':focus'));
  for (let presses = 0; presses < 80; presses++) {
    if ((await focused.count()) > 0) return;
    await page.keyboard.press(key);
  }
  const where = await page.evaluate('document.activeElement?.outerHTML.slice(0, 200)');
  throw new Error(`Tab does not lead there, but to ${String(where)}`);
}

browserTest(
  'a file is moved and the draft approved with nothing but the keys of a keyboard',
  async () => {
    const { publicId } = await givenReview(app.service);
    const { page, complaints, close } = await app.signedIn();
    await page.goto(`${app.service.baseUrl}/shelves/${publicId}/review`);
    const item = (name: string | RegExp) => page.getByRole('treeitem', { name });
    await item('01-the-tower.md').waitFor();
    await tabTo(page, page.getByRole('treeitem'));
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await item('01-the-tower.md').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/file=01-the-tower\.md/);
    await tabTo(page, page.getByRole('button', { name: 'Move to…' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Folder' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('part-1');
    await page.keyboard.press('Enter');
    await page.getByText('Move 01-the-tower.md to part-1/01-the-tower.md').waitFor();
    // the focus is where it was before the dialog
    await page.getByRole('button', { name: 'Move to…' }).and(page.locator(':focus')).waitFor();
    await tabTo(page, page.getByRole('button', { name: 'Approve', exact: true }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByText(/1 renamed of/).waitFor();
    await tabTo(page, page.getByRole('button', { name: 'Approve these changes' }));
    await page.keyboard.press('Enter');
    await page.getByText('ready', { exact: true }).waitFor();
    expect((await app.service.request(`/v1/shelves/${publicId}/files/part-1/01-the-tower.md`)).status).toBe(200);
    expect(complaints).toEqual([]);
    await close();
  },
  TIMEOUT_MS,
);

browserTest(
  'a folder is made, a file dragged into it; what a split has made is joined back to its own file',
  async () => {
    const { publicId } = await givenReview(app.service);
    const { page, complaints, close } = await app.signedIn();
    await page.goto(`${app.service.baseUrl}/shelves/${publicId}/review`);
    const item = (name: string | RegExp) => page.getByRole('treeitem', { name });
    await item('README.md').click();
    await page.getByRole('button', { name: 'New folder' }).click();
    await page.getByRole('textbox', { name: 'Name of the folder' }).fill('annex');
    await page.getByRole('button', { name: 'Make folder' }).click();
    await item('annex').waitFor();
    await item('02-the-watch-to-the-stores.md').dragTo(item('annex'));
    await page.getByText('Move 02-the-watch-to-the-stores.md to annex/02-the-watch-to-the-stores.md').waitFor();

    await item('01-the-tower.md').click();
    await page.getByRole('button', { name: 'Split…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Split' });
    await dialog.getByRole('button', { name: 'Split', exact: true }).click();
    await item(/^01b-/).waitFor();
    await item(/^01b-/).click();
    await page.locator('button[title$=" to 01-the-tower.md"]', { hasText: 'Join to previous' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  },
  TIMEOUT_MS,
);

browserTest(
  'an edit is looked at before it is kept; regenerating says what it does, and does it',
  async () => {
    const { publicId } = await givenReview(app.service);
    const { page, complaints, close } = await app.signedIn();
    await page.goto(`${app.service.baseUrl}/shelves/${publicId}/review?file=01-the-tower.md`);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('textbox', { name: 'Text of 01-the-tower.md' }).press('Control+End');
    await page.keyboard.type('\n\n## Checked *twice*\n');
    await page.getByText('Preview', { exact: true }).click();
    await page.getByRole('heading', { name: 'Checked twice' }).waitFor();
    await page.getByRole('button', { name: 'Save the edit' }).click();
    await page.getByText('Pending changes (1)').waitFor();

    await page.getByRole('button', { name: 'Regenerate' }).click();
    const dialog = page.getByRole('dialog', { name: 'Regenerate the draft' });
    await dialog.getByText(/its 1 pending change are discarded/).waitFor();
    await dialog.getByText(/^Engine .* made this draft and will make the next; with the same template/).waitFor();
    await dialog.getByRole('combobox', { name: 'Template' }).click();
    await dialog.getByRole('option', { name: 'book' }).click();
    await dialog.getByText(/will make the next, with another template/).waitFor();
    await dialog.getByRole('button', { name: 'Discard and regenerate' }).click();
    await page
      .getByText('The PDF is being read')
      .or(page.getByRole('link', { name: 'Review' }))
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'Review' }).click({ timeout: 120_000 });
    await page.getByText('Pending changes (0)').waitFor();
    expect((await app.service.getShelf(publicId)).template).toBe('book');
    expect(complaints).toEqual([]);
    await close();
  },
  TIMEOUT_MS,
);
