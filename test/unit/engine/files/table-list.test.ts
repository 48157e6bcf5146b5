/** The tables in metadata.json: which look misread, and where they are. */
import { describe, expect, it } from '@jest/globals';
import { listTables, TABLE_TRUST, tableFacts } from '../../../../engine/files/table-list.js';
import type { TableBlock, TableCell } from '../../../../engine/block-model.js';
import { decideWithRule } from '../../../../engine/rules.js';

const cell = (text: string, over: Partial<TableCell> = {}): TableCell => ({ spans: text ? [{ text }] : [], ...over });
const source = [{ page: 2, box: { x0: 60, y0: 80, x1: 300, y1: 160 } }];

function table(...rows: (string | TableCell)[][]): TableBlock {
  const cells = rows.map((row) => row.map((one) => (typeof one === 'string' ? cell(one) : one)));
  return { kind: 'table', rows: cells, headerRows: 1, source };
}

describe('a table', () => {
  const trust = (...rows: (string | TableCell)[][]) => decideWithRule(TABLE_TRUST, tableFacts(table(...rows)));

  it('is trusted where nothing speaks against it', () => {
    expect(trust(['Port', 'Calls'], ['Hull', '1,204'], ['Goole', '(39)'])).toEqual({
      verdict: 'trusted',
      rule: 'otherwise',
    });
    expect(trust(['Port', 'Calls'], [cell('Hull', { rowSpan: 2 }), '12'], ['14']).verdict).toBe('trusted');
    expect(trust(['Port', 'Years'], ['Hull', '1990 1991 1992'], ['Goole', 'none']).verdict).toBe('trusted');
  });

  it.each(['fused-rows', 'fused-columns'] as const)('is doubtful where its cells have %s of values', (doubt) => {
    const block = {
      ...table(['Port', 'Calls'], ['Hull Goole', '1,204 39']),
      trust: { confidence: 0, doubts: [doubt] },
    };
    expect(decideWithRule(TABLE_TRUST, tableFacts(block))).toEqual({ verdict: 'doubtful', rule: doubt });
  });

  it('is trusted where spaces part thousands', () => {
    expect(trust(['Port', 'Calls', 'Crew'], ['Hull', '1 204', '12 350']).verdict).toBe('trusted');
  });

  it('is doubtful where rows are of unequal width or hardly a cell is filled', () => {
    expect(trust(['Port', 'Calls'], ['Hull'])).toEqual({ verdict: 'doubtful', rule: 'unequal-rows' });
    const empty = ['', '', '', ''];
    expect(trust(['Port', '', '', ''], empty, empty)).toEqual({ verdict: 'doubtful', rule: 'hardly-filled' });
  });
});

describe('the list', () => {
  const pageSizes = new Map([[2, { width: 600, height: 800 }]]);

  it('says where each table begins, how large it is and how far it is trusted', () => {
    const sound = table(['Port', 'Calls'], ['Hull', '12']);
    const doubtful = table(['Port', 'Calls'], ['Hull']);
    const { entries, findings } = listTables(
      [
        { file: '01-a.md', line: 7, block: sound },
        { file: '02-b.md', line: 3, block: doubtful },
      ],
      pageSizes,
    );
    expect(entries).toEqual([
      { file: '01-a.md', line: 7, page: 2, box: [0.1, 0.1, 0.5, 0.2], rows: 2, columns: 2, confidence: 1 },
      { file: '02-b.md', line: 3, page: 2, box: [0.1, 0.1, 0.5, 0.2], rows: 2, columns: 2, confidence: 0.4 },
    ]);
    expect(findings).toMatchObject([{ code: 'doubtful_table', file: '02-b.md', sourceRef: 'page 2' }]);
  });
});
