/** Every screen, light and dark, wide and narrow: nothing that axe objects to, and nothing wider than the window. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { AxeBuilder } from '@axe-core/playwright';
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import type { Shelf } from '../../contract/shelf.js';
import type { CreatedWebhook } from '../../contract/webhook.js';
import { findChromium, openPage, startBrowser } from '../support/browser.js';
import { givenSession } from '../support/rows.js';
import { startService, type Service } from '../support/service.js';

const executable = await findChromium();
const TIMEOUT_MS = 600_000;

let service: Service;
let browser: Browser;
let ids = { ready: '', review: '', webhook: '' };
beforeAll(async () => {
  if (executable === null) return;
  service = await startService({ ENGINE_PROCESSES: '1', WEBHOOK_ALLOW_PRIVATE: 'true' });
  browser = await startBrowser(executable);
  const pdf = readFileSync('local/sample/lighthouse.pdf');
  const form = new FormData();
  form.append('review', 'true');
  form.append('file', new Blob([pdf]), 'lighthouse.pdf');
  const created = (await (await service.withSession('/v1/shelves', { method: 'POST', body: form })).json()) as Shelf;
  const ready = await service.createShelf(pdf);
  await service.shelfIn(created.publicId, ['review'], 120_000);
  await service.shelfIn(ready.publicId, ['ready'], 120_000);
  const webhook = await service.request('/v1/webhooks', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: 'http://localhost:9/hook', events: ['shelf.ready'] }),
  });
  ids = {
    ready: ready.publicId,
    review: created.publicId,
    webhook: ((await webhook.json()) as CreatedWebhook).publicId,
  };
}, TIMEOUT_MS);
afterAll(async () => {
  await browser?.close();
  await service?.stop();
}, 60_000);

/** Each screen's address, and what is there once it is whole. */
const SCREENS: [name: string, path: () => string, whole: (page: Page) => Promise<unknown>][] = [
  ['shelves', () => '/', (page) => page.getByRole('link', { name: 'lighthouse' }).first().waitFor()],
  ['shelf', () => `/shelves/${ids.ready}`, (page) => page.getByRole('heading', { name: '1.1 The Stairs' }).waitFor()],
  [
    'review',
    () => `/shelves/${ids.review}/review`,
    (page) => page.getByRole('heading', { name: '1.1 The Stairs' }).waitFor(),
  ],
  [
    'versions',
    () => `/shelves/${ids.ready}/versions`,
    (page) => page.getByRole('heading', { name: 'What version 1 holds' }).waitFor(),
  ],
  [
    'version',
    () => `/shelves/${ids.ready}/versions/1`,
    (page) => page.getByRole('heading', { name: '1.1 The Stairs' }).waitFor(),
  ],
  ['webhooks', () => '/webhooks', (page) => page.getByRole('link', { name: 'http://localhost:9/hook' }).waitFor()],
  ['webhook', () => `/webhooks/${ids.webhook}`, (page) => page.getByRole('button', { name: 'Ping' }).waitFor()],
  ['keys', () => '/keys', (page) => page.getByRole('table').waitFor()],
  ['account', () => '/account', (page) => page.getByRole('heading', { name: 'Account', exact: true }).waitFor()],
  ['nothing', () => '/nowhere', (page) => page.getByRole('heading', { name: 'Nothing is here' }).waitFor()],
];
const PUBLIC: typeof SCREENS = ['/sign-in', '/register', '/forgot-password'].map((path) => [
  path,
  () => path,
  (page) => page.getByRole('textbox', { name: 'E-mail' }).waitFor(),
]);

const LOOKS = [
  { colorScheme: 'light', width: 1440 },
  { colorScheme: 'dark', width: 390 },
  { colorScheme: 'dark', width: 1440 },
  { colorScheme: 'light', width: 390 },
] as const;

(executable === null ? test.skip : test).each(LOOKS)(
  'no screen has a fault of accessibility: $colorScheme, $width pixels',
  async ({ colorScheme, width }) => {
    const found: string[] = [];
    for (const [screens, token] of [
      [PUBLIC, undefined],
      [SCREENS, await givenSession(service.database.manager, service.account.id)],
    ] as const) {
      const viewport = { width, height: 844 };
      const { page, complaints, close } = await openPage(browser, service.baseUrl, {
        colorScheme,
        viewport,
        reducedMotion: 'reduce',
        ...(token !== undefined && { token }),
      });
      for (const [name, path, whole] of screens) {
        await page.goto(service.baseUrl + path());
        await whole(page);
        if (!/\S · Shelfwright$/.test(await page.title())) found.push(`${name}: no title of its own`);
        const { violations } = await new AxeBuilder({ page }).analyze();
        for (const { id, nodes } of violations)
          found.push(`${name}: ${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
        const wide = await page.evaluate('document.documentElement.scrollWidth > window.innerWidth');
        if (wide === true) found.push(`${name}: wider than the window`);
      }
      found.push(...complaints);
      await close();
    }
    expect(found).toEqual([]);
  },
  TIMEOUT_MS,
);
