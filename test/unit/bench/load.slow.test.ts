/** The loads on a whole service, without one: what is asked for, where one continues, and what is told in the end. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { median, quantile, residentBytes } from '../../../bench/measure.js';
import { batchFigures, runBatch } from '../../../bench/scale/batch.js';
import { timeDocument } from '../../../bench/scale/documents.js';
import { figure, isReached, reportOf, tableOf } from '../../../bench/scale/figures.js';
import { killArguments } from '../../../bench/scale/kill.js';
import { LOADS, readLoadOptions } from '../../../bench/scale/options.js';
import { openProgress } from '../../../bench/scale/progress.js';
import type { Target } from '../../../bench/scale/target.js';
import type { Shelf } from '../../../contract/shelf.js';
import { readOptions } from '../../chaos/options.js';

const folder = mkdtempSync(join(tmpdir(), 'shelfwright-load-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('each load has a size, and every option can be said', () => {
  const sizes = LOADS.map((load) => {
    const { count, rounds, minutes } = readLoadOptions([load, ...(load === 'upgrade' ? ['--from', 'there'] : [])]);
    return [load, count, rounds, minutes];
  });
  expect(sizes).toEqual([
    ['page', 1, 5, 30],
    ['book', 1, 5, 30],
    ['batch', 1_000, 5, 30],
    ['reviews', 10_000, 200, 60],
    ['deliveries', 100_000, 20, 90],
    ['kill', 300, 1, 150],
    ['upgrade', 200, 1, 60],
  ]);
  const at = ['--url', 'https://shelves.example/', '--key', 'sk_1', '--state', 'state.txt'];
  const sized = ['--count', '30', '--rounds', '4', '--minutes', '3', '--at-once', '2'];
  expect(readLoadOptions(['batch', ...at, ...sized])).toEqual({
    load: 'batch',
    count: 30,
    rounds: 4,
    minutes: 3,
    atOnce: 2,
    file: null,
    service: { url: 'https://shelves.example', key: 'sk_1', otherKey: 'sk_1' },
    state: 'state.txt',
    faults: 200,
    seed: null,
    from: null,
  });
});

test.each([
  [[], /which load\? One of page, book, batch, reviews, deliveries, kill, upgrade/],
  [['pages'], /which load/],
  [['page', '--rounds', '0'], /--rounds is a whole number from 1 on/],
  [['batch', '--count', 'many'], /--count is a whole number/],
  [['batch', '--url', 'http://a.example'], /--url needs --key/],
  [['batch', '--key', 'sk_1'], /--key needs --url/],
  [['batch', '--state', 'state.txt'], /--state is for a service of --url/],
  [['reviews', '--url', 'http://a.example', '--key', 'sk_1'], /reviews starts a service of its own/],
  [['deliveries', '--url', 'http://a.example', '--key', 'sk_1'], /deliveries starts a service of its own/],
  [['kill', '--url', 'http://a.example', '--key', 'sk_1'], /kill starts a service of its own/],
  [['upgrade'], /--from is missing/],
])('%j is refused', (args, why) => {
  expect(() => readLoadOptions(args)).toThrow(why);
});

test('a load that was interrupted continues, whatever line it was interrupted in', async () => {
  const file = join(folder, 'state.txt');
  let begun = 0;
  const open = () => openProgress(file, async () => ({ at: (begun += 1) }));
  const one = await open();
  expect(one).toMatchObject({ first: { at: 1 }, done: [] });
  one.note('shf_1');
  one.note('shf_2');
  writeFileSync(file, `${readFileSync(file, 'utf8')}shf_`);
  expect(await open()).toMatchObject({ first: { at: 1 }, done: ['shf_1', 'shf_2'] });
  expect(begun).toBe(1);

  const kept = await openProgress(null, async () => 'nothing');
  kept.note('shf_1');
  expect(kept).toMatchObject({ first: 'nothing', done: [] });
});

test('an interrupted line does not spoil the next one', async () => {
  const file = join(folder, 'cut.txt');
  const open = () => openProgress(file, async () => 1);
  (await open()).note('shf_1');
  writeFileSync(file, `${readFileSync(file, 'utf8')}shf_`);
  (await open()).note('shf_2');
  expect((await open()).done).toEqual(['shf_1', 'shf_2']);
});

test('quantiles and the median, also of few values', () => {
  const hundred = Array.from({ length: 100 }, (_, n) => 100 - n);
  expect([0.5, 0.95, 0.99, 1].map((part) => quantile(hundred, part))).toEqual([50, 95, 99, 100]);
  expect([quantile([7], 0.99), quantile([3, 1], 0.5), quantile([], 0.5)]).toEqual([7, 1, Number.NaN]);
  expect([median([4, 1, 3]), median([4, 1])]).toEqual([3, 2.5]);
});

test('memory is that of the process, and none of one that is not there', () => {
  expect(residentBytes(process.pid)).toBeGreaterThan(10e6);
  expect(residentBytes(2 ** 22 + 1)).toBeNull();
});

test('what was seen stands beside what is wanted; what could not be measured is not reached', () => {
  const figures = [
    figure('approve, p99', 0.4567, 's', 1),
    figure('memory', 123.4, 'MB', 500),
    figure('shelves', 3, '', null),
  ];
  expect(tableOf(figures).split('\n')).toEqual([
    '                  seen  wanted',
    '------------  --------  ------',
    'approve, p99    0.46 s     1 s',
    'memory        123.4 MB  500 MB',
    'shelves              3       -',
  ]);
  expect(isReached(figures)).toBe(true);
  expect(isReached([...figures, figure('repair', 121, 's', 120)])).toBe(false);
  expect(isReached([figure('memory', null, 'MB', 500)])).toBe(false);
  expect(tableOf([figure('memory', null, 'MB', 500)])).toContain('-  500 MB');
});

test('what was not reached is named below the table, and nothing is where all was', () => {
  const [quick, slow, unseen] = [
    figure('page', 0.4, 's', 0.5),
    figure('book', 8.1, 's', 8),
    figure('memory', null, 'MB', 500),
  ];
  expect(reportOf([quick])).toBe(tableOf([quick]));
  expect(reportOf([quick, slow, unseen]).split('\n').at(-1)).toBe('not reached: book; memory');
});

test('a batch of a thousand has 250 s, a page beside it 5 s, and none may fail', () => {
  const end = { count: 1_000, ready: 1_000, failed: 0, open: 0, seconds: 249, isWhole: true };
  const others = { times: [1, 4.9], failed: 0 };
  expect(isReached(batchFigures(end, others))).toBe(true);
  const missing = (changed: Partial<typeof end>, beside: Partial<typeof others> = {}) =>
    reportOf(batchFigures({ ...end, ...changed }, { ...others, ...beside })).split('not reached: ')[1];
  expect(missing({ seconds: 251 })).toBe('1000 shelves of one page, all ready');
  // one that was interrupted, or is of another size, is compared with nothing
  for (const other of [{ isWhole: false }, { count: 999, ready: 999 }])
    expect(missing({ seconds: 251, ...other })).toBe(undefined);
  expect(missing({ failed: 1, ready: 999 })).toBe('failed');
  expect(missing({ open: 1, ready: 999 })).toBe('1000 shelves of one page, all ready; not ready in time');
  expect(missing({}, { times: [5.1] })).toBe('a page of another account, longest of 1');
  expect(missing({}, { times: [] })).toBe('a page of another account, longest of 0');
  expect(missing({}, { failed: 1 })).toBe('pages of another account that failed or were not ready in time');
});

/** A service as its clients see it, whose shelves are ready at once; those of `other` come to nothing from the second on. */
function failingForOthers(): Target {
  const ready = { many: 0, other: 0 };
  const absent = async () => {
    throw new Error('not asked for here');
  };
  return {
    own: null,
    upload: async (_pdf, who) => ({ publicId: `${who}-${(ready[who] += 1)}` }) as Shelf,
    shelf: async (publicId) =>
      ({ status: /^other-(?!1$)/.test(publicId) ? 'failed' : 'ready', errorMessage: 'no' }) as Shelf,
    refusals: () => 0,
    countIn: async (status, who) => (status === 'ready' ? ready[who] : 0),
    createWebhook: absent,
    ping: absent,
    approve: absent,
    stop: async () => undefined,
  };
}

