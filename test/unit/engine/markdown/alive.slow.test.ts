/**
 * Nothing that a PDF says comes alive as markup: whatever stands in any kind of block, what a parser of GitHub's Markdown
 * sees in the rendered file is the renderer's own. Addresses that are printed may become links to themselves.
 */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { frontMatterOf } from '../../../../engine/edit/front-matter.js';
import { isSafeUrl, linkTarget, yamlString } from '../../../../engine/markdown/escape.js';
import { renderBlock } from '../../../../engine/markdown/blocks.js';
import { oneLine } from '../../../../engine/markdown/text.js';
import { LINE_BREAK, type Block, type Span } from '../../../../engine/block-model.js';

interface Node {
  type: string;
  value?: string;
  url?: string;
  lang?: string | null;
  identifier?: string;
  children?: Node[];
}

const parser = unified().use(remarkParse).use(remarkGfm);
const parse = (markdown: string) => parser.parse(markdown) as Node;

function nodesOf(node: Node): Node[] {
  return [node, ...(node.children ?? []).flatMap(nodesOf)];
}
const textOf = (node: Node): string =>
  nodesOf(node)
    .map(({ value }) => value ?? '')
    .join('');

/** Parts of attacks; joined in any order, with anything between. */
const PARTS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<a href="//evil.example">',
  '</td></tr></table><script>',
  '<!--',
  '-->',
  '--!>',
  '<![CDATA[',
  '<?php',
  '<https://evil.example>',
  'https://bare.example/',
  'www.bare.example/',
  '<javascript:alert(1)>',
  '<mallory@evil.example>',
  '[click](https://evil.example)',
  '![x](https://evil.example/x.png)',
  '[a][b]',
  '[b]: https://evil.example',
  '[^1]',
  '[^1]: note',
  '```',
  '~~~',
  '````sh',
  '`',
  '``',
  '$$',
  '$x$',
  '\\',
  '\\\\',
  '&lt;script&gt;',
  '&#60;b&#62;',
  '**b**',
  '__b__',
  '~~s~~',
  '#',
  '######',
  '>',
  '- ',
  '1. ',
  '===',
  '---',
  '***',
  '|',
  '| --- |',
  '\n',
  '\n\n',
  '\t',
  '    ',
  ' ',
  'word',
  'é',
  '"',
  "'",
  '(',
  ')',
  ']',
  '[',
];
const hostile = fc
  .array(fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...PARTS) }, fc.string({ maxLength: 6 })), {
    minLength: 1,
    maxLength: 7,
  })
  .map((parts) => parts.join(''));

