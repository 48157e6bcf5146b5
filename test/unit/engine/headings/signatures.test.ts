/** Which lines belong to a signature block: any name in bold may head a section, and those around a signature do not. */
import { describe, expect, test } from '@jest/globals';
import { signatureLines } from '../../../../engine/headings/signatures.js';
import type { TextBlock } from '../../../../engine/text-blocks/text-blocks.js';
import { textBlock } from '../../../support/engine-inputs.js';

const TEXT = 'The keeper delivers oil to each of the houses on the coast. The owner of the house pays for it in time.';
const signed = (...blocks: (string | TextBlock)[]): string[] =>
  [...signatureLines(blocks.map((one) => (typeof one === 'string' ? textBlock(one) : one)))].map(({ text }) => text);

describe('of a signature block are', () => {
  test('the party above a blank to sign on, and who signs below it', () => {
    const block = ['BUYER:', 'ACME LAMPS, INC.', 'By: ________', 'Name: Ada Byron', 'Title: President'];
    expect(signed(TEXT, ...block).toSorted()).toEqual(block.toSorted());
  });

  test('the party above "By:" that is signed on a rule', () =>
    expect(signed('COAST TRUST LLC', 'By:', 'Charles Babbage')).toContain('COAST TRUST LLC'));

  test('who signed by "/s/", his office, firm and address, and whom he acts for', () => {
    const block = [
      '/s/ Ada Byron',
      'ADA BYRON',
      'BYRON LLP',
      '51 Coast Road',
      'Hull, ME 04401',
      'Counsel for Appellant',
    ];
    expect(signed(TEXT, ...block, TEXT).toSorted()).toEqual(block.toSorted());
  });

  test('the office right below a name or signature', () => {
    const block = ['By: /s/ Ada Byron', 'Chief Executive Officer'];
    expect(signed(TEXT, ...block, 'Schedule of Fees')).toEqual(block);
    const named = ['By: ________', 'Ada Byron', 'PRESIDENT AND TREASURER'];
    expect(signed(TEXT, ...named, 'SCHEDULE OF FEES')).toEqual(named);
  });

  test('counsel at the head of a paper', () => {
    const block = ['ADA BYRON (SBN 12345)', 'Byron & Babbage LLP', '(303) 555-0100', 'Attorneys for Plaintiff'];
    expect(signed('SUPERIOR COURT OF MAINE', ...block, TEXT).toSorted()).toEqual(block.toSorted());
  });
});

describe('of no signature block is', () => {
  test('what heads the signatures, or is numbered', () => {
    expect(signed('SIGNATURES', 'ACME LAMPS', 'By: ________')).not.toContain('SIGNATURES');
    expect(signed('Exhibit A', 'ACME LAMPS', 'By: ________')).not.toContain('Exhibit A');
    expect(signed('By: ________', 'Ada Byron', '4. Notices')).not.toContain('4. Notices');
  });

  test('what follows the last field, also in short lines', () => {
    const block = ['By: ________', 'Name: Ada Byron', 'Title: Director'];
    const fees = ['SCHEDULE OF FEES', 'Hourly rate', 'USD 200 per hour', 'Travel', 'At cost'];
    expect(signed(TEXT, ...block, ...fees, 'CANCELLATION POLICY', 'Notice of 30 days.')).toEqual(block);
    expect(signed(TEXT, ...block, 'CANCELLATION POLICY', 'Notice of 30 days.')).toEqual(block);
    expect(signed(TEXT, ...block, 'Cancellation Policy', 'Notice of 30 days.')).toEqual(block);
  });

  test('what follows a signature and is no name, office or place', () => {
    const certificate = ['CERTIFICATE OF SERVICE', 'Case No. 4:12', TEXT];
    expect(signed('/s/ Ada Byron', ...certificate)).toEqual(['/s/ Ada Byron']);
    expect(signed('/s/ Ada Byron', 'ADA BYRON', ...certificate)).toEqual(['/s/ Ada Byron', 'ADA BYRON']);
  });

  test('what stands above running text', () => {
    expect(signed('/s/ Ada Byron', 'CERTIFICATE OF SERVICE', TEXT)).toEqual(['/s/ Ada Byron']);
    expect(signed(TEXT, 'Counsel for Appellant', TEXT)).toEqual([]);
  });

  test('a sentence above it, a table, or what is on another page', () => {
    expect(signed('The parties sign this.', 'By: ________')).toEqual(['By: ________']);
    expect(signed(textBlock('Oil', { role: 'ready' }), 'By: ________')).toEqual(['By: ________']);
    expect(signed('/s/ Ada Byron', { ...textBlock('LAMPS'), page: 2 })).toEqual(['/s/ Ada Byron']);
  });

  test('a title above the name of its author, or what heads a form', () => {
    expect(signed('The Lamps of the Coast', 'By: Ada Byron', TEXT)).toEqual([]);
    expect(signed('APPLICANT', 'Name: ________', 'Date: ________')).toEqual([]);
  });
});
