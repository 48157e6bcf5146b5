/** A tree that was damaged after the engine wrote it is detected: which damage gives which finding, on which page, in which file. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { AuditFinding } from '../../../../contract/vocabulary.js';
import {
  structureDocument,
  verifyTree,
  type DocumentInfo,
  type UnverifiedTree,
  type ParsedPage,
  type SourceMapEntry,
} from '../../../../engine/index.js';
import { comparePaths } from '../../../../engine/files/paths.js';
import { createAuditor } from '../../../../engine/verify/audit.js';
import { at, pdf, readPages } from '../../../support/pdf.js';

const options = { template: null, source: { fileName: 'a.pdf', sha256: '0'.repeat(64), sizeBytes: 1 } };

const FIRST =
  'The harbour master keeps a ledger of every vessel that enters between dawn and noon. Pilots board beyond the outer ' +
  'buoy unless heavy weather forbids it. Dues follow the tonnage painted upon the bow.';
const SECOND =
  'Repairs inside dock require written leave from two wardens. Sparks, naked flames and boiling pitch stay forty paces ' +
  'off the powder store. Offenders forfeit their berth without appeal.';
const FILLER =
  'Nothing further was recorded that season, although several clerks looked through the older books again. ';

let info: DocumentInfo;
let pages: ParsedPage[];
let unverified: UnverifiedTree;
let auditor: ReturnType<typeof createAuditor>;

beforeAll(async () => {
  const bytes = await pdf((doc) => {
    const body = (text: string): void => void doc.font('Helvetica').fontSize(11).text(text, 72).moveDown(0.8);
    doc.font('Helvetica-Bold').fontSize(24).text('Rules of the Harbour').moveDown();
    for (const [name, ...texts] of [
      ['1 Arrival', FIRST, 'Fees are set out in section 2.', FILLER.repeat(3)],
      ['2 Repairs', SECOND, 'Lanterns hang at each gangway after sunset.', FILLER.repeat(3)],
    ]) {
      if (name !== '1 Arrival') doc.addPage();
      doc.font('Helvetica-Bold').fontSize(16).text(name!).moveDown(0.5);
      texts.forEach(body);
    }
    doc.fontSize(11);
    const rows = [
      ['Vessel', 'Dues'],
      ['Sloop', 'eleven crowns'],
      ['Brigantine', 'thirty crowns'],
      ['Galleon', 'ninety crowns'],
    ];
    for (const [row, cells] of rows.entries()) {
      const y = 500 + 24 * row;
      for (const [column, text] of cells.entries()) {
        doc.rect(72 + 180 * column, y - 16, 180, 24).stroke();
        at(doc, 80 + 180 * column, y, text);
      }
    }
  });
  ({ info, pages } = await readPages(bytes));
  unverified = structureDocument(info, pages, options);
  auditor = createAuditor(info, pages);
});

const pathLike = (part: string): string => unverified.files.find(({ path }) => path.includes(part))!.path;

/** The tree with one file changed; null takes it out. */
function damaged(part: string, change: (content: string) => string | null): UnverifiedTree {
  const path = pathLike(part);
  const files = unverified.files.flatMap((file) => {
    const content = file.path === path ? change(file.content) : file.content;
    return content === null ? [] : [{ ...file, content }];
  });
  expect(files).not.toEqual(unverified.files);
  return { ...unverified, files };
}

/** By one auditor for all trees, which compares a file once; and by one of its own, which has to find the same. */
function found(of: UnverifiedTree): AuditFinding[] {
  const { findings } = auditor(of);
  expect(findings).toEqual(createAuditor(info, pages)(of).findings);
  return findings;
}
const replace = (from: string, to: string) => (content: string) => content.replace(from, to);
const lineWith = (content: string, text: string): string => content.split('\n').find((line) => line.includes(text))!;

test('the whole tree has no finding', () => {
  expect(found(unverified)).toEqual([]);
});

