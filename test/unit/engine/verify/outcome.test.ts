import { describe, expect, it } from '@jest/globals';
import type { AuditFinding } from '../../../../contract/vocabulary.js';
import { finding } from '../../../../engine/findings.js';
import { decideWithRule } from '../../../../engine/rules.js';
import { AUDIT_STATUS, COARSER_TREE, NEXT_REPAIR, type RepairInput } from '../../../../engine/verify/outcome.js';
import { pagesOf } from '../../../support/blocks.js';

const document = { title: 'Tides', pages: pagesOf([['The sea rises.']]) };
const ERROR = finding('bad_readme', 'README.md does not begin with the title.');
const LOSS = finding('missing_words', 'Words are missing.', { severity: 'error' });
const REVIEW = finding('page_without_text', 'Page 1 is a picture.');
const WARNING = finding('large_file', 'The file is large.');

describe('the next repair', () => {
  const next = (input: Partial<RepairInput>) =>
    decideWithRule(NEXT_REPAIR, { ...document, findings: [ERROR], made: 'none', isDamaged: () => false, ...input });

  it('is none where there are no errors, or where the text was put back', () => {
    expect(next({ findings: [REVIEW, WARNING] })).toEqual({ verdict: 'none', rule: 'no-errors' });
    expect(next({ made: 'restore' })).toEqual({ verdict: 'none', rule: 'text-is-restored' });
  });

  it('is to write a damaged tree anew, once', () => {
    expect(next({ isDamaged: () => true })).toEqual({ verdict: 'rebuild', rule: 'damaged-tree' });
    expect(next({ isDamaged: () => true, made: 'rebuild' })).toEqual({ verdict: 'restore', rule: 'otherwise' });
  });

  it('is to put back what is missing where the tree is not damaged', () => {
    expect(next({})).toEqual({ verdict: 'restore', rule: 'otherwise' });
  });
});

describe('a coarser tree', () => {
  const tree = (findings: AuditFinding[], policy: 'balanced' | 'best_effort') =>
    decideWithRule(COARSER_TREE, { ...document, findings, policy });

  it('is not tried for missing text alone', () => {
    expect(tree([LOSS, REVIEW], 'balanced')).toEqual({ verdict: 'keep', rule: 'text-errors-only' });
  });

  it('is tried under the policy that allows it', () => {
    expect(tree([ERROR], 'best_effort')).toEqual({ verdict: 'keep', rule: 'policy-keeps-tree' });
    expect(tree([ERROR], 'balanced')).toEqual({ verdict: 'try-coarser', rule: 'otherwise' });
  });
});

describe('the status', () => {
  const status = (findings: AuditFinding[], repairAttempts: number) =>
    decideWithRule(AUDIT_STATUS, { ...document, findings, repairAttempts });

  it('asks for a review where more than warnings are left', () => {
    expect(status([WARNING, REVIEW], 1)).toEqual({ verdict: 'review_required', rule: 'more-than-warnings' });
  });

  it('says whether repairs were needed', () => {
    expect(status([WARNING], 1)).toEqual({ verdict: 'repaired', rule: 'repairs-helped' });
    expect(status([WARNING], 0)).toEqual({ verdict: 'passed', rule: 'otherwise' });
  });
});