test('a page of another account that fails ends no batch: the figures say so', async () => {
  const said: string[] = [];
  const figures = await runBatch(failingForOthers(), readLoadOptions(['batch', '--count', '3']), (line) =>
    said.push(line),
  );
  expect(said).toContain('a page of another account: Error: a shelf failed: no');
  expect(figures.find(({ what }) => what.includes('that failed'))).toMatchObject({ seen: 1, wanted: 0 });
  expect(figures.find(({ what }) => what === 'ready')).toMatchObject({ seen: 3 });
});

test('a document that a limit has held up is not timed', async () => {
  const refusing = { ...failingForOthers(), refusals: () => 1 };
  const timed = timeDocument(refusing, readLoadOptions(['page', '--rounds', '1']), () => undefined);
  await expect(timed).rejects.toThrow('LIMIT_READS_PER_MINUTE');
});

test('one page is wanted in half a second, a book in eight, and what somebody brings in no time', async () => {
  const wanted = async (...args: string[]) => {
    const target = { ...failingForOthers(), upload: async () => ({ publicId: 'many' }) as Shelf };
    const [one] = await timeDocument(target, readLoadOptions([...args, '--rounds', '1']), () => undefined);
    return one?.wanted;
  };
  const pdf = join(folder, 'one.pdf');
  writeFileSync(pdf, '%PDF-1.7');
  expect([await wanted('page'), await wanted('book'), await wanted('book', '--file', pdf)]).toEqual([0.5, 8, null]);
});

test('the kill run is that of npm run chaos', () => {
  const { count, faults, seed } = readLoadOptions(['kill', '--seed', '7']);
  const { keep: _keep, ...asked } = readOptions(killArguments({ count, faults, seed }));
  expect(asked).toEqual({ shelves: 300, faults: 200, seed: 7, isQuick: false });
  expect(readOptions(killArguments({ count: 20, faults: 10, seed: null }))).toMatchObject({
    shelves: 20,
    isQuick: true,
  });
});
