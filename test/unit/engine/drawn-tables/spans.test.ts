/** Lattices whose rulings leave out walls between columns. */
import { describe, expect, test } from '@jest/globals';
import type { TableBlock } from '../../../../engine/block-model.js';
import type { Page, Rule } from '../../../../engine/model.js';
import { findTables } from '../../../../engine/drawn-tables/find-tables.js';
import { DRAWN_SPAN } from '../../../../engine/drawn-tables/spans.js';
import { decisionsOf } from '../../../support/decisions.js';
import { across, cells, down, gridRules, page, type TextAt } from '../../../support/pages.js';

const decided = (found: Page): string[] => decisionsOf(DRAWN_SPAN, () => findTables(found, found.runs));

function tableOf(found: Page): string[][] {
  const [block] = findTables(found, found.runs).flatMap(({ blocks }) => blocks) as TableBlock[];
  return block!.rows.map((row) => row.map(({ spans }) => spans.map(({ text }) => text).join('')));
}

const XS = [100, 200, 300, 400];
const LEFTS = [105, 205, 305];
const PITCH = 20;

/** Rows of a table; a wall is drawn beside a cell unless `open` says that its row has only the outer ones. */
function lattice(texts: readonly TextAt[], open: readonly boolean[]): Page {
  const rules: Rule[] = open.flatMap((isOpen, row) => {
    const [top, bottom] = [100 + PITCH * row, 120 + PITCH * row];
    const walls = isOpen ? [XS[0]!, XS.at(-1)!] : XS;
    return [across(top, 100, 400), across(bottom, 100, 400), ...walls.map((x) => down(x, top, bottom))];
  });
  return page(texts, { rules });
}

const rows = (texts: readonly string[][]): TextAt[] => cells(texts, { xs: LEFTS, y: 114, pitch: PITCH });
const HEADER = ['Country', 'Cases', 'Share'];

describe('a row without walls', () => {
  test('is cut where the header draws the edges that its texts keep to', () => {
    const texts = [HEADER, ['Austria', '92.9', '7.1'], ['Malta', '', '1.1']];
    const found = lattice(rows(texts), [false, true, true]);
    expect(decided(found)).toEqual(['cut: texts-in-line', 'cut: otherwise']);
    expect(tableOf(found)).toEqual(texts);
  });

  test('stays one cell when its text lies across an edge, or alone', () => {
    const heading = { text: 'Countries of the north and of the west', x: 105, y: 134 };
    const texts = [
      ...rows([HEADER]),
      heading,
      ...rows([[], [], ['Malta', '1', '2']]),
      { text: 'Total', x: 105, y: 174 },
    ];
    expect(decided(lattice(texts, [false, true, false, true]))).toEqual(['whole: one-text', 'whole: one-text']);
  });

  test('keeps a head above the columns that it groups', () => {
    const xs = [...XS, 500];
    const head = [
      { text: 'Pistols', x: 340, y: 108, size: 6 },
      ...cells([['Sold', 'Kept', 'Lost']], { xs: [205, 305, 405], y: 117 }),
    ];
    const walls = [100, 200, 500].map((x) => down(x, 100, 120));
    const rules = [...gridRules(xs, [120, 140]), across(100, 100, 500), ...walls];
    const found = page([...head, ...cells([['Ohio', '1', '2', '3']], { xs: [...LEFTS, 405], y: 134 })], { rules });
    expect(decided(found)).toEqual(['whole: head-over-columns']);
  });

  test('above rows that draw edges is cut where several texts stand in a line, and not where two do', () => {
    const body = rows([[], ['Austria', '92.9', '7.1']]);
    expect(decided(lattice([...rows([HEADER]), ...body], [true, false]))).toEqual(['cut: texts-in-line']);
    const two = rows([['Name', 'Date']]);
    expect(decided(lattice([...two, ...body], [true, false]))).toEqual(['whole: edge-of-other-rows']);
  });
});
