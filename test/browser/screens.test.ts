/**
 * The screens, light and wide, dark and narrow: nothing that axe objects to, and nothing wider than the window. With
 * SCREENSHOTS=FOLDER it keeps a picture of each screen in each scheme at each width there, for somebody to look at.
 */
import { expect } from '@jest/globals';
import { AxeBuilder } from '@axe-core/playwright';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { CreatedWebhook } from '../../contract/webhook.js';
import { givenReview } from '../support/review-desk.js';
import { givenAccount, givenSession } from '../support/rows.js';
import type { Service } from '../support/service.js';
import { webApp } from '../support/web-app.js';

const TIMEOUT_MS = 900_000;
/** Null where no pictures are wanted. */
const pictures = process.env['SCREENSHOTS'] || null;
let ids = { ready: '', review: '', failed: '', webhook: '' };
const app = await webApp({ env: { WEBHOOK_ALLOW_PRIVATE: 'true' }, given: givenScreens, startMs: TIMEOUT_MS });

async function givenScreens(service: Service): Promise<void> {
  const pdf = readFileSync('local/sample/lighthouse.pdf');
  const review = await givenReview(service);
  const [ready, failed] = [await service.createShelf(pdf), await service.createShelf(Buffer.from('%PDF-1.7\nno more'))];
  await service.shelfIn(ready.publicId, ['ready'], 120_000);
  await service.shelfIn(failed.publicId, ['failed'], 120_000);
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

interface Screen {
  name: string;
  path: string;
  /** What is there once the address has been opened. */
  whole: (page: Page) => Promise<unknown>;
  /** What a person does there until the screen is the one that is meant. */
  act?: (page: Page) => Promise<unknown>;
}

const heading = (name: string) => (page: Page) => page.getByRole('heading', { name }).first().waitFor();
const dialog = (button: string) => async (page: Page) => {
  await page.getByRole('button', { name: button, exact: true }).first().click();
  await page.getByRole('dialog').waitFor();
};
/** Opens the files, which a narrow window shows in place of the text. */
const atFiles = (act: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await page.getByText('Files', { exact: true }).first().click();
  await act(page);
};
const atReview = { path: `/shelves/REVIEW/review`, whole: heading('1.1 The Stairs') };

const STRANGERS: Screen[] = [
  ...['sign-in', 'register', 'forgot-password'].map((name) => ({
    name,
    path: `/${name}`,
    whole: (page: Page) => page.getByRole('textbox', { name: 'E-mail' }).waitFor(),
  })),
  {
    name: 'verify-code',
    path: '/register',
    whole: (page) => page.getByRole('textbox', { name: 'E-mail' }).waitFor(),
    async act(page) {
      await page.getByRole('textbox', { name: 'Name' }).fill('Ada');
      await page.getByRole('textbox', { name: 'E-mail' }).fill(`${randomBytes(6).toString('hex')}@example.com`);
      await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.getByRole('textbox', { name: 'Code' }).waitFor();
    },
  },
];
const NEWCOMERS: Screen[] = [
  { name: 'first-steps', path: '/', whole: (page) => page.getByRole('region', { name: 'First steps' }).waitFor() },
];
const OWNERS: Screen[] = [
  { name: 'shelves', path: '/', whole: (page) => page.getByRole('link', { name: 'lighthouse' }).first().waitFor() },
  { name: 'shelf', path: '/shelves/READY', whole: heading('1.1 The Stairs') },
  { name: 'failed', path: '/shelves/FAILED', whole: (page) => page.getByRole('button', { name: 'Retry' }).waitFor() },
  { name: 'review', ...atReview },
  { name: 'review-regenerate', ...atReview, act: dialog('Regenerate') },
  { name: 'review-split', ...atReview, act: atFiles(dialog('Split…')) },
  {
    name: 'review-editor',
    ...atReview,
    act: atFiles(async (page) => {
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await page.getByRole('textbox', { name: /^Text of / }).waitFor();
    }),
  },
  { name: 'versions', path: '/shelves/READY/versions', whole: heading('What version 1 holds') },
  { name: 'version', path: '/shelves/READY/versions/1', whole: heading('1.1 The Stairs') },
  {
    name: 'webhooks',
    path: '/webhooks',
    whole: (page) => page.getByRole('link', { name: 'http://localhost:9/hook' }).waitFor(),
  },
  { name: 'webhook', path: '/webhooks/WEBHOOK', whole: (page) => page.getByRole('button', { name: 'Ping' }).waitFor() },
  { name: 'keys', path: '/keys', whole: (page) => page.getByRole('table').waitFor() },
  { name: 'new-key', path: '/keys', whole: (page) => page.getByRole('table').waitFor(), act: dialog('Create a key') },
  { name: 'account', path: '/account', whole: heading('Account') },
  { name: 'nothing', path: '/nowhere', whole: heading('Nothing is here') },
];

const addressOf = ({ path }: Screen): string =>
  app.service.baseUrl +
  path.replace(/READY|REVIEW|FAILED|WEBHOOK/, (name) => ids[name.toLowerCase() as keyof typeof ids]);

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

/** What is wrong with a screen. */
async function faultsOf(page: Page, screen: Screen, { colorScheme, width }: Look): Promise<string[]> {
  const faults: string[] = [];
  await page.goto(addressOf(screen));
  await screen.whole(page);
  await screen.act?.(page);
  if (!/\S · Shelfwright$/.test(await page.title())) faults.push('no title of its own');
  const { violations } = await new AxeBuilder({ page }).analyze();
  for (const { id, nodes } of violations)
    faults.push(`${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
  const wide = await page.evaluate('document.documentElement.scrollWidth > window.innerWidth');
  if (wide === true) faults.push('wider than the window');
  if (pictures !== null) await page.screenshot({ path: join(pictures, `${screen.name}-${colorScheme}-${width}.png`) });
  return faults.map((fault) => `${screen.name}: ${fault}`);
}

app.browserTest.each(pictures === null ? LOOKS : [...LOOKS, ...FURTHER_LOOKS])(
  'no screen has a fault of accessibility: $colorScheme, $width pixels',
  async (look) => {
    const { manager } = app.service.database;
    const found: string[] = [];
    for (const [screens, token] of [
      [STRANGERS, undefined],
      [NEWCOMERS, await givenSession(manager, (await givenAccount(manager)).id)],
      [OWNERS, await givenSession(manager, app.service.account.id)],
    ] as const) {
      const { page, complaints, close } = await app.open({
        colorScheme: look.colorScheme,
        viewport: { width: look.width, height: 844 },
        reducedMotion: 'reduce',
        ...(token !== undefined && { token }),
      });
      for (const screen of screens) found.push(...(await faultsOf(page, screen, look)));
      found.push(...complaints);
      await close();
    }
    expect(found).toEqual([]);
  },
  TIMEOUT_MS,
);
