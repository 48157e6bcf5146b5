import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { unverifiedOf } from '../../../../engine/verify/unverified.js';
import type { Block, StructuredDocument, TableBlock, TableCell } from '../../../../engine/block-model.js';
import type { ParsedPage } from '../../../../engine/model.js';
import type { VerifiedTree, VerifyOptions } from '../../../../engine/shelf.js';
import { compareWords } from '../../../../engine/verify/compare.js';
import { verify } from '../../../../engine/verify/verify.js';
import { info, options, pagesOf, paragraph } from '../../../support/blocks.js';

const LINES = [
  ['The quick brown fox jumps', 'over the lazy dog today', 'and nobody minds it much'],
  ['A second page holds other', 'words that are its own', 'until the very end comes'],
];
const PAGES = pagesOf(LINES);

function judge(
  blocks: Block[],
  {
    policy = 'balanced',
    pages = PAGES,
    furniture = [],
    known = blocks,
  }: Partial<{
    policy: VerifyOptions['policy'];
    pages: ParsedPage[];
    furniture: StructuredDocument['furniture'];
    known: Block[];
  }> = {},
): VerifiedTree {
  const document = (of: Block[]): StructuredDocument => ({ title: 'T', blocks: of, furniture });
  const unverified = unverifiedOf({
    info: info(pages.length),
    pages,
    document: document(blocks),
    options,
    finest: 'template',
  });
  return verify({
    info: info(pages.length),
    pages,
    unverified,
    options: { ...options, policy },
    document: () => document(known),
  });
}

const whole = LINES.map((lines, index) => paragraph(lines.join(' '), index + 1));
const codes = ({ audit }: VerifiedTree): string[] => audit.findings.map(({ code }) => code ?? '');

describe('words', () => {
  test('that are all there pass', () => {
    const { audit } = judge(whole);
    expect(audit).toMatchObject({ status: 'passed', findings: [], repairAttempts: 0 });
    expect(audit.summary).toBe('30 words on 2 pages were checked: all of them are in the files.');
  });

  test('joined at a line end or split by the printer are the same words', () => {
    const pages = pagesOf([['a docu-', 'ment of sep a rate letters', 'and handfull of joined']]);
    expect(judge([paragraph('a document of separate letters and hand full of joined')], { pages }).audit.status).toBe(
      'passed',
    );
  });

  test('broken at the end of a page are the same words, beside others of their parts', () => {
    const pages = pagesOf([
      ['what they com-', 'mitted is left un-'],
      ['committed as a re-', 'lation of sˆ is'],
    ]);
    const text = 'what they committed is left uncommitted as a relation of ˆs is';
    const source = [1, 2].flatMap((page) => paragraph('', page).source);
    expect(judge([{ ...paragraph(text), source }], { pages }).audit.findings).toEqual([]);
  });

  test('of a lost line are put back where they were printed', () => {
    const lost = [paragraph('The quick brown fox jumps and nobody minds it much', 1), whole[1]!];
    const tree = judge(lost);
    expect(tree.audit).toMatchObject({ status: 'repaired', repairAttempts: 1 });
    expect(codes(tree)).toEqual(['text_restored']);
    expect(tree.files.map(({ content }) => content).join('')).toContain('over the lazy dog today');
  });

  describe('that are lost here and there cannot be put back, which', () => {
    const lines = [
      'alpha beta gamma delta epsilon zeta',
      'one two three four five six',
      'red blue green pink grey black',
    ];
    const pages = pagesOf([lines]);
    const half = [paragraph('alpha gamma epsilon one three five red green grey')];

    test('fails a strict shelf', () => {
      const strict = (): VerifiedTree => judge(half, { pages, policy: 'strict' });
      expect(strict).toThrow(expect.objectContaining({ code: 'verification_failed' }));
    });

    test.each(['balanced', 'best_effort'] as const)('leaves a %s shelf to review', (policy) => {
      const { audit, quality } = judge(half, { pages, policy });
      expect(audit).toMatchObject({ status: 'review_required', repairAttempts: 1 });
      expect(audit.findings).toEqual([expect.objectContaining({ code: 'missing_words', severity: 'error' })]);
      expect(quality.tier).toBe('full');
    });
  });

  test('that are there twice are named with their file', () => {
    const tree = judge([whole[0]!, whole[0]!, whole[1]!]);
    expect(tree.audit.status).toBe('review_required');
    expect(tree.audit.findings).toEqual([
      expect.objectContaining({ code: 'extra_words', severity: 'review', file: '01-t.md' }),
    ]);
  });

  test('are counted right whatever is dropped', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[b-n]{3,6}$/), { minLength: 5, maxLength: 60 }),
        fc.nat(),
        (words, seed) => {
          const dropped = seed % words.length;
          const source = [
            { number: 1, lines: [], optional: [], words: words.map((word) => ({ word, page: 1, line: 0 })) },
          ];
          const output = [{ path: 'a.md', words: words.toSpliced(dropped, 1) }];
          const { missing, extra, total } = compareWords(source, output);
          expect(total).toBe(words.length);
          expect(missing.map(({ word }) => word)).toEqual([words[dropped]]);
          expect(extra).toEqual([]);
        },
      ),
    );
  });
});

