/** Findings about the text: what is missing, what is there too often, pages without text. */
import type { AuditFinding, FindingSeverity } from '../../contract/vocabulary.js';
import { finding } from '../findings.js';
import type { ParsedPage } from '../model.js';
import type { Draft } from '../shelf.js';
import { compareWords, type Comparison } from './compare.js';
import { contentFiles } from './files-of.js';
import { createLocator } from './locate.js';
import { lostText, type LostText } from './repair.js';
import { wordsByLine } from './output-words.js';
import { repeatedHeads } from './repeated-heads.js';
import { sourcePages, type SourcePage } from './source-words.js';

/** Share of a page's words from which their loss is an error, and the least number that makes one. */
const ERROR_SHARE = 0.2;
const ERROR_WORDS = 8;
const REVIEW_SHARE = 0.03;
const REVIEW_WORDS = 10;
/** Words of a lost line that make its loss an error. */
const LOST_LINE_WORDS = 4;
const QUOTED_WORDS = 8;
/** Share of a page that pictures cover from which it counts as scanned. */
const SCAN_SHARE = 0.5;

export interface ContentCheck {
  findings: AuditFinding[];
  comparison: Comparison;
  /** Whole lines that are not in the files. */
  lost: LostText[];
}

function severityOf(count: number, total: number): FindingSeverity {
  const share = total > 0 ? count / total : 1;
  if (count >= ERROR_WORDS && share >= ERROR_SHARE) return 'error';
  return count >= REVIEW_WORDS || (count >= 3 && share >= REVIEW_SHARE) ? 'review' : 'warning';
}

const quote = (words: readonly string[]): string =>
  `“${words.slice(0, QUOTED_WORDS).join(' ')}${words.length > QUOTED_WORDS ? ' …' : ''}”`;

const wordCount = (count: number): string => `${count} word${count === 1 ? '' : 's'}`;

export function checkContent(pages: readonly ParsedPage[], draft: Draft): ContentCheck {
  const source = sourcePages(pages, draft.furniture);
  const output = contentFiles(draft).map((file) => ({ path: file.path, words: wordsByLine(file).flat() }));
  const comparison = compareWords(source, output, repeatedHeads(source, pages, draft));
  const lost = lostText(source, comparison);
  const findings = [
    ...missingFindings(source, { comparison, lost, locate: createLocator(pages, draft) }),
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

/** A line that is lost as a whole was overlooked: an error, whatever its share of the page. */
function missingFindings(source: readonly SourcePage[], { comparison, lost, locate }: Missing): AuditFinding[] {
  const byNumber = new Map(source.map((page) => [page.number, page]));
  return [...Map.groupBy(comparison.missing, ({ page }) => page)].map(([page, words]) => {
    const printed = byNumber.get(page);
    const total = printed?.words.length ?? 0;
    const line = printed?.lines[words[0]!.line];
    const hasLostLine = lost.some((one) => one.page === page && one.words >= LOST_LINE_WORDS);
    const message = `Page ${page}: ${wordCount(words.length)} of ${total} not found in the files: ${quote(words.map(({ word }) => word))}.`;
    const file = line && locate(page, line.box);
    const severity = hasLostLine ? 'error' : severityOf(words.length, total);
    return finding('missing_words', message, { page, severity, ...(file === undefined ? {} : { file }) });
  });
}

/** Too many words are never an error: nothing is lost by them, and there is nothing to mend them by. */
function extraFindings({ extra }: Comparison, output: readonly { path: string; words: string[] }[]): AuditFinding[] {
  const totals = new Map(output.map(({ path, words }) => [path, words.length]));
  return extra.map(({ file, words }) => {
    const severity = severityOf(words.length, totals.get(file) ?? 0) === 'warning' ? 'warning' : 'review';
    return finding('extra_words', `${wordCount(words.length)} more than the pages print: ${quote(words)}.`, {
      file,
      severity,
    });
  });
}

/** Pages that show a picture and no text, in a document that has text: most likely scanned. */
function scannedFindings(pages: readonly ParsedPage[]): AuditFinding[] {
  const scanned = pages.filter((page) => {
    if (page.degraded || page.runs.some(({ text }) => text.trim())) return false;
    const covered = page.images.reduce((sum, { x0, y0, x1, y1 }) => sum + (x1 - x0) * (y1 - y0), 0);
    return covered >= SCAN_SHARE * page.width * page.height;
  });
  return scanned.map(({ number }) =>
    finding('page_without_text', `Page ${number} is a picture without text; what it shows is not in the files.`, {
      page: number,
    }),
  );
}
