/** The web app under test: a service and Chromium, for one file of tests. */
import { afterAll, beforeAll, test } from '@jest/globals';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { Account } from '../../entities/account.js';
import { hashPassword } from '../../infra/passwords.js';
import { findChromium, openPage, startBrowser } from './browser.js';
import { givenSession } from './rows.js';
import type { UsedService } from './service-account.js';
import { sharedService } from './shared-service.js';

/** For the service's start, if no file has asked for it before, and all that is given: each step has a bound of its own. */
const START_MS = 900_000;

/** Gives the service's account what the tests find. */
type Give = (service: UsedService) => Promise<unknown>;

/**
 * Starts a browser before a file's tests and stops it after them; called once, at the top of the file. The service is the
 * one that files share: those that stop its processes, or set it up otherwise, take `ownWebApp()`. Without Chromium nothing
 * starts, and `browserTest` skips.
 */
export const webApp = (give?: Give) => webAppOn(sharedService, give);

/** The same on a service that `start` opens for the file; its `stop` is called after the tests. */
export async function webAppOn<S extends UsedService>(start: () => Promise<S>, give?: Give) {
  const executable = await findChromium();
  let service: S | undefined;
  let browser: Browser | undefined;
  beforeAll(async () => {
    if (executable === null) return;
    service = await start();
    browser = await startBrowser(executable);
    await give?.(service);
  }, START_MS);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  const started = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error('the service of these tests has not started');
    return part;
  };
  const open = (options: BrowserContextOptions & { token?: string } = {}) =>
    openPage(started(browser), started(service).baseUrl, options);
  return {
    browserTest: executable === null ? test.skip : test,
    get service(): S {
      return started(service);
    },
    /** A page of a new context, without a session unless `token` is one. */
    open,
    /** A page with a session of its own. */
    signedIn: async (options: BrowserContextOptions = {}) => {
      const { database, account } = started(service);
      return open({ ...options, token: await givenSession(database.manager, account.id) });
    },
  };
}

/** Gives the service's account a password to sign in with. */
export async function givenPassword({ database, account }: UsedService, password: string): Promise<void> {
  const passwordHash = await hashPassword(password, 'test');
  await database.manager.update(Account, { id: account.id }, { passwordHash });
}
