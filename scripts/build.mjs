/**
 * `npm run build`: compiles, bundles workflows and engine, and builds the web app, all into dist/. A part whose sources have not
 * changed stays as it is.
 */
import { createHash } from 'node:crypto';
// globSync is reached through `fs`: Node 20 has none, and would refuse to link this file before bootstrap.mjs runs.
import fs, {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './bootstrap.mjs';
import { runTool } from './tool.mjs';

const dist = join(root, 'dist');
const inDist = (name) => join(dist, name);
/** Of dist/, what is the web app's. */
const WEB_APP_OUTPUTS = new Set(['web-app', '.web-app-sources']);
/** What every part depends on. */
const SHARED_SOURCES = ['tsconfig.json', 'package-lock.json', 'scripts/build.mjs', 'scripts/tool.mjs'];
const tsc = join(root, 'node_modules/typescript/bin/tsc');
/** What is no TypeScript and is read at run time. */
const assets = ['worker/explain/viewer', 'docs/mcp.md', 'docs/reading.md'];
/** The TypeScript client is compiled a second time, into its own package and with the types that browsers have. */
const client = join(root, 'clients/typescript');
const GIB = 1024 ** 3;
/**
 * Documents whose conversion shows which functions documents need, of as many generators and kinds: what they do not call,
 * each process compiles for itself when it comes to it. The letter stays out: a test converts it.
 */
const samples = [
  'local/sample/lighthouse.pdf',
  ...['agreement', 'article', 'book', 'charter', 'contract', 'handbook', 'paper', 'report'].map(
    (name) => `test/golden/corpus/${name}.pdf`,
  ),
];

/**
 * What is built on its own, side by side: each part with a stamp of the sources that it was made of, so that a change of the
 * engine does not build the web app again.
 */
const PARTS = [
  {
    build: buildService,
    stamp: join(dist, '.sources'),
    needed: [inDist('engine-bundle.cjs')],
    outputs: () => (existsSync(dist) ? readdirSync(dist).filter((name) => !WEB_APP_OUTPUTS.has(name)) : []).map(inDist),
    sources: () => [
      'scripts/bundle-engine.mjs',
      'scripts/pdfjs-changes.mjs',
      'scripts/snapshot-engine.cjs',
      'dashboard/src/**/*.{ts,tsx}', // tests import some
      ...samples,
      ...compiledFolders().map((area) => `${area}/**/*.ts`),
      ...assets.map((asset) => (asset.endsWith('.md') ? asset : `${asset}/*`)),
    ],
  },
  {
    build: buildWebApp,
    stamp: join(dist, '.web-app-sources'),
    needed: [inDist('web-app'), join(client, 'dist')],
    outputs: () => [...[...WEB_APP_OUTPUTS].map(inDist), join(client, 'dist')],
    sources: () => [
      'clients/typescript/tsconfig.json',
      'clients/typescript/src/**/*.ts',
      'contract/**/*.ts',
      'scripts/build-dashboard.mjs',
      'dashboard/**/*.{ts,tsx,css,html,svg,json}',
      'api/web-app/policy.ts', // what Vite's configuration imports
      'local/sample/*.pdf',
    ],
  },
];

/**
 * Builds the parts whose sources have changed; answers whether anything had to be done. Rejects with the tool's output when it
 * fails.
 */
export async function build({ log = () => {} } = {}) {
  const due = PARTS.map((part) => ({ ...part, hash: hashOf(part.sources()) })).filter(
    (part) => !isUpToDate(part, part.hash),
  );
  if (due.length === 0) return false;
  for (const { stamp } of due) rmSync(stamp, { force: true }); // first: what is ended in between is not up to date
  // else a deleted source would live on in dist/
  for (const path of due.flatMap(({ outputs }) => outputs())) rmSync(path, { recursive: true, force: true });
  mkdirSync(dist, { recursive: true });
  // Side by side: most of their tools use one processor. If two fail, the first one is reported.
  const failing = new AbortController();
  const parts = due.map(async ({ build: buildPart, stamp, hash }) => {
    await buildPart({ log, signal: failing.signal });
    failing.signal.throwIfAborted();
    writeFileSync(`${stamp}.new`, hash);
    renameSync(`${stamp}.new`, stamp);
  });
  for (const part of parts) part.catch((error) => failing.abort(error));
  await Promise.allSettled(parts);
  failing.signal.throwIfAborted();
  return true;
}

async function buildService({ log, signal }) {
  const run = (what, args) => runTool(what, [process.execPath, ...args], { signal });
  log('Compiling ...');
  await run('TypeScript', [tsc, '--pretty']);
  for (const asset of assets) cpSync(join(root, asset), join(dist, asset), { recursive: true });
  log('Bundling the workflows ...');
  await run('workflow bundle', ['--enable-source-maps', join(dist, 'worker/bundle.js')]);
  log('Bundling the engine ...');
  await run('engine bundle', [join(root, 'scripts/bundle-engine.mjs')]);
  const documents = samples.map((sample) => join(root, sample));
  // V8 refuses a cache that was made under other flags; the limits among them do not matter
  const { heapArguments } = await import(join(dist, 'worker/engine-launch.js'));
  await run('code cache', [...heapArguments(GIB), join(dist, 'worker/fill-code-cache.js'), ...documents]);
  const snapshot = ['--no-experimental-sqlite', '--snapshot-blob', join(dist, 'engine.snapshot'), '--build-snapshot'];
  try {
    await run('start-up snapshot', [...snapshot, join(root, 'scripts/snapshot-engine.cjs'), root, ...documents]);
  } catch (error) {
    signal.throwIfAborted();
    if (error.wasEnded) throw error;
    // the bundle serves a Node that makes none; a test expects one of ours
    rmSync(join(dist, 'engine.snapshot'), { force: true });
    log(`Engine processes will start without a snapshot: ${error.message}`);
  }
}

async function buildWebApp({ log, signal }) {
  const run = (what, args) => runTool(what, [process.execPath, ...args], { signal });
  log('Building the web app ...');
  await run('TypeScript of the client', [tsc, '--pretty', '-p', client]);
  await run('types of the web app', [tsc, '--pretty', '-p', 'dashboard']);
  log((await run('web app', [join(root, 'scripts/build-dashboard.mjs')])).trim());
}

/** Whether a part is there and was made of the sources that hash so. */
const isUpToDate = ({ stamp, needed }, hash) =>
  needed.every((path) => existsSync(path)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;

/** The folders that the service is compiled of. */
const compiledFolders = () => JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8')).include;

function hashOf(sources) {
  const files = fs.globSync([...SHARED_SOURCES, ...sources], { cwd: root });
  const hash = createHash('sha256').update(process.versions.node).update(root);
  for (const file of files.sort()) hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const built = await build({ log: (line) => process.stderr.write(`${line}\n`) });
    process.stderr.write(built ? 'Built.\n' : 'Nothing has changed since the last build.\n');
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
