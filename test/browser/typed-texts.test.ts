/** A reviewer in a browser: what was typed comes back, and what a colleague has done is not overwritten. */
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { PendingOperations } from '../../contract/review.js';
import type { Operation } from '../../contract/vocabulary.js';
import { givenReview } from '../support/review-workspace.js';
import { givenAccount, givenSession } from '../support/rows.js';
import { until } from '../support/until.js';
import { webApp } from '../support/web-app.js';

const TIMEOUT_MS = 240_000;
const FILE = '01-the-tower.md';
const app = await webApp();
const { browserTest } = app;

/** A colleague's change of the pending operations, in a session of their own. */
async function colleagueAdds(publicId: string, added: Operation): Promise<void> {
  const address = `/v1/dashboard/shelves/${publicId}/review/operations`;
  const session = await app.service.anotherSession();
  const { draft, revision, operations } = (await (await session(address)).json()) as PendingOperations;
  const kept = await session(address, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ draft, revision, operations: [...operations, added] }),
  });
  expect(kept.status).toBe(200);
}

const pendingOf = async (publicId: string) =>
  (await (
    await app.service.withSession(`/v1/dashboard/shelves/${publicId}/review/operations`)
  ).json()) as PendingOperations;

/** How many shelves have typed texts in the browser's storage. */
const storedTexts = (page: Page) =>
  page.evaluate('Object.keys(localStorage).filter((key) => /typed/.test(key)).length');

/** Types into the editor of a file, without keeping it. */
async function typeInto(page: Page, publicId: string, text: string): Promise<void> {
  await page.goto(`${app.service.baseUrl}/shelves/${publicId}/review?file=${FILE}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('textbox', { name: `Text of ${FILE}` }).press('Control+End');
  await page.keyboard.type(text);
  await page.getByText('Save or cancel the edit first').waitFor();
}

browserTest(
  'a typed text comes back after other screens and a reload, and is gone after signing out, which asks first',
  async () => {
    const { publicId } = await givenReview(app.service);
    const { page, complaints, close } = await app.signedIn();
    await typeInto(page, publicId, 'Checked by Ada.');
    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByRole('heading', { name: 'API keys' }).waitFor();
    await page.reload();
    await page.goBack();
    await page.getByText('Save or cancel the edit first').waitFor();
    await page.getByRole('textbox', { name: `Text of ${FILE}` }).press('Control+End');
    await page.getByText('Checked by Ada.').waitFor();
    expect(await storedTexts(page)).toBe(1);
    const signOut = async (answer: string) => {
      await page.getByRole('button', { name: /^Account of/ }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      const question = page.getByRole('dialog', { name: 'Sign out' });
      await question.getByText('What you typed into 1 file has not been saved.').waitFor();
      await question.getByRole('button', { name: answer }).click();
      await question.waitFor({ state: 'detached' });
    };
    await signOut('Cancel');
    await page.getByText('Checked by Ada.').waitFor();
    await signOut('Sign out anyway');
    await page.waitForURL('**/sign-in*');
    await until(async () => (await storedTexts(page)) === 0, 'nothing is stored');
    expect(complaints).toEqual([]);
    await close();
  },
  TIMEOUT_MS,
);

browserTest(
  'another account that signs in at the same browser finds nothing of what was typed',
  async () => {
    const { publicId } = await givenReview(app.service);
    const { page, context, complaints, close } = await app.signedIn();
    await typeInto(page, publicId, 'Checked by Ada.');
    const { manager } = app.service.database;
    const other = await givenAccount(manager);
    const [cookie] = await context.cookies();
    await context.addCookies([{ ...cookie!, value: await givenSession(manager, other.id) }]);
    await page.goto(app.service.baseUrl);
    await page.getByRole('heading', { name: 'Shelves' }).waitFor();
    await until(async () => (await storedTexts(page)) === 0, 'nothing is stored');
    expect(complaints).toEqual([]);
    await close();
  },
  TIMEOUT_MS,
);

browserTest(
  'an edit of a file that a colleague has changed meanwhile is told, and both texts are offered',
  async () => {
    const { publicId } = await givenReview(app.service);
    const { page, complaints, close } = await app.signedIn();
    await typeInto(page, publicId, 'Checked by Ada.');
    await colleagueAdds(publicId, { type: 'write', path: FILE, content: '# The Tower\n\nWritten by Bob.\n' });
    await page.getByText('This file has changed since you began to edit it').waitFor();
    expect(await page.getByRole('button', { name: 'Save the edit' }).isDisabled()).toBe(true);
    await page.getByText('As it is now', { exact: true }).click();
    await page.getByText('Written by Bob.').waitFor();
    await page.getByText('Write', { exact: true }).click();
    await page.getByRole('button', { name: 'Keep mine instead' }).click();
    await page.getByText('Save or cancel the edit first').waitFor({ state: 'detached' });
    await until(async () => {
      const [mine] = (await pendingOf(publicId)).operations;
      return mine?.type === 'write' && mine.path === FILE && mine.content.includes('Checked by Ada.');
    }, 'the own text is the one that is pending');

    await typeInto(page, publicId, 'And again.');
    await colleagueAdds(publicId, { type: 'write', path: FILE, content: '# The Tower\n\nBob again.\n' });
    await page.getByRole('button', { name: 'Drop mine, take the other' }).click();
    await page.getByText('Bob again.').first().waitFor();
    await page.getByText('Save or cancel the edit first').waitFor({ state: 'detached' });

    await typeInto(page, publicId, 'Once more.');
    await colleagueAdds(publicId, { type: 'delete', path: FILE });
    await page.getByText('This file is no longer there').waitFor();
    await page.getByRole('button', { name: 'Keep mine as a new file' }).click();
    await page.getByText('Save or cancel the edit first').waitFor({ state: 'detached' });
    const types = 'write,write,delete,write';
    await until(
      async () => (await pendingOf(publicId)).operations.map(({ type }) => type).join() === types,
      `${types} are pending`,
    );
    expect(complaints).toEqual([]);
    await close();
  },
  TIMEOUT_MS,
);

browserTest(
  'when a colleague approves, what was typed is shown to be copied',
  async () => {
    const { publicId } = await givenReview(app.service);
    const { page, complaints, close } = await app.signedIn();
    await typeInto(page, publicId, 'Checked by Ada.');
    const session = await app.service.anotherSession();
    expect((await session(`/v1/shelves/${publicId}/approve`, { method: 'POST' })).status).toBe(200);
    await page.getByText(`Your edit of ${FILE} was not saved`).waitFor();
    const text = await page.getByLabel(`Text typed into ${FILE}`, { exact: true }).innerText();
    expect(text).toContain('Checked by Ada.');
    await page.getByRole('button', { name: 'Drop it' }).click();
    await page.getByText(`Your edit of ${FILE} was not saved`).waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await close();
  },
  TIMEOUT_MS,
);