describe.each<[string, string, (content: string) => string | null, Partial<AuditFinding>]>([
  ['a dropped word', 'arrival', replace('ledger ', ''), { code: 'missing_words', sourceRef: 'page 1' }],
  [
    'a dropped sentence',
    'arrival',
    replace('Dues follow the tonnage painted upon the bow.', ''),
    { code: 'missing_words', severity: 'error', sourceRef: 'page 1' },
  ],
  [
    'a dropped paragraph',
    'repairs',
    replace('Lanterns hang at each gangway after sunset.', ''),
    { code: 'missing_words', severity: 'error', sourceRef: 'page 2' },
  ],
  ['a doubled word', 'repairs', replace('appeal', 'appeal appeal'), { code: 'extra_words' }],
  [
    'a doubled paragraph',
    'repairs',
    replace(
      'Lanterns hang at each gangway after sunset.',
      'Lanterns hang at each gangway after sunset.\n\nLanterns hang at each gangway after sunset.',
    ),
    { code: 'extra_words' },
  ],
  [
    'a dropped row',
    'repairs',
    (text) => text.replace(`${lineWith(text, 'Brigantine')}\n`, ''),
    { code: 'missing_words', sourceRef: 'page 2' },
  ],
  [
    'two rows swapped',
    'repairs',
    (text) => swap(text, lineWith(text, 'Sloop'), lineWith(text, 'Galleon')),
    { code: 'misplaced_text', severity: 'error', sourceRef: 'page 2' },
  ],
  [
    'two paragraphs swapped',
    'repairs',
    (text) => swap(text, lineWith(text, 'Repairs inside'), lineWith(text, 'Nothing further')),
    { code: 'misplaced_text', sourceRef: 'page 2' },
  ],
  [
    'two sentences swapped',
    'arrival',
    (text) =>
      swap(
        text,
        'Pilots board beyond the outer buoy unless heavy weather forbids it.',
        'Dues follow the tonnage painted upon the bow.',
      ),
    { code: 'text_out_of_order', sourceRef: 'page 1' },
  ],
  ['a file cut at its end', 'repairs', (text) => text.slice(0, text.indexOf('Lanterns')), { code: 'bad_source_map' }],
  [
    'a file without its front matter',
    'arrival',
    (text) => text.slice(text.indexOf('<!--')),
    { code: 'bad_front_matter' },
  ],
  ['a page mark that is gone', 'repairs', replace('<!-- page 2 -->', ''), { code: 'bad_page_marks' }],
  [
    'a link that leads nowhere',
    'arrival',
    (text) => text.replace(/\]\([^)]*\)/, '](no-such-file.md)'),
    { code: 'broken_link' },
  ],
  [
    'a link to no heading',
    'arrival',
    (text) => text.replace(/\]\(([^)]*)\)/, ']($1#no-such-heading)'),
    { code: 'broken_anchor' },
  ],
])('%s', (_, part, change, expected) => {
  test('is reported with its code and place', () => {
    expect(found(damaged(part, change))).toContainEqual(expect.objectContaining({ ...expected, file: pathLike(part) }));
  });

  test('is repaired by writing the tree anew', () => {
    const policy = expected.code === 'extra_words' || expected.severity === undefined ? 'balanced' : 'strict';
    const tree = verifyTree(info, pages, damaged(part, change), { ...options, policy });
    const isError = found(damaged(part, change)).some(({ severity }) => severity === 'error');
    if (!isError) expect(tree.audit.repairAttempts).toBe(0);
    else {
      expect(tree.files).toEqual(unverified.files);
      expect(tree.audit).toMatchObject({ status: 'repaired', repairAttempts: 1 });
      expect(tree.audit.findings.map(({ code }) => code)).toEqual(['tree_rebuilt']);
    }
  });
});

