/**
 * Pages as files hold them, and as they are read back: runs of few shapes that share numbers. A page can have its runs by
 * columns, one list for each property: a third of the text of a list of objects, written and read in a third of the time.
 * A book has a million runs.
 */
import type { ParsedPage, ParsedRun, TextRun } from '../engine/model.js';

/** The marks of a run that are there or not, as bits. */
const MARKS = { space: 1, invisible: 2, doubtful: 4, artifact: 8, covered: 16, pictured: 32, layer: 64 } as const;
const MARK_BITS = Object.entries(MARKS) as [keyof typeof MARKS, number][];

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

function marksOf({ space, invisible, doubtful, artifact, covered, pictured, layer }: ParsedRun): number {
  return (
    (space ? MARKS.space : 0) |
    (invisible ? MARKS.invisible : 0) |
    (doubtful ? MARKS.doubtful : 0) |
    (artifact ? MARKS.artifact : 0) |
    (covered ? MARKS.covered : 0) |
    (pictured ? MARKS.pictured : 0) |
    (layer ? MARKS.layer : 0)
  );
}

/** The page with its runs, which have their numbers already, so that nobody has to copy them for that. */
export function unpackPage(page: StoredPage): ParsedPage {
  if ('packed' in page) {
    const { packed, ...rest } = page;
    return { ...rest, runs: numberedRuns(packed.text.map((_, at) => unpackRun(packed, at))) };
  }
  const { runs, ...rest } = page;
  return { ...rest, runs: numberedRuns(runs) };
}

function unpackRun(packed: PackedRuns, at: number): ParsedRun {
  const marks = packed.marks[at]!;
  const color = packed.color?.[at] ?? null;
  const mcid = packed.mcid?.[at] ?? null;
  const run: ParsedRun = {
    text: packed.text[at]!,
    box: { x0: packed.x0[at]!, y0: packed.y0[at]!, x1: packed.x1[at]!, y1: packed.y1[at]! },
    baseline: packed.baseline[at]!,
    size: packed.size[at]!,
    font: packed.font[at]!,
    rotation: packed.rotation?.[at] ?? 0,
  };
  if (mcid !== null) run.mcid = mcid;
  if (color !== null) run.color = color;
  for (const [name, bit] of MARK_BITS) if ((marks & bit) !== 0) run[name] = true;
  return run;
}

function numberedRuns(runs: readonly ParsedRun[]): TextRun[] {
  let before = SHARING[0]!;
  return runs.map((run, id) => (before = numberedRun(run, id, before)));
}

function numberedRun(run: ParsedRun, id: number, before: TextRun): TextRun {
  const numbered = makeRun(run, id, before);
  if (run.color !== undefined) numbered.color = run.color;
  if (run.invisible) numbered.invisible = true;
  if (run.doubtful) numbered.doubtful = true;
  if (run.artifact) numbered.artifact = true;
  if (run.covered) numbered.covered = true;
  if (run.pictured) numbered.pictured = true;
  if (run.layer) numbered.layer = true;
  return numbered;
}

/**
 * In one literal for each shape that whole documents have: what grows property by property takes more memory. What a run has
 * in common with the one before it, as the words of a line have, is the same number (see `SHARING`).
 */
function makeRun(run: ParsedRun, id: number, before: TextRun): TextRun {
  const { text, font } = run;
  // a number that JSON does not know is null in a file
  const mcid = run.mcid ?? undefined;
  const rotation = run.rotation ?? 0;
  const box = {
    x0: run.box.x0,
    y0: before.box.y0 === run.box.y0 ? before.box.y0 : run.box.y0,
    x1: run.box.x1,
    y1: before.box.y1 === run.box.y1 ? before.box.y1 : run.box.y1,
  };
  const baseline = before.baseline === run.baseline ? before.baseline : run.baseline;
  const size = before.size === run.size ? before.size : run.size;
  if (mcid !== undefined) {
    return run.space
      ? { text, space: true, box, baseline, size, font, rotation, mcid, id }
      : { text, box, baseline, size, font, rotation, mcid, id };
  }
  return run.space
    ? { text, space: true, box, baseline, size, font, rotation, id }
    : { text, box, baseline, size, font, rotation, id };
}

/**
 * V8 stores a fraction in an object of the heap. A property that has only ever held numbers has one for each instance; once it
 * has held anything else, instances can point to the same one. So a run of each shape is made with null for its numbers, and
 * kept, since V8 drops shapes that nothing has: a fifth of the memory of a book's pages. All boxes of the process have these
 * properties then; structuring and verifying a book took 6 % less of the processor, since less is collected.
 */
const SHARING: readonly TextRun[] = [false, true].flatMap((space) =>
  [undefined, 0].map((mcid) => {
    const none = null as unknown as number;
    const box = { x0: none, y0: none, x1: none, y1: none };
    const run = {
      text: '',
      space,
      box,
      baseline: none,
      size: none,
      font: 0,
      rotation: 0,
      ...(mcid !== undefined && { mcid }),
    };
    return makeRun(run, 0, { box: {} } as TextRun);
  }),
);
