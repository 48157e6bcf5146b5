/**
 * Channels between columns of text: white strips that row after row leaves free. A gutter is often narrower than the gaps
 * that part a row by themselves, and the rows of two columns share their baselines.
 *
 * Rivers of spaces in justified text can look alike: what a channel parts is put together again within a column.
 */
import type { Box, FontStyle, TextRun } from '../model.js';

/** Width of a channel in font sizes: in the row where it begins, and what all its rows must leave free. */
const OPENS = 0.6;
const STAYS = 0.45;
/** Rows that make a channel, and words that each has at least on both sides. */
const LEAST_ROWS = 5;
const LEAST_WORDS = 3;
/** Words of nothing else are leaders. */
const DOTS = /^[.·…_]+$/u;
/** Channels followed at a time. It bounds the work on pages made to be slow. */
const MOST_OPEN = 24;
/** Rows below a head that are looked at once a channel has become narrower. It bounds the work, too. */
const MOST_PASSED = 12;
/** How far a word may begin beside the channel's right edge to stand at it, in points. */
const AT_EDGE = 1;
/** The same where a row goes up to that edge and nothing but the edge and an odd space tells of the channel. */
const EXACTLY = 0.15;
/** How many times as wide as every other space of the row such a space is, or as narrow. */
const ODD_SPACE = 1.2;
/** In font sizes: the largest step from row to row within a column. */
const NEXT_ROW = 1.7;

interface Channel {
  x0: number;
  x1: number;
  y0: number;
  y1: number;
  rows: number;
  /** Rows that had text on one side of it only, while it was wider. */
  passed: Passed[];
}

interface Passed {
  box: Box;
  gaps: readonly Gap[];
  size: number;
  /** How many rows the channel had above it. */
  rows: number;
}

interface Gap {
  x0: number;
  x1: number;
  /** Words left of it. */
  before: number;
}

/**
 * Lines down the right edges of the channels. Leaders and what monospaced type aligns make none.
 *
 * @param rows from the top, each row's runs from left to right.
 */
export function findChannels(rows: readonly (readonly TextRun[])[], fonts: readonly FontStyle[]): Box[] {
  const channels = openChannels(rows, fonts).filter(({ rows: count }) => count >= LEAST_ROWS);
  for (const channel of channels) {
    addFullRows(channel, rows);
    addFullRows(channel, rows.toReversed());
  }
  return channels.map(({ x1, y0, y1 }) => ({ x0: x1, x1, y0, y1 }));
}

function openChannels(rows: readonly (readonly TextRun[])[], fonts: readonly FontStyle[]): Channel[] {
  const found: Channel[] = [];
  let open: Channel[] = [];
  for (const row of rows) {
    const led = row.filter(({ text }) => DOTS.test(text)).length > 2;
    const gaps = led ? [] : gapsOf(row);
    const first = row[0]!;
    const size = row.reduce((most, run) => Math.max(most, run.size), 0);
    const right = row.reduce((most, { box }) => Math.max(most, box.x1), -Infinity);
    const kept: Channel[] = [];
    for (const channel of open) {
      // text on one side only says nothing
      if (right <= channel.x1 + AT_EDGE || first.box.x0 >= channel.x1 - AT_EDGE) {
        channel.passed.push({ box: { ...first.box, x1: right }, gaps, size, rows: channel.rows });
        kept.push(channel);
        continue;
      }
      const gap = gaps.find((one) => staysOpen(one, channel, size));
      if (!gap) {
        found.push(channel);
        continue;
      }
      // a longer line may reach in from the left: what counts is where the right column begins. Where no row below it
      // leaves the channel free, the space of a line across may stand there by chance
      if (Math.min(gap.x1, channel.x1) - Math.max(gap.x0, channel.x0) >= STAYS * size) {
        found.push(...narrow(channel, gap, first.box));
      }
      if (gap.before >= LEAST_WORDS && row.length - gap.before >= LEAST_WORDS) channel.rows += 1;
      kept.push(channel);
    }
    for (const gap of row.some(({ font }) => fonts[font]?.mono) ? [] : gaps) {
      if (gap.x1 - gap.x0 < OPENS * size || kept.length >= MOST_OPEN) continue;
      if (kept.some((channel) => channel.x1 > gap.x0 && channel.x0 < gap.x1)) continue;
      kept.push({ x0: gap.x0, x1: gap.x1, y0: first.box.y0, y1: first.box.y1, rows: 1, passed: [] });
    }
    open = kept;
  }
  return [...found, ...open];
}

