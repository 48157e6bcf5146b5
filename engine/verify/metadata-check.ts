/** README.md and metadata.json against the files that they describe. */
import type { AuditFinding } from '../../contract/vocabulary.js';
import { headings } from '../files/anchors.js';
import type { Metadata } from '../files/metadata.js';
import { relativeLink } from '../files/paths.js';
import { wordCount } from '../markdown/text.js';
import { finding } from '../findings.js';
import type { DocumentInfo } from '../model.js';
import type { UnverifiedTree, FileEntry, ShelfFile } from '../shelf.js';
import { contentFiles, fileText, jsonOf, METADATA_PATH, README_PATH } from './files-of.js';
import { linesOf } from './output-words.js';

/** Share by which a count of words taken from the Markdown may differ from one taken from the blocks. */
const WORDS_SHARE = 0.1;
const WORDS_SLACK = 8;
/** From here on the contents in README.md may leave out files. */
const LONG_README_BYTES = 20_000;

export function checkMetadata(info: DocumentInfo, unverified: UnverifiedTree): AuditFinding[] {
  const contents = contentFiles(unverified);
  const bad = (message: string, file = METADATA_PATH): AuditFinding => finding('bad_metadata', message, { file });
  const metadata = jsonOf<Metadata>(fileText(unverified, METADATA_PATH) ?? '');
  const findings = readmeFindings(unverified, contents);
  if (!metadata || !Array.isArray(metadata.files)) return [...findings, bad('metadata.json cannot be read.')];
  if (metadata.files.map(({ path }) => path).join('\n') !== contents.map(({ path }) => path).join('\n')) {
    return [...findings, bad('The list of files does not match the files.')];
  }
  if (metadata.title !== unverified.title) findings.push(bad('The title is not the title of the shelf.'));
  if (metadata.pageCount !== info.pageCount) findings.push(bad(`The PDF has ${info.pageCount} pages.`));
  for (const [at, file] of contents.entries()) {
    const problem = problemOf(metadata.files[at]!, file);
    if (problem) findings.push(bad(problem, file.path));
  }
  return findings;
}

const directoriesOf = (path: string): string[] =>
  path
    .split('/')
    .slice(0, -1)
    .map((_, at, all) => all.slice(0, at + 1).join('/'));

/** README.md has the title and a link to every content file. */
function readmeFindings(unverified: UnverifiedTree, contents: readonly ShelfFile[]): AuditFinding[] {
  const readme = fileText(unverified, README_PATH);
  if (readme === null || !/^# \S/.test(readme)) {
    return [finding('bad_readme', 'README.md does not begin with the title.', { file: README_PATH })];
  }
  const linked = new Set([...readme.matchAll(/\]\(<?([^()<>#]+)[^()<>]*>?\)/g)].map(([, link]) => link));
  const isFound = (path: string): boolean => linked.has(relativeLink(README_PATH, path));
  // Of very many files the contents name some directories by their first file.
  const named = new Set(contents.filter(({ path }) => isFound(path)).flatMap(({ path }) => directoriesOf(path)));
  const isLong = Buffer.byteLength(readme) > LONG_README_BYTES;
  const lost = contents.filter(
    ({ path }) => !isFound(path) && !(isLong && directoriesOf(path).some((one) => named.has(one))),
  );
  return lost.map(({ path }) => finding('bad_readme', 'README.md has no link to the file.', { file: path }));
}

/** What metadata.json says of a file against the file; null when it agrees. */
function problemOf({ title, level, pages, words }: FileEntry, file: ShelfFile): string | null {
  const { content } = file;
  const front = /^---\ntitle: (".*")\npages: \[(\d+), (\d+)\]\n---\n/.exec(content);
  if (!front) return null; // said already, by a code of its own
  if (jsonOf<string>(front[1]!) !== title) return 'The title in metadata.json is not that of the file.';
  if (pages?.[0] !== Number(front[2]) || pages[1] !== Number(front[3])) {
    return 'The pages in metadata.json are not those of the file.';
  }
  const [heading] = headings(content);
  if (heading && heading.level !== Math.min(6, Math.max(1, level))) {
    return `The level in metadata.json is ${level}, that of the first heading ${heading.level}.`;
  }
  const counted = wordCount(linesOf(file).join('\n'));
  if (Math.abs(counted - words) <= WORDS_SLACK + WORDS_SHARE * Math.max(counted, words)) return null;
  return `metadata.json counts ${words} words, the file has about ${counted}.`;
}
