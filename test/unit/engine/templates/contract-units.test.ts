import { describe, expect, it } from '@jest/globals';
import type { Block } from '../../../../engine/block-model.js';
import { decideWithRule } from '../../../../engine/rules.js';
import { CONTRACT_UNIT, type UnitInput } from '../../../../engine/templates/contract-units.js';
import { contractUnits } from '../../../../engine/templates/legal-contract.js';
import { heading, paragraph, stackedLines } from '../../../support/blocks.js';

const headings = { level: 2, clause: [/^\d+\./] };

const begins = (block: Block, input: Partial<UnitInput> = {}) =>
  decideWithRule(CONTRACT_UNIT, { block, headings, beginsClause: false, open: null, ...input });

describe('a block of a contract', () => {
  it("that is the document's title begins no clause", () => {
    expect(begins(heading(1, '1. Lease'))).toEqual({ verdict: 'continues', rule: 'document-title' });
  });

  it('that says schedule begins one at any level', () => {
    for (const title of ['Annex A', 'Annexe A', 'Anlage 3', 'Addendum 1', 'Annexure 2', 'SCHEDULE'])
      expect(begins(heading(4, title))).toEqual({ verdict: 'schedule', rule: 'schedule-heading' });
  });

  it('within a schedule begins no clause, whatever its number', () => {
    const open = { unit: 'schedule', title: 'Annex A' } as const;
    expect(begins(heading(2, '1. Goods'), { open })).toEqual({
      verdict: 'continues',
      rule: 'numbered-within-schedule',
    });
  });

  it("with a clause's number and level begins a clause", () => {
    expect(begins(heading(2, '1. Term'))).toEqual({ verdict: 'clause', rule: 'clause-heading' });
    expect(begins(heading(3, '1. Term'))).toEqual({ verdict: 'continues', rule: 'otherwise' });
  });

  it("with a clause's level alone begins a section", () => {
    expect(begins(heading(2, 'Background'))).toEqual({ verdict: 'section', rule: 'heading-beside-clauses' });
  });

  it('that was found to begin a clause without a heading does', () => {
    expect(begins(paragraph('1. The Tenant pays.'), { beginsClause: true })).toEqual({
      verdict: 'clause',
      rule: 'clause-paragraph',
    });
  });

  it('with the words of signatures begins these once, below some other unit', () => {
    const signed = paragraph('Signed by the parties');
    const below = (title: string): Partial<UnitInput> => ({ open: { unit: 'clause', title } });
    expect(begins(signed, below('1. Term'))).toEqual({ verdict: 'signatures', rule: 'signature-words' });
    expect(begins(signed, below('Signatures')).verdict).toBe('continues');
    expect(begins(signed).verdict).toBe('continues');
    const dated = stackedLines(['Brack, 3 May 1904', 'Signed by Ada Moran', 'for the Buyer']);
    expect(begins(dated, below('1. Term'))).toEqual({ verdict: 'signatures', rule: 'signature-words' });
  });
});

it('divides a contract into clauses, schedules and signatures', () => {
  const { root, clauses, numbers } = contractUnits(
    [
      heading(1, 'Lease'),
      heading(2, '1. Term'),
      paragraph('One year.'),
      heading(2, '2. Rent'),
      paragraph('Signed by the parties'),
      heading(2, 'Schedule 1'),
      heading(2, '1. Furniture'),
    ],
    'Lease',
  );
  expect(root.children.map(({ title, blocks }) => [title, blocks.length])).toEqual([
    ['1. Term', 2],
    ['2. Rent', 1],
    ['Signatures', 1],
    ['Schedule 1', 2],
  ]);
  expect([clauses, numbers.size]).toEqual([2, 0]);
});
