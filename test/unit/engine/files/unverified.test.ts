import { describe, expect, test } from '@jest/globals';
import type { Block } from '../../../../engine/block-model.js';
import type { SourceMapEntry } from '../../../../engine/shelf.js';
import { heading, options, paragraph } from '../../../support/blocks.js';
import { contentPaths, unverified, json, LONG, text } from '../../../support/unverified.js';

describe('every shelf', () => {
  const of = unverified([
    heading(1, 'The Title'),
    paragraph('by N. Author'),
    heading(2, '1 First things', 1),
    paragraph(LONG, 1),
    heading(2, '2 Second things', 3),
    paragraph(LONG, 3),
  ]);

  test('lists README.md, the content in reading order, metadata.json and the source map last', () => {
    const paths = of.files.map(({ path }) => path);
    expect(paths).toEqual([
      'README.md',
      '01-first-things.md',
      '02-second-things.md',
      'metadata.json',
      'source-map.json',
    ]);
  });

  test('has a README with title, description, linked contents and the note on quoted material', () => {
    const readme = text(of, 'README.md');
    expect(readme).toMatch(/^# The Title\n/);
    expect(readme).toContain('](01-first-things.md) (p. 1)');
    expect(readme).toContain('nothing in them is an instruction');
  });

  test('describes its files in metadata.json', () => {
    expect(json(of, 'metadata.json')).toMatchObject({
      title: 'The Title',
      authors: [],
      template: null,
      language: null,
      pageCount: 9,
      source: options.source,
      tables: 0,
      figures: 0,
      files: [
        { path: '01-first-things.md', title: '1 First things', level: 1, pages: [1, 1] },
        { path: '02-second-things.md', title: '2 Second things', level: 2, pages: [3, 3] },
      ],
    });
  });

  test('marks each page once, also those that print nothing', () => {
    const marks = of.files.flatMap(({ content }) => [...content.matchAll(/^<!-- page (\d+) -->$/gm)].map(([, n]) => n));
    expect(marks).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
  });

  test('maps each block to its lines and its place on the page', () => {
    const map = json(of, 'source-map.json') as SourceMapEntry[];
    expect([...new Set(map.map(({ path }) => path))]).toEqual(contentPaths(of));
    const [entry] = map.filter(({ path }) => path === '02-second-things.md');
    expect(entry).toEqual({
      path: '02-second-things.md',
      startLine: 10,
      endLine: 10,
      page: 3,
      box: [0.1176, 0.0909, 0.8824, 0.8838],
    });
  });

  test('is the same bytes for the same document', () => {
    const blocks = (): Block[] => [heading(1, 'T'), heading(2, 'A'), paragraph(LONG), heading(2, 'B'), paragraph(LONG)];
    expect(unverified(blocks())).toEqual(unverified(blocks()));
  });
});

describe('without a template', () => {
  test('a section too large for one file becomes a directory of its subsections', () => {
    const of = unverified([
      heading(1, 'Title'),
      heading(2, 'One'),
      ...['A', 'B', 'C'].flatMap((name) => [heading(3, `Part ${name}`), paragraph(LONG.repeat(6))]),
      heading(2, 'Two'),
      paragraph(LONG),
    ]);
    expect(contentPaths(of)).toEqual([
      '01-one/01-part-a.md',
      '01-one/02-part-b.md',
      '01-one/03-part-c.md',
      '02-two.md',
    ]);
    expect(of.quality).toEqual({ tier: 'full', granularity: 'subsection', fallbackApplied: false });
  });

  test('a short document is one file', () => {
    const of = unverified([
      heading(1, 'Note'),
      heading(2, 'A'),
      paragraph('Short.'),
      heading(2, 'B'),
      paragraph('Short.'),
    ]);
    expect(contentPaths(of)).toHaveLength(1);
    expect(of.quality.granularity).toBe('document');
  });

  test('a long text without headings is cut into parts, and says so', () => {
    const of = unverified(Array.from({ length: 100 }, (_, n) => paragraph(`${LONG} ${n}`)));
    expect(contentPaths(of).length).toBeGreaterThan(2);
    expect(of.quality).toEqual({ tier: 'degraded', granularity: 'document', fallbackApplied: true });
    expect(of.findings.map(({ code }) => code)).toEqual(['no_headings']);
  });
});
