/** What the pages of a PDF are read by, as a hash: pages that were read by the same are the same. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const DIST = fileURLToPath(new URL('../', import.meta.url));
/** What an engine process reads and recognises by. */
const ENTRIES = [
  'engine/read/document.js',
  'engine/read/stage.js',
  'worker/recognition.js',
  'worker/pages-file.js',
].map((path) => join(DIST, path));

const IMPORTED = /(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g;

/** Of the compiled files that the entries reach by their imports, and of the versions of the packages. */
export function readHash(): string {
  const files = new Map<string, string>();
  const packages = new Set<string>();
  const visit = (path: string): void => {
    if (files.has(path)) return;
    const source = readFileSync(path, 'utf8');
    files.set(path, source);
    for (const [, name = ''] of source.matchAll(IMPORTED)) {
      if (name.startsWith('.')) visit(join(dirname(path), name));
      else if (!name.startsWith('node:')) packages.add(packageOf(name));
    }
  };
  ENTRIES.forEach(visit);
  const hash = createHash('sha256');
  for (const [path, source] of [...files].sort(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`${relative(DIST, path)}\0${source}\0`);
  for (const name of [...packages].sort()) hash.update(`${name}@${versionOf(name)}\0`);
  return hash.digest('hex').slice(0, 16);
}

const packageOf = (name: string): string =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');

function versionOf(name: string): string {
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? [];
  const found = folders.map((folder) => join(folder, name, 'package.json')).find((path) => existsSync(path));
  if (!found) throw new Error(`the package ${name} is not installed`);
  return (JSON.parse(readFileSync(found, 'utf8')) as { version: string }).version;
}
