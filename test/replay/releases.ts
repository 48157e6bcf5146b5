/** The workflow bundles of releases, kept beside their histories: workers of a release as it was, for tests of a rollout. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';

const FOLDER = fileURLToPath(new URL('../../../test/replay/releases', import.meta.url));
const SOURCE_MAP = '//# sourceMappingURL=';
/** A worker wants one; without what it maps, stack traces name lines of the bundle. */
const NO_SOURCES = JSON.stringify({ version: 3, file: 'release.js', sources: [], names: [], mappings: '' });

/** Stores the bundle of a build, without its source map, which is two thirds of it and names the machine's folders. */
export async function saveBundle(release: string, bundlePath: string): Promise<void> {
  const code = await readFile(bundlePath, 'utf8');
  await mkdir(FOLDER, { recursive: true });
  await writeFile(
    join(FOLDER, `${release}.js.gz`),
    gzipSync(code.slice(0, code.lastIndexOf(SOURCE_MAP)), { level: 9 }),
  );
}

/** The stored releases, oldest first. */
export async function storedReleases(): Promise<string[]> {
  const files = await readdir(FOLDER);
  const byNumber = new Intl.Collator('en', { numeric: true });
  return files.map((file) => file.replace(/\.js\.gz$/, '')).toSorted((a, b) => byNumber.compare(a, b));
}

/** For `workflowBundle` of a worker. */
export async function loadBundle(release: string): Promise<{ code: string }> {
  const code = gunzipSync(await readFile(join(FOLDER, `${release}.js.gz`))).toString('utf8');
  const sourceMap = `data:application/json;base64,${Buffer.from(NO_SOURCES).toString('base64')}`;
  return { code: `${code}\n${SOURCE_MAP}${sourceMap}` };
}
