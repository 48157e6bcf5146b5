/**
 * Running heads and feet that are drawn as tables: logo, title, number of the document and of the page in boxes, as in manuals
 * of quality, forms of authorities and letters of firms. Unlike lines at the edge, what a table holds is read once: at the
 * head of the first page that has it, at the foot of the last.
 */
import type { Box, Page } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import type { TableRegion } from '../tables/found-table.js';
import type { Line } from '../text/line.js';
import { totalLength } from '../text-rules.js';
import { groupBy, keysOf } from './candidates.js';

/** Share of a page's height at its top and at its bottom where heads and feet are. */
const OUTER_SHARE = 1 / 3;
/** In points: edges of a table that differ by no more from page to page. */
const SAME_PLACE = 2.5;
/** Pages on which a table must be the same: two of them repeat what is read once. */
const LEAST_PAGES = 3;

interface TablePage {
  page: Pick<Page, 'number' | 'height'>;
  lines: readonly Line[];
  tables: readonly TableRegion[];
}

interface EdgeTable {
  page: number;
  side: 'head' | 'foot';
  box: Box;
  /** Its text, from the top. */
  lines: readonly Line[];
  /** Letters on its page. */
  letters: number;
}

/** A table at the edge of its page, and those of other pages that are like it. */
export interface RunningTable {
  lines: readonly Line[];
  side: 'head' | 'foot';
  /** Pages that have a table of the same text in the same place, this one among them. */
  pages: number;
  /** What else these pages have differs. */
  differsAround: boolean;
  /** It is the first such head or the last such foot. */
  isRead: boolean;
}

export const RUNNING_TABLE: DecisionTable<RunningTable, 'furniture' | 'text'> = {
  name: 'running-table',
  rules: [
    {
      name: 'on-few-pages',
      why: 'Two tables may be alike, as those of two records are.',
      test: ({ pages }) => (pages < LEAST_PAGES ? 'text' : null),
    },
    {
      name: 'copies-of-one-sheet',
      why: 'Where all of the page is the same, everything on it repeats.',
      test: ({ differsAround }) => (differsAround ? null : 'text'),
    },
    {
      name: 'read-once',
      why: 'The owner, the version or the bank that the table names may be said nowhere else.',
      test: ({ isRead }) => (isRead ? 'text' : null),
    },
    {
      name: 'same-on-pages',
      why: 'The same boxes with the same text, but for the number of the page, in one place on several pages are their head or foot.',
      test: () => 'furniture',
    },
  ],
  otherwise: 'text',
  subject: ({ lines }) => lines[0]!,
  numbers: ({ pages }) => ({ pages }),
};

/** @returns the lines of tables that are furniture. */
export function runningTables(pages: readonly TablePage[]): Set<Line> {
  const tables = pages.flatMap(edgeTables);
  const furniture = new Set<Line>();
  for (const alike of [...groupBy(tables, wordsOf).values()].flatMap(inOnePlace)) {
    const read = alike.at(alike[0]?.side === 'foot' ? -1 : 0);
    const count = new Set(alike.map(({ page }) => page)).size;
    const differsAround = new Set(alike.map(({ letters }) => letters)).size > 1;
    for (const table of alike) {
      const evidence = { ...table, pages: count, differsAround, isRead: table === read };
      if (decide(RUNNING_TABLE, evidence) === 'furniture') for (const line of table.lines) furniture.add(line);
    }
  }
  return furniture;
}

/** The tables at the top and at the bottom of a page that hold whole lines. */
function edgeTables({ page: { number, height }, lines, tables }: TablePage): EdgeTable[] {
  const outer = OUTER_SHARE * height;
  const edges = tables.filter(({ box }) => box.y1 < outer || box.y0 > height - outer);
  if (edges.length === 0) return [];
  const tableOf = new Map(edges.flatMap((table) => table.runs.map((run) => [run, table] as const)));
  const inside = new Map<TableRegion, Line[]>();
  for (const line of lines) {
    const table = tableOf.get(line.runs[0]?.id ?? -1);
    if (!table || !line.runs.every(({ id }) => tableOf.get(id) === table)) continue;
    inside.set(table, [...(inside.get(table) ?? []), line]);
  }
  const letters = totalLength(lines);
  return [...inside].map(([{ box }, own]) => ({
    page: number,
    side: box.y1 < outer ? 'head' : 'foot',
    box,
    lines: own,
    letters,
  }));
}

/** What tables have in common that differ by numbers at most. */
const wordsOf = ({ side, lines }: EdgeTable): string =>
  [side, ...lines.map(({ text }) => text.toLowerCase().replace(/\d+/g, '#'))].join('\n');

/** Tables of the same words in groups of those that stand in one place and have the same numbers, or in step with the pages. */
function inOnePlace(tables: readonly EdgeTable[]): EdgeTable[][] {
  const groups: EdgeTable[][] = [];
  for (const table of tables) {
    const group = groups.at(-1);
    if (group && isSame(group[0]!, table)) group.push(table);
    else groups.push([table]);
  }
  return groups;
}

function isSame(a: EdgeTable, b: EdgeTable): boolean {
  const edges = ({ x0, x1, y0, y1 }: Box): number[] => [x0, x1, y0, y1];
  if (edges(a.box).some((edge, i) => Math.abs(edge - edges(b.box)[i]!) > SAME_PLACE)) return false;
  return a.lines.every(({ text }, i) => {
    const other = b.lines[i]!.text;
    if (text === other) return true;
    const keys = new Set(keysOf(text, a.page));
    return keysOf(other, b.page).some((key) => keys.has(key));
  });
}
