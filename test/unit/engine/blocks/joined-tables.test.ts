import { describe, expect, it } from '@jest/globals';
import type { Block, Span, TableCell } from '../../../../engine/block-model.js';
import type { FoundTable } from '../../../../engine/tables/found-table.js';
import { joinTables } from '../../../../engine/blocks/join-tables.js';

const plain = (spans: readonly Span[]): string => spans.map((span) => span.text).join('');
const cell = (text: string, over: Partial<TableCell> = {}): TableCell => ({
  spans: text === '' ? [] : [{ text }],
  ...over,
});

function part(at: number, rows: (string | TableCell)[][], over: Partial<FoundTable> = {}): FoundTable {
  return {
    kind: 'table',
    rows: rows.map((row) => row.map((c) => (typeof c === 'string' ? cell(c) : c))),
    headerRows: 1,
    headed: true,
    partial: rows.length === 1,
    xs: [100, 200, 300, 400],
    source: [{ page: at, box: { x0: 100, y0: 100, x1: 400, y1: 700 } }],
    ...over,
  };
}

const paragraph = (at: number, text: string): Block => ({
  kind: 'paragraph',
  spans: [{ text }],
  source: [{ page: at, box: { x0: 100, y0: 710, x1: 400, y1: 720 } }],
});

/** Tables as rows of texts with their spans down, other blocks by kind. */
function joined(...blocks: Block[]): unknown[] {
  return joinTables(blocks).map((block) =>
    block.kind === 'table'
      ? block.rows.map((row) => row.map(({ spans, rowSpan }) => plain(spans) + (rowSpan ? ` h${rowSpan}` : '')))
      : block.kind,
  );
}

const head = ['Model', 'Recall', 'Time'];

describe('tables over pages', () => {
  it('become one, the repeated header dropped', () => {
    const blocks = joinTables([
      part(1, [head, ['a', '1', '2']]),
      part(2, [head, ['b', '3', '4']]),
      part(3, [head, ['c', '5', '6']]),
    ]);
    expect(blocks).toHaveLength(1);
    expect(joined(part(1, [head, ['a', '1', '2']]), part(2, [head, ['b', '3', '4']]))).toEqual([
      [head, ['a', '1', '2'], ['b', '3', '4']],
    ]);
    expect(blocks[0]!.source.map(({ page }) => page)).toEqual([1, 2, 3]);
    expect(Object.keys(blocks[0]!).toSorted()).toEqual(['headerRows', 'kind', 'rows', 'source']);
  });

  it('keep all rows of a part without a header', () => {
    const rest = part(
      2,
      [
        ['b', '3', '4'],
        ['c', '5', '6'],
      ],
      { headed: false },
    );
    expect(joined(part(1, [head, ['a', '1', '2']]), rest)).toEqual([
      [head, ['a', '1', '2'], ['b', '3', '4'], ['c', '5', '6']],
    ]);
  });

  it('stay apart with other headers, other columns, text between or a page between', () => {
    const first = part(1, [head, ['a', '1', '2']]);
    expect(
      joined(
        first,
        part(2, [
          ['Port', 'Arrival', 'Cargo'],
          ['b', '3', '4'],
        ]),
      ),
    ).toHaveLength(2);
    expect(joined(first, part(2, [head, ['b', '3', '4']], { xs: [100, 150, 300, 400] }))).toHaveLength(2);
    expect(
      joined(first, paragraph(2, 'Text at the top of the next page'), part(2, [head, ['b', '3', '4']])),
    ).toHaveLength(3);
    expect(joined(first, part(3, [head, ['b', '3', '4']]))).toHaveLength(2);
    expect(joined(first, part(1, [head, ['b', '3', '4']]))).toHaveLength(2);
  });

  it('continue past notes at the page foot', () => {
    const note = paragraph(1, '3. See the preceding edition.');
    expect(joined(part(1, [head, ['a', '1', '2']]), note, part(2, [head, ['b', '3', '4']]))).toEqual([
      [head, ['a', '1', '2'], ['b', '3', '4']],
      'paragraph',
    ]);
  });

  it('continue in the next column of the same page', () => {
    const right = [{ page: 1, box: { x0: 420, y0: 60, x1: 720, y1: 200 } }];
    const next = part(1, [head, ['b', '3', '4']], { source: right, xs: [420, 520, 620, 720] });
    expect(joined(part(1, [head, ['a', '1', '2']]), next)).toEqual([[head, ['a', '1', '2'], ['b', '3', '4']]]);
  });

  it('let a group reach down into the rows after the break', () => {
    const first = part(1, [head, [cell('Pumps', { rowSpan: 2 }), '1', '2'], ['3', '4']]);
    expect(joined(first, part(2, [head, ['', '5', '6'], ['', '7', '8'], ['Motors', '9', '10']]))).toEqual([
      [head, ['Pumps h4', '1', '2'], ['3', '4'], ['5', '6'], ['7', '8'], ['Motors', '9', '10']],
    ]);
  });

  it('put a row that the break cut together again', () => {
    const first = part(1, [head, ['a', 'begins on', '2']]);
    expect(joined(first, part(2, [head, ['', 'the first page', ''], ['b', '3', '4']]))).toEqual([
      [head, ['a', 'begins on the first page', '2'], ['b', '3', '4']],
    ]);
  });

  it('show a row of two cells alone as text', () => {
    expect(joined(part(1, [['Left', 'Right']], { xs: [100, 200, 300] }))).toEqual(['paragraph', 'paragraph']);
  });
});
