import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { renderBlock } from '../../../../engine/markdown/blocks.js';
import { codeSpan, escapeInline, escapeLineStart } from '../../../../engine/markdown/escape.js';
import { footnoteLabels, placeFootnotes } from '../../../../engine/markdown/footnotes.js';
import { renderLine } from '../../../../engine/markdown/inline.js';
import { pathProblem } from '../../../../contract/vocabulary.js';
import { comparePaths, numberPrefix, relativeLink, slugOf } from '../../../../engine/files/paths.js';
import { MAX_FILE_BYTES } from '../../../../engine/limits.js';
import { planFiles } from '../../../../engine/files/plan.js';
import { blockText, wordsOf } from '../../../../engine/markdown/text.js';
import type { Block, Span, TableBlock } from '../../../../engine/block-model.js';
import { headingTree } from '../../../../engine/templates/section.js';
import { field, footnote, heading, list, paragraph } from '../../../support/blocks.js';
import { visibleText } from '../../../support/measures.js';

const plain = { footnotes: new Map<string, string>(), pageMarks: () => [] };
const lines = (block: Block): string => renderBlock(block, plain).join('\n');

describe('escaping', () => {
  test('an equation is a fenced block of what is printed, its commands escaped', () => {
    const equation = (text: string): Block => ({ kind: 'equation', text, source: [] });
    expect(lines(equation('{x} = 100 %_2'))).toBe('```math\n\\{x\\} = 100 \\%\\_2\n```');
    expect(lines(equation(' '))).toBe('');
  });

  test.each([
    ['1.1 In this Agreement', '1\\.1 In this Agreement'],
    ['1) first', '1\\) first'],
    ['# no heading', '\\# no heading'],
    ['- no item', '\\- no item'],
    ['> no quote', '\\> no quote'],
    ['--- ', '\\---'],
    ['a * b and [c] and `d`', 'a \\* b and \\[c\\] and \\`d\\`'],
    ['snake_case and _emphasis_', 'snake_case and \\_emphasis\\_'],
    ['costs $5 or <b>', 'costs \\$5 or \\<b>'],
    ['3 < 4 &amp; 5', '3 < 4 \\&amp; 5'],
  ])('%s shows as it was printed', (text, markdown) => {
    expect(renderLine([{ text }], plain)).toBe(markdown);
  });

  test('code spans keep backticks', () => {
    expect(codeSpan('a `b` c')).toBe('``a `b` c``');
    expect(codeSpan('`b`')).toBe('`` `b` ``');
  });

  test('no text gains or loses words by it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (text) => {
        const shown = visibleText(`${escapeLineStart(escapeInline(text.replace(/\s+/g, ' ').trim()))}\n`);
        expect(wordsOf(shown)).toEqual(wordsOf(text.replace(/\s+/g, ' ')));
      }),
    );
  });
});

describe('spans', () => {
  const render = (spans: Span[]): string => renderLine(spans, plain);

  test('emphasis leaves white space outside', () => {
    expect(render([{ text: 'the ' }, { text: ' Supplier ', bold: true }, { text: 'pays' }])).toBe(
      'the **Supplier** pays',
    );
  });

  test('emphasis that Markdown would not read is left away', () => {
    expect(render([{ text: '(a)', bold: true }, { text: 'b' }])).toBe('(a)b');
  });

  test('links keep safe targets only', () => {
    expect(render([{ text: 'x', url: 'https://example.org/a(b)' }])).toBe('[x](<https://example.org/a(b)>)');
    expect(render([{ text: 'x', url: 'javascript:alert(1)' }])).toBe('x');
  });
});

describe('blocks', () => {
  test('lines that their author broke end in two spaces, also in quotes and items, and the words are as before', () => {
    const verse = paragraph([
      { text: 'The light', bold: true },
      { text: '\n' },
      { text: 'goes *round' },
      { text: '\n' },
    ]);
    expect(lines(verse)).toBe('**The light**  \ngoes \\*round');
    expect(lines({ kind: 'quote', blocks: [verse], source: [] })).toBe('> **The light**  \n> goes \\*round');
    const item = { marker: '•', blocks: [verse], source: [] };
    expect(lines({ kind: 'list', ordered: false, items: [item], source: [] })).toBe(
      '- **The light**  \n  goes \\*round',
    );
    expect(wordsOf(visibleText(lines(verse)))).toEqual(wordsOf(blockText(verse)));
  });

  test('lists keep their own numbering', () => {
    expect(
      lines(
        list([
          ['3.', 'three'],
          ['4.', 'four'],
        ]),
      ),
    ).toBe('3. three\n4. four');
    expect(
      lines(
        list([
          ['(a)', 'one'],
          ['(b)', 'two', list([['(i)', 'inner']])],
        ]),
      ),
    ).toBe('- (a) one\n- (b) two\n  - (i) inner');
    expect(
      lines(
        list([
          ['1.', 'one'],
          ['3.', 'three'],
        ]),
      ),
    ).toBe('1. one\n\n<!-- -->\n\n3. three');
  });

  test('tables with spans are HTML, others pipe tables', () => {
    const cell = (text: string) => ({ spans: [{ text }] });
    const table: TableBlock = {
      kind: 'table',
      headerRows: 1,
      rows: [
        [cell('a|b'), cell('c')],
        [cell('1'), cell('2')],
      ],
      source: [],
    };
    expect(lines(table)).toBe('| a\\|b | c |\n| --- | --- |\n| 1 | 2 |');
    const spanned: TableBlock = { ...table, rows: [[{ ...cell('a < b'), colSpan: 2 }], table.rows[1]!] };
    expect(lines(spanned)).toContain('<tr><th colspan="2">a &lt; b</th></tr>');
  });

  test('code keeps its lines and its backticks', () => {
    expect(lines({ kind: 'code', text: 'a\n  ```\nb', source: [] })).toBe('````\na\n  ```\nb\n````');
  });

  test('boxes are a bold label and their text, row by row', () => {
    expect(lines(field('5', "Vessel's name", ['Aurelia', 'Star']))).toBe("**5. Vessel's name**\n\nAurelia\n\nStar");
  });
});

