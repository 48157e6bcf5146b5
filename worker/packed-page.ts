/**
 * A page with its runs by columns, one list for each property: the way by which runs get few shapes in memory. As a file it
 * is a third of the text of a list of objects, and is written and read in a third of the time. A book has a million runs.
 */
import type { ParsedPage, ParsedRun, TextRun } from '../engine/model.js';

/** The marks of a run that are there or not, as bits. */
const MARKS = { space: 1, invisible: 2, doubtful: 4, artifact: 8, covered: 16, pictured: 32 } as const;

/** Columns that few pages need are left out where every run has the usual value. */
interface PackedRuns {
  text: string[];
  x0: number[];
  y0: number[];
  x1: number[];
  y1: number[];
  baseline: number[];
  size: number[];
  font: number[];
  marks: number[];
  /** 0 for all. */
  rotation?: number[];
  /** None. */
  color?: (string | null)[];
  mcid?: (number | null)[];
}

export interface PackedPage extends Omit<ParsedPage, 'runs'> {
  packed: PackedRuns;
}

/** A page as it lies in a file. */
export type StoredPage = PackedPage | ParsedPage;

export function packPage({ runs, ...page }: ParsedPage): PackedPage {
  const has = (isThere: (run: ParsedRun) => boolean): boolean => runs.some(isThere);
  return {
    ...page,
    packed: {
      text: runs.map(({ text }) => text),
      x0: runs.map(({ box }) => box.x0),
      y0: runs.map(({ box }) => box.y0),
      x1: runs.map(({ box }) => box.x1),
      y1: runs.map(({ box }) => box.y1),
      baseline: runs.map(({ baseline }) => baseline),
      size: runs.map(({ size }) => size),
      font: runs.map(({ font }) => font),
      marks: runs.map(marksOf),
      ...(has(({ rotation }) => rotation !== 0) ? { rotation: runs.map(({ rotation }) => rotation) } : {}),
      ...(has(({ color }) => color !== undefined) ? { color: runs.map(({ color = null }) => color) } : {}),
      ...(has(({ mcid }) => mcid !== undefined) ? { mcid: runs.map(({ mcid = null }) => mcid) } : {}),
    },
  };
}

/** The page with the texts of its runs alone: enough to tell whether it has any. */
export function textsOf(page: StoredPage): Omit<ParsedPage, 'runs'> & { runs: { text: string }[] } {
  if (!('packed' in page)) return page;
  const { packed, ...rest } = page;
  return { ...rest, runs: packed.text.map((text) => ({ text })) };
}

function marksOf({ space, invisible, doubtful, artifact, covered, pictured }: ParsedRun): number {
  return (
    (space ? MARKS.space : 0) |
    (invisible ? MARKS.invisible : 0) |
    (doubtful ? MARKS.doubtful : 0) |
    (artifact ? MARKS.artifact : 0) |
    (covered ? MARKS.covered : 0) |
    (pictured ? MARKS.pictured : 0)
  );
}

/** The page with its runs, which have their numbers already, so that nobody has to copy them for that. */
export function unpackPage(page: StoredPage): ParsedPage {
  const { packed, ...rest } = 'packed' in page ? page : packPage(page);
  return { ...rest, runs: packed.text.map((text, at) => unpackRun(text, at, packed)) };
}

function unpackRun(text: string, id: number, packed: PackedRuns): TextRun {
  const marks = packed.marks[id]!;
  const run = makeRun(text, id, packed);
  const color = packed.color?.[id] ?? null;
  if (color !== null) run.color = color;
  if ((marks & MARKS.invisible) !== 0) run.invisible = true;
  if ((marks & MARKS.doubtful) !== 0) run.doubtful = true;
  if ((marks & MARKS.artifact) !== 0) run.artifact = true;
  if ((marks & MARKS.covered) !== 0) run.covered = true;
  if ((marks & MARKS.pictured) !== 0) run.pictured = true;
  return run;
}

/** In one literal for each shape that whole documents have: what grows property by property takes more memory. */
function makeRun(text: string, id: number, packed: PackedRuns): TextRun {
  const box = { x0: packed.x0[id]!, y0: packed.y0[id]!, x1: packed.x1[id]!, y1: packed.y1[id]! };
  const baseline = packed.baseline[id]!;
  const size = packed.size[id]!;
  const font = packed.font[id]!;
  const rotation = packed.rotation?.[id] ?? 0;
  const mcid = packed.mcid?.[id] ?? null;
  const isSpaced = (packed.marks[id]! & MARKS.space) !== 0;
  if (mcid !== null) {
    return isSpaced
      ? { text, space: true, box, baseline, size, font, rotation, mcid, id }
      : { text, box, baseline, size, font, rotation, mcid, id };
  }
  return isSpaced
    ? { text, space: true, box, baseline, size, font, rotation, id }
    : { text, box, baseline, size, font, rotation, id };
}
