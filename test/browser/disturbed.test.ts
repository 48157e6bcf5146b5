/** What goes wrong meanwhile: a stream that is refused, code that a deploy has replaced, a file that has been moved. */
import { expect } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { Shelf } from '../../entities/shelf.js';
import { prolongUndo } from '../support/browser.js';
import { givenReview } from '../support/review-workspace.js';
import type { UsedService } from '../support/service-account.js';
import { webApp } from '../support/web-app.js';

const TIMEOUT_MS = 240_000;
let ready = '';
const app = await webApp(givenReady);
const { browserTest } = app;

async function givenReady(service: UsedService): Promise<void> {
  ready = (await service.createShelf(readFileSync('local/sample/lighthouse.pdf'), { name: 'Manual' })).publicId;
  await service.shelfIn(ready, ['ready'], 120_000);
}

const rename = (name: string) =>
  app.service.request(`/v1/shelves/${ready}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  });

browserTest(
  'a shelf whose stream is refused is asked for, and its stream opened again',
  async () => {
    const { page, complaints, close } = await app.signedIn();
    const isStream = (url: URL) => url.pathname === `/v1/shelves/${ready}/events`;
    await page.route(isStream, (route) => route.fulfill({ status: 429, body: '{}' }));
    await page.goto(`${app.service.baseUrl}/shelves/${ready}`);
    await page.getByRole('tree').waitFor();
    await rename('Told without a stream');
    await page.getByRole('heading', { name: 'Told without a stream' }).waitFor();
    await page.unroute(isStream);
    await page.waitForRequest((request) => isStream(new URL(request.url())));
    await rename('Told by the stream');
    await page.getByRole('heading', { name: 'Told by the stream' }).waitFor();
    expect(complaints.filter((one) => !/status of 429/.test(one))).toEqual([]);
    await close();
  },
  TIMEOUT_MS,
);

browserTest(
  'a part whose file a deploy has replaced has the page loaded anew, once; what is still missing is told',
  async () => {
    const { page, close } = await app.signedIn();
    await page.goto(`${app.service.baseUrl}/shelves/${ready}`);
    await page.getByRole('tree').waitFor();
    const isPart = (url: URL) => /\/assets\/SearchHits-/.test(url.pathname);
    await page.route(isPart, (route) => route.fulfill({ status: 404, body: 'gone' }));
    const search = page.getByRole('textbox', { name: 'Search in the shelf' });
    const reloaded = page.waitForEvent('load');
    await search.fill('lamp');
    await reloaded;
    await page.getByRole('tree').waitFor();
    await search.fill('lamp');
    await page.getByText('This screen has failed').waitFor();
    await page.unroute(isPart);
    await page.reload();
    await search.fill('lamp');
    await page.getByRole('region', { name: 'Search results' }).getByRole('button').first().waitFor();
    // a blank is no term that is searched for
    await search.fill(' ');
    await page.getByRole('tree').waitFor();
    await close();
  },
  TIMEOUT_MS,
);

browserTest(
  'a dialog whose file is gone is told without a reload, and a deletion can be taken back',
  async () => {
    const { page, close } = await app.signedIn();
    await page.goto(app.service.baseUrl);
    const row = page.getByRole('row').filter({ has: page.locator(`a[href="/shelves/${ready}"]`) });
    await row.waitFor();
    await page.waitForLoadState('networkidle');
    const loads: string[] = [];
    page.on('load', () => loads.push(page.url()));
    const isCode = (url: URL) => url.pathname.startsWith('/assets/');
    await page.route(isCode, (route) => route.fulfill({ status: 404, body: 'gone' }));
    const choose = async (name: string) => {
      await row.getByRole('button', { name: /^Actions/ }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    await prolongUndo(page);
    await choose('Delete');
    await page.getByRole('button', { name: 'Undo' }).click();
    await row.waitFor();
    await choose('Rename');
    await page.getByText('The dialog could not be opened').waitFor();
    await row.waitFor();
    expect(loads).toEqual([]);
    await close();
  },
  TIMEOUT_MS,
);

browserTest(
  'findings lead to their file and page, also where the file has been moved since',
  async () => {
    const { publicId } = await givenReview(app.service);
    const finding = { check: 'content', severity: 'review', code: 'unmapped_text' } as const;
    await app.service.database.manager.update(
      Shelf,
      { publicId },
      {
        auditFindings: [
          { ...finding, message: 'Some text is in doubt.', file: '02-the-watch-to-the-stores.md', sourceRef: 'page 4' },
          { ...finding, message: 'A page has no text.', sourceRef: 'page 2' },
        ],
      },
    );
    const { page, complaints, close } = await app.signedIn();
    await page.goto(`${app.service.baseUrl}/shelves/${publicId}/review`);
    await page.getByRole('heading', { name: '1.1 The Stairs' }).waitFor();
    const findings = page.getByRole('region', { name: 'Findings' });
    await findings.getByRole('button', { name: 'page 2', exact: true }).click();
    await page.waitForURL(/file=01-the-tower\.md&page=2/);
    await page.getByRole('treeitem', { name: '02-the-watch-to-the-stores.md' }).click();
    await page.keyboard.press('F2');
    await page.getByRole('textbox', { name: 'New name' }).fill('02-watch.md');
    await page.getByRole('button', { name: 'Rename', exact: true }).last().click();
    await page.getByText('Pending changes (1)').waitFor();
    await findings.getByRole('button', { name: '02-watch.md, page 4' }).click();
    await page.waitForURL(/file=02-watch\.md&page=4/);
    await page.getByRole('heading', { name: 'The Watch', exact: false }).first().waitFor();
    expect(await page.getByRole('spinbutton', { name: 'Page of the PDF' }).inputValue()).toBe('4');
    expect(complaints).toEqual([]);
    await close();
  },
  TIMEOUT_MS,
);