const url = fc.oneof(
  fc.constant(undefined),
  fc
    .array(fc.constantFrom('a', '/', '(', ')', '<', '>', '"', '`', '*', '_', '[', ']', '|', '\\', ' ', '\n', '<b>'), {
      maxLength: 8,
    })
    .map((parts) => `https://linked.example/${parts.join('')}`),
  fc.constantFrom('javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'data:text/html,<script>', 'file:///etc/passwd'),
);
const style = fc.boolean();
const span: fc.Arbitrary<Span> = fc
  .record({ text: hostile, url, bold: style, italic: style, superscript: style })
  .map(({ url: target, ...rest }) => ({ ...rest, ...(target !== undefined && { url: target }) }));
const spans = fc.array(span, { minLength: 1, maxLength: 3 });
const BASE = { source: [] };

/** Of several lines. */
const lines = fc
  .array(spans, { minLength: 1, maxLength: 3 })
  .map((all) => all.flatMap((one, at) => (at > 0 ? [{ text: LINE_BREAK }, ...one] : one)));
const paragraph = lines.map((inner): Block => ({ ...BASE, kind: 'paragraph', spans: inner }));
const cell = (spanned: boolean) => spans.map((inner) => ({ spans: inner, ...(spanned && { colSpan: 2 }) }));
const table = (spanned: boolean) =>
  fc
    .tuple(fc.array(fc.array(cell(spanned), { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 3 }), fc.nat(1))
    .map(([rows, headerRows]): Block => ({ ...BASE, kind: 'table', rows, headerRows }));

const BLOCKS: Record<Exclude<Block['kind'], never> | 'spanned table', fc.Arbitrary<Block>> = {
  heading: fc
    .record({ level: fc.integer({ min: 1, max: 7 }), spans })
    .map((fields) => ({ ...BASE, kind: 'heading', number: null, ...fields })),
  paragraph,
  caption: spans.map((inner) => ({ ...BASE, kind: 'caption', of: 'figure', spans: inner })),
  footnote: fc.record({ mark: hostile, spans }).map((fields) => ({ ...BASE, kind: 'footnote', id: 'n', ...fields })),
  list: fc
    .array(
      fc.record({
        marker: fc.oneof(hostile, fc.constantFrom('•', '1.', '(a)')),
        blocks: fc.array(paragraph, { maxLength: 2 }),
      }),
      {
        minLength: 1,
        maxLength: 3,
      },
    )
    .map((items) => ({ ...BASE, kind: 'list', ordered: false, items: items.map((item) => ({ ...item, source: [] })) })),
  table: table(false),
  'spanned table': table(true),
  figure: hostile.map((labels) => ({ ...BASE, kind: 'figure', labels })),
  code: hostile.map((text) => ({ ...BASE, kind: 'code', text })),
  equation: hostile.map((text) => ({ ...BASE, kind: 'equation', text })),
  quote: fc.array(paragraph, { minLength: 1, maxLength: 2 }).map((blocks) => ({ ...BASE, kind: 'quote', blocks })),
  contents: fc
    .array(fc.record({ depth: fc.nat(2), spans, pageLabel: fc.option(hostile) }), { minLength: 1, maxLength: 3 })
    .map((entries) => ({ ...BASE, kind: 'contents', entries })),
  field: fc
    .record({ label: spans, lines: fc.array(spans, { maxLength: 2 }) })
    .map((fields) => ({ ...BASE, kind: 'field', number: null, ...fields })),
};

/** Tags and comments that the renderer writes; those of a table stand in one HTML node with its text. */
const OWN_TAG = /^<\/?(?:table|thead|tbody|tr|th|td|strong|em|code|sup|sub)(?: (?:col|row)span="\d+")*>$/;
const OWN_LINK = /^<(?:a href="(?:https:\/\/linked\.example\/|https?:|mailto:)[^"<>]*"|\/a)>$/;
const COMMENT = /^<!-- (?:figure: (?:(?!--)[\s\S])*)?-->$/;

function isOwnHtml(value: string): boolean {
  if (value.startsWith('<!--')) return COMMENT.test(value) && value.indexOf('-->') === value.length - 3;
  const tags = value.match(/<[^>]*>?/g) ?? [];
  return tags.every((tag) => OWN_TAG.test(tag) || OWN_LINK.test(tag));
}

function isOwnLink(node: Node): boolean {
  const target = node.url ?? '';
  if (target.startsWith('https://linked.example/')) return true;
  // an address that is printed, which a reader of the PDF sees as well
  const shown = textOf(node);
  return [shown, `http://${shown}`, `mailto:${shown}`].includes(target);
}

/** What a node may not be in any block but a code block or an equation. */
function strangers(block: Block, root: Node): Node[] {
  const isFenced = block.kind === 'code' || block.kind === 'equation';
  return nodesOf(root).filter((node) => {
    switch (node.type) {
      case 'html':
        return !isOwnHtml(node.value ?? '');
      case 'link':
        return !isOwnLink(node);
      case 'code':
        return !isFenced;
      case 'image':
      case 'imageReference':
      case 'linkReference':
      case 'definition':
      case 'footnoteReference':
      case 'footnoteDefinition':
      case 'inlineCode':
      case 'yaml':
        return true;
      default:
        return false;
    }
  });
}

const OPTIONS = { footnotes: new Map<string, string>(), pageMarks: () => [] };

test.each(Object.keys(BLOCKS) as (keyof typeof BLOCKS)[])('nothing comes alive in a %s', (kind) => {
  fc.assert(
    fc.property(BLOCKS[kind], (block) => {
      const markdown = renderBlock(block, OPTIONS).join('\n');
      // between two others, as in a file: what is left open would take the one behind
      const root = parse(`before\n\n${markdown}\n\nafter\n`);
      expect({
        markdown,
        alive: strangers(block, root).map(({ type, value, url: to }) => ({ type, value, to })),
      }).toEqual({
        markdown,
        alive: [],
      });
      expect(textOf(root.children!.at(-1)!)).toBe('after');
    }),
    { numRuns: 100 },
  );
});

test('nothing comes alive in front matter, where a reader that knows none finds a heading', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const title = oneLine(text).trim();
      const front = `---\ntitle: ${yamlString(title)}\npages: [1, 2]\n---\n`;
      const alive = nodesOf(parse(`before\n\n${front}`)).filter(
        (node) => ['html', 'image', 'code'].includes(node.type) || (node.type === 'link' && !isOwnLink(node)),
      );
      expect(alive).toEqual([]);
      expect(frontMatterOf(front, 2).title ?? '').toBe(title);
    }),
    { numRuns: 200 },
  );
});

test.each(['code', 'equation'] as const)('a block of %s is one fence, whatever fences it prints', (kind) => {
  fc.assert(
    fc.property(hostile, (text) => {
      const markdown = renderBlock({ ...BASE, kind, text }, OPTIONS).join('\n');
      const { children = [] } = parse(markdown);
      expect(children.map(({ type, lang }) => [type, lang])).toEqual(
        markdown === '' ? [] : [['code', kind === 'equation' ? 'math' : null]],
      );
    }),
    { numRuns: 200 },
  );
});

test.each([
  'javascript&colon;alert(1)',
  'javascript&#58;alert(1)',
  'javascript&#x3A;alert(1)',
  'https://x.example/?a=1&quot;b=2',
])('an entity in the target of a link is text, not what it stands for: %s', (url) => {
  expect(isSafeUrl(url)).toBe(true);
  const tree = unified()
    .use(remarkParse)
    .parse(`[click](${linkTarget(url)})`);
  expect(JSON.stringify(tree)).toContain(JSON.stringify(url));
});
