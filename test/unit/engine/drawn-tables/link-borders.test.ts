/** Frames around links. */
import { expect, test } from '@jest/globals';
import { findTables } from '../../../../engine/drawn-tables/find-tables.js';
import { LINK_BORDER, withoutLinkBorders } from '../../../../engine/drawn-tables/link-borders.js';
import type { Box, Rule } from '../../../../engine/model.js';
import { decided } from '../../../support/decisions.js';
import { across, cells, down, gridRules, page } from '../../../support/pages.js';

const frame = ({ x0, y0, x1, y1 }: Box): Rule[] => [
  across(y0, x0, x1),
  across(y1, x0, x1),
  down(x0, y0, y1),
  down(x1, y0, y1),
];
const boxAt = (x: number, y: number): Box => ({ x0: x, y0: y, x1: x + 30, y1: y + 12 });
const linked = (boxes: readonly Box[], rules: Rule[]) => ({
  ...page(cells([['281,', '302,', '437']], { xs: [104, 134, 164], y: 110, pitch: 12 }), { rules }),
  links: boxes.map((box) => ({ box, page: 2 })),
});

test('lines along all sides of a link are its border; fewer, and those that go on, are rulings', () => {
  const box = boxAt(100, 100);
  expect(decided(LINK_BORDER, { page: 1, box, sides: new Set(['top', 'bottom', 'left', 'right'] as const) })).toBe(
    'border: four-sides',
  );
  expect(decided(LINK_BORDER, { page: 1, box, sides: new Set(['top', 'bottom'] as const) })).toBe('rulings: otherwise');
  expect(withoutLinkBorders(linked([box], frame(box)))).toEqual([]);
  const underlined = [across(112, 100, 130)];
  expect(withoutLinkBorders(linked([box], underlined))).toBe(underlined);
  const table = gridRules([100, 130, 160], [100, 112, 124]).map((rule) => rule);
  expect(withoutLinkBorders(linked([box], table))).toHaveLength(table.length);
});

test('page numbers of an index with a frame each are no table', () => {
  const boxes = [boxAt(100, 100), boxAt(130, 100), boxAt(160, 100), boxAt(100, 112), boxAt(130, 112), boxAt(160, 112)];
  const index = linked(boxes, boxes.flatMap(frame));
  expect(findTables(index, index.runs)).toEqual([]);
});