/**
 * Lengthens a channel by the rows next to its end that are too full left of it to open one themselves: there a word begins
 * exactly at its right edge, behind a space that the row has nowhere else.
 *
 * @param rows in the direction of that end.
 */
function addFullRows(channel: Channel, rows: readonly (readonly TextRun[])[]): void {
  const ascends = rows.length > 1 && rows[0]![0]!.baseline > rows.at(-1)![0]!.baseline;
  const isBeyond = (row: readonly TextRun[]): boolean =>
    ascends ? row[0]!.box.y0 < channel.y0 - AT_EDGE : row[0]!.box.y1 > channel.y1 + AT_EDGE;
  for (const row of rows.filter(isBeyond)) {
    const { box, size } = row[0]!;
    const step = ascends ? channel.y0 - box.y0 : box.y1 - channel.y1;
    if (step > NEXT_ROW * size || !isPartedAt(row, channel.x1)) return;
    channel.y0 = Math.min(channel.y0, box.y0);
    channel.y1 = Math.max(channel.y1, box.y1);
  }
}

function isPartedAt(row: readonly TextRun[], x: number): boolean {
  const gaps = gapsOf(row);
  const gap = gaps.find(({ x1 }) => Math.abs(x1 - x) <= EXACTLY);
  const others = gaps.filter((one) => one !== gap).map(({ x0, x1 }) => x1 - x0);
  if (!gap || others.length < LEAST_WORDS) return false;
  const width = gap.x1 - gap.x0;
  return width > ODD_SPACE * Math.max(...others) || width * ODD_SPACE < Math.min(...others);
}

/**
 * Takes in a row that leaves less free. The channel begins below the last row above that reaches over what is left of it;
 * what is above that row is a channel of its own, which is returned.
 */
function narrow(channel: Channel, gap: Gap, row: Box): Channel[] {
  const before = { ...channel };
  channel.x0 = Math.max(gap.x0, channel.x0);
  channel.x1 = Math.min(gap.x1, channel.x1);
  channel.y1 = Math.max(channel.y1, row.y1);
  // the title across both columns, below the two ends of a head
  const last = channel.passed.slice(0, MOST_PASSED).findLastIndex((passed) => crosses(passed, channel));
  if (last < 0) return [];
  const { box, rows } = channel.passed[last]!;
  channel.passed = channel.passed.slice(last + 1);
  channel.y0 = (channel.passed[0]?.box ?? row).y0;
  channel.rows -= rows;
  return [{ ...before, y1: Math.min(before.y1, box.y0), rows }];
}

const crosses = ({ box, gaps, size }: Passed, channel: Channel): boolean =>
  box.x0 < channel.x1 - AT_EDGE && box.x1 > channel.x1 + AT_EDGE && !gaps.some((gap) => staysOpen(gap, channel, size));

function staysOpen(gap: Gap, channel: Channel, size: number): boolean {
  const common = Math.min(gap.x1, channel.x1) - Math.max(gap.x0, channel.x0);
  return common >= STAYS * size || (common > 0 && Math.abs(gap.x1 - channel.x1) <= AT_EDGE);
}

function gapsOf(row: readonly TextRun[]): Gap[] {
  const gaps: Gap[] = [];
  let right = Infinity;
  for (let before = 0; before < row.length; before++) {
    const { box } = row[before]!;
    if (box.x0 > right) gaps.push({ x0: right, x1: box.x0, before });
    right = right === Infinity ? box.x1 : Math.max(right, box.x1);
  }
  return gaps;
}
