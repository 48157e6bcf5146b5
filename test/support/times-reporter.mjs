/**
 * Prints, at the end of a run of many files, those that took the most processor time, as environment.mjs has noted it,
 * and the sums of the folders: what takes long by the clock may only have waited for the others.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SHOWN = 20;
const TEST_FOLDER = /^dist\/(test\/(?:unit\/)?[^/]+)\//;

/** Seconds and number of files by folder of tests, and of `test/unit` by the folder that it tests; the largest first. */
function sumsByFolder(times) {
  const sums = new Map();
  for (const { file, seconds } of times) {
    const folder = TEST_FOLDER.exec(file)?.[1] ?? file;
    const sum = sums.get(folder) ?? { folder, seconds: 0, files: 0 };
    sums.set(folder, { folder, seconds: sum.seconds + seconds, files: sum.files + 1 });
  }
  return [...sums.values()].toSorted((a, b) => b.seconds - a.seconds);
}

export default class TimesReporter {
  #folder = mkdtempSync(join(tmpdir(), 'shelfwright-times-'));

  onRunStart() {
    process.env.SHELFWRIGHT_TEST_TIMES = this.#folder; // before jest starts its workers
  }

  onRunComplete() {
    const times = readdirSync(this.#folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => JSON.parse(readFileSync(join(this.#folder, name), 'utf8')))
      .toSorted((a, b) => b.seconds - a.seconds);
    rmSync(this.#folder, { recursive: true });
    if (times.length <= SHOWN) return;
    const sum = times.reduce((all, { seconds }) => all + seconds, 0);
    const lines = times.slice(0, SHOWN).map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)}  ${file}\n`);
    const sums = sumsByFolder(times).map(
      ({ folder, seconds, files }) => `${seconds.toFixed(0).padStart(7)}  ${folder} (${files} files)\n`,
    );
    process.stderr.write(
      `\nProcessor time in seconds of the ${SHOWN} files that took most, of ${sum.toFixed(0)} for ${times.length} files ` +
        `with their processes:\n${lines.join('')}By folder:\n${sums.join('')}`,
    );
  }
}
