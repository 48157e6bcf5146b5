/** The screens of the web app as people come to them, with the dialogs and lists that each of them opens. */
import type { Page } from 'playwright-core';
import { prolongUndo } from './browser.js';
import { newEmail } from './rows.js';
import { button, byButton, byEscape, dialog, dialogOf, dialogOfMenu, menuOf, type State } from './screen-states.js';
import { codeOf } from './totp.js';

export interface Screen {
  name: string;
  /** READY, REVIEW, FAILED and WEBHOOK in it stand for ids. */
  path: string;
  /** What is there once the address has been opened. */
  whole: (page: Page) => Promise<unknown>;
  /** What a person does there until the screen is the one that is meant. */
  act?: (page: Page) => Promise<unknown>;
  /** What opens on it, in this order. */
  states?: State[];
}

/** A shelf is deleted when nobody has taken it back for some seconds. */
const DELETED: State = {
  name: 'deleted',
  part: '.mantine-Notifications-root',
  async show(page) {
    await prolongUndo(page);
    await page.getByRole('button', { name: 'Actions for lighthouse' }).first().click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByText('lighthouse is deleted.').waitFor();
  },
  async hide(page) {
    await button(page, 'Undo').click();
    await page.getByText('lighthouse is deleted.').waitFor({ state: 'detached' });
  },
};

/** Opens the files, which a narrow window shows in place of the text. */
const showFiles = (page: Page) => page.getByText('Files', { exact: true }).first().click();

const OUTLINE: State = {
  name: 'outline',
  part: '[role="region"][aria-label="Outline"]',
  async show(page) {
    await showFiles(page);
    await page.getByText('Outline', { exact: true }).click();
    await page.getByRole('region', { name: 'Outline' }).getByText('The Stairs').first().waitFor();
  },
  hide: (page) => page.getByText('Files', { exact: true }).last().click(),
};
const SEARCH_HITS: State = {
  name: 'search-hits',
  part: '[role="region"][aria-label="Search results"]',
  async show(page) {
    await page.getByRole('textbox', { name: /^Search in/ }).fill('stairs');
    await page
      .getByRole('region', { name: 'Search results' })
      .getByText(/^\d+ places?$/)
      .waitFor();
  },
  hide: (page) => button(page, 'End the search').click(),
};

const CREATED_KEY = dialog(
  'Create a key',
  async (page) => {
    await button(page, 'Create a key').click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Import');
    await button(page, 'Create').click();
    await page.getByLabel('API key', { exact: true }).waitFor();
  },
  byButton('I have it'),
);
const CREATED_SECRET = dialog(
  'Secret of the endpoint',
  async (page) => {
    await button(page, 'Add an endpoint').click();
    await page.getByRole('textbox', { name: 'Address' }).fill('http://localhost:9/once');
    await page.getByRole('checkbox', { name: 'shelf.ready' }).check();
    await button(page, 'Add').click();
  },
  byButton('I have it'),
);

const nothing = (): Promise<void> => Promise.resolve();

/** Ends with the factor turned on. */
const SECOND_FACTOR: State[] = [
  {
    name: 'second-factor',
    part: 'main',
    async show(page) {
      await button(page, 'Set up an authenticator app').click();
      await page.getByLabel('Secret for the app', { exact: true }).waitFor();
    },
    hide: nothing,
  },
  {
    name: 'recovery-codes',
    part: 'main',
    async show(page) {
      const secret = await page.getByLabel('Secret for the app', { exact: true }).innerText();
      await page.getByLabel('Code', { exact: true }).fill(codeOf(secret));
      await button(page, 'Turn on').click();
      await page.getByLabel('Recovery codes', { exact: true }).waitFor();
      await page.getByText('recovery codes are left').waitFor();
    },
    hide: nothing,
  },
];
const PASSWORD = dialog(
  'Enter your password',
  async (page, { service, accountId }) => {
    const ago = "UPDATE sessions SET confirmed_at = now() - interval '1 hour' WHERE account_id = $1";
    await service.database.manager.query(ago, [accountId]);
    await button(page, 'Create a key').click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Import');
    await button(page, 'Create').click();
  },
  nothing,
);

const heading = (name: string) => (page: Page) => page.getByRole('heading', { name }).first().waitFor();
const atReview = { path: '/shelves/REVIEW/review', whole: heading('1.1 The Stairs') };
/** What is done to the file that is shown. */
const dialogOfTool = (name: string, title: string): State =>
  dialog(title, async (page) => {
    await showFiles(page);
    await button(page, name).click();
  });
