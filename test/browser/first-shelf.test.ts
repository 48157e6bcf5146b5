/** A new user in a browser: from signing up to the first shelf. */
import { expect } from '@jest/globals';
import { codeFor } from '../support/mailed-codes.js';
import { styleOf } from '../support/browser.js';
import { newEmail } from '../support/rows.js';
import { until } from '../support/until.js';
import { givenPassword, webApp } from '../support/web-app.js';

const SAMPLE = 'local/sample/lighthouse.pdf';
const PASSWORD = 'correct horse battery';
const app = await webApp((service) => givenPassword(service, PASSWORD));
const { browserTest } = app;

browserTest(
  'signs up, uploads a PDF, follows it, reads the shelf beside the page',
  async () => {
    const email = newEmail();
    const { page, complaints, close } = await app.open();
    await page.goto(app.service.baseUrl);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Ada');
    await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('textbox', { name: 'Code' }).fill(await codeFor(app.service, email));
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByRole('heading', { name: 'Shelves' }).waitFor();
    expect(await page.getByRole('switch', { name: 'Review' }).isChecked()).toBe(false);

    // the first key stays until it is dismissed; an agent gets one of its own that only reads
    const upload = page.getByLabel('Command that uploads a PDF', { exact: true });
    const connect = page.getByLabel('Command that connects Claude Code', { exact: true });
    const firstKey = /Bearer (sk_\S+?)['"]/.exec(await upload.innerText())?.[1];
    expect(await connect.innerText()).toContain('Bearer KEY"');
    await page.getByRole('button', { name: 'Create a key that only reads' }).click();
    await connect.filter({ hasText: 'Bearer sk_' }).waitFor();
    const readKey = /Bearer (sk_\S+?)['"]/.exec(await connect.innerText())?.[1];
    const posted = async (key = '') =>
      (
        await fetch(`${app.service.baseUrl}/v1/shelves`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}` },
        })
      ).status;
    expect([401, 403]).not.toContain(await posted(firstKey));
    expect(await posted(readKey)).toBe(403);

    await page.locator('input[type=file]').first().setInputFiles(SAMPLE);
    const link = page.getByRole('link', { name: 'lighthouse' });
    await page.getByRole('table').getByText('ready', { exact: true }).waitFor({ timeout: 120_000 });
    expect(await upload.innerText()).toContain(firstKey);
    await page.getByRole('button', { name: 'I have copied what I need' }).click();
    await page.getByRole('region', { name: 'First steps' }).waitFor({ state: 'detached' });
    await link.click();
    await page.getByRole('tree').waitFor();
    await page.getByRole('treeitem', { name: 'README.md' }).click();
    await page.getByRole('link', { name: /^2.1 The Order of the Night/ }).click();
    await page.locator('h3[data-marked]', { hasText: '2.1 The Order of the Night' }).waitFor();
    // the page beside the files has followed
    await page.waitForURL(/page=3/);
    await page.goBack();
    await page.getByRole('link', { name: /^1 The Tower/ }).click();
    await page.getByRole('heading', { name: '1.1 The Stairs' }).waitFor();

    const paragraph = page.getByText('Every tenth step is painted white');
    await paragraph.click();
    // the whole paragraph is marked, in a colour
    const marked = page.locator('p[data-marked]', { hasText: 'Every tenth step is painted white' });
    await marked.waitFor();
    expect(await styleOf(marked, 'background-color')).not.toBe('rgba(0, 0, 0, 0)');
    const box = page.getByTestId('page-box');
    await box.waitFor();
    const shown = page.getByRole('spinbutton', { name: 'Page of the PDF' });
    await until(async () => (await shown.inputValue()) === '2', 'the page beside the text is its own');
    await page.waitForURL((url) => url.searchParams.get('page') === '2');
    expect(complaints).toEqual([]);
    await close();
  },
  180_000,
);

browserTest(
  'a visitor without a session signs in first and comes back',
  async () => {
    const { page, complaints, close } = await app.open();
    await page.goto(`${app.service.baseUrl}/keys`);
    await page.getByRole('textbox', { name: 'E-mail' }).fill(app.service.account.email);
    await page.getByLabel('Password', { exact: true }).fill('wrong horse battery');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page
      .getByRole('alert')
      .getByText(/^Request/)
      .waitFor();
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'API keys' }).waitFor();

    // a session that has ended meanwhile is told by the next change
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Too late');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('textbox', { name: 'E-mail' }).waitFor();
    expect(new URL(page.url()).searchParams.get('next')).toBe('/keys');
    expect(complaints).toEqual([]);
    await close();
  },
  120_000,
);

browserTest(
  'an upload that has failed is still there after another screen was open, and is sent again',
  async () => {
    const { page, complaints, close } = await app.signedIn();
    await page.goto(app.service.baseUrl);
    await page.getByRole('heading', { name: 'Shelves' }).waitFor();
    // a proxy before the service refuses
    const refuse = (url: URL) => url.pathname === '/v1/shelves' && url.search === '';
    await page.route(refuse, (route) => route.fulfill({ status: 413, body: 'too large' }));
    await page.locator('input[type=file]').first().setInputFiles(SAMPLE);
    const uploads = page.getByRole('list', { name: 'Uploads' });
    await uploads.getByText('not uploaded').waitFor();
    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByRole('heading', { name: 'API keys' }).waitFor();
    await page.unroute(refuse);
    await page.getByRole('link', { name: 'Shelves', exact: true }).click();
    await uploads.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: 'lighthouse' }).waitFor();
    await uploads.waitFor({ state: 'detached' });
    expect(complaints.filter((one) => !/status of 413/.test(one))).toEqual([]);
    await close();
  },
  120_000,
);
