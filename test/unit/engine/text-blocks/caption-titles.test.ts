/** What is the title of the table or figure whose label stands above it. */
import { describe, expect, test } from '@jest/globals';
import { decideWithRule } from '../../../../engine/rules.js';
import { CAPTION_TITLE, joinCaptionTitles, type LabelledTitle } from '../../../../engine/text-blocks/caption-titles.js';
import { noVocabulary, textBlock } from '../../../support/engine-inputs.js';

const label = textBlock('Table 3');
const table = textBlock('', { role: 'ready', blocks: [{ kind: 'table', rows: [], headerRows: 0, source: [] }] });
const judged = (over: Partial<LabelledTitle>): string => {
  const evidence = { label, title: textBlock('Lamps of the Coast'), above: undefined, below: table, ...over };
  const { verdict, rule } = decideWithRule(CAPTION_TITLE, evidence);
  return `${verdict}: ${rule}`;
};

describe('below "Table 3" alone on its line', () => {
  test('what stands right above the table is its title', () =>
    expect(judged({})).toBe('title: table-or-figure-beside'));
  test('so is a line about the same middle', () => {
    const centred = { label: textBlock('Table 3', { centred: true }), below: undefined };
    expect(judged({ ...centred, title: textBlock('Lamps of the Coast', { centred: true }) })).toBe(
      'title: in-the-middle',
    );
    expect(judged({ ...centred })).toBe('refused: otherwise');
  });
  test('text of another column or page is not', () =>
    expect(judged({ title: textBlock('Lamps of the Coast', { page: 2 }) })).toBe('refused: in-another-column'));
  test('text further away is not', () =>
    expect(judged({ title: textBlock('Lamps of the Coast', { space: 3 }) })).toBe('refused: far-below'));
  test.each(['(a) Lamps', 'lamps of the coast', 'Lamps '.repeat(60)])('%.20s is not', (text) =>
    expect(judged({ title: textBlock(text) })).toBe('refused: no-title'),
  );
  test('another label is not', () => expect(judged({ title: textBlock('Table 4') })).toBe('refused: another-caption'));
  test('both become one text block', () => {
    const blocks = [label, textBlock('Lamps of the Coast'), table, textBlock('Table 4 lists ships.')];
    expect(joinCaptionTitles(blocks, noVocabulary).map(({ text }) => text)).toEqual([
      'Table 3 Lamps of the Coast',
      '',
      'Table 4 lists ships.',
    ]);
  });
});
