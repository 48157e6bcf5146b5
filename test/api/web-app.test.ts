/** The web app as the api serves it: its page, its files, and what must never be answered with a page. */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildTestApp, type TestApp } from '../support/app.js';

const FILES = join(import.meta.dirname, '../../web-app');
/** What a first visit may load before the viewer of PDFs. */
const MAX_FIRST_LOAD_BYTES = 250_000;
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

let api: TestApp;
beforeAll(async () => {
  api = await buildTestApp();
});
afterAll(() => api?.stop());

const get = (
  url: string,
  headers: Record<string, string> = { accept: BROWSER },
  method: 'GET' | 'HEAD' | 'POST' = 'GET',
) => api.app.inject({ url, method, headers });
const nonceOf = (policy: unknown): string => /'nonce-([^']+)'/.exec(String(policy))?.[1] ?? '';

test('each address of a screen answers with the page, never cached unasked, with a policy and a nonce of its own', async () => {
  const nonces = new Set<string>();
  for (const url of ['/', '/sign-in', '/shelves/shf_0123456789abcdef01234567/review?file=a.md', '/no/such/screen']) {
    const { statusCode, headers, body } = await get(url);
    expect([url, statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      url,
      200,
      'text/html; charset=utf-8',
      'no-cache',
    ]);
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'nonce-/);
    expect(policy).toMatch(/base-uri 'none'; frame-ancestors 'none'$/);
    expect(policy).not.toContain('unsafe-inline');
    expect(headers['x-content-type-options']).toBe('nosniff');
    const nonce = nonceOf(policy);
    expect(Buffer.from(nonce, 'base64')).toHaveLength(18);
    expect(body).toContain(nonce);
    expect(body).not.toContain('__CSP_NONCE__');
    // nothing runs but files of this origin
    expect(body).not.toMatch(/<script(?![^>]*\bsrc="\/)|\bon\w+=|javascript:/);
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(4);
});

test('HEAD answers as GET does, without the page', async () => {
  const { statusCode, headers, body } = await get('/keys', { accept: BROWSER }, 'HEAD');
  expect([statusCode, headers['content-type'], body]).toEqual([200, 'text/html; charset=utf-8', '']);
});

test.each([
  '/v1/nothing',
  '/v1',
  '/api/nothing',
  '/mcp/nothing',
  '/docs/nothing',
  '/assets/gone-12345678.js',
  '/.well-known/oauth-protected-resource',
  '/.well-known/openid-configuration',
])('%s is never a page: programs would take it for an answer', async (url) => {
  const { statusCode, headers, body } = await get(url);
  expect([statusCode, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8']);
  expect(JSON.parse(body)).toMatchObject({ code: 'NOT_FOUND' });
});

test('/mcp answers no page either', async () => {
  for (const method of ['GET', 'POST'] as const)
    expect((await get('/mcp', { accept: BROWSER }, method)).headers['content-type']).not.toMatch(/html/);
});

test('who does not ask for a page, or does not only read, gets the JSON', async () => {
  for (const [headers, method] of [
    [{ accept: 'application/json' }, 'GET'],
    [{}, 'GET'],
    [{ accept: BROWSER }, 'POST'],
  ] as const) {
    const { statusCode, json } = await get('/no/such/screen', headers, method);
    expect([statusCode, json<{ code: string }>().code]).toEqual([404, 'NOT_FOUND']);
  }
});

test('hashed files are kept for a year, in Brotli for those who take it; others are asked for again', async () => {
  const [script] = globSync('assets/index-*.js', { cwd: FILES });
  const plain = await get(`/${script}`, {});
  const packed = await get(`/${script}`, { 'accept-encoding': 'br' });
  expect([plain.statusCode, plain.headers['content-encoding']]).toEqual([200, undefined]);
  expect([packed.statusCode, packed.headers['content-encoding']]).toEqual([200, 'br']);
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
  for (const { headers } of [plain, packed]) {
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'/);
  }
  expect((await get('/favicon.svg', {})).headers['cache-control']).toBe('no-cache');
});

test('nothing beside the files is served', async () => {
  expect(existsSync(join(FILES, '.vite/manifest.json'))).toBe(true);
  for (const url of [
    '/.vite/manifest.json',
    '/index.html.br',
    '/assets/../../package.json',
    '/assets/..%2f..%2fpackage.json',
    '/%2e%2e/package.json',
    '/assets/%2e%2e%2f%2e%2e%2fapi/main.js',
    '//etc/passwd',
  ]) {
    const { statusCode, headers, body } = await get(url, {});
    expect([url, statusCode, headers['content-type']]).toEqual([url, 404, 'application/json; charset=utf-8']);
    expect(body).not.toContain('shelfwright"');
  }
});

test('every component of Mantine that is used has its styles: only those of components are in the sheet', () => {
  const textOf = (glob: string): string =>
    globSync(glob, { cwd: FILES })
      .map((file) => readFileSync(join(FILES, file), 'utf8'))
      .join('\n');
  const classesOf = (text: string) => new Set(text.match(/\bm_[0-9a-f]{6,8}\b/g));
  const known = classesOf(readFileSync('node_modules/@mantine/core/styles.css', 'utf8'));
  const styled = classesOf(textOf('assets/*.css'));
  const used = [...classesOf(textOf('assets/*.js'))].filter((name) => known.has(name));
  expect(used.length).toBeGreaterThan(100);
  expect(used.filter((name) => !styled.has(name))).toEqual([]);
});

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

/** What screens load without being asked, once their own code is there. `browser/first-load.test.ts` watches a browser do it. */
const AT_ONCE: Record<string, string> = {
  'src/features/shelf/ShelfPage.tsx': 'src/shared/markdown/MarkdownFile.tsx',
  'src/features/review/ReviewPage.tsx': 'src/shared/markdown/MarkdownFile.tsx',
  'src/features/versions/VersionPage.tsx': 'src/shared/markdown/MarkdownFile.tsx',
  'src/features/versions/VersionsPage.tsx': 'src/features/versions/Comparison.tsx',
};

test('a first visit loads less than 250 kB, whichever screen it opens', () => {
  const manifest = JSON.parse(readFileSync(join(FILES, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
  const filesOf = (name: string, files = new Set<string>()): Set<string> => {
    const { file, imports = [], css = [] } = manifest[name]!;
    if (files.has(file)) return files;
    for (const one of [file, ...css]) files.add(one);
    for (const one of imports) filesOf(one, files);
    return files;
  };
  const sizeOf = (file: string): number => {
    const packed = join(FILES, `${file}.br`);
    return statSync(existsSync(packed) ? packed : join(FILES, file)).size;
  };
  const screens = Object.keys(manifest).filter((name) => /\/sign-in\/|Page\.tsx$/.test(name));
  expect(screens.length).toBeGreaterThan(11);
  expect(screens).toEqual(expect.arrayContaining(Object.keys(AT_ONCE)));
  for (const screen of screens) {
    const files = filesOf(screen, filesOf('index.html'));
    if (AT_ONCE[screen] !== undefined) filesOf(AT_ONCE[screen], files);
    const bytes = [...files].reduce((sum, file) => sum + sizeOf(file), 0);
    expect([...files].join()).not.toMatch(/pdf|codemirror/i);
    expect([screen, bytes < MAX_FIRST_LOAD_BYTES, bytes]).toEqual([screen, true, bytes]);
  }
});
