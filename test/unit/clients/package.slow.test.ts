/** The package as it is published: what is in it, and that browsers can run it. */
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { createContext, SourceTextModule } from 'node:vm';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type Webpack from 'webpack';

const run = promisify(execFile);
/** An import would touch each of its exports, the deprecated ones too. */
const webpack = createRequire(import.meta.url)('webpack') as typeof Webpack;
const FOLDER = join(process.cwd(), 'clients/typescript');
const DIST = join(FOLDER, 'dist');
/** What Node and browsers both have. */
const WEB = [
  'fetch',
  'Headers',
  'Response',
  'FormData',
  'Blob',
  'File',
  'URL',
  'URLSearchParams',
  'AbortSignal',
] as const;
const MORE_WEB = [
  'AbortController',
  'ReadableStream',
  'TextEncoder',
  'TextDecoder',
  'crypto',
  'performance',
  'atob',
] as const;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'shelfwright-client-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Manifest {
  name: string;
  version: string;
  files: string[];
  exports: Record<string, string | { types: string; default: string }>;
}
const readManifest = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Manifest;
const manifest = readManifest(join(FOLDER, 'package.json'));

test('holds the compiled code with its types, README, licence, and nothing else', async () => {
  const { stdout } = await run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: FOLDER });
  const [packed] = JSON.parse(stdout) as { files: { path: string }[] }[];
  const paths = packed!.files.map(({ path }) => path);
  const sources = readdirSync(join(FOLDER, 'src')).map((name) => name.replace(/\.ts$/, ''));
  const compiled = sources.flatMap((name) => [`dist/${name}.d.ts`, `dist/${name}.js`]);
  expect(paths.sort()).toEqual(['LICENSE', 'README.md', 'package.json', ...compiled].sort());
});

test('its entries are modules with types, and it has the version of the service', () => {
  expect(manifest.version).toBe(readManifest('package.json').version);
  for (const [entry, target] of Object.entries(manifest.exports)) {
    if (typeof target === 'string') continue;
    expect([entry, Object.keys(target)]).toEqual([entry, ['types', 'default']]); // the first that fits counts
    for (const path of Object.values(target)) expect(readFileSync(join(FOLDER, path), 'utf8')).toContain('export');
  }
});

/** The modules that an entry loads, by path, and what is imported from outside. */
function modulesFrom(entry: string): { modules: Map<string, string>; outside: string[] } {
  const modules = new Map<string, string>();
  const outside: string[] = [];
  const visit = (path: string): void => {
    if (modules.has(path)) return;
    const code = readFileSync(path, 'utf8');
    modules.set(path, code);
    for (const [, from] of code.matchAll(/^(?:import|export) (?:[^'"();=]*? from )?['"]([^'"]+)['"]/gm))
      if (from!.startsWith('./')) visit(join(DIST, from!));
      else outside.push(from!);
  };
  visit(join(DIST, entry));
  return { modules, outside };
}

test('the main entry imports nothing but itself; the other one Node’s own modules', () => {
  const { modules, outside } = modulesFrom('index.js');
  expect(outside).toEqual([]);
  for (const code of modules.values()) expect(code).not.toMatch(/\b(process|Buffer|__dirname|require)\b[.(]/);
  expect(modulesFrom('node.js').outside.filter((name) => !name.startsWith('node:'))).toEqual([]);
});

test('the main entry runs where there is nothing but what the web has', async () => {
  const names = [...WEB, ...MORE_WEB, 'setTimeout', 'clearTimeout'] as const;
  const context = createContext(Object.fromEntries(names.map((name) => [name, globalThis[name]])));
  const modules = new Map<string, SourceTextModule>();
  const load = (path: string): SourceTextModule => {
    const known = modules.get(path);
    if (known) return known;
    const identifier = pathToFileURL(path).href;
    const made = new SourceTextModule(readFileSync(path, 'utf8'), { context, identifier });
    modules.set(path, made);
    return made;
  };
  const entry = load(join(DIST, 'index.js'));
  await entry.link((from: string) => load(join(DIST, from)));
  await entry.evaluate();
  const { Shelfwright } = entry.namespace as { Shelfwright: new (options: object) => { shelves(): AsyncGenerator } };
  const pagination = { page: 1, limit: 100, total: 1, totalPages: 1 };
  const reply = () => Promise.resolve(Response.json({ data: [{ publicId: 'shf_1' }], pagination }));
  const client = new Shelfwright({ baseUrl: 'https://shelves.example.com', apiKey: 'sk_1', fetch: reply });
  expect((await client.shelves().next()).value).toEqual({ publicId: 'shf_1' });
});

test('a browser’s bundle of it is small and has nothing of Node', async () => {
  const bundler = webpack({
    mode: 'production',
    target: 'web',
    entry: join(DIST, 'index.js'),
    output: { path: folder, filename: 'client.js', library: { type: 'module' } },
    experiments: { outputModule: true },
  });
  const stats = await promisify(bundler.run.bind(bundler))();
  expect(stats?.toJson({ errors: true, warnings: true })).toMatchObject({ errors: [], warnings: [] });
  const bundle = readFileSync(join(folder, 'client.js'), 'utf8');
  expect(bundle).not.toMatch(/node:|require\(/);
  expect(bundle.length).toBeLessThan(40_000);
});
