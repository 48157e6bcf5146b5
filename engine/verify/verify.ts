/**
 * Verification: the files are held against the pages, what can be mended is mended, and the acceptance policy decides
 * about the rest.
 */
import type { AuditFinding, AuditStatus } from '../../contract/vocabulary.js';
import { draftOf, type DraftRequest } from './draft.js';
import { finding } from '../findings.js';
import { DocumentError, type StructuredDocument } from '../model.js';
import type { Draft, VerifiedTree, VerifyOptions } from '../shelf.js';
import { auditDraft } from './audit.js';
import type { ContentCheck } from './content-check.js';
import { addLostText } from './repair.js';

/** More findings than this help nobody, and the row of a shelf holds them all. */
const MAX_FINDINGS = 200;

export interface VerifyInput extends Pick<DraftRequest, 'info' | 'pages'> {
  draft: Draft;
  options: VerifyOptions;
  /** The document's blocks, made again only when there is something to mend. */
  document: () => StructuredDocument;
}

interface Verdict {
  draft: Draft;
  content: ContentCheck;
  findings: AuditFinding[];
}

const hasErrors = ({ findings }: Verdict): boolean => findings.some(({ severity }) => severity === 'error');

/** @throws DocumentError `verification_failed` under the policy `strict`, when an error is left after repair. */
export function verify(input: VerifyInput): VerifiedTree {
  const { info, pages, options } = input;
  const judge = (draft: Draft, mended: AuditFinding[]): Verdict => {
    const { content, findings } = auditDraft(info, pages, draft);
    return { draft, content, findings: [...draft.findings, ...mended, ...findings] };
  };
  let verdict = judge(input.draft, []);
  let repairAttempts = 0;
  for (const repair of [rebuilt, restored]) {
    const mended = hasErrors(verdict) ? repair(verdict, input, judge) : null;
    if (!mended) continue;
    repairAttempts++;
    verdict = mended;
  }
  if (hasErrors(verdict) && options.policy === 'strict') {
    const first = verdict.findings.find(({ severity }) => severity === 'error');
    throw new DocumentError('verification_failed', first?.message ?? 'the files do not match the pages');
  }
  return treeOf(verdict, { repairAttempts, pageCount: info.pageCount });
}

type Judge = (draft: Draft, mended: AuditFinding[]) => Verdict;

/** Writes the tree anew from the document; null when that gives the same tree, which then was not damaged on its way. */
function rebuilt(verdict: Verdict, { info, pages, options, document }: VerifyInput, judge: Judge): Verdict | null {
  const draft = draftOf({ info, pages, document: document(), options, finest: 'template' });
  const contents = new Map(draft.files.map(({ path, content }) => [path, content]));
  const { files } = verdict.draft;
  if (files.length === contents.size && files.every(({ path, content }) => contents.get(path) === content)) return null;
  return judge(draft, [
    finding('tree_rebuilt', 'The files did not hold what was made of the document; they were written anew.'),
  ]);
}

/** Adds the text that is missing; under `balanced`, goes on to coarser structures as long as the tree has errors. */
function restored(verdict: Verdict, { info, pages, options, document }: VerifyInput, judge: Judge): Verdict {
  const structured = document();
  const { blocks, findings: mended } = addLostText(structured, verdict.content.lost);
  const request = { info, pages, document: { ...structured, blocks }, options };
  const repaired = judge(draftOf({ ...request, finest: 'template' }), mended);
  // Text that is missing from a fine tree is missing from a coarse one too.
  const isTreeAtFault = repaired.findings.some(({ severity, check }) => severity === 'error' && check !== 'content');
  if (!isTreeAtFault || options.policy !== 'balanced') return repaired;
  for (const finest of ['headings', 'document'] as const) {
    const coarser = judge(draftOf({ ...request, finest }), mended);
    if (!hasErrors(coarser)) return coarser;
  }
  // A coarser tree has the same errors: the finer one is worth more.
  return repaired;
}

function treeOf(
  verdict: Verdict,
  { repairAttempts, pageCount }: { repairAttempts: number; pageCount: number },
): VerifiedTree {
  const { draft } = verdict;
  const findings = bySeverity(verdict.findings);
  const needsReview = findings.some(({ severity }) => severity !== 'warning');
  const status: AuditStatus = needsReview ? 'review_required' : repairAttempts > 0 ? 'repaired' : 'passed';
  const summary = summaryOf(verdict, pageCount);
  return {
    title: draft.title,
    files: draft.files,
    quality: draft.quality,
    audit: { status, summary, findings: findings.slice(0, MAX_FINDINGS), repairAttempts },
  };
}

const RANK = { error: 0, review: 1, warning: 2 } as const;

const bySeverity = (findings: readonly AuditFinding[]): AuditFinding[] =>
  findings.toSorted((a, b) => RANK[a.severity] - RANK[b.severity]);

const count = (number: number, noun: string): string =>
  `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`;

/** The audit in two or three sentences for people. */
function summaryOf({ content, findings }: Verdict, pageCount: number): string {
  const { total, missing } = content.comparison;
  const found =
    missing.length === 0
      ? 'all of them are in the files'
      : `${count(missing.length, 'word')} on ${count(new Set(missing.map(({ page }) => page)).size, 'page')} not found in the files`;
  const parts = [`${count(total, 'word')} on ${count(pageCount, 'page')} were checked: ${found}.`];
  for (const [severity, noun] of [
    ['error', 'error'],
    ['review', 'point to review'],
    ['warning', 'warning'],
  ] as const) {
    const number = findings.filter((finding) => finding.severity === severity).length;
    if (number > 0)
      parts.push(`${noun === 'point to review' && number > 1 ? `${number} points to review` : count(number, noun)}.`);
  }
  if (findings.length > MAX_FINDINGS) parts.push(`The first ${MAX_FINDINGS} findings are listed.`);
  return parts.join(' ');
}
