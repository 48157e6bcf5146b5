/**
 * First import of every script: installs the dependencies when they are not what the lock file says, and re-runs the
 * script on the Node of node_modules where the machine's own is too old. Only node: imports and syntax of Node 20.
 */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const ownNode = join(modules, '.bin', 'node');

const packagesOf = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {});

/**
 * npm writes node_modules/.package-lock.json as the last step of an install, so an interrupted install is detected by it.
 * The packages are looked for as well: of two installs at once, one removes what the other has unpacked, and the file of
 * the other stays. That takes a few milliseconds for a thousand packages.
 */
function isInstalled() {
  const installed = packagesOf(join(modules, '.package-lock.json'));
  const isThere = ([path, { version }]) =>
    installed[path]?.version === version && existsSync(join(root, path, 'package.json'));
  const locked = Object.entries(packagesOf(join(root, 'package-lock.json')));
  return locked.every((entry) => entry[0] === '' || entry[1].optional || isThere(entry));
}

async function install() {
  const begun = Date.now();
  const seconds = () => Math.round((Date.now() - begun) / 1000);
  process.stderr.write('Installing dependencies (npm ci), usually under a minute ...\n');
  const npm = process.env.npm_execpath?.endsWith('npm-cli.js') ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const child = spawn(npm[0], [...npm.slice(1), 'ci', '--loglevel=error'], { cwd: root, stdio: ['ignore', 2, 2] });
  const timer = setInterval(
    () => process.stderr.write(`  ... ${countUnpacked(modules)} packages, ${seconds()} s\n`),
    10_000,
  );
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  const end = await new Promise((done) => {
    child.on('error', (error) => done(error.message));
    child.on('exit', (code, signal) => done(code === 0 ? null : (signal ?? `exit ${code}`)));
  });
  clearInterval(timer);
  process.removeAllListeners('SIGTERM');
  if (end !== null) {
    process.stderr.write(`npm ci failed after ${seconds()} s (${end}).\n`);
    process.exit(1);
  }
  process.stderr.write(`Dependencies installed in ${seconds()} s.\n`);
}

/** Counts the top-level packages that are unpacked: npm makes all their folders first. */
function countUnpacked(folder) {
  if (!existsSync(folder)) return 0;
  const names = readdirSync(folder).filter((name) => !name.startsWith('.'));
  const count = (name) =>
    name.startsWith('@') ? countUnpacked(join(folder, name)) : Number(existsSync(join(folder, name, 'package.json')));
  return names.reduce((sum, name) => sum + count(name), 0);
}

/** `engines` of package.json: pdfjs-dist and others need Node 22.13. */
function isTooOld(version) {
  const [major, minor] = version.split('.').map(Number);
  return major < 22 || (major === 22 && minor < 13);
}

async function rerun() {
  if (process.env.SHELFWRIGHT_RERUN || !existsSync(ownNode)) {
    process.stderr.write(
      `Node 22.13 or newer is needed; this is ${process.versions.node} and node_modules has no newer one.\n`,
    );
    process.exit(1);
  }
  const env = { ...process.env, SHELFWRIGHT_RERUN: '1', PATH: `${dirname(ownNode)}:${process.env.PATH}` };
  const child = spawn(ownNode, [...process.execArgv, ...process.argv.slice(1)], { stdio: 'inherit', env });
  process.on('SIGINT', () => {}); // the terminal gives Ctrl-C to the whole group, the child ends by itself
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  const [code] = await new Promise((done) => child.on('exit', (...end) => done(end)));
  process.exit(code ?? 1);
}

if (!isInstalled()) await install();
if (isTooOld(process.versions.node)) await rerun();
// What this process starts finds the same Node and the installed tools first.
process.env.PATH = `${dirname(process.execPath)}:${join(modules, '.bin')}:${process.env.PATH}`;
