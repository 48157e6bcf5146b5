/** A reader in a browser: from the page to the paragraph and back, the outline, a citation, what can be taken along. */
import { expect } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import type { UsedService } from '../support/service-account.js';
import { until } from '../support/until.js';
import { webApp } from '../support/web-app.js';

const TIMEOUT_MS = 240_000;
const SAMPLE = readFileSync('local/sample/lighthouse.pdf');
const PARAGRAPH = 'Every tenth step is painted white';
let address = '';
let id = '';
const app = await webApp(givenReady);
const { browserTest } = app;

async function givenReady(service: UsedService): Promise<void> {
  id = (await service.createShelf(SAMPLE, { name: 'Manual' })).publicId;
  await service.shelfIn(id, ['ready'], 120_000);
  address = `${service.baseUrl}/shelves/${id}`;
}

/** Where something is once what is around it has been drawn and scrolled. */
async function settledBox(of: Locator): Promise<NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>> {
  let box = await of.boundingBox();
  await until(async () => {
    const before = box;
    await pause(200);
    box = await of.boundingBox();
    return box !== null && isDeepStrictEqual(box, before);
  }, 'something stands still');
  return box!;
}

const widthOf = async (page: Page, name: string): Promise<number> =>
  (await page.getByRole('region', { name, exact: true }).boundingBox())?.width ?? 0;

browserTest(
  'a click on the page finds the paragraph; the outline leads to a heading; a passage is cited with its link',
  async () => {
    const { page, context, complaints, close } = await app.signedIn();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${address}?file=01-the-tower.md`);
    // where the paragraph is on the page
    await page.getByText(PARAGRAPH).click();
    const box = await settledBox(page.getByTestId('page-box').first());
    const marked = page.locator('[data-marked]');
    await page.getByRole('heading', { name: '1.1 The Stairs' }).click();
    await marked.filter({ hasText: '1.1 The Stairs' }).waitFor();
    await marked.filter({ hasText: PARAGRAPH }).waitFor({ state: 'detached' });
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await marked.filter({ hasText: PARAGRAPH }).waitFor();

    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Copy a citation' }).click();
    await page.getByText('The citation is copied.').waitFor();
    const citation = String(await page.evaluate('navigator.clipboard.readText()'));
    expect(citation).toContain(PARAGRAPH);
    expect(citation).toMatch(/\(Manual, .*page \d+\)\nhttp.*file=01-the-tower\.md&.*line=\d+/);

    await page.getByText('Outline', { exact: true }).click();
    await page
      .getByRole('region', { name: 'Outline' })
      .getByRole('button', { name: /2\.2 The Log/ })
      .click();
    await page.waitForURL(/file=02-the-watch-to-the-stores\.md&line=\d+&page=\d+/);
    await marked.filter({ hasText: '2.2 The Log' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  },
  TIMEOUT_MS,
);

browserTest(
  'the PDF, a file and all files are downloaded whole',
  async () => {
    const { page, complaints, close } = await app.signedIn();
    await page.goto(`${address}?file=01-the-tower.md`);
    await page.getByRole('heading', { name: '1.1 The Stairs' }).waitFor();
    const downloaded = async (item: string) => {
      await page.getByRole('button', { name: 'More' }).click();
      const download = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: item }).click();
      const file = await download;
      return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
    };
    const pdf = await downloaded('Download the PDF');
    expect(pdf.bytes.equals(SAMPLE)).toBe(true);
    const file = await downloaded('Download this file');
    expect(file.name).toBe('01-the-tower.md');
    expect(file.bytes.toString()).toBe(
      await (await app.service.request(`/v1/shelves/${id}/files/01-the-tower.md`)).text(),
    );
    const all = await downloaded('Download all files');
    // gzip
    expect([...all.bytes.subarray(0, 2)]).toEqual([0x1f, 0x8b]);
    expect(complaints.filter((one) => !/^foreign request: .*archive/.test(one))).toEqual([]);
    await close();
  },
  TIMEOUT_MS,
);

browserTest(
  'each pane can be resized, hidden and brought back by the keyboard and the pointer',
  async () => {
    const { page, complaints, close } = await app.signedIn();
    await page.goto(`${address}?file=01-the-tower.md`);
    await page.getByRole('heading', { name: '1.1 The Stairs' }).waitFor();
    const [left, right] = [page.getByRole('separator').first(), page.getByRole('separator').last()];
    const before = await widthOf(page, 'Text');
    await left.press('Shift+ArrowLeft');
    const comesTo = (name: string, fits: (width: number) => boolean) =>
      until(async () => fits(await widthOf(page, name)), `${name}: ${String(fits)}`);
    await comesTo('Text', (width) => width > before + 50);
    await right.press('Enter');
    await comesTo('Page', (width) => width < 2);
    await right.press('Enter');
    await comesTo('Page', (width) => width > 200);

    // the text too: the tree and the page beside each other
    const handle = (await right.boundingBox())!;
    const pane = (await page.getByRole('region', { name: 'Text', exact: true }).boundingBox())!;
    await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
    await page.mouse.down();
    await page.mouse.move(pane.x + 20, handle.y + handle.height / 2, { steps: 8 });
    await page.mouse.up();
    await comesTo('Text', (width) => width < 2);
    expect(await page.getByRole('tree').isVisible()).toBe(true);
    await comesTo('Page', (width) => width > 400);
    await right.press('Enter');
    await page.getByRole('heading', { name: '1.1 The Stairs' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  },
  TIMEOUT_MS,
);

browserTest(
  'a time shows UTC on hover',
  async () => {
    const { page, close } = await app.signedIn({ timezoneId: 'Asia/Tokyo' });
    await page.goto(`${address}/versions`);
    const time = page.locator('time').first();
    await time.waitFor();
    const iso = (await time.getAttribute('datetime'))!;
    expect(await time.getAttribute('title')).toBe(`${iso.slice(0, 19).replace('T', ' ')} UTC`);
    // nine hours later there
    const hours = new Date(Date.parse(iso) + 9 * 3_600_000).getUTCHours();
    expect(await time.innerText()).toMatch(new RegExp(`\\b${hours % 12 === 0 ? 12 : hours % 12}:`));
    await close();
  },
  TIMEOUT_MS,
);
