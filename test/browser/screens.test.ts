/** Every screen, light and dark, wide and narrow: nothing that axe objects to, and nothing wider than the window. */
import { expect } from '@jest/globals';
import { AxeBuilder } from '@axe-core/playwright';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import type { Shelf } from '../../contract/shelf.js';
import type { CreatedWebhook } from '../../contract/webhook.js';
import { givenSession } from '../support/rows.js';
import type { Service } from '../support/service.js';
import { webApp } from '../support/web-app.js';

const TIMEOUT_MS = 600_000;
let ids = { ready: '', review: '', webhook: '' };
const app = await webApp({ env: { WEBHOOK_ALLOW_PRIVATE: 'true' }, given: givenScreens, startMs: TIMEOUT_MS });

async function givenScreens(service: Service): Promise<void> {
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
}

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

/** Each scheme and each width once: contrast goes by the one, what fits by the other. */
const LOOKS = [
  { colorScheme: 'light', width: 1440 },
  { colorScheme: 'dark', width: 390 },
] as const;

app.browserTest.each(LOOKS)(
  'no screen has a fault of accessibility: $colorScheme, $width pixels',
  async ({ colorScheme, width }) => {
    const found: string[] = [];
    for (const [screens, token] of [
      [PUBLIC, undefined],
      [SCREENS, await givenSession(app.service.database.manager, app.service.account.id)],
    ] as const) {
      const viewport = { width, height: 844 };
      const { page, complaints, close } = await app.open({
        colorScheme,
        viewport,
        reducedMotion: 'reduce',
        ...(token !== undefined && { token }),
      });
      for (const [name, path, whole] of screens) {
        await page.goto(app.service.baseUrl + path());
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