/** The tree with two lines of a file and what the source map says of them swapped. */
function swappedWithMap(part: string, texts: [string, string]): UnverifiedTree {
  const path = pathLike(part);
  const lines = unverified.files.find((file) => file.path === path)!.content.split('\n');
  const [a, b] = texts.map((text) => lines.findIndex((line) => line.includes(text)) + 1) as [number, number];
  const line = (at: number): number => (at === a ? b : at === b ? a : at);
  const files = unverified.files.map((file) => {
    if (file.path === path) return { ...file, content: lines.map((_, at) => lines[line(at + 1) - 1]).join('\n') };
    if (file.path !== 'source-map.json') return file;
    const entries = (JSON.parse(file.content) as SourceMapEntry[]).map((entry) =>
      entry.path === path && entry.startLine === entry.endLine
        ? { ...entry, startLine: line(entry.startLine), endLine: line(entry.endLine) }
        : entry,
    );
    return { ...file, content: JSON.stringify(entries) };
  });
  return { ...unverified, files };
}

test.each<[string, [string, string], Partial<AuditFinding>]>([
  ['two paragraphs', ['Repairs inside', 'Lanterns hang'], { code: 'text_out_of_order', severity: 'review' }],
  ['two rows', ['Brigantine', 'Galleon'], { code: 'text_out_of_order', severity: 'error' }],
])('%s that changed places together with their map are found', (_, texts, expected) => {
  const findings = found(swappedWithMap('repairs', texts));
  expect(findings).toContainEqual(
    expect.objectContaining({ ...expected, file: pathLike('repairs'), sourceRef: 'page 2' }),
  );
});

test('two files that changed places together with all that is said of them are found', () => {
  const [first, second] = ['arrival', 'repairs'].map(pathLike) as [string, string];
  const renamed = (text: string): string =>
    text.replaceAll(first, '\u0001').replaceAll(second, first).replaceAll('\u0001', second);
  const files = unverified.files.map(({ path, content }) => ({ path: renamed(path), content: renamed(content) }));
  expect(found({ ...unverified, files }).map(({ code }) => code)).toEqual(['bad_order']);
  const sorted = files.toSorted((a, b) => comparePaths(a.path, b.path));
  expect(found({ ...unverified, files: sorted }).map(({ code }) => code)).toContain('bad_page_marks');
});

test('a file that is gone is missed', () => {
  const codes = found(damaged('repairs', () => null)).map(({ code }) => code);
  expect(codes).toEqual(expect.arrayContaining(['missing_words', 'bad_metadata', 'bad_source_map', 'broken_link']));
});

test('two files with their contents swapped are found', () => {
  const [a, b] = ['arrival', 'repairs'].map((part) => unverified.files.find(({ path }) => path.includes(part))!);
  const files = unverified.files.map((file) => {
    if (file === a) return { ...file, content: b!.content };
    return file === b ? { ...file, content: a!.content } : file;
  });
  const codes = found({ ...unverified, files }).map(({ code }) => code);
  expect(codes).toEqual(expect.arrayContaining(['bad_page_marks', 'bad_metadata', 'misplaced_text']));
});

test.each<[string, (json: string) => string, string]>([
  ['metadata.json', replace('"pageCount": 2', '"pageCount": 3'), 'bad_metadata'],
  ['metadata.json', (json) => json.replace(/"words": \d+/, '"words": 4000'), 'bad_metadata'],
  ['metadata.json', (json) => json.slice(0, 80), 'bad_metadata'],
  ['source-map.json', (json) => json.replace(/\{"path"[^\n]*\n/, ''), 'bad_source_map'],
  ['source-map.json', (json) => json.replace(/"page":\d+/, '"page":9'), 'bad_source_map'],
  [
    'source-map.json',
    (json) => json.replaceAll(/"page":1,"box":\[[^\]]*\]/g, '"page":1,"box":[0.1,0.9,0.2,0.95]'),
    'misplaced_text',
  ],
  ['README.md', (text) => text.replace(/^ *- \[.*arrival.*$/gm, ''), 'bad_readme'],
])('%s that was changed is found out', (path, change, code) => {
  expect(found(damaged(path, change)).map((one) => one.code)).toContain(code);
});

function swap(text: string, a: string, b: string): string {
  return text.replace(a, '\u0001').replace(b, a).replace('\u0001', b);
}
