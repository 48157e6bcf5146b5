import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ParsedPage } from '../../../engine/model.js';
import {
  joinParts,
  lostPage,
  pageAsStored,
  pageLine,
  pageOfLine,
  readJsonFile,
  readPages,
  writeJson,
} from '../../../worker/pages-file.js';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pages-file-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

function pageOf(number: number, text: string): ParsedPage {
  const box = { x0: 0, y0: 0, x1: 10, y1: 10 };
  const { degraded: _, ...page } = lostPage(number, 'page_error');
  return { ...page, runs: [{ text, box, baseline: 8, size: 10, font: 0, rotation: 0 }] };
}

test('a page beyond any size that a page may have is lost before the worker reads it', () => {
  const line = pageLine(pageOf(7, 'x'.repeat(33 * 1024 * 1024)));
  expect(JSON.parse(line)).toEqual(lostPage(7, 'page_memory'));
  const whole = pageOf(8, 'text');
  // as workers of the last release read it
  expect(JSON.parse(pageLine(whole))).toEqual(whole);
});

test('a page that stays in its process is as if it had been read back', () => {
  const page = pageOf(1, 'text');
  const [run] = page.runs;
  const box = { x0: 0, y0: 0, x1: 10, y1: 10 };
  const runs: ParsedPage['runs'] = [
    { ...run!, space: true, mcid: 3 },
    { ...run!, space: false, color: '#336699', artifact: false },
    { ...run!, invisible: true, doubtful: true, artifact: true, covered: true, pictured: true, layer: true },
  ];
  const pages: ParsedPage[] = [
    { ...page, runs: [...page.runs, ...runs], images: [box], dots: [box] },
    { ...page, runs: [{ ...run!, baseline: NaN }], garbled: undefined as never },
    { ...page, runs: [{ ...run!, box: { ...box, x1: Infinity } }, ...runs] },
    { ...page, runs: [{ ...run!, text: '\u0000'.repeat(6 * 1024 * 1024) }] },
    { ...page, runs: [], garbled: ['x'.repeat(33 * 1024 * 1024)] },
  ];
  for (const one of pages) expect(pageAsStored(one)).toStrictEqual(pageOfLine(pageLine(one)));
  expect(pageAsStored(pages.at(-1)!)).toEqual(lostPage(1, 'page_memory'));
});

test('joins parts whose lines are longer than what is read at once, without the unfinished last one', async () => {
  const long = [pageOf(1, 'ä'.repeat(200_000)), pageOf(2, 'b'.repeat(70_000))];
  const [first, second] = [join(folder, 'first'), join(folder, 'second')];
  writeFileSync(first, `${long.map((page) => `${pageLine(page)}\n`).join('')}{"number":3,"runs":[`);
  writeFileSync(second, `${pageLine(pageOf(4, 'd'))}\n`);
  const outPath = join(folder, 'out');
  const { lost, tally } = await joinParts(
    [first, second],
    { pages: [1, 2, 3, 4], lost: [lostPage(3, 'page_timeout')], recognised: false },
    outPath,
  );
  expect(lost).toEqual([3]);
  expect(tally).toMatchObject({ pages: 4, withText: 3, timedOut: 1 });
  const read = [...long, lostPage(3, 'page_timeout'), pageOf(4, 'd')];
  expect(await readPages([outPath])).toMatchObject(read);
});

const packed = gzipSync(`${pageLine(pageOf(1, 'a'))}\n${pageLine(pageOf(2, 'b'))}\n`);
test.each([
  ['packed text that breaks off', packed.subarray(0, -20), { code: 'Z_BUF_ERROR' }],
  ['what is not packed', Buffer.from(pageLine(pageOf(1, 'a'))), { code: 'Z_DATA_ERROR' }],
  ['a page that breaks off', gzipSync(`${pageLine(pageOf(1, 'a'))}\n{"number":2`), { name: 'DocumentError' }],
])('no page is lost in silence: %s is an error', async (_what, bytes, error) => {
  const path = join(folder, 'damaged');
  writeFileSync(path, bytes);
  await expect(readPages([path])).rejects.toMatchObject(error);
});

