/** What opens on a screen of the web app, and how a person opens and closes it. */
import type { Page } from 'playwright-core';
import type { UsedService } from './service-account.js';

/** Who looks at a screen; `accountId` is undefined for a stranger. */
export interface Viewer {
  service: UsedService;
  accountId?: string;
}

/** A dialog, a menu or a list, opened on a screen and closed again. */
export interface State {
  name: string;
  /** The selector of what has opened. */
  part: string;
  show: (page: Page, viewer: Viewer) => Promise<unknown>;
  hide: (page: Page) => Promise<unknown>;
}

const DIALOG = '[role="dialog"]';

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first();

async function dialogGone(page: Page): Promise<void> {
  await page.locator(DIALOG).waitFor({ state: 'detached' });
}
export const byEscape = async (page: Page): Promise<void> => {
  await page.keyboard.press('Escape');
  await dialogGone(page);
};
/** A dialog that nothing but its own button closes. */
export const byButton = (name: string) => async (page: Page) => {
  await button(page, name).click();
  await dialogGone(page);
};

/** A dialog that `open` opens. */
export function dialog(title: string, open: (page: Page, viewer: Viewer) => Promise<unknown>, hide = byEscape): State {
  const show = async (page: Page, viewer: Viewer): Promise<void> => {
    await open(page, viewer);
    await page.getByRole('dialog', { name: title }).waitFor();
  };
  return { name: title, part: DIALOG, show, hide };
}
export const dialogOf = (name: string, title: string): State => dialog(title, (page) => button(page, name).click());

/** A menu that the button opens. */
export const menuOf = (opener: string): State => ({
  name: `menu ${opener}`,
  part: '[role="menu"]',
  async show(page) {
    await page.getByRole('button', { name: opener }).first().click();
    await page.getByRole('menu').waitFor();
  },
  async hide(page) {
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
  },
});
export const dialogOfMenu = (opener: string, item: string, title: string): State =>
  dialog(title, async (page) => {
    await page.getByRole('button', { name: opener }).first().click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  });
