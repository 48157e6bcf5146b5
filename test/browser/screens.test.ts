/**
 * The screens and what opens on them, light and wide, dark and narrow: nothing that axe objects to, and nothing wider than
 * the window. With SCREENSHOTS=FOLDER it keeps a picture of each in each scheme at each width there, for somebody to look at.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { AxeBuilder } from '@axe-core/playwright';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { PendingOperations } from '../../contract/review.js';
import type { Operation } from '../../contract/vocabulary.js';
import type { CreatedWebhook } from '../../contract/webhook.js';
import { givenReview } from '../support/review-workspace.js';
import { givenAccount, givenSession } from '../support/rows.js';
import type { Viewer } from '../support/screen-states.js';
import { NEWCOMERS, OWNERS, STRANGERS, type Screen } from '../support/screens.js';
import type { UsedService } from '../support/service-account.js';
import { webApp } from '../support/web-app.js';

const TIMEOUT_MS = 900_000;
/** Null where no pictures are wanted. */
const pictures = process.env['SCREENSHOTS'] || null;
let ids = { ready: '', review: '', failed: '', webhook: '' };
const app = await webApp(givenScreens);

async function givenScreens(service: UsedService): Promise<void> {
  const pdf = readFileSync('local/sample/lighthouse.pdf');
  const review = await givenReview(service);
  const [ready, failed] = [await service.createShelf(pdf), await service.createShelf(Buffer.from('%PDF-1.7\nno more'))];
  await service.shelfIn(ready.publicId, ['ready'], 120_000);
  await service.shelfIn(failed.publicId, ['failed'], 120_000);
  await pendingIn(service, review.publicId);
  const webhook = await service.request('/v1/webhooks', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: 'http://localhost:9/hook', events: ['shelf.ready'] }),
  });
  ids = {
    ready: ready.publicId,
    review: review.publicId,
    failed: failed.publicId,
    webhook: ((await webhook.json()) as CreatedWebhook).publicId,
  };
}

/** A note that is added, before anybody approves it. */
async function pendingIn(service: UsedService, publicId: string): Promise<void> {
  const address = `/v1/dashboard/shelves/${publicId}/review/operations`;
  const { draft, revision } = (await (await service.withSession(address)).json()) as PendingOperations;
  const operations: Operation[] = [{ type: 'write', path: '09-note.md', content: '# Note\n\nChecked twice.\n' }];
  const kept = await service.withSession(address, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ draft, revision, operations }),
  });
  expect(kept.status).toBe(200);
}

const addressOf = ({ path }: Screen): string =>
  app.service.baseUrl +
  path.replace(/READY|REVIEW|FAILED|WEBHOOK/, (name) => ids[name.toLowerCase() as keyof typeof ids]);

/** Of axe at one state, half a second apart. */
const MOST_LOOKS = 10;

interface Look {
  colorScheme: 'light' | 'dark';
  width: number;
}
/** Each scheme and each width once: contrast goes by the one, what fits by the other. Pictures are of all four. */
const LOOKS: Look[] = [
  { colorScheme: 'light', width: 1440 },
  { colorScheme: 'dark', width: 390 },
];
const FURTHER_LOOKS: Look[] = [
  { colorScheme: 'dark', width: 1440 },
  { colorScheme: 'light', width: 390 },
];

/** What is wrong with a screen, and with what opens on it. */
async function faultsOf(page: Page, screen: Screen, look: Look, viewer: Viewer): Promise<string[]> {
  await page.goto(addressOf(screen));
  await screen.whole(page);
  await screen.act?.(page);
  const faults = await faultsNow(page, screen.name, look);
  if (!/\S · Shelfwright$/.test(await page.title())) faults.push(`${screen.name}: no title of its own`);
  for (const { name, part, show, hide } of screen.states ?? []) {
    await show(page, viewer);
    faults.push(...(await faultsNow(page, `${screen.name}, ${name}`, look, part)));
    await hide(page);
  }
  return faults;
}

/** What axe objects to, in all of the page or in a part of it, and whether the page is too wide. */
async function faultsNow(page: Page, name: string, { colorScheme, width }: Look, part?: string): Promise<string[]> {
  const look = () => {
    // in the page itself: to put the findings of frames together, of which there are none, axe would open another one
    const axe = new AxeBuilder({ page }).setLegacyMode();
    return (part === undefined ? axe : axe.include(part)).analyze();
  };
  let { violations } = await look();
  // what opens is faded in, and has less contrast until then: a fault is what stays
  for (let looks = 1; violations.length > 0 && looks < MOST_LOOKS; looks += 1) {
    await pause(500);
    ({ violations } = await look());
  }
  const faults = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
  const wide = await page.evaluate('document.documentElement.scrollWidth > window.innerWidth');
  if (wide === true) faults.push('wider than the window');
  if (pictures !== null) {
    const file = `${name.replaceAll(/[^\w]+/g, '-')}-${colorScheme}-${width}.png`;
    await page.screenshot({ path: join(pictures, file) });
  }
  return faults.map((fault) => `${name}: ${fault}`);
}

app.browserTest.each(pictures === null ? LOOKS : [...LOOKS, ...FURTHER_LOOKS])(
  'no screen has a fault of accessibility: $colorScheme, $width pixels',
  async (look) => {
    const { manager } = app.service.database;
    const found: string[] = [];
    for (const [screens, accountId] of [
      [STRANGERS, undefined],
      [NEWCOMERS, (await givenAccount(manager)).id],
      [OWNERS, app.service.account.id],
    ] as const) {
      const signedIn = accountId !== undefined && { token: await givenSession(manager, accountId) };
      const viewer = { service: app.service, ...(accountId !== undefined && { accountId }) };
      const { page, complaints, close } = await app.open({
        colorScheme: look.colorScheme,
        viewport: { width: look.width, height: 844 },
        reducedMotion: 'reduce',
        ...signedIn,
      });
      for (const screen of screens) found.push(...(await faultsOf(page, screen, look, viewer)));
      found.push(...complaints);
      await close();
    }
    expect(found).toEqual([]);
  },
  TIMEOUT_MS,
);
