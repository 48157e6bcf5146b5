/** The web app under test: the whole service and Chromium, for one file of tests. */
import { afterAll, beforeAll, test } from '@jest/globals';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { Account } from '../../entities/account.js';
import { hashPassword } from '../../infra/passwords.js';
import { findChromium, openPage, startBrowser } from './browser.js';
import { givenSession } from './rows.js';
import { START_MS, STOP_MS, startService, type Service } from './service.js';

export type WebApp = Awaited<ReturnType<typeof webApp>>;

interface Options {
  /** Of both processes of the service. */
  env?: Record<string, string>;
  /** What the tests find; the service runs, and is stopped after them. */
  given?: (service: Service) => Promise<unknown>;
  /** Of the start, with what is given. */
  startMs?: number;
}

/**
 * Starts a service and a browser before a file's tests and stops them after those; called once, at the top of the file.
 * Without Chromium nothing starts, and `browserTest` skips.
 */
export async function webApp({ env = {}, given, startMs = START_MS }: Options = {}) {
  const executable = await findChromium();
  let service: Service | undefined;
  let browser: Browser | undefined;
  beforeAll(async () => {
    if (executable === null) return;
    service = await startService({ ENGINE_PROCESSES: '1', ...env });
    browser = await startBrowser(executable);
    await given?.(service);
  }, startMs);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  }, STOP_MS);

  const started = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error('the service of these tests has not started');
    return part;
  };
  const open = (options: BrowserContextOptions & { token?: string } = {}) =>
    openPage(started(browser), started(service).baseUrl, options);
  return {
    browserTest: executable === null ? test.skip : test,
    get service(): Service {
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
export async function givenPassword({ database, account }: Service, password: string): Promise<void> {
  const passwordHash = await hashPassword(password, 'test');
  await database.manager.update(Account, { id: account.id }, { passwordHash });
}
