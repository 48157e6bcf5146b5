/** An account's second factor and its end, in a browser. */
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Account } from '../../entities/account.js';
import { codeOf } from '../support/totp.js';
import { givenPassword, webApp } from '../support/web-app.js';

const TIMEOUT_MS = 180_000;
const PASSWORD = 'correct horse battery';
const app = await webApp((service) => givenPassword(service, PASSWORD));
const { browserTest } = app;

async function signIn(page: Page): Promise<void> {
  await page.goto(`${app.service.baseUrl}/sign-in`);
  await page.getByLabel('E-mail').fill(app.service.account.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

browserTest(
  'sets up an authenticator app, signs in with a recovery code, and deletes the account',
  async () => {
    const { manager } = app.service.database;
    const { page, complaints, close } = await app.signedIn();
    await page.goto(`${app.service.baseUrl}/account`);
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
    const secret = await page.getByLabel('Secret for the app', { exact: true }).innerText();
    await page.getByLabel('Code', { exact: true }).fill('000000');
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByText('The code is wrong or has expired.').waitFor();
    await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, 1));
    await page.getByRole('button', { name: 'Turn on' }).click();
    const codes = (await page.getByLabel('Recovery codes', { exact: true }).innerText()).split('\n');
    expect(codes).toHaveLength(10);

    await page.getByRole('button', { name: 'Sign out', exact: true }).last().click();
    await page.waitForURL('**/sign-in*');
    await signIn(page);
    await page.getByLabel('Code', { exact: true }).fill(codes[0]!);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL((url) => url.pathname !== '/sign-in');
    await page.goto(`${app.service.baseUrl}/account`);
    await page.getByText('9 recovery codes are left.').waitFor();

    const remove = page.getByRole('button', { name: 'Delete the account' });
    expect(await remove.isDisabled()).toBe(true);
    await page.getByLabel(`Type ${app.service.account.email} to confirm`).fill(app.service.account.email);
    await remove.click();
    await page.waitForURL('**/sign-in*');
    const row = await manager.findOneBy(Account, { id: app.service.account.id });
    expect(row === null || row.deletedAt !== null).toBe(true);
    expect(complaints).toEqual([]);
    await close();
  },
  TIMEOUT_MS,
);