describe('furniture', () => {
  const pages = pagesOf([
    ['The Journal of Examples', ...LINES[0]!, '1'],
    ['The Journal of Examples', ...LINES[1]!, '2'],
  ]);
  const heads = [1, 2].flatMap((page) => [
    { page, text: 'The Journal of Examples' },
    { page, text: String(page) },
  ]);

  test('that comes again may be missing', () => {
    expect(judge(whole, { pages, furniture: heads }).audit.status).toBe('passed');
  });

  test('that counts its page among a number of pages may be missing', () => {
    const counted = pagesOf(LINES.map((lines, index) => [...lines, `Page ${index + 3} of 7`]));
    const feet = [1, 2].map((page) => ({ page, text: `Page ${page + 2} of 7` }));
    expect(judge(whole, { pages: counted, furniture: feet }).audit.status).toBe('passed');
  });

  test('that is marked as artifact excuses no heading of the same words', () => {
    const marked = pagesOf([['A title', 'A title', ...LINES[0]!], LINES[1]!]).map((page) => ({
      ...page,
      runs: page.runs.map((run, at) => (run.text === 'A title' && at === 0 ? { ...run, artifact: true } : run)),
    }));
    const tree = judge(whole, { pages: marked, furniture: [{ page: 1, text: 'A title' }] });
    expect(codes(tree)).toEqual(['missing_words']);
  });

  test('takes its own words, not those of numbers beside them', () => {
    const lines = (page: number): string[] => [`Draft 2`, '1', '2', ...LINES[page - 1]!, '12'];
    const furniture = [1, 2].flatMap((page) => ['12', '1', '2', 'Draft 2'].map((text) => ({ page, text })));
    expect(codes(judge(whole, { pages: pagesOf([lines(1), lines(2)]), furniture }))).toEqual([]);
  });

  test('that stands on one page alone was text', () => {
    const tree = judge([paragraph('over the lazy dog today and nobody minds it much', 1), whole[1]!], {
      furniture: [{ page: 1, text: 'The quick brown fox jumps' }],
    });
    expect(codes(tree)).toEqual(['text_restored']);
  });
});