describe('footnotes', () => {
  const refers = (id: string): Block => paragraph([{ text: 'text' }, { text: '1', footnote: id, superscript: true }]);

  test('stand behind the block that refers to them', () => {
    const [a, b] = [refers('n1'), refers('n2')];
    const [one, two] = [footnote('n1', '1', 'first'), footnote('n2', '2', 'second')];
    expect(placeFootnotes([a, b, one, two])).toEqual([a, one, b, two]);
  });

  test('have labels that are unique in their file', () => {
    const blocks = [refers('x'), footnote('x', '1', 'first'), refers('y'), footnote('y', '1', 'second')];
    expect([...footnoteLabels(blocks).values()]).toEqual(['1', '1-2']);
  });

  test('without a reference are shown as text', () => {
    expect(lines(footnote('z', '*', 'alone'))).toBe('\\* alone');
  });
});

describe('paths', () => {
  test.each([
    ['1.2 The Café & Bar: “Über” Straße', '1-2-the-cafe-and-bar-uber-strasse'],
    ["Owners' Responsibility", 'owners-responsibility'],
    ['第一章 はじめに', '第一章-はじめに'],
    ['Глава 1', 'глава-1'],
    ['***', 'untitled'],
  ])('%s becomes %s', (title, slug) => expect(slugOf(title)).toBe(slug));

  test('every title makes a segment that keeps the rules', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (title) => {
        const slug = slugOf(title);
        expect(pathProblem(`01-${slug}.md`)).toBeNull();
        expect(slug.length).toBeLessThanOrEqual(60);
        expect(slug).not.toContain('/');
      }),
    );
  });

  test('numbers sort as they count', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 12_000 }), (count) => {
        const [a, b] = [numberPrefix(count - 1, count), numberPrefix(count, count)];
        expect(comparePaths(`${a}-z/01-a.md`, `${b}-a.md`)).toBeLessThan(0);
      }),
    );
  });

  test('links lead from file to file', () => {
    expect(relativeLink('a/b/01-x.md', 'a/02-y.md')).toBe('../02-y.md');
    expect(relativeLink('01-x.md', 'a/02-ü.md')).toBe('a/02-%C3%BC.md');
  });
});

describe('planning', () => {
  const word = fc.stringMatching(/^[a-z]{1,12}$/);
  const block = fc.oneof(
    {
      weight: 1,
      arbitrary: fc.tuple(fc.integer({ min: 1, max: 6 }), word).map(([level, text]) => heading(level, text)),
    },
    {
      weight: 3,
      arbitrary: fc.array(word, { minLength: 1, maxLength: 400 }).map((words) => paragraph(words.join(' '))),
    },
    {
      weight: 1,
      arbitrary: fc.array(word, { minLength: 1, maxLength: 30 }).map((items) => list(items.map((item) => ['•', item]))),
    },
  );

  test('loses nothing, doubles nothing and keeps the order, whatever the document', () => {
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 80 }), (blocks) => {
        const plan = planFiles(headingTree(blocks, 'Title'));
        expect(plan.files.flatMap((file) => file.blocks.map(blockText))).toEqual(blocks.map(blockText));
        const paths = plan.files.map(({ path }) => path);
        expect(paths.toSorted(comparePaths)).toEqual(paths);
        expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length);
      }),
      { numRuns: 60 },
    );
  });

  test.each<[string, Block]>([
    ['paragraph', paragraph('many words '.repeat(60_000))],
    ['word', paragraph('x'.repeat(600_000))],
    ['list', list(Array.from({ length: 9_000 }, (_, n) => ['•', `item ${n} of a list that does not end`]))],
    ['code', { kind: 'code', text: 'line of code\n'.repeat(50_000), source: [] }],
    ['cell', { kind: 'table', headerRows: 0, rows: [[{ spans: [{ text: 'cell '.repeat(90_000) }] }]], source: [] }],
  ])('a %s too large for a file is cut, without losing words', (_, large) => {
    const plan = planFiles(headingTree([heading(1, 'T'), large], 'T'));
    const words = plan.files.flatMap((file) => file.blocks.flatMap((one) => wordsOf(blockText(one)).join('')));
    expect(words.join('').length).toBe(wordsOf(blockText(large)).join('').length + 1);
    for (const file of plan.files) {
      const bytes = Buffer.byteLength(file.blocks.map(lines).join('\n\n'));
      expect(bytes).toBeLessThan(MAX_FILE_BYTES);
    }
  });
});
