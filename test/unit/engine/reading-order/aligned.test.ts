import { describe, expect, it } from '@jest/globals';
import type { Span, TableBlock } from '../../../../engine/block-model.js';
import { buildLines } from '../../../../engine/text/line.js';
import { alignedTableFinder } from '../../../../engine/reading-order/aligned-tables.js';
import { cells, MONO, page, type TextAt } from '../../../support/pages.js';

const plain = (spans: readonly Span[]): string => spans.map((span) => span.text).join('');

function tablesOf(texts: readonly TextAt[], where: 'page' | 'column' = 'column'): string[][][] {
  const found = page(texts);
  return alignedTableFinder(found)(buildLines(found, found.runs), where).map((region) =>
    (region.blocks[0] as TableBlock).rows.map((row) => row.map((cell) => plain(cell.spans))),
  );
}

const xs = [100, 200, 300, 400];
const ports = [
  ['Port', 'Arrival', 'Departure', 'Cargo'],
  ['Gdansk', '4 May 2017', '22 May 2017', '3,304'],
  ['Oslo', '12 June 2018', '27 June 2018', '45,556'],
  ['Piraeus', '3 April 2022', '21 April 2022', '78,256'],
];
const above = { text: 'A line of running text that stands above the table and goes on for a while', x: 100, y: 70 };
const below = { text: 'A line of running text that stands below the table and goes on for a while', x: 100, y: 170 };

describe('tables without any drawing', () => {
  it('finds columns between lines of running text, in a page and in a column', () => {
    const texts = [above, ...cells(ports, { xs, y: 100 }), below];
    expect(tablesOf(texts, 'page')).toEqual([ports]);
    expect(tablesOf(texts, 'column')).toEqual([ports]);
  });

  it('takes two columns only with a bold header or a caption', () => {
    const rows = [
      ['Key', 'Meaning'],
      ['host', 'name of the server'],
      ['port', 'number to connect to'],
      ['user', 'who connects'],
    ];
    expect(tablesOf(cells(rows, { xs: [100, 200], y: 100 }))).toEqual([rows]);
    expect(tablesOf(cells(rows, { xs: [100, 200], y: 100, boldRows: 0 }))).toEqual([]);
    const caption = { text: 'Table 3: Keys', x: 100, y: 82 };
    expect(tablesOf([caption, ...cells(rows, { xs: [100, 200], y: 100, boldRows: 0 })])).toEqual([rows]);
  });

  it('takes no columns of running text', () => {
    const line = 'running text of a column that fills it well';
    const rows = Array.from({ length: 12 }, () => [line, line]);
    expect(tablesOf(cells(rows, { xs: [60, 320], y: 100, pitch: 12 }))).toEqual([]);
    expect(tablesOf(cells(rows, { xs: [60, 320], y: 100, pitch: 12 }), 'page')).toEqual([]);
  });

  it('takes no list of contents, with leaders or without', () => {
    const contents = [
      ['1', 'Introduction', '3'],
      ['1.1', 'Scope', '4'],
      ['2', 'Methods', '9'],
      ['3', 'Results', '12'],
    ];
    const led = contents.map(([number, title, at]) => [number!, `${title} . . . . . . . .`, at!]);
    expect(tablesOf(cells(contents, { xs: [100, 130, 400], y: 100, boldRows: 0 }))).toEqual([]);
    expect(tablesOf(cells(led, { xs: [100, 130, 400], y: 100, boldRows: 0 }))).toEqual([]);
  });

  it('takes no list, no code, no signatures', () => {
    const list = [
      ['(a)', 'the first of the things'],
      ['(b)', 'the second of them'],
      ['(c)', 'the third'],
      ['(d)', 'the last'],
    ];
    const code = cells(
      [
        ['char', '*name;', '// 1'],
        ['int', 'size;', '// 2'],
        ['long', 'at;', '// 3'],
      ],
      { xs: [100, 150, 220], y: 100 },
    );
    const signatures = [
      ['For the Owners', 'For the Charterers'],
      ['Name:', 'Name:'],
      ['Title:', 'Title:'],
      ['Date:', 'Date:'],
    ];
    expect(tablesOf(cells(list, { xs: [100, 130], y: 100, boldRows: 1 }))).toEqual([]);
    expect(tablesOf(code.map((text) => ({ ...text, font: MONO })))).toEqual([]);
    expect(tablesOf(cells(signatures, { xs: [100, 330], y: 100, boldRows: 0 }))).toEqual([]);
  });
});
