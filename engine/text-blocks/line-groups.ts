/**
 * The lines of a column in groups: lines that belong together as one paragraph, item, heading or code listing. The rules of
 * paragraph-breaks.ts decide where a group ends.
 *
 * Never moves a line.
 */
import type { OrderedColumn } from '../reading-order/stage.js';
import { median } from '../geometry.js';
import { areLevel, type Line } from '../text/line.js';
import { MOSTLY } from '../measures.js';
import { decide } from '../rules.js';
import { edgesOf, type ColumnEdges } from './column-edges.js';
import type { LinePair } from './line-pair.js';
import { hasBulletBeforeCode } from './line-types.js';
import { markerOf, type Marker } from './markers.js';
import { PARAGRAPH_BREAK } from './paragraph-breaks.js';
import type { DocumentStyle } from '../style/style.js';
import { keptLines } from './kept-lines.js';
import { isIndexColumn } from '../text/index-column.js';
import { lineSettings, type LineSetting, type SpacedType } from './line-settings.js';
import { datedEntries, nextEntries, pricedEntries } from './entry-lines.js';
import { isColumnOfNames } from './name-lines.js';
import { namesWithinText } from './names-within-text.js';
import { rightAligned } from './right-aligned.js';

/** In font sizes: a line that ends no further from the column's edge has no room for another word. */
const ROOM_FOR_A_WORD = 2.5;
/** In points: a marker this much further left than a new one closes its list no more. */
const LEFT_OF = 2;

export interface LineGroup {
  lines: Line[];
  column: ColumnEdges;
  /** First or last of its column: it may continue from or to another. */
  first: boolean;
  last: boolean;
  /** Its last line has no room for another word. */
  full: boolean;
  marker: Marker | null;
  /** It is below another line of an address (names-within-text.ts). */
  belowAddressLine: boolean;
  /** It is below another line of its group, each ended by its author (kept-lines.ts). */
  belowKeptLine?: true;
  /** Distance from the line before to its first line, in multiples of the usual one; 0 at the column's top. */
  space: number;
  /** A caption names it: code or the steps of an algorithm (column-joins.ts). */
  captioned?: true;
}

/** What the lines of a page have in common. */
export interface PageSetting {
  style: DocumentStyle;
  /** All the text of the page was recognised from its picture (scans.ts). */
  isScanned: boolean;
  /** Right edge of the text in columns of the document that begin where this one does, in points. */
  rightOf: (edges: ColumnEdges) => number;
}

/** @param spacedTypes as for `lineSettings` */
export function groupLines(
  column: OrderedColumn,
  { style, isScanned, rightOf }: PageSetting,
  spacedTypes: () => readonly SpacedType[],
): LineGroup[] {
  const edges = edgesOf(column);
  const settings = lineSettings(column.lines, edges, style, spacedTypes);
  const listsAt = listsOf(column, { edges, settings, style, rightOf, isScanned });
  const begun = { column: edges, last: false, full: false };
  const groups: LineGroup[] = [];
  let markers: { marker: Marker; x: number }[] = [];
  for (const [i, line] of column.lines.entries()) {
    const group = groups.at(-1);
    const before = group?.lines.at(-1);
    const lists = listsAt(i);
    // in an address "(650)" is an area code
    const marker = lists.inAddress ? null : markerAt(line);
    const [set, setAbove] = [settings[i]!, settings[i - 1]];
    const leading = Math.max(set.leading, setAbove?.leading ?? 0);
    const right = setAbove?.right ?? set.right;
    const around = {
      leading,
      right,
      previous: groups.at(-2),
      next: column.lines[i + 1],
      edges,
      style,
      marker,
      isScanned,
      ...lists,
      markers,
    };
    if (
      group &&
      before &&
      decide(PARAGRAPH_BREAK, { above: before, below: line, paragraph: group, ...around }) === 'join'
    ) {
      group.lines.push(line);
      continue;
    }
    if (marker) markers = [...markers.filter(({ x }) => x < line.box.x0 - LEFT_OF), { marker, x: line.box.x0 }];
    const space = group ? spaceBelow(group, line, set.leading) : 0;
    const belowAddressLine = lists.inAddress;
    const kept = lists.areKept ? { belowKeptLine: true as const } : {};
    groups.push({ ...begun, lines: [line], first: !group, marker, belowAddressLine, ...kept, space });
  }
  markFull(groups, settings);
  const end = groups.at(-1);
  if (end) end.last = true;
  return groups;
}

const markerAt = (line: Line): Marker | null =>
  line.blocks || (line.mono > MOSTLY && !hasBulletBeforeCode(line)) ? null : markerOf(line.text);

interface ColumnSettings extends PageSetting {
  edges: ColumnEdges;
  settings: readonly LineSetting[];
}

/** Tells of each line, by its index, of which lists it is as far as all lines of the column together show. */
function listsOf(
  { lines }: OrderedColumn,
  { edges, settings, style, rightOf, isScanned }: ColumnSettings,
): (
  at: number,
) => Pick<
  LinePair,
  'inIndex' | 'ofNames' | 'inAddress' | 'isPriced' | 'isDated' | 'isRightAligned' | 'isNextEntry' | 'areKept'
> {
  const inIndex = isIndexColumn(lines);
  const isOfNames = isColumnOfNames(lines, edges);
  const names = namesWithinText(lines, settings);
  const priced: ReadonlySet<Line | undefined> = pricedEntries(lines);
  const dated: ReadonlySet<Line | undefined> = datedEntries(lines);
  const right = rightAligned(lines);
  const entries = nextEntries(lines, settings, style);
  // recognised lines jitter: their distances tell no groups
  const kept = isScanned
    ? new Set<Line>()
    : keptLines(lines, {
        style,
        leadings: settings.map(({ leading }) => leading),
        left: edges.left,
        rightOf: () => rightOf(edges),
      });
  return (at) => ({
    inIndex,
    ofNames: isOfNames || names.has(lines[at]!),
    inAddress: names.has(lines[at]!),
    isPriced: priced.has(lines[at - 1]),
    isDated: dated.has(lines[at - 1]),
    isRightAligned: right.has(lines[at]!),
    isNextEntry: entries.has(lines[at]!),
    areKept: kept.has(lines[at]!),
  });
}

/** Distance from a group to the line after it; what stands on one baseline with it has the same space above. */
function spaceBelow({ lines, space }: LineGroup, line: Line, leading: number): number {
  const last = lines.at(-1)!;
  return areLevel(last, line) ? space : (line.baseline - last.baseline) / leading;
}

/** Says of each group whether its last line has no room for another word. */
function markFull(groups: readonly LineGroup[], settings: readonly LineSetting[]): void {
  let last = -1;
  for (const group of groups) {
    last += group.lines.length;
    group.full = isFull(group, settings[last]!.right);
  }
}

/** @param right edge of the text. */
function isFull(group: LineGroup, right: number): boolean {
  const line = group.lines.at(-1);
  return line !== undefined && right - line.box.x1 < ROOM_FOR_A_WORD * line.size;
}

/** Left edge of a group's text after its first line; of a single line, behind its mark. */
export function textLeft(group: LineGroup): number {
  const rest = group.lines.slice(1);
  if (rest.length > 0) return median(rest.map((line) => line.box.x0));
  const runs = group.lines[0]?.runs ?? [];
  let left = group.marker?.text.length ?? 0;
  const first = runs.find((run) => {
    const behind = left <= 0;
    left -= run.text.length;
    return behind;
  });
  return (first ?? runs[0])?.box.x0 ?? 0;
}