/** With the list of folders, which a first Escape closes. */
const MOVE_TO: State = {
  ...dialog('Move to…', async (page) => {
    await showFiles(page);
    await button(page, 'Move to…').click();
    await page.getByRole('option').first().waitFor();
  }),
  async hide(page) {
    await page.keyboard.press('Escape');
    await page.getByRole('option').first().waitFor({ state: 'hidden' });
    await byEscape(page);
  },
};
const WHAT_CHANGES = dialog('What changes', async (page) => {
  await button(page, 'What changes').click();
  await page.getByText(/^1 added.* of \d+ files\./).waitFor();
  await page.getByRole('dialog').getByText('Checked twice').first().waitFor();
});

export const STRANGERS: readonly Screen[] = [
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
      await page.getByRole('textbox', { name: 'E-mail' }).fill(newEmail());
      await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
      await button(page, 'Create account').click();
      await page.getByRole('textbox', { name: 'Code' }).waitFor();
    },
  },
];

export const NEWCOMERS: readonly Screen[] = [
  { name: 'first-steps', path: '/', whole: (page) => page.getByRole('region', { name: 'First steps' }).waitFor() },
  { name: 'new-account', path: '/account', whole: heading('Account'), states: SECOND_FACTOR },
  { name: 'no-keys', path: '/keys', whole: (page) => page.getByText('There is no key').waitFor(), states: [PASSWORD] },
];

export const OWNERS: readonly Screen[] = [
  {
    name: 'shelves',
    path: '/',
    whole: (page) => page.getByRole('link', { name: 'lighthouse' }).first().waitFor(),
    states: [
      menuOf('Actions for lighthouse'),
      dialogOfMenu('Actions for lighthouse', 'Rename', 'Rename the shelf'),
      DELETED,
    ],
  },
  {
    name: 'shelf',
    path: '/shelves/READY',
    whole: heading('1.1 The Stairs'),
    states: [
      menuOf('More'),
      dialogOfMenu('More', 'For programs and agents', 'For programs and agents'),
      OUTLINE,
      SEARCH_HITS,
    ],
  },
  { name: 'failed', path: '/shelves/FAILED', whole: (page) => page.getByRole('button', { name: 'Retry' }).waitFor() },
  {
    name: 'review',
    ...atReview,
    states: [
      dialogOf('Regenerate', 'Regenerate the draft'),
      WHAT_CHANGES,
      dialogOfTool('Split…', 'Split'),
      dialogOfTool('Rename', 'Rename'),
      MOVE_TO,
      dialogOfTool('New folder', 'New folder'),
    ],
  },
  {
    name: 'review-editor',
    ...atReview,
    async act(page) {
      await showFiles(page);
      await button(page, 'Edit').click();
      await page.getByRole('textbox', { name: /^Text of / }).waitFor();
    },
  },
  { name: 'versions', path: '/shelves/READY/versions', whole: heading('What version 1 holds') },
  { name: 'version', path: '/shelves/READY/versions/1', whole: heading('1.1 The Stairs') },
  {
    name: 'webhooks',
    path: '/webhooks',
    whole: (page) => page.getByRole('link', { name: 'http://localhost:9/hook' }).waitFor(),
    states: [dialogOf('Add an endpoint', 'Add an endpoint'), CREATED_SECRET],
  },
  {
    name: 'webhook',
    path: '/webhooks/WEBHOOK',
    whole: (page) => page.getByRole('button', { name: 'Ping' }).waitFor(),
    states: [
      dialogOf('Recover…', 'Recover'),
      dialogOf('Rotate the secret', 'Rotate the secret'),
      dialogOf('Delete', 'Delete the endpoint'),
    ],
  },
  {
    name: 'keys',
    path: '/keys',
    whole: (page) => page.getByRole('table').waitFor(),
    states: [
      dialogOf('Create a key', 'Create a key'),
      CREATED_KEY,
      dialog('Revoke “Import”', (page) => page.getByRole('button', { name: 'Revoke Import' }).first().click()),
    ],
  },
  { name: 'account', path: '/account', whole: heading('Account'), states: [menuOf('Account of')] },
  { name: 'nothing', path: '/nowhere', whole: heading('Nothing is here') },
];
