import { expect, test } from '@jest/globals';
import type { ParsedPage, ParsedRun } from '../../../engine/model.js';
import { normalise } from '../../../engine/normalise/stage.js';
import { packPage, unpackPage } from '../../../worker/packed-page.js';
import { lostPage } from '../../../worker/pages-file.js';
import { keptHeap } from '../../support/kept-bytes.js';

const run = (more: Partial<ParsedRun>): ParsedRun => {
  const box = { x0: 72, y0: 90.25, x1: 101.5, y1: 102 };
  return { text: 'word', box, baseline: 99.5, size: 12, font: 1, rotation: 0, ...more };
};

const RUNS = [
  run({}),
  run({ text: 'Wörter', space: true, color: '#336699' }),
  run({ space: true, mcid: 0 }),
  run({ mcid: 17, artifact: true }),
  run({ invisible: true, rotation: 90 }),
  run({ invisible: true, covered: true }),
  run({ pictured: true }),
  run({ doubtful: true, font: 0, space: true, rotation: 12.5 }),
];

function pageOf(runs: ParsedRun[]): ParsedPage {
  const { degraded: _, ...page } = lostPage(3, 'page_error');
  return { ...page, mixed: true, garbled: ['SoHware'], runs };
}

const stored = (page: ParsedPage): ParsedPage =>
  unpackPage(JSON.parse(JSON.stringify(packPage(page))) as ReturnType<typeof packPage>);

const withoutIds = ({ runs, ...page }: ParsedPage): ParsedPage => ({
  ...page,
  runs: runs.map((one) => {
    const { id: _, ...rest } = one;
    return rest;
  }),
});

test('a page is read back as it was written, whatever its runs have', () => {
  for (const runs of [RUNS, RUNS.slice(0, 1), []]) expect(withoutIds(stored(pageOf(runs)))).toStrictEqual(pageOf(runs));
});

test('runs that were read back have their numbers and are not copied to be laid out', () => {
  const parsed = stored(pageOf(RUNS.slice(0, 2)));
  const [normalised] = normalise({ pages: [{ parsed }] }).pages;
  expect(normalised!.page.runs.map(({ id }) => id)).toEqual([0, 1]);
  expect(normalised!.page.runs[1]).toBe(parsed.runs[1]);
});

test('runs of which some were left out are numbered anew', () => {
  const parsed = stored(pageOf(RUNS.slice(0, 3)));
  const [normalised] = normalise({ pages: [{ parsed: { ...parsed, runs: parsed.runs.slice(1) } }] }).pages;
  expect(normalised!.page.runs.map(({ id }) => id)).toEqual([0, 1]);
  expect(parsed.runs.map(({ id }) => id)).toEqual([0, 1, 2]);
});

test('a page that is stored as a list of runs is read to the same', () => {
  const page = pageOf(RUNS);
  expect(unpackPage(JSON.parse(JSON.stringify(page)) as ParsedPage)).toStrictEqual(stored(page));
});

test('the words of a line take less memory than words at heights of their own', () => {
  const count = 50_000;
  /** Of runs ten of which have the same heights, or none. */
  const heapOf = (more: Partial<ParsedRun>, together: number): number => {
    const runs = Array.from({ length: count }, (_, at) => {
      const y = Math.floor(at / together) + 0.25;
      return run({ ...more, box: { x0: at + 0.5, y0: y, x1: at + 0.75, y1: y + 8 }, baseline: y + 6, size: y + 7 });
    });
    const packed = JSON.stringify(packPage(pageOf(runs)));
    const before = keptHeap();
    const unpacked = unpackPage(JSON.parse(packed) as ReturnType<typeof packPage>);
    const used = keptHeap() - before;
    expect(unpacked.runs).toHaveLength(count);
    return used;
  };
  heapOf({}, 1); // what the first call compiles
  // of each shape; four numbers of 16 bytes
  for (const more of [{}, { space: true }, { mcid: 3 }, { space: true, mcid: 3 }] as Partial<ParsedRun>[])
    expect(heapOf(more, 1) - heapOf(more, 10)).toBeGreaterThan(count * 40);
});
