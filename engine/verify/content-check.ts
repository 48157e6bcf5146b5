/** Findings about the text: what is missing, what is there too often, pages without text. */
import type { AuditFinding } from '../../contract/vocabulary.js';
import { finding } from '../findings.js';
import { NO_BOX, pictureShare } from '../geometry.js';
import type { ParsedPage } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import type { UnverifiedTree } from '../shelf.js';
import { compareWords, type Comparison } from './compare.js';
import { contentFiles } from './files-of.js';
import { createLocator } from './locate.js';
import { lostText, type LostText } from './repair.js';
import { wordsByLine } from './output-words.js';
import { EXTRA_WORDS_SEVERITY, MISSING_WORDS_SEVERITY } from './severity.js';
import { repeatedHeads } from './repeated-heads.js';
import type { ReadSource, SourcePage } from './source-words.js';

const QUOTED_WORDS = 8;
/** Share of a page that pictures cover from which it counts as scanned. */
const SCAN_SHARE = 0.5;

export interface ContentCheck {
  findings: AuditFinding[];
  comparison: Comparison;
  /** Whole lines that are not in the files. */
  lost: LostText[];
}

const quote = (words: readonly string[]): string =>
  `“${words.slice(0, QUOTED_WORDS).join(' ')}${words.length > QUOTED_WORDS ? ' …' : ''}”`;

const wordCount = (count: number): string => `${count} word${count === 1 ? '' : 's'}`;

/** @param readSource of these pages */
export function checkContent(
  pages: readonly ParsedPage[],
  unverified: UnverifiedTree,
  readSource: ReadSource,
): ContentCheck {
  const source = readSource(unverified.furniture);
  const output = contentFiles(unverified).map((file) => ({ path: file.path, words: wordsByLine(file).flat() }));
  const comparison = compareWords(source, output, repeatedHeads(source, pages, unverified));
  const lost = lostText(source, comparison);
  const findings = [
    ...missingFindings(source, { comparison, lost, locate: createLocator(pages, unverified) }),
    ...extraFindings(comparison, output),
    ...scannedFindings(pages),
  ];
  return { findings, comparison, lost };
}

interface Missing {
  comparison: Comparison;
  lost: readonly LostText[];
  locate: ReturnType<typeof createLocator>;
}

function missingFindings(source: readonly SourcePage[], { comparison, lost, locate }: Missing): AuditFinding[] {
  const byNumber = new Map(source.map((page) => [page.number, page]));
  return [...Map.groupBy(comparison.missing, ({ page }) => page)].map(([page, words]) => {
    const printed = byNumber.get(page);
    const total = printed?.words.length ?? 0;
    const line = printed?.lines[words[0]!.line];
    const quoted = quote(words.map(({ word }) => word));
    const lostLineWords = Math.max(0, ...lost.filter((one) => one.page === page).map((one) => one.words));
    const severity = decide(MISSING_WORDS_SEVERITY, {
      page,
      box: line?.box ?? NO_BOX,
      text: quoted,
      count: words.length,
      total,
      lostLineWords,
    });
    const message = `Page ${page}: ${wordCount(words.length)} of ${total} not found in the files: ${quoted}.`;
    const file = line && locate(page, line.box);
    return finding('missing_words', message, { page, severity, ...(file === undefined ? {} : { file }) });
  });
}

function extraFindings({ extra }: Comparison, output: readonly { path: string; words: string[] }[]): AuditFinding[] {
  const totals = new Map(output.map(({ path, words }) => [path, words.length]));
  return extra.map(({ file, words }) => {
    const quoted = quote(words);
    const severity = decide(EXTRA_WORDS_SEVERITY, {
      // a file's words too many have no place on a page
      page: 1,
      box: NO_BOX,
      text: `${file}: ${quoted}`,
      count: words.length,
      total: totals.get(file) ?? 0,
    });
    return finding('extra_words', `${wordCount(words.length)} more than the pages print: ${quoted}.`, {
      file,
      severity,
    });
  });
}

/** Pages that show a picture and no text, in a document that has text: most likely scanned. */
function scannedFindings(pages: readonly ParsedPage[]): AuditFinding[] {
  const scanned = pages.filter((page) => page.images.length > 0 && decide(PAGE_TEXT, page) === 'missing');
  return scanned.map(({ number }) =>
    finding('page_without_text', `Page ${number} is a picture without text; what it shows is not in the files.`, {
      page: number,
    }),
  );
}

/** Asked of pages with pictures. */
export const PAGE_TEXT: DecisionTable<ParsedPage, 'present' | 'missing'> = {
  name: 'page-text',
  rules: [
    {
      name: 'reported-already',
      why: 'A page that could not be read has a finding of its own.',
      test: ({ degraded }) => (degraded ? 'present' : null),
    },
    {
      name: 'has-text',
      why: 'Text of its own, or the layer of a recognised scan.',
      test: ({ runs }) => (runs.some(({ text }) => text.trim()) ? 'present' : null),
    },
    {
      name: 'mostly-picture',
      why: 'Pictures that cover half of a page without text are most likely a scan of it.',
      test: (page) => (pictureShare(page) >= SCAN_SHARE ? 'missing' : null),
    },
  ],
  otherwise: 'present',
  subject: ({ number, width, height }) => ({ page: number, box: { x0: 0, y0: 0, x1: width, y1: height }, text: '' }),
  numbers: (page) => ({ pictureShare: pictureShare(page) }),
};
