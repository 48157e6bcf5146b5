/** Findings about the tree: names, sizes, order, links, marks, notes, headings, metadata, source map. */
import type { AuditFinding } from '../../contract/vocabulary.js';
import { finding } from '../findings.js';
import type { DocumentInfo } from '../model.js';
import type { UnverifiedTree, ShelfFile } from '../shelf.js';
import { lineKinds } from '../files/code.js';
import { bodyOf } from '../files/content.js';
import { markedPages } from '../files/page-marks.js';
import { MAX_FILE_BYTES } from '../limits.js';
import { pathProblem } from '../../contract/vocabulary.js';
import { comparePaths } from '../files/paths.js';
import { contentFiles, README_PATH } from './files-of.js';
import { checkHeadings } from './heading-check.js';
import { checkLinks } from './link-check.js';
import { checkMetadata } from './metadata-check.js';

/** Above this a file is large for an agent to read at once. */
const LARGE_FILE_BYTES = 100_000;

export function checkTree(info: DocumentInfo, unverified: UnverifiedTree): AuditFinding[] {
  const contents = contentFiles(unverified);
  return [
    ...namingFindings(unverified),
    ...contents.flatMap(sizeFindings),
    ...fileFindings(contents),
    ...checkMetadata(info, unverified),
    ...checkLinks(unverified),
    ...noteFindings(contents),
    ...pageMarkFindings(info, contents),
    ...checkHeadings(info, contents),
  ];
}

function namingFindings({ files }: UnverifiedTree): AuditFinding[] {
  const found: AuditFinding[] = [];
  const seen = new Map<string, string>();
  for (const { path } of files) {
    const problem = pathProblem(path);
    if (problem) found.push(finding('bad_path', `The path ${problem}.`, { file: path }));
    const lowerCased = path.toLowerCase();
    const twin = seen.get(lowerCased);
    if (twin !== undefined)
      found.push(finding('twin_path', `The path differs from ${twin} by case alone, or not at all.`, { file: path }));
    seen.set(lowerCased, path);
  }
  return found;
}

function sizeFindings({ path, content }: ShelfFile): AuditFinding[] {
  const bytes = Buffer.byteLength(content);
  if (bytes > MAX_FILE_BYTES) {
    return [finding('file_too_large', `The file has ${bytes} bytes; ${MAX_FILE_BYTES} are allowed.`, { file: path })];
  }
  if (bytes <= LARGE_FILE_BYTES) return [];
  const message = `The file has ${Math.round(bytes / 1000)} kB: the document gives no finer division here.`;
  return [finding('large_file', message, { file: path })];
}

/** Files there are, none of them empty, in an order that is the reading order, each with its front matter. */
function fileFindings(contents: readonly ShelfFile[]): AuditFinding[] {
  const found: AuditFinding[] = [];
  if (contents.length === 0) found.push(finding('no_files', 'The shelf has no content files.', { file: README_PATH }));
  for (const [at, { path, content }] of contents.entries()) {
    if (!isShown(bodyOf(content))) {
      found.push(finding('empty_file', 'The file is empty.', { file: path }));
    }
    if (!/^---\ntitle: ".*"\npages: \[\d+, \d+\]\n---\n/.test(content)) {
      found.push(finding('bad_front_matter', 'The file does not begin with its title and pages.', { file: path }));
    }
    if (at > 0 && comparePaths(contents[at - 1]!.path, path) >= 0) {
      found.push(finding('bad_order', 'The order of the paths is not the reading order.', { file: path }));
    }
  }
  return found;
}

/** Whether the text shows anything. Hardly any has no letter of ASCII, and all others are dear to look for. */
const isShown = (text: string): boolean => /[a-z]/i.test(text) || /[\p{L}\p{N}\p{S}\p{P}]/u.test(text);

/** Every page is marked once, in order. */
function pageMarkFindings({ pageCount }: DocumentInfo, contents: readonly ShelfFile[]): AuditFinding[] {
  const marks = contents.flatMap(({ path, content }) =>
    markedPages(content.split('\n')).flatMap((page) => (page === null ? [] : [{ path, page }])),
  );
  const wrong = marks.findIndex(({ page }, at) => page !== at + 1);
  if (wrong < 0 && marks.length === pageCount) return [];
  const page = wrong >= 0 ? wrong + 1 : Math.min(marks.length + 1, pageCount);
  const file = marks[wrong]?.path ?? contents.at(-1)?.path ?? README_PATH;
  const message = `The page marks do not count every page once and in order: page ${page} is not marked where it should be.`;
  return [finding('bad_page_marks', message, { file, page })];
}

/** Marks of footnotes lead to a note of their own file, and no two notes have one label. */
function noteFindings(contents: readonly ShelfFile[]): AuditFinding[] {
  return contents.flatMap(({ path, content }) => {
    if (!content.includes('[^')) return [];
    const lines = content.split('\n');
    const kinds = lineKinds(lines);
    const outside = lines.filter((_, at) => kinds[at] === 'text').join('\n');
    const text = outside.replace(/(`+)(?!`).+?(?<!`)\1(?!`)/g, '');
    const labels = [...text.matchAll(/^\[\^([^\]\s]+)\]:/gm)].map(([, label]) => label!);
    const known = new Set(labels);
    const lost = [...text.matchAll(/(?<!\\)\[\^([^\]\s]+)\](?!:)/g)].find(([, label]) => !known.has(label!));
    const twice = labels.find((label, at) => labels.indexOf(label) !== at);
    return [
      ...(lost ? [finding('broken_note', `The mark ${lost[0]} has no footnote in its file.`, { file: path })] : []),
      ...(twice === undefined
        ? []
        : [finding('broken_note', `Two footnotes have the label ${twice}.`, { file: path })]),
    ];
  });
}