describe('a table over two pages', () => {
  const HEAD = 'Vessel Flag Tonnage';
  const ROWS = [['Aurora Norway 1200', 'Borealis Malta 3400'], ['Cirrus Greece 5600']];
  const above = 'This sentence stands above and not inside the table';
  const pages = pagesOf([
    [above, HEAD, ...ROWS[0]!],
    [HEAD, ...ROWS[1]!],
  ]);
  const cells = (line: string): TableCell[] => line.split(' ').map((text) => ({ spans: [{ text }] }));
  const table = (rows: string[]): Block => ({
    kind: 'table',
    headerRows: 1,
    rows: [HEAD, ...rows].map(cells),
    source: [
      { page: 1, box: { x0: 70, y0: 90, x1: 540, y1: 150 } },
      { page: 2, box: { x0: 70, y0: 70, x1: 540, y1: 110 } },
    ],
  });

  test('may have its repeated head once, whose words are checked nevertheless', () => {
    const { audit } = judge([paragraph(above), table(ROWS.flat())], { pages });
    expect(audit.status).toBe('passed');
    expect(audit.summary).toBe('24 words on 2 pages were checked: all of them are in the files.');
  });

  test('may not lose its head altogether', () => {
    const body: Block = { ...(table(ROWS.flat()) as TableBlock), rows: ROWS.flat().map(cells), headerRows: 0 };
    expect(codes(judge([paragraph(above), body], { pages }))).toContain('missing_words');
  });

  test('may not lose a row that the page before has as well, but at another place', () => {
    const again = pagesOf([
      [above, HEAD, ...ROWS[0]!],
      [HEAD, ...ROWS[1]!, ROWS[0]![0]!],
    ]);
    expect(codes(judge([paragraph(above), table(ROWS.flat())], { pages: again }))).toContain('missing_words');
  });
});

test('a line at the top of a page that repeats one of the page before may not be lost', () => {
  const [first, second] = LINES as [string[], string[]];
  const pages = pagesOf([first, [first[1]!, ...second]]);
  const tree = judge(whole, { pages });
  expect(codes(tree)).toEqual(['text_restored']);
  expect(tree.audit.summary).toContain('35 words on 2 pages were checked');
});

test('the blocks are made again once, and only where something is to be repaired', () => {
  const made = (blocks: Block[], isFresh: boolean): { times: number; tree: VerifiedTree } => {
    let times = 0;
    const document: StructuredDocument = { title: 'T', blocks, furniture: [] };
    const request = { info: info(PAGES.length), pages: PAGES, options: { ...options, policy: 'balanced' as const } };
    const unverified = unverifiedOf({ ...request, document, finest: 'template' });
    const remake = (): StructuredDocument => {
      times += 1;
      return document;
    };
    return { tree: verify({ ...request, unverified, document: remake, isFresh }), times };
  };
  expect(made(whole, false).times).toBe(0);
  const [stored, fresh] = [made([whole[1]!], false), made([whole[1]!], true)];
  expect([stored.times, fresh.times]).toEqual([1, 1]);
  expect(codes(stored.tree)).toContain('text_restored');
  expect(fresh.tree).toEqual(stored.tree);
});

test('the hidden text of a scan is held against the files', () => {
  const pages = PAGES.map((page) => ({ ...page, runs: page.runs.map((run) => ({ ...run, invisible: true })) }));
  const { audit } = judge([whole[0]!], { pages, policy: 'best_effort' });
  expect(audit.findings).toContainEqual(expect.objectContaining({ code: 'text_restored', sourceRef: 'page 2' }));
});

test('a scanned page among others is pointed out', () => {
  const [first, second] = pagesOf([LINES[0]!, []]);
  const scan = { ...second!, images: [{ x0: 0, y0: 0, x1: 612, y1: 792 }] };
  const tree = judge([whole[0]!], { pages: [first!, scan] });
  expect(tree.audit.findings).toEqual([expect.objectContaining({ code: 'page_without_text', sourceRef: 'page 2' })]);
});

test('a page that was lost is pointed out', () => {
  const [first, second] = pagesOf([LINES[0]!, []]);
  const tree = judge([whole[0]!], { pages: [first!, { ...second!, degraded: 'page_timeout' }] });
  expect(codes(tree)).toEqual(['page_timeout']);
  expect(tree.audit.status).toBe('review_required');
});

test('a page that was not tried is not said to have been read in part', () => {
  const [first, second] = pagesOf([LINES[0]!, []]);
  const tree = judge([whole[0]!], { pages: [first!, { ...second!, degraded: 'page_timeout', untried: true }] });
  expect(tree.audit.findings).toEqual([
    expect.objectContaining({ message: 'Page 2 was not read: too many pages before it took too long.' }),
  ]);
});
