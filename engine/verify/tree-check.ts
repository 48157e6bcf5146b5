/** Findings about the tree: names, sizes, links, page marks, headings. */
import type { AuditFinding } from '../../contract/vocabulary.js';
import type { DocumentInfo } from '../model.js';
import type { Draft, ShelfFile } from '../shelf.js';
import { bodyOf } from '../files/content.js';
import { comparePaths, pathProblem } from '../files/paths.js';
import { MAX_FILE_BYTES } from '../files/plan.js';
import { contentFiles, fileText, METADATA_PATH, README_PATH } from './files-of.js';

/** Above this a file is large for an agent to read at once. */
const LARGE_FILE_BYTES = 100_000;

export function checkTree(info: DocumentInfo, draft: Draft): AuditFinding[] {
  return [...namingFindings(draft), ...sizeFindings(draft), ...structuralFindings(info, draft)];
}

function namingFindings({ files }: Draft): AuditFinding[] {
  const found: AuditFinding[] = [];
  const seen = new Map<string, string>();
  for (const { path } of files) {
    const problem = pathProblem(path);
    if (problem) found.push(error('naming', 'bad_path', `The path ${problem}.`, path));
    const folded = path.toLowerCase();
    const twin = seen.get(folded);
    if (twin !== undefined)
      found.push(error('naming', 'twin_path', `The path differs from ${twin} by case alone.`, path));
    seen.set(folded, path);
  }
  return found;
}

const error = (check: AuditFinding['check'], code: string, message: string, file: string): AuditFinding => ({
  check,
  severity: 'error',
  code,
  message,
  file,
});

function sizeFindings(draft: Draft): AuditFinding[] {
  return contentFiles(draft).flatMap(({ path, content }): AuditFinding[] => {
    const bytes = Buffer.byteLength(content);
    if (bytes > MAX_FILE_BYTES) {
      return [
        error('file-size', 'file_too_large', `The file has ${bytes} bytes; ${MAX_FILE_BYTES} are allowed.`, path),
      ];
    }
    if (bytes <= LARGE_FILE_BYTES) return [];
    const message = `The file has ${Math.round(bytes / 1000)} kB: the document gives no finer division here.`;
    return [{ check: 'file-size', severity: 'warning', code: 'large_file', message, file: path }];
  });
}

function structuralFindings(info: DocumentInfo, draft: Draft): AuditFinding[] {
  const contents = contentFiles(draft);
  const found: AuditFinding[] = [];
  for (const file of contents) {
    if (!/[\p{L}\p{N}\p{S}\p{P}]/u.test(bodyOf(file.content))) {
      found.push(error('structural', 'empty_file', 'The file is empty.', file.path));
    }
  }
  if (contents.length === 0)
    found.push(error('structural', 'no_files', 'The shelf has no content files.', README_PATH));
  return [
    ...found,
    ...orderFindings(draft, contents),
    ...linkFindings(draft),
    ...pageMarkFindings(info, contents),
    ...headingFindings(contents),
  ];
}

/** README.md and metadata.json name every content file, and the listing is the reading order. */
function orderFindings(draft: Draft, contents: readonly ShelfFile[]): AuditFinding[] {
  const paths = contents.map(({ path }) => path);
  const found: AuditFinding[] = [];
  if (paths.some((path, at) => at > 0 && comparePaths(paths[at - 1]!, path) >= 0)) {
    found.push(error('structural', 'bad_order', 'The order of the paths is not the reading order.', README_PATH));
  }
  const metadata = JSON.parse(fileText(draft, METADATA_PATH) ?? '{"files":[]}') as { files: { path: string }[] };
  if (metadata.files.map(({ path }) => path).join('\n') !== paths.join('\n')) {
    found.push(error('structural', 'bad_metadata', 'The list of files does not match the files.', METADATA_PATH));
  }
  return found;
}

/** Relative links of a Markdown file, code left aside. */
function linksOf(content: string): string[] {
  const text = content.replace(/^(`{3,})[^]*?^\1$/gm, '').replace(/(`+)(?!`).+?(?<!`)\1(?!`)/g, '');
  return [...text.matchAll(/(?<!\\)\]\(<?([^()\s<>]+)>?\)/g)]
    .map((match) => match[1]!)
    .filter((url) => !/^[a-z]+:/i.test(url));
}

function linkFindings(draft: Draft): AuditFinding[] {
  const paths = new Set(draft.files.map(({ path }) => path));
  return draft.files
    .filter(({ path }) => path.endsWith('.md'))
    .flatMap(({ path, content }) =>
      linksOf(content).flatMap((link) => {
        const target = resolvePath(path, link);
        if (target !== null && paths.has(target)) return [];
        return [error('structural', 'broken_link', `The link to ${link} leads nowhere.`, path)];
      }),
    );
}

function resolvePath(from: string, link: string): string | null {
  const segments = from.split('/').slice(0, -1);
  for (const step of link.split('/')) {
    if (step === '..') segments.pop();
    else if (step !== '.') segments.push(step);
  }
  try {
    return decodeURIComponent(segments.join('/'));
  } catch {
    return null; // a stray percent sign: no path of ours has one
  }
}

/** Every page is marked once, in order. */
function pageMarkFindings({ pageCount }: DocumentInfo, contents: readonly ShelfFile[]): AuditFinding[] {
  const marks = contents.flatMap(({ path, content }) =>
    [...content.matchAll(/^[ >]*<!-- page (\d+) -->$/gm)].map((match) => ({ path, page: Number(match[1]) })),
  );
  const wrong = marks.find(({ page }, at) => page !== at + 1);
  if (!wrong && marks.length === pageCount) return [];
  const message = 'The page marks do not count every page once and in order.';
  return [error('structural', 'bad_page_marks', message, wrong?.path ?? contents.at(-1)?.path ?? README_PATH)];
}

/** A heading more than one level below the heading before it. */
function headingFindings(contents: readonly ShelfFile[]): AuditFinding[] {
  let previous = 0;
  return contents.flatMap(({ path, content }) => {
    const text = bodyOf(content).replace(/^(`{3,})[^]*?^\1$/gm, '');
    return [...text.matchAll(/^(#{1,6}) (.*)$/gm)].flatMap((match): AuditFinding[] => {
      const level = match[1]!.length;
      const jumps = previous > 0 && level > previous + 1;
      previous = level;
      if (!jumps) return [];
      const message = `The heading “${match[2]}” skips a level.`;
      return [{ check: 'structural', severity: 'warning', code: 'heading_jump', message, file: path }];
    });
  });
}
