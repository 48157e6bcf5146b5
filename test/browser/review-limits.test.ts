/** A review at the limits that a service has unless told otherwise: a quick hand loses no change. */
import { expect } from '@jest/globals';
import type { PendingOperations } from '../../contract/review.js';
import { givenReview } from '../support/review-desk.js';
import { webApp } from '../support/web-app.js';

const TIMEOUT_MS = 240_000;
const WRITES_PER_MINUTE = 20;
const app = await webApp({ env: { LIMIT_WRITES_PER_MINUTE: String(WRITES_PER_MINUTE) } });

/** Changes the list until the account has no write left in this minute. */
async function useUpWrites(address: string): Promise<void> {
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
    await page.getByText(/kept in \d+ seconds?; stay on this page/).waitFor();
    await page.getByText('Pending changes (2)').waitFor({ timeout: 90_000 });
    await page.getByText('Delete 01-the-tower.md').waitFor();
    await page.getByText(/stay on this page/).waitFor({ state: 'detached' });
    expect(await page.getByRole('alert').count()).toBe(0);
    const kept = (await (await app.service.withSession(address)).json()) as PendingOperations;
    expect(kept.operations.map(({ type }) => type)).toEqual(['delete', 'delete']);
    expect(complaints.filter((one) => !/status of 429/.test(one))).toEqual([]);
    await close();
  },
  TIMEOUT_MS,
);
