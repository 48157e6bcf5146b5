import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { endlessStream, pdfOfPages, pdfOfTexts } from '../../support/raw-pdf.js';

jest.setTimeout(400_000); // up to six programs each, one after the other

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'convert-'));
  writeFileSync(join(folder, 'good.pdf'), pdfOfTexts(['One page.', 'Another page.']));
  writeFileSync(join(folder, 'bad.pdf'), 'no PDF');
  writeFileSync(join(folder, 'slow.pdf'), pdfOfPages([endlessStream(), endlessStream()]));
});

afterAll(() => rmSync(folder, { recursive: true }));

function convert(...args: string[]) {
  const program = join('dist', 'worker', 'convert.js');
  return spawnSync(process.execPath, [program, ...args], { encoding: 'utf8', timeout: 150_000 });
}

describe('convert', () => {
  test('does what it can, says what it could not, and exits with 1', () => {
    const out = join(folder, 'out');
    const { status, stderr } = convert(join(folder, 'bad.pdf'), join(folder, 'good.pdf'), '--out', out);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^.*bad\.pdf: unreadable: .*\ngood: 2 pages, 4 files, full, passed, \d+\.\d s\n$/);
    expect(readdirSync(out).toSorted()).toEqual(['good', 'good.md', 'timings.json']);
    expect(readdirSync(join(out, 'good'))).toContain('README.md');
    expect(readFileSync(join(out, 'good.md'), 'utf8')).toBe('One page.\n\nAnother page.\n');
    const timings = JSON.parse(readFileSync(join(out, 'timings.json'), 'utf8')) as object;
    expect(timings).toEqual({ good: { pages: 2, seconds: expect.any(Number) as unknown } });
  });

  test('follows a symbolic link, whose name the tree gets', () => {
    const [link, out] = [join(folder, 'link.pdf'), join(folder, 'linked')];
    symlinkSync('good.pdf', link);
    const { status, stderr } = convert(link, '--out', out);
    expect(stderr).toMatch(/^link: 2 pages/);
    expect(status).toBe(0);
    expect(readFileSync(join(out, 'link.md'), 'utf8')).toBe('One page.\n\nAnother page.\n');
  });

  test('explains a document beside its tree, which stays the same', () => {
    const [plain, explained] = [join(folder, 'plain'), join(folder, 'explained')];
    expect(convert(join(folder, 'good.pdf'), '--out', plain).status).toBe(0);
    const { status, stderr } = convert(join(folder, 'good.pdf'), '--out', explained, '--explain');
    expect(stderr).toMatch(/^good: 2 pages/);
    expect(status).toBe(0);
    expect(readdirSync(explained).toSorted()).toEqual([
      'good',
      'good.decisions.jsonl',
      'good.explain.html',
      'good.md',
      'timings.json',
    ]);
    for (const path of readdirSync(join(plain, 'good'))) {
      expect(readFileSync(join(explained, 'good', path))).toEqual(readFileSync(join(plain, 'good', path)));
    }
    const html = readFileSync(join(explained, 'good.explain.html'), 'utf8');
    const [, picture = ''] = /id="picture-2">"data:image\/webp;base64,([^"]*)"/.exec(html) ?? [];
    expect(Buffer.from(picture, 'base64').subarray(8, 12).toString()).toBe('WEBP');
    expect(html).toContain('["paragraph",0,');
    for (const line of readFileSync(join(explained, 'good.decisions.jsonl'), 'utf8').split('\n').filter(Boolean)) {
      const decision = JSON.parse(line) as object;
      const keys = ['page', 'box', 'text', 'stage', 'table', 'rule', 'verdict', 'numbers'];
      expect(Object.keys(decision)).toEqual(keys);
    }
  });

  test('a file whose name is dots alone empties no folder around its own', () => {
    const out = join(folder, 'dots');
    writeFileSync(join(folder, '...pdf'), pdfOfTexts(['One page.']));
    expect(convert(join(folder, 'good.pdf'), join(folder, '...pdf'), '--out', out).status).toBe(0);
    expect(readdirSync(out).toSorted()).toEqual(['document', 'document.md', 'good', 'good.md', 'timings.json']);
    expect(existsSync(join(folder, 'good.pdf'))).toBe(true);
  });

  test('stops behind a stage of the engine, and goes on from there to the same tree', () => {
    const [out, whole] = [join(folder, 'until'), join(folder, 'whole')];
    expect(convert(join(folder, 'good.pdf'), '--out', out, '--until', 'headings').stderr).toMatch(
      /^good: until headings, \d+\.\d s\n$/,
    );
    expect(readdirSync(out).toSorted()).toEqual(['good.headings.json', 'timings.json']);
    expect(convert(join(out, 'good.headings.json'), '--out', out).stderr).toMatch(/^good: 2 pages, 4 files, full/);
    expect(convert(join(folder, 'good.pdf'), '--out', whole).status).toBe(0);
    for (const file of readdirSync(join(whole, 'good')))
      expect(readFileSync(join(out, 'good', file), 'utf8')).toBe(readFileSync(join(whole, 'good', file), 'utf8'));
    expect(convert(join(out, 'good.headings.json'), '--out', out, '--until', 'lines')).toMatchObject({ status: 1 });
    expect(convert(join(folder, 'good.pdf'), '--out', out, '--until', 'recognise').status).toBe(0);
    expect(JSON.parse(readFileSync(join(out, 'good.recognise.json'), 'utf8'))).toMatchObject({
      stage: 'recognise',
      output: { pages: [{ parsed: { number: 1 } }, { parsed: { number: 2 } }] },
    });
  });

  test('ends a document at its time limit', () => {
    const { status, stderr } = convert(join(folder, 'slow.pdf'), '--out', join(folder, 'late'), '--timeout', '2');
    expect(status).toBe(1);
    expect(stderr).toMatch(/slow\.pdf: timed_out: /);
  });

  test('ends although its timings cannot be written', () => {
    const out = join(folder, 'full');
    mkdirSync(join(out, 'timings.json'), { recursive: true });
    const { status, stderr } = convert(join(folder, 'good.pdf'), '--out', out);
    expect(stderr).toMatch(/^good: 2 pages.*\nEISDIR/);
    expect(status).toBe(2);
  });

  test.each([
    [['a.pdf'], 'usage: convert'],
    [['a.pdf', '--out', 'x', '--template', 'novel'], '--template is one of book'],
    [['a.pdf', '--out', 'x', '--acceptance-policy', 'lax'], '--acceptance-policy is one of balanced'],
    [['a.pdf', 'b/a.pdf', '--out', 'x'], 'two files are named a'],
    [['a.pdf', '--out', 'x', '--until', 'layout'], '--until is one of read, recognise, normalise'],
    [['a.pdf', '--out', 'x', '--timeout', 'soon'], '--timeout is a number'],
    [['a.pdf', '--out', 'x', '--explain', '--until', 'headings'], '--explain is for PDFs'],
  ])('refuses %j', (args, message) => {
    const { status, stderr } = convert(...args);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
    expect(existsSync('x')).toBe(false);
  });
});
