/** What else an account's owner does in a browser: the list, other sessions, a forgotten password, a key that expires, an endpoint's secret. */
import { afterAll, beforeAll, expect } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { In } from 'typeorm';
import { Account } from '../../entities/account.js';
import { Shelf } from '../../entities/shelf.js';
import { hashPassword } from '../../infra/passwords.js';
import { prolongUndo } from '../support/browser.js';
import { codeFor } from '../support/mailed-codes.js';
import { poll } from '../support/poll.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { givenAccount } from '../support/rows.js';
import { hasPython, takes } from '../support/shown-verifiers.js';
import { givenPassword, webApp } from '../support/web-app.js';

const TIMEOUT_MS = 180_000;
const SAMPLE = 'local/sample/lighthouse.pdf';
const WORKED_ON = In(['uploading', 'parsing', 'structuring', 'verifying']);
const PASSWORD = 'correct horse battery';
const app = await webApp((service) => givenPassword(service, PASSWORD));
const { browserTest } = app;

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver?.stop());

browserTest(
  'the sample becomes a shelf; bytes and rate of an upload are told; one that failed is not shown to the next account',
  async () => {
    const { page, context, complaints, close } = await app.signedIn();
    await page.goto(app.service.baseUrl);
    await page.getByRole('button', { name: 'Use the sample' }).click();
    await page.getByRole('link', { name: 'Keeping a lighthouse' }).waitFor();

    // a proxy that takes its time, then refuses
    const refused = Promise.withResolvers<void>();
    const isUpload = (url: URL) => url.pathname === '/v1/shelves' && url.search === '';
    await page.route(isUpload, async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await refused.promise;
      return route.fulfill({ status: 413, body: 'too large' });
    });
    await page.locator('input[type=file]').first().setInputFiles(SAMPLE);
    const uploads = page.getByRole('list', { name: 'Uploads' });
    await uploads.getByText(/^\d[\d.,]* k?B of \d[\d.,]* kB, \d[\d.,]* k?B\/s$/).waitFor();
    refused.resolve();
    await uploads.getByText('not uploaded').waitFor();

    // the session ends by itself, and somebody else signs in on the same page
    const { manager } = app.service.database;
    const other = await givenAccount(manager);
    await manager.update(Account, { id: other.id }, { passwordHash: await hashPassword(PASSWORD, 'test') });
    await context.clearCookies();
    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByRole('textbox', { name: 'E-mail' }).fill(other.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'API keys' }).waitFor();
    await page.getByRole('link', { name: 'Shelves', exact: true }).click();
    await page.getByRole('region', { name: 'First steps' }).waitFor();
    expect(await uploads.count()).toBe(0);
    expect(complaints.filter((one) => !/status of 413/.test(one))).toEqual([]);
    await close();
  },
  TIMEOUT_MS,
);

browserTest(
  'search, filter and sort of the list are in the address; a deletion is taken back, and one that fails tells its request',
  async () => {
    const pdf = readFileSync(SAMPLE);
    for (const name of ['Alpha', 'Beta', 'Gamma']) await app.service.createShelf(pdf, { name });
    const { page, complaints, close } = await app.signedIn();
    await page.goto(app.service.baseUrl);
    const link = (name: string) => page.getByRole('link', { name, exact: true });
    await link('Alpha').waitFor();
    await page.getByRole('textbox', { name: 'Search by name' }).fill('eta');
    await page.waitForURL(/\?q=eta$/);
    await link('Alpha').waitFor({ state: 'detached' });
    await link('Beta').waitFor();
    await page.getByRole('textbox', { name: 'Search by name' }).fill('');
    await page.getByRole('combobox', { name: 'Sort' }).click();
    await page.getByRole('option', { name: 'By name', exact: true }).click();
    await page.waitForURL(/\?sort=name$/);
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'failed' }).click();
    await page.waitForURL(/status=failed/);
    await page.getByText('No shelf is like this.').waitFor();
    await page.goBack();
    await link('Alpha').waitFor();
    await page.reload();
    await link('Alpha').waitFor();
    const names = await page.getByRole('table').getByRole('link').allInnerTexts();
    expect(names.filter((name) => /^(Alpha|Beta|Gamma)$/.test(name))).toEqual(['Alpha', 'Beta', 'Gamma']);

    const remove = async (name: string) => {
      await page.getByRole('button', { name: `Actions for ${name}` }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await link(name).waitFor({ state: 'detached' });
    };
    const atOnce = await prolongUndo(page);
    await remove('Beta');
    await page.getByRole('button', { name: 'Undo' }).click();
    await atOnce();
    await link('Beta').waitFor();
    await page.route('**/v1/shelves/shf_*', (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({
            status: 503,
            headers: { 'content-type': 'application/json', 'x-request-id': 'req-of-the-deletion' },
            body: JSON.stringify({ code: 'SERVICE_UNAVAILABLE', message: 'Try again.' }),
          })
        : route.continue(),
    );
    await remove('Gamma');
    await page.getByText('Gamma was not deleted').waitFor();
    await page.getByText('req-of-the-deletion').waitFor();
    await link('Gamma').waitFor();
    expect(complaints.filter((one) => !/status of 503/.test(one))).toEqual([]);
    await close();
  },
  TIMEOUT_MS,
);

