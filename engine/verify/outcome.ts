/** What follows from the findings: which repair is tried, whether a coarser tree is, and the status of the audit. */
import type { AcceptancePolicy, AuditFinding, AuditStatus } from '../../contract/vocabulary.js';
import type { ParsedPage } from '../model.js';
import type { DecisionTable, Subject } from '../rules.js';

/** A decision about a document as a whole. */
interface Audited {
  title: string;
  pages: readonly ParsedPage[];
  findings: readonly AuditFinding[];
}

const errorsIn = ({ findings }: Audited): number => findings.filter(({ severity }) => severity === 'error').length;

function subject({ title, pages: [first] }: Audited): Subject {
  return { page: 1, box: { x0: 0, y0: 0, x1: first?.width ?? 0, y1: first?.height ?? 0 }, text: title };
}

export interface RepairInput extends Audited {
  /** The last repair that was made. */
  made: 'none' | 'rebuild' | 'restore';
  /** The files are not those that the document's blocks give. To find out, the tree has to be written again. */
  isDamaged: () => boolean;
}

/** The next repair; decided again after each, until it is `none`. */
export const NEXT_REPAIR: DecisionTable<RepairInput, RepairInput['made']> = {
  name: 'next-repair',
  rules: [
    {
      name: 'no-errors',
      why: 'Warnings and points to review are left to people.',
      test: (input) => (errorsIn(input) === 0 ? 'none' : null),
    },
    {
      name: 'text-is-restored',
      why: 'What could be put back has been put back: doing so again would double it.',
      test: ({ made }) => (made === 'restore' ? 'none' : null),
    },
    {
      name: 'damaged-tree',
      why: 'Files that differ from what the document gives were damaged in storage: writing them again repairs them.',
      test: ({ made, isDamaged }) => (made === 'none' && isDamaged() ? 'rebuild' : null),
    },
  ],
  otherwise: 'restore',
  subject,
  numbers: (input) => ({ errors: errorsIn(input) }),
};

export interface CoarserInput extends Audited {
  policy: AcceptancePolicy;
}

/** Whether coarser trees are tried after text was put back. */
export const COARSER_TREE: DecisionTable<CoarserInput, 'keep' | 'try-coarser'> = {
  name: 'coarser-tree',
  rules: [
    {
      name: 'text-errors-only',
      why: 'Text that is missing from a fine tree is missing from a coarse one too.',
      test: ({ findings }) =>
        findings.some(({ severity, check }) => severity === 'error' && check !== 'content') ? null : 'keep',
    },
    {
      name: 'policy-keeps-tree',
      why: 'Only the policy `balanced` gives up the requested structure for a tree without errors.',
      test: ({ policy }) => (policy === 'balanced' ? null : 'keep'),
    },
  ],
  otherwise: 'try-coarser',
  subject,
  numbers: (input) => ({ errors: errorsIn(input) }),
};

export interface StatusInput extends Audited {
  repairAttempts: number;
}

export const AUDIT_STATUS: DecisionTable<StatusInput, AuditStatus> = {
  name: 'audit-status',
  rules: [
    {
      name: 'more-than-warnings',
      why: 'Errors and points to review are for a person to look at.',
      test: ({ findings }) => (findings.some(({ severity }) => severity !== 'warning') ? 'review_required' : null),
    },
    {
      name: 'repairs-helped',
      why: 'The tree is not the one that the stages made.',
      test: ({ repairAttempts }) => (repairAttempts > 0 ? 'repaired' : null),
    },
  ],
  otherwise: 'passed',
  subject,
  numbers: ({ findings, repairAttempts }) => ({ findings: findings.length, repairAttempts }),
};
