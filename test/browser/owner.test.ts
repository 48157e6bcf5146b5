/** An account's owner in a browser: keys, the password, webhooks, a shelf that has failed. */
import { afterAll, beforeAll, expect } from '@jest/globals';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Session } from '../../entities/session.js';
import { Account } from '../../entities/account.js';
import { poll } from '../support/poll.js';
import { prolongUndo } from '../support/browser.js';
import { until } from '../support/until.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { givenPassword, webApp } from '../support/web-app.js';

const run = promisify(execFile);
const TIMEOUT_MS = 180_000;
const PASSWORD = 'correct horse battery';
const app = await webApp((service) => givenPassword(service, PASSWORD));
const { browserTest } = app;

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver?.stop());

/** As if all sessions' passwords had been entered an hour ago. */
const passwordsEnteredLongAgo = () =>
  app.service.database.manager.update(
    Session,
    { accountId: app.service.account.id },
    { confirmedAt: new Date(Date.now() - 3_600_000) },
  );

browserTest(
  'makes a key, whose command works as it is shown, and revokes it after entering the password again',
  async () => {
    const { page, complaints, close } = await app.signedIn();
    await page.goto(`${app.service.baseUrl}/keys`);
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Nightly import');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const command = await page.getByLabel('Command that lists your shelves', { exact: true }).innerText();
    // as a shell runs it; only the status is asked for besides
    const used = async () => (await run('sh', ['-c', `${command} -s -o /dev/null -w '%{http_code}'`])).stdout;
    expect(await used()).toBe('200');
    await page.getByRole('button', { name: 'I have it' }).click();

    await passwordsEnteredLongAgo();
    await page.getByRole('button', { name: 'Revoke Nightly import' }).click();
    await page.getByRole('button', { name: 'Revoke the key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Enter your password' });
    await dialog.getByLabel('Password', { exact: true }).fill('wrong horse');
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Revoke Nightly import' }).waitFor({ state: 'detached' });
    await until(async () => (await used()) === '401', 'the key is of no more use');
    expect(complaints).toEqual([]);
    await close();
  },
  TIMEOUT_MS,
);

browserTest(
  'changes the password; a dialog that is closed changes nothing',
  async () => {
    const { page, complaints, close } = await app.signedIn();
    const hash = async () =>
      (await app.service.database.manager.findOneByOrFail(Account, { id: app.service.account.id })).passwordHash;
    const before = await hash();
    await page.goto(`${app.service.baseUrl}/account`);
    await page.getByLabel('New password', { exact: true }).fill('battery staple horse');
    await passwordsEnteredLongAgo();
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Enter your password again, then repeat this.').waitFor();
    expect(await hash()).toBe(before);
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByText('The password is changed').waitFor();
    expect(await hash()).not.toBe(before);
    expect(complaints).toEqual([]);
    await close();
  },
  TIMEOUT_MS,
);

browserTest(
  'adds an endpoint, whose address is checked while it is typed, pings it and sees what it answered',
  async () => {
    const { page, complaints, close } = await app.signedIn();
    await page.goto(`${app.service.baseUrl}/webhooks`);
    await page.getByRole('button', { name: 'Add an endpoint' }).click();
    const address = page.getByRole('textbox', { name: 'Address' });
    for (const [typed, told] of [
      ['http://hooks.example.com/x', 'must use https://'],
      ['https://hooks.example.com:8443/x', 'must use port 443'],
      ['https://ada:secret@hooks.example.com/x', 'must not contain a user name'],
      ['https://intranet/x', 'must name a public host'],
    ] as const) {
      await address.fill(typed);
      await page.getByText(told).waitFor();
      expect(await page.getByRole('button', { name: 'Add', exact: true }).isEnabled()).toBe(false);
    }
    await address.fill(`${receiver.origin}/hook`);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    expect(await page.getByLabel('Secret', { exact: true }).innerText()).toMatch(/^whsec_/);
    await page.getByRole('button', { name: 'I have it' }).click();
    await page.getByRole('link', { name: `${receiver.origin}/hook` }).click();

    await page.getByRole('button', { name: 'Ping' }).click();
    await poll(async () => receiver.received[0] ?? null, 60_000, 200);
    expect(receiver.received[0]?.headers['webhook-signature']).toMatch(/^v1,/);
    await page.getByRole('table').getByText('succeeded', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Attempts of' }).click();
    await page.getByText('answered 204').waitFor();
    await page.getByRole('button', { name: 'Redeliver' }).click();
    await poll(async () => receiver.received[1] ?? null, 60_000, 200);
    expect(complaints).toEqual([]);
    await close();
  },
  TIMEOUT_MS,
);

browserTest(
  'a shelf that has failed says why, names its request and leads to its run; a retry can do without the template',
  async () => {
    const bad = Buffer.from('%PDF-1.7\nThis is no PDF.\n');
    const { publicId } = await app.service.createShelf(bad, { template: 'book', name: 'Damaged' });
    await app.service.shelfIn(publicId, ['failed'], 120_000);
    const { page, complaints, close } = await app.signedIn();
    await page.goto(`${app.service.baseUrl}/shelves/${publicId}`);
    await page.getByText('Failed while parsing').waitFor();
    const help = await page.getByLabel('Shelf and request', { exact: true }).innerText();
    expect(help).toMatch(new RegExp(`^Shelf ${publicId}, request \\S+$`));
    const run = page.getByRole('link', { name: 'The run in Temporal' });
    expect(await run.getAttribute('href')).toBe(
      `${app.service.environment['TEMPORAL_UI_URL']}/namespaces/default/workflows/${encodeURIComponent(`shelf/${publicId}/1`)}`,
    );
    await page.getByRole('combobox', { name: 'Template' }).click();
    await page.getByRole('option', { name: 'None, by headings' }).click();
    await page.getByRole('button', { name: 'Retry' }).click();
    await poll(async () => ((await app.service.getShelf(publicId)).template === null ? true : null), 60_000, 200);

    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await prolongUndo(page);
    await page.getByRole('textbox', { name: 'Name' }).fill('Broken');
    await page.getByRole('button', { name: 'Rename', exact: true }).click();
    await page.getByRole('heading', { name: 'Broken' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('heading', { name: 'Damaged' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  },
  TIMEOUT_MS,
);
