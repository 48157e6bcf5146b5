/** A review at the limits that a service has unless told otherwise: a quick hand loses no change. */
import { expect } from '@jest/globals';
import type { PendingOperations } from '../../contract/review.js';
import { resetLimits } from '../../entities/queries/rate-limits.js';
import { ownWebApp } from '../support/own-web-app.js';
import { givenReview } from '../support/review-workspace.js';

const TIMEOUT_MS = 240_000;
const WRITES_PER_MINUTE = 20;
const app = await ownWebApp({ LIMIT_WRITES_PER_MINUTE: String(WRITES_PER_MINUTE) });

/** Changes the list until the account has no write left for most of a minute: older ones, which end sooner, are forgotten. */
async function useUpWrites(address: string): Promise<void> {
  await resetLimits(app.service.database.manager, [app.service.account.publicId]);
  let { draft, revision, operations } = (await (await app.service.withSession(address)).json()) as PendingOperations;
  for (;;) {
    const body = JSON.stringify({ draft, revision, operations: [...operations] });
    const headers = { 'content-type': 'application/json' };
    const reply = await app.service.withSession(address, { method: 'PUT', headers, body });
    if (reply.status === 429) return;
    expect(reply.status).toBe(200);
    ({ draft, revision, operations } = (await reply.json()) as PendingOperations);
  }
}

app.browserTest(
  'a refused change is told although a later one is kept; a split that is kept late leads nobody away',
  async () => {
    const { publicId } = await givenReview(app.service);
    const { page, complaints, close } = await app.signedIn();
    const item = (name: string | RegExp) => page.getByRole('treeitem', { name });
    const approve = page.getByRole('button', { name: 'Approve', exact: true });
    await page.goto(`${app.service.baseUrl}/shelves/${publicId}/review?file=01-the-tower.md`);
    await item('01-the-tower.md').waitFor();
    const answers: (() => void)[] = [];
    const asked = () => page.waitForRequest((request) => request.method() === 'PUT');
    await page.route('**/review/operations', async (route) => {
      if (route.request().method() !== 'PUT') return route.continue();
      const isRefused = answers.length === 1;
      await new Promise<void>((resolve) => answers.push(resolve));
      const refusal = JSON.stringify({ code: 'CONFLICT', message: 'This one is refused.' });
      return isRefused
        ? route.fulfill({ status: 409, contentType: 'application/json', body: refusal })
        : route.continue();
    });
    let put = asked();
    await page.getByRole('button', { name: 'Split…' }).click();
    await page.getByRole('dialog', { name: 'Split' }).getByRole('button', { name: 'Split', exact: true }).click();
    await put;
    await item('02-the-watch-to-the-stores.md').click();
    await page.waitForURL(/file=02-the-watch/);
    answers[0]!();
    await item(/^01b-/).waitFor();
    expect(page.url()).toMatch(/file=02-the-watch/);

    put = asked();
    await page.keyboard.press('Delete');
    await put;
    await item('01-the-tower.md').click();
    await page.keyboard.press('Delete');
    expect(await approve.isDisabled()).toBe(true);
    put = asked();
    answers[1]!();
    await put;
    await page.getByRole('alert').filter({ hasText: 'This one is refused.' }).waitFor();
    expect(await approve.isDisabled()).toBe(true);
    answers[2]!();
    await page.getByText('Delete 01-the-tower.md').waitFor();
    await page.getByRole('button', { name: 'Approve', exact: true, disabled: false }).waitFor();
    expect(await page.getByRole('alert').filter({ hasText: 'This one is refused.' }).count()).toBe(1);
    expect(complaints.filter((one) => !/status of 409/.test(one))).toEqual([]);
    await close();
  },
  TIMEOUT_MS,
);

app.browserTest(
  'changes beyond the writes of a minute are kept as soon as the service takes them',
  async () => {
    const { publicId } = await givenReview(app.service);
    const address = `/v1/dashboard/shelves/${publicId}/review/operations`;
    const { page, complaints, close } = await app.signedIn();
    await page.goto(`${app.service.baseUrl}/shelves/${publicId}/review`);
    await page.getByRole('tree').waitFor();
    await useUpWrites(address);
    await page.getByRole('treeitem', { name: '01-the-tower.md' }).click();
    await page.keyboard.press('Delete');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Delete');
    await page.getByText(/saved in \d+ seconds?; stay on this page/).waitFor();
    // also who has left the review meanwhile is told
    const approve = page.getByRole('button', { name: 'Approve', exact: true });
    await page.getByRole('link', { name: 'To the shelf' }).click();
    await page.waitForURL(`**/shelves/${publicId}`);
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    const question = page.getByRole('dialog', { name: 'Sign out' });
    await question.getByText('Not saved yet: 2 changes of a review. Signing out loses them.').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await page.goBack();
    await page.getByText(/stay on this page/).waitFor();
    expect(await approve.isDisabled()).toBe(true);
    await page.getByText('Pending changes (2)').waitFor({ timeout: 90_000 });
    await page.getByText('Delete 01-the-tower.md').waitFor();
    await page.getByText(/stay on this page/).waitFor({ state: 'detached' });
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.getByRole('button', { name: 'Approve', exact: true, disabled: false }).waitFor();
    const kept = (await (await app.service.withSession(address)).json()) as PendingOperations;
    expect(kept.operations.map(({ type }) => type)).toEqual(['delete', 'delete']);
    expect(complaints.filter((one) => !/status of 429/.test(one))).toEqual([]);
    await close();
  },
  TIMEOUT_MS,
);