browserTest(
  'sessions are listed and ended; a forgotten password is set anew by a code; a key can expire',
  async () => {
    const elsewhere = await app.signedIn();
    const { page, complaints, close } = await app.signedIn();
    await page.goto(`${app.service.baseUrl}/account`);
    await page.getByText('this one').waitFor();
    await page.getByRole('button', { name: 'Sign out', exact: true }).first().waitFor();
    const ended = page.waitForResponse((reply) => reply.request().method() === 'DELETE');
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    expect((await ended).status()).toBe(200);
    await page.getByText('this one').waitFor();
    await elsewhere.page.goto(`${app.service.baseUrl}/keys`);
    await elsewhere.page.getByRole('button', { name: 'Sign in' }).waitFor();
    await elsewhere.close();

    await page.goto(`${app.service.baseUrl}/keys`);
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('For a month');
    await page.getByRole('combobox', { name: 'Expires' }).click();
    await page.getByRole('option', { name: 'In 30 days' }).click();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('button', { name: 'I have it' }).click();
    const expires = page
      .getByRole('row', { name: /For a month/ })
      .locator('time')
      .last();
    const inDays = (Date.parse((await expires.getAttribute('datetime'))!) - Date.now()) / 86_400_000;
    expect(Math.round(inDays)).toBe(30);

    await page.goto(`${app.service.baseUrl}/forgot-password`);
    const { email } = app.service.account;
    await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
    await page.getByRole('button', { name: 'Send a code' }).click();
    await page.getByRole('textbox', { name: 'Code' }).fill(await codeFor(app.service, email));
    await page.getByLabel('New password', { exact: true }).fill('battery staple horse');
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByText('The password is set. Sign in.').waitFor();
    await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill('battery staple horse');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Shelves' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  },
  TIMEOUT_MS,
);

browserTest(
  'the code that is shown verifies what is sent, also with a new secret; what failed is sent again, and the health tells it',
  async () => {
    const { account, database } = app.service;
    const { manager } = database;
    // shelves of the tests before would send events of theirs
    await poll(
      async () => ((await manager.countBy(Shelf, { accountId: account.id, status: WORKED_ON })) > 0 ? null : true),
      120_000,
    );
    const { page, complaints, close } = await app.signedIn();
    await page.goto(`${app.service.baseUrl}/webhooks`);
    await page.getByRole('button', { name: 'Add an endpoint' }).click();
    await page.getByRole('textbox', { name: 'Address' }).fill(`${receiver.origin}/hook`);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const shown = page.getByLabel('Secret', { exact: true });
    const first = await shown.innerText();
    await page.getByRole('button', { name: 'I have it' }).click();
    await page.getByRole('link', { name: `${receiver.origin}/hook` }).click();
    await page.getByText('nothing sent yet').waitFor();
    const since = new Date(Date.now() - 3_600_000).toISOString().slice(0, 16);

    await page.getByRole('button', { name: 'Rotate the secret' }).click();
    await page.getByRole('button', { name: 'Rotate', exact: true }).click();
    await shown.waitFor();
    const secret = await shown.innerText();
    expect(secret).not.toBe(first);
    await page.getByRole('button', { name: 'I have it' }).click();

    await page.getByRole('button', { name: 'Ping' }).click();
    const { headers, body } = await poll(async () => receiver.received[0] ?? null, 60_000, 200);
    const delivered = { secret, headers: headers as Record<string, string>, body: body.toString() };
    const node = await page.getByLabel('Verifying in Node.js', { exact: true }).innerText();
    expect(takes('node', node, delivered)).toBe(true);
    expect(takes('node', node, { ...delivered, secret: first })).toBe(false);
    await page.getByRole('tab', { name: 'Python' }).click();
    const python = await page.getByLabel('Verifying in Python', { exact: true }).innerText();
    if (hasPython()) expect(takes('python', python, delivered)).toBe(true);

    await page.getByText('healthy').waitFor();
    // what happens while it is off is sent when it is asked for
    await page.getByRole('button', { name: 'Switch off' }).click();
    await page.getByRole('button', { name: 'Switch on' }).waitFor();
    const { publicId } = await app.service.createShelf(readFileSync(SAMPLE));
    await app.service.shelfIn(publicId, ['ready'], 120_000);
    await page.getByRole('button', { name: 'Switch on' }).click();
    await page.getByRole('button', { name: 'Switch off' }).waitFor();
    await page.getByRole('button', { name: 'Recover…' }).click();
    await page.getByLabel('Since').fill(since);
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('1 delivery will be sent again').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click();
    const again = await poll(async () => receiver.received[1] ?? null, 60_000, 200);
    expect(JSON.parse(again.body.toString())).toMatchObject({ event: 'shelf.ready', shelfPublicId: publicId });
    expect(complaints).toEqual([]);
    await close();
  },
  TIMEOUT_MS,
);
