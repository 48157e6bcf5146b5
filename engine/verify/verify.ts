/**
 * Verification: the files are compared with the pages, what can be repaired is repaired, and the acceptance policy decides
 * about the rest.
 */
import { once } from '../once.js';
import type { AuditFinding } from '../../contract/vocabulary.js';
import { unverifiedOf, type UnverifiedRequest } from './unverified.js';
import { finding } from '../findings.js';
import type { StructuredDocument } from '../block-model.js';
import { DocumentError } from '../document-error.js';
import { decide } from '../rules.js';
import { quantity } from '../text/quantity.js';
import type { UnverifiedTree, VerifiedTree, VerifyOptions } from '../shelf.js';
import { createAuditor } from './audit.js';
import type { ContentCheck } from './content-check.js';
import { AUDIT_STATUS, COARSER_TREE, NEXT_REPAIR, type RepairInput } from './outcome.js';
import { addLostText } from './repair.js';

/** More findings than anybody reads; the row of a shelf holds them all. */
const MAX_FINDINGS = 200;

export interface VerifyInput extends Pick<UnverifiedRequest, 'info' | 'pages'> {
  unverified: UnverifiedTree;
  options: VerifyOptions;
  /** The document's blocks, made again only when there is something to repair. */
  document: () => StructuredDocument;
  /** The tree comes straight from these blocks: it need not be compared with what they give. */
  isFresh?: boolean;
}

interface Verdict {
  unverified: UnverifiedTree;
  content: ContentCheck;
  findings: AuditFinding[];
}

const hasErrors = ({ findings }: Verdict): boolean => findings.some(({ severity }) => severity === 'error');

/** @throws DocumentError `verification_failed` under the policy `strict`, when an error is left after repair. */
export function verify(given: VerifyInput): VerifiedTree {
  // both repairs ask for the blocks, which take as long as all before
  const input = { ...given, document: once(given.document) };
  const { info, pages, options } = input;
  const audit = createAuditor(info, pages);
  const judge: Judge = (unverified, repairs) => {
    const { content, findings } = audit(unverified);
    return { unverified, content, findings: [...unverified.findings, ...repairs, ...findings] };
  };
  const rewritten = once(() => unverifiedOf({ info, pages, document: input.document(), options, finest: 'template' }));
  let verdict = judge(input.unverified, []);
  let made: RepairInput['made'] = 'none';
  let repairAttempts = 0;
  for (;;) {
    const { findings, unverified } = verdict;
    const isDamaged = (): boolean => !input.isFresh && !isSameTree(unverified, rewritten());
    made = decide(NEXT_REPAIR, { title: unverified.title, pages, findings, made, isDamaged });
    if (made === 'none') break;
    repairAttempts++;
    verdict = made === 'rebuild' ? judge(rewritten(), [REBUILT]) : restored(verdict, input, judge);
  }
  if (hasErrors(verdict) && options.policy === 'strict') {
    const first = verdict.findings.find(({ severity }) => severity === 'error');
    throw new DocumentError('verification_failed', first?.message ?? 'the files do not match the pages');
  }
  return treeOf(verdict, { repairAttempts, pages, pageCount: info.pageCount });
}

type Judge = (unverified: UnverifiedTree, repairs: AuditFinding[]) => Verdict;

const REBUILT = finding(
  'tree_rebuilt',
  'The files did not hold what was made of the document; they were written anew.',
);

function isSameTree({ files }: UnverifiedTree, { files: others }: UnverifiedTree): boolean {
  const contents = new Map(others.map(({ path, content }) => [path, content]));
  return files.length === contents.size && files.every(({ path, content }) => contents.get(path) === content);
}

/** Adds the text that is missing; tries coarser structures where the tree has errors that these may not have. */
function restored(verdict: Verdict, { info, pages, options, document }: VerifyInput, judge: Judge): Verdict {
  const structured = document();
  const { blocks, findings: repairs } = addLostText(structured, verdict.content.lost);
  const request = { info, pages, document: { ...structured, blocks }, options };
  const repaired = judge(keepFiles(unverifiedOf({ ...request, finest: 'template' }), verdict.unverified), repairs);
  const { unverified, findings } = repaired;
  const { policy } = options;
  if (decide(COARSER_TREE, { title: unverified.title, pages, findings, policy }) === 'keep') return repaired;
  for (const finest of ['headings', 'document'] as const) {
    const coarser = judge(unverifiedOf({ ...request, finest }), repairs);
    if (!hasErrors(coarser)) return coarser;
  }
  // A coarser tree has the same errors: the finer one is worth more.
  return repaired;
}

/** What is alike in both trees stays the same object, which checks have read already. */
function keepFiles(unverified: UnverifiedTree, before: UnverifiedTree): UnverifiedTree {
  const known = new Map(before.files.map((file) => [file.path, file]));
  const files = unverified.files.map((file) => {
    const old = known.get(file.path);
    return old?.content === file.content ? old : file;
  });
  return { ...unverified, files };
}

interface Repairs extends Pick<VerifyInput, 'pages'> {
  repairAttempts: number;
  pageCount: number;
}

function treeOf(verdict: Verdict, { repairAttempts, pages, pageCount }: Repairs): VerifiedTree {
  const { unverified } = verdict;
  const findings = bySeverity(verdict.findings);
  const status = decide(AUDIT_STATUS, { title: unverified.title, pages, findings, repairAttempts });
  const summary = summaryOf(verdict, pageCount);
  return {
    title: unverified.title,
    files: unverified.files,
    quality: unverified.quality,
    audit: { status, summary, findings: findings.slice(0, MAX_FINDINGS), repairAttempts },
  };
}

const RANK = { error: 0, review: 1, warning: 2 } as const;

const bySeverity = (findings: readonly AuditFinding[]): AuditFinding[] =>
  findings.toSorted((a, b) => RANK[a.severity] - RANK[b.severity]);

/** The audit in two or three sentences for people. */
function summaryOf({ content, findings }: Verdict, pageCount: number): string {
  const { total, missing } = content.comparison;
  const found =
    missing.length === 0
      ? 'all of them are in the files'
      : `${quantity(missing.length, 'word')} on ${quantity(new Set(missing.map(({ page }) => page)).size, 'page')} not found in the files`;
  const parts = [`${quantity(total, 'word')} on ${quantity(pageCount, 'page')} were checked: ${found}.`];
  for (const [severity, noun] of [
    ['error', 'error'],
    ['review', 'point to review'],
    ['warning', 'warning'],
  ] as const) {
    const number = findings.filter((finding) => finding.severity === severity).length;
    if (number > 0)
      parts.push(
        `${noun === 'point to review' && number > 1 ? `${number} points to review` : quantity(number, noun)}.`,
      );
  }
  if (findings.length > MAX_FINDINGS) parts.push(`The first ${MAX_FINDINGS} findings are listed.`);
  return parts.join(' ');
}
