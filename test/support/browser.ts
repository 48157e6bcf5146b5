/** Chromium for tests of the web app: the registry's, else the system's. Pages that complain fail the test. */
import { existsSync, readFileSync } from 'node:fs';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Browser, type BrowserContextOptions, type Locator, type Page } from 'playwright-core';
import { cookieName } from '../../api/session-cookie.js';
import { cacheFolder, installOnce } from '../../local/cache.js';

const run = promisify(execFile);
const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** On a crowded machine a screen takes its time. */
const TIMEOUT_MS = 45_000;
const ASKED_MS = 60_000;

/** The path of a browser that starts; null, and a loud line, where none can be had. */
export async function findChromium(): Promise<string | null> {
  for (const find of [fromRegistry, fromSystem]) {
    const path = await find();
    if (path !== null && (await starts(path))) return path;
  }
  process.stderr.write(
    '\n*** NO CHROMIUM: THE TESTS OF THE WEB APP ARE SKIPPED. Install chromium, or run npm ci. ***\n\n',
  );
  return null;
}

/**
 * The browser of @sparticuz/chromium, unpacked once into the cache. The package takes any `chromium` in the temporary
 * folder for its own, a half-written one too: it gets a folder of its own. Its `args` are never used, since they switch
 * off what the tests are about (web security, processes of their own).
 */
async function fromRegistry(): Promise<string | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  const { version } = JSON.parse(readFileSync('node_modules/@sparticuz/chromium/package.json', 'utf8')) as {
    version: string;
  };
  const folder = join(cacheFolder(), `chromium-${version}`);
  await installOnce(
    folder,
    async (temporary) => {
      const script = "import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())";
      const env = { PATH: process.env['PATH'], TMPDIR: temporary, HOME: temporary };
      await run(process.execPath, ['-e', script], { env, timeout: ASKED_MS });
    },
    () => process.stderr.write('Waiting for another process to unpack Chromium ...\n'),
  );
  return join(folder, 'chromium');
}

const fromSystem = async (): Promise<string | null> => SYSTEM.find((path) => existsSync(path)) ?? null;

/** Whether it is there with all of the libraries that it needs. */
const starts = (path: string): Promise<boolean> =>
  run(path, ['--version'], { timeout: ASKED_MS }).then(
    () => true,
    () => false,
  );

export const startBrowser = (executablePath: string): Promise<Browser> =>
  chromium.launch({ executablePath, chromiumSandbox: false, args: ['--disable-dev-shm-usage'] });

/** Calls of the API as the description has them: method and path, `{name}` for a segment, the last for any number. */
const CALLS = Object.entries(
  (JSON.parse(readFileSync('test/api/openapi.snapshot.json', 'utf8')) as { paths: Record<string, object> }).paths,
).map(([path, methods]) => ({
  path: new RegExp(
    `^${path
      .replaceAll('.', '\\.')
      .replace(/\{filePath\}/, '.+')
      .replaceAll(/\{\w+\}/g, '[^/]+')}$`,
  ),
  methods: new Set(Object.keys(methods).map((method) => method.toUpperCase())),
}));

const isDescribed = (method: string, path: string): boolean =>
  CALLS.some((call) => call.methods.has(method) && call.path.test(path));

/**
 * A page of a new context, and what it has complained of: errors, violations of its policy, requests to elsewhere, and
 * such that the API's description does not have.
 */
export async function openPage(
  browser: Browser,
  baseUrl: string,
  options: BrowserContextOptions & { token?: string } = {},
) {
  const { token, ...contextOptions } = options;
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...contextOptions });
  if (token !== undefined)
    await context.addCookies([{ name: cookieName({ nodeEnv: 'test' }), value: token, url: baseUrl }]);
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  const complaints = listen(page, baseUrl);
  return { page, context, complaints, close: () => context.close() };
}

function listen(page: Page, baseUrl: string): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    // a refusal that the page expects is told by the network too
    const expected = /^Failed to load resource: .* 40[01349]/.test(message.text());
    if (['error', 'warning'].includes(message.type()) && !expected) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${baseUrl}/`) && !/^(blob|data|about):/.test(url)) complaints.push(`foreign request: ${url}`);
    const { pathname } = new URL(url);
    if (/^\/(v1|api)\//.test(pathname) && !isDescribed(request.method(), pathname))
      complaints.push(`not in the API's description: ${request.method()} ${pathname}`);
  });
  return complaints;
}

/** How long the page offers to take something back: see dashboard/src/shared/ui/undo-notice.tsx. */
const UNDO_MS = 7_000;

/**
 * Has the page offer that for a minute, since a click may take seconds on a busy machine. Answers what ends it, for what is
 * offered from then on; so does a new load.
 */
export async function prolongUndo(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(`{
    const start = (globalThis.startTimer ??= setTimeout);
    setTimeout = (work, ms, ...more) => start(work, ms === ${UNDO_MS} ? 60_000 : ms, ...more);
    undefined;
  }`);
  return async () => void (await page.evaluate('setTimeout = startTimer; undefined'));
}

/** What tests use of a page's own globals. */
interface PageGlobals {
  getComputedStyle: (element: unknown) => { getPropertyValue: (name: string) => string };
}

/** A property of an element's computed style. (A function written as a text would be taken for a value, and give nothing.) */
export const styleOf = (locator: Locator, property: string): Promise<string> =>
  locator.evaluate(
    (element: unknown, name: string) =>
      (globalThis as unknown as PageGlobals).getComputedStyle(element).getPropertyValue(name),
    property,
  );