test('words under pictures are looked at on a share of the pages, so that they never use up the time for recognition', async () => {
  const needsOf = async (length: number, needsRecognition: NonNullable<ParsedPage['needsRecognition']>) => {
    const pages = Array.from({ length }, (_, i) => i + 1);
    const [part, outPath] = [join(folder, 'covered'), join(folder, 'covered-out')];
    writeFileSync(part, pages.map((n) => `${pageLine({ ...pageOf(n, 'text'), needsRecognition })}\n`).join(''));
    return (await joinParts([part], { pages, lost: [], recognised: false }, outPath)).toRecognise;
  };
  expect(await needsOf(10, 'covered_text')).toHaveLength(10);
  expect(await needsOf(96, 'covered_text')).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  expect(await needsOf(800, 'covered_text')).toHaveLength(100);
  expect(await needsOf(96, 'no_text')).toHaveLength(96);
});

test('text that was read before a picture was looked at counts once', async () => {
  const [part, outPath] = [join(folder, 'compared'), join(folder, 'compared-out')];
  const pages = [{ ...pageOf(1, 'read'), needsRecognition: 'covered_text' as const }, pageOf(2, 'recognised')];
  writeFileSync(part, pages.map((page) => `${pageLine(page)}\n`).join(''));
  const { tally, toRecognise } = await joinParts([part], { pages: [1, 2], lost: [], recognised: true }, outPath);
  expect([tally.pages, tally.withText, toRecognise]).toEqual([2, 1, []]);
});

test('texts to tell a language by are those of pages that need no recognition, and never more than 200,000 characters', async () => {
  const [part, outPath] = [join(folder, 'texts'), join(folder, 'texts-out')];
  const pages = [
    pageOf(1, 'typed'),
    { ...pageOf(2, 'a poor layer'), needsRecognition: 'unreadable_layer' as const },
    { ...pageOf(3, 'beside a picture'), needsRecognition: 'covered_text' as const },
    ...[4, 5, 6].map((number) => pageOf(number, 'x'.repeat(number * 30_000))),
  ];
  writeFileSync(part, pages.map((page) => `${pageLine(page)}\n`).join(''));
  const numbers = pages.map(({ number }) => number);
  const { texts } = await joinParts([part], { pages: numbers, lost: [], recognised: false }, outPath);
  const first = ['typed', 'beside a picture'];
  const rest = 200_000 - 120_000 - first.join('').length;
  expect(texts).toEqual([...first, 'x'.repeat(120_000), 'x'.repeat(rest)]);
});

test('an object is written as the JSON that it is, whatever it holds', async () => {
  const path = join(folder, 'object');
  const long = Array.from({ length: 3_000 }, (_, at) => ({ at, text: `ä\u2028"${at}"`.repeat(20) }));
  const values = [
    {},
    { none: undefined },
    { none: undefined, one: 1, last: undefined },
    { list: [], nested: [[], [[1]], { a: [null] }], gaps: [undefined, 2, undefined] },
    { text: 'ŵ', yes: true, nothing: null, list: long, after: { list: long.slice(0, 2) } },
  ];
  for (const value of values) {
    await writeJson(path, value);
    // to the byte, and not only what it is read to
    expect(gunzipSync(readFileSync(path)).toString('utf8')).toBe(JSON.stringify(value));
    expect(await readJsonFile(path)).toEqual(JSON.parse(JSON.stringify(value)));
  }
});

test('what cannot be written is an error', async () => {
  const broken = {
    list: [
      {
        toJSON: () => {
          throw new Error('no JSON');
        },
      },
    ],
  };
  await expect(writeJson(join(folder, 'broken'), broken)).rejects.toThrow('no JSON');
});
