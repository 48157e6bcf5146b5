import { describe, expect, it } from '@jest/globals';
import { PART_END, SECTION_SPLIT, SHARED_FILE, type OpenPart } from '../../../../engine/files/section-rules.js';
import { decideWithRule } from '../../../../engine/rules.js';
import { section, type Section } from '../../../../engine/templates/section.js';
import { footnote, heading, paragraph } from '../../../support/blocks.js';

/** A section of about the given number of bytes. */
const sized = (bytes: number, more: Partial<Section> = {}): Section =>
  section({ title: 'Tides', blocks: [paragraph('x'.repeat(bytes))], ...more });

describe('a section with children', () => {
  const split = (of: Section, depth = 1) => decideWithRule(SECTION_SPLIT, { section: of, depth });

  it('is a directory where it is large, or where the template says so', () => {
    expect(split(sized(21_000))).toEqual({ verdict: 'directory', rule: 'too-large' });
    expect(split(sized(100, { split: 'always' }))).toEqual({ verdict: 'directory', rule: 'split-by-template' });
    expect(split(sized(100))).toEqual({ verdict: 'file', rule: 'otherwise' });
  });

  it('that the template wants whole is a file as long as one can hold it', () => {
    expect(split(sized(200_000, { split: 'never' }))).toEqual({ verdict: 'file', rule: 'whole-by-template' });
    expect(split(sized(230_000, { split: 'never' })).verdict).toBe('directory');
  });

  it('is a file in the fifth directory', () => {
    expect(split(sized(21_000), 5)).toEqual({ verdict: 'file', rule: 'too-deep' });
  });
});

describe('neighbours', () => {
  const shared = (group: Section, next: Section) =>
    decideWithRule(SHARED_FILE, { group: [group], next, smallBytes: 500 });

  it('share a file where one of them is small', () => {
    expect(shared(sized(400), sized(9_000))).toEqual({ verdict: 'share', rule: 'small-neighbour' });
    expect(shared(sized(600), sized(600))).toEqual({ verdict: 'apart', rule: 'otherwise' });
  });

  it('stay apart where they are too large together', () => {
    expect(shared(sized(400), sized(19_900))).toEqual({ verdict: 'apart', rule: 'too-large-together' });
  });

  it('stay apart where one is a unit of the template', () => {
    expect(shared(sized(400, { unit: true }), sized(400))).toEqual({ verdict: 'apart', rule: 'unit-of-template' });
    expect(shared(sized(400), sized(400, { unnumbered: true })).rule).toBe('unit-of-template');
  });
});

describe('a full part', () => {
  const end = (part: Partial<OpenPart>) =>
    decideWithRule(PART_END, { last: paragraph(''), bytes: 9_000, next: paragraph(''), aimBytes: 9_000, ...part });

  it('ends before a block', () => {
    expect(end({})).toEqual({ verdict: 'cut', rule: 'otherwise' });
  });

  it('does not end between a heading or a text and what belongs to it, and is never empty', () => {
    expect(end({ last: heading(2, 'Tides') })).toEqual({ verdict: 'continue', rule: 'heading-above' });
    expect(end({ next: footnote('n1', '1', 'A note') })).toEqual({ verdict: 'continue', rule: 'footnote' });
    expect(end({ last: undefined })).toEqual({ verdict: 'continue', rule: 'empty-part' });
  });
});
