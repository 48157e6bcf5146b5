import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { FieldBlock, TableBlock } from '../../../../engine/block-model.js';
import type { Page, Rule } from '../../../../engine/model.js';
import { buildLines } from '../../../../engine/text/line.js';
import { alignedTableFinder } from '../../../../engine/reading-order/aligned-tables.js';
import { withoutCheckBoxes } from '../../../../engine/drawn-tables/check-boxes.js';
import { findTables } from '../../../../engine/drawn-tables/find-tables.js';
import type { TableRegion } from '../../../../engine/tables/found-table.js';
import { cpuMs } from '../../../support/cpu-time.js';
import { across, down, gridRules, page } from '../../../support/pages.js';

const letters = (text: string): string => text.replace(/[\s-]/gu, '').split('').toSorted().join('');

/** All text of a region's blocks. */
function textOf(region: TableRegion): string {
  return region.blocks
    .flatMap((block) => {
      const spans =
        block.kind === 'table'
          ? (block as TableBlock).rows.flat().flatMap((cell) => cell.spans)
          : [(block as FieldBlock).label, ...(block as FieldBlock).lines].flat();
      return spans.map((span) => span.text);
    })
    .join(' ');
}

function expectNothingLostOrDoubled(found: Page): void {
  const drawn = findTables(found, found.runs);
  const rest = found.runs.filter((run) => !drawn.some((region) => region.runs.includes(run.id)));
  for (const regions of [drawn, alignedTableFinder(found)(buildLines(found, rest), 'column')]) {
    const used = regions.flatMap((region) => region.runs);
    expect(new Set(used).size).toBe(used.length);
    for (const region of regions)
      expect(letters(textOf(region))).toBe(letters(region.runs.map((id) => found.runs[id]!.text).join('')));
  }
}

describe('tables of any page', () => {
  it('hold each word that they use up exactly once', () => {
    const edge = fc.integer({ min: 2, max: 12 }).map((n) => n * 40);
    const text = fc.record({
      text: fc.stringMatching(/^[a-z]{1,8}( [a-z0-9]{1,6}){0,3}$/u),
      x: edge.map((x) => x + 4),
      y: fc.integer({ min: 6, max: 40 }).map((n) => n * 12),
      font: fc.integer({ min: 0, max: 1 }),
    });
    const rule = fc.tuple(edge, edge, edge, fc.boolean()).map(([a, b, c, level]): Rule => {
      const [from, to] = [Math.min(b, c), Math.max(b, c) + 40];
      return level ? across(a, from, to) : down(a, from, to);
    });
    const fill = fc.tuple(edge, edge).map(([x0, y0]) => ({ x0, y0, x1: x0 + 120, y1: y0 + 20 }));
    fc.assert(
      fc.property(
        fc.array(text, { maxLength: 60 }),
        fc.array(rule, { maxLength: 40 }),
        fc.array(fill, { maxLength: 10 }),
        (texts, rules, fills) => {
          expectNothingLostOrDoubled(page(texts, { rules, fills }));
        },
      ),
      { numRuns: 300, seed: 7 },
    );
  });

  it('take bounded time on pages made to be slow', () => {
    const texts = Array.from({ length: 4000 }, (_, i) => ({
      text: `w${i}`,
      x: 20 + (i % 40) * 14,
      y: 20 + Math.floor(i / 40) * 8,
      size: 6,
    }));
    const lines = Array.from({ length: 140 }, (_, i) => i * 4);
    const rasters = [
      { rules: gridRules(lines, lines) },
      {
        rules: Array.from({ length: 20_000 }, (_, i) =>
          i % 2 ? across(i / 25, (i * 7) % 500, 560) : down(i / 25, (i * 7) % 700, 800),
        ),
      },
      { rules: Array.from({ length: 2900 }, (_, i) => across(i / 4, 10, 580)) },
      { fills: Array.from({ length: 3900 }, (_, i) => ({ x0: 10, y0: i / 5, x1: 580, y1: i / 5 + 6 })) },
      {},
    ];
    for (const drawn of rasters) {
      const found = page(texts, drawn);
      const find = (): void => {
        const regions = findTables(found, found.runs);
        alignedTableFinder(found)(buildLines(found, regions.length > 0 ? [] : found.runs), 'column');
      };
      expect(cpuMs(find)).toBeLessThan(4000);
    }
  });
});

describe('rules of a page made to be slow', () => {
  it('cost no more where thousands of them lie in one place', () => {
    const many = (rule: (at: number) => Rule): Rule[] => Array.from({ length: 4000 }, (_, i) => rule(i * 1e-4));
    const rules = [
      ...many((at) => across(100 + at, 100, 110)),
      ...many((at) => across(110 + at, 100, 110)),
      ...many((at) => down(105, 100 + at, 110 + at)),
    ];
    expect(cpuMs(() => expect(withoutCheckBoxes({ number: 1, rules }, [])).toHaveLength(rules.length))).toBeLessThan(
      3000,
    );
  });
});
