import { expect, it } from '@jest/globals';
import type { Block, ParagraphBlock } from '../../../../engine/block-model.js';
import { decideWithRule } from '../../../../engine/rules.js';
import { CLAUSE_FORM, clauseCandidates } from '../../../../engine/templates/clause-forms.js';
import { heading, list, paragraph } from '../../../support/blocks.js';

function form(...blocks: Block[]) {
  const { verdict, rule } = decideWithRule(CLAUSE_FORM, clauseCandidates(blocks).candidates);
  return { rule, name: verdict.name, level: verdict.headings.level, paragraphs: verdict.paragraphs.length };
}

const numbered = (number: string, text: string): ParagraphBlock => ({ ...paragraph(`${number} ${text}`), number });
const named = (name: string): ParagraphBlock =>
  paragraph([{ text: `${name}.`, bold: true }, { text: ' The Tenant pays.' }]);

it('takes numbered headings for clauses, on the level that most of them have', () => {
  const titles = [heading(2, '1. Term'), heading(3, '2. Rent'), heading(3, 'Article 3')];
  expect(form(...titles)).toEqual({ rule: 'numbered-headings', name: 'numbered_headings', level: 3, paragraphs: 0 });
});

it('takes headings with dotted or Roman numbers where none has a whole number', () => {
  expect(form(heading(3, '1.1 Term'), heading(3, '1.2 Rent'))).toMatchObject({ rule: 'dotted-headings', level: 3 });
  expect(form(heading(2, 'I. Term'), heading(2, 'II. Rent'))).toMatchObject({ rule: 'roman-headings', level: 2 });
});

it('takes numbered paragraphs where no heading has a number, and none in schedules', () => {
  expect(form(numbered('1.', 'One year.'), numbered('2.', 'Paid monthly.'))).toMatchObject({
    rule: 'numbered-paragraphs',
    level: null,
    paragraphs: 2,
  });
  expect(form(heading(2, 'Schedule 1'), numbered('1.', 'Table'), numbered('2.', 'Chair')).name).toBe('none');
});

it('takes the items of a long series for numbered paragraphs', () => {
  const text = 'The Tenant pays the rent monthly in advance to the account of the Landlord.';
  const items = list([
    ['1.', text],
    ['2.', text],
    ['3.', text],
  ]);
  expect(form(items)).toMatchObject({ rule: 'numbered-paragraphs', paragraphs: 3 });
});

it('takes three headings without numbers where nothing is numbered', () => {
  expect(form(heading(2, 'Term'), heading(2, 'Rent'), heading(2, 'Law'))).toMatchObject({
    rule: 'named-headings',
    level: 2,
  });
  expect(form(heading(2, 'Term'), heading(2, 'Rent')).name).toBe('none');
});

it('takes three bold names at the heads of paragraphs where there are no headings', () => {
  expect(form(named('Term'), named('Rent'), named('Law'))).toMatchObject({ rule: 'run-in-names', paragraphs: 3 });
});

it('finds no clauses in a letter', () => {
  expect(form(paragraph('Dear Sir'))).toEqual({ rule: 'otherwise', name: 'none', level: null, paragraphs: 0 });
});
