/** Links of a file through renames and deletes, in every way in which Markdown writes them. */
import { describe, expect, test } from '@jest/globals';
import type { Operation } from '../../../../contract/vocabulary.js';
import { edited, TREE } from '../../../support/edits.js';

const rename = (from: string, to: string): Operation => ({ type: 'rename', from, to });
const remove = (path: string): Operation => ({ type: 'delete', path });
const write = (path: string, content: string): Operation => ({ type: 'write', path, content });

/** `text` of a file in 02-part/ after operations; it stands between other paragraphs. */
function after(text: string, ...operations: Operation[]): string {
  const files = [...TREE, { path: '02-part/x.md', content: `# X\n\n${text}\n\nEnd.\n` }];
  const content = edited(operations, files).text('02-part/x.md');
  expect(content.split('\n')).toHaveLength(text.split('\n').length + 5);
  return content.slice(5, -7);
}

describe('a target that is renamed', () => {
  test.each([
    ['an inline link', '[a](../01-a.md)', '[a](../09/n.md)'],
    ['with an anchor', '[a](../01-a.md#a-b)', '[a](../09/n.md#a-b)'],
    ['with a query', '[a](../01-a.md?q=1#a)', '[a](../09/n.md?q=1#a)'],
    ['with a title', '[a](../01-a.md "the ) title")', '[a](../09/n.md "the ) title")'],
    ['with other titles', "[a](../01-a.md 'it') [a](../01-a.md (it))", "[a](../09/n.md 'it') [a](../09/n.md (it))"],
    ['in angle brackets', '[a](<../01-a.md#x> "t")', '[a](../09/n.md#x "t")'],
    ['percent-encoded', '[a](..%2f../%2e%2e/%30%31-a.md)', '[a](..%2f../%2e%2e/%30%31-a.md)'],
    ['percent-encoded in a segment', '[a](%2e%2e/%30%31-a.md)', '[a](../09/n.md)'],
    ['with escapes', '[a](../01\\-a.md)', '[a](../09/n.md)'],
    ['with steps that lead nowhere', '[a](./../02-part/.././01-a.md)', '[a](../09/n.md)'],
    ['an image', '![a](../01-a.md)', '![a](../09/n.md)'],
    ['an image in a link', '[![a](../01-a.md)](../01-a.md)', '[![a](../09/n.md)](../09/n.md)'],
    ['with brackets in its text', '[a [b] \\] `]` c](../01-a.md)', '[a [b] \\] `]` c](../09/n.md)'],
    ['a definition', '[a][1] and [1]\n\n[1]: ../01-a.md#x "T"', '[a][1] and [1]\n\n[1]: ../09/n.md#x "T"'],
    ['a definition in angle brackets', '[1]\n\n[1]: <../01-a.md>', '[1]\n\n[1]: ../09/n.md'],
    ['several definitions', '[1]: ../01-a.md\n[2]: ../01-a.md', '[1]: ../09/n.md\n[2]: ../09/n.md'],
    ['HTML', '<a class="x" href="../01-a.md#y">a</a>', '<a class="x" href="../09/n.md#y">a</a>'],
    [
      'HTML in single quotes, and bare',
      "<a href='../01-a.md'>a</a> <img src=../01-a.md>",
      "<a href='../09/n.md'>a</a> <img src=../09/n.md>",
    ],
    [
      'HTML in a table of HTML',
      '<table>\n<tr><td><a href="../01-a.md">a</a></td></tr>\n</table>',
      '<table>\n<tr><td><a href="../09/n.md">a</a></td></tr>\n</table>',
    ],
    [
      'a pipe table',
      '| a | b |\n| --- | --- |\n| [a](../01-a.md) | ` |',
      '| a | b |\n| --- | --- |\n| [a](../09/n.md) | ` |',
    ],
    ['a list', '- one\n\n    [a](../01-a.md)', '- one\n\n    [a](../09/n.md)'],
    ['a quote', '> [a](../01-a.md)', '> [a](../09/n.md)'],
    ['over two lines', '[a\nb](../01-a.md\n"t")', '[a\nb](../09/n.md\n"t")'],
    ['behind an open bracket', '[ [a](../01-a.md)', '[ [a](../09/n.md)'],
    ['behind an open backtick', '` [a](../01-a.md)', '` [a](../09/n.md)'],
  ])('%s', (_, text, expected) => {
    expect(after(text, rename('01-a.md', '09/n.md'))).toBe(expected);
  });

  test.each([
    ['a code span', '`[a](../01-a.md)`'],
    ['a code span of two backticks', '``[a](../01-a.md) ` ``'],
    ['a fence', '```md\n[a](../01-a.md)\n\n[a](../01-a.md)\n```'],
    ['a fence of tildes', '~~~\n[a](../01-a.md)\n```\n[a](../01-a.md)\n~~~'],
    ['indented code', '    [a](../01-a.md)\n\n    [a](../01-a.md)'],
    ['<pre>', '<pre>\n<a href="../01-a.md">a</a>\n\n[a](../01-a.md)\n</pre>'],
    ['a comment', '<!-- [a](../01-a.md) -->'],
    ['a comment over paragraphs', '<!-- [a](../01-a.md)\n\n[a](../01-a.md) -->'],
    ['an attribute', '<b title="[a](../01-a.md)">a</b>'],
    ['HTML blocks, where Markdown is text', '<div>\n[a](../01-a.md)\n</div>'],
    ['escaped brackets', '\\[a](../01-a.md) [a\\](../01-a.md)'],
    ['what is no link', '[a] (../01-a.md) [a](../01-a.md [a](../01-a.md x) (../01-a.md)'],
    ['a footnote', '[^1]\n\n[^1]: ../01-a.md'],
    ['a definition inside of a paragraph', 'one\n[1]: ../01-a.md'],
    ['addresses', '[a](https://x.example/01-a.md) [a](//x/01-a.md) [a](/01-a.md) [a](mailto:a@b.example)'],
    ['links to what is not there', '[a](../nothing.md) [a](../../01-a.md) [a](%zz.md) [a]()'],
    ['links to other files', '[a](01-b.md) [a](#x) [a](../03-d.md)'],
  ])('is left alone in %s', (_, text) => {
    expect(after(text, rename('01-a.md', '09/n.md'))).toBe(text);
  });

  test('its new name is encoded for where it stands', () => {
    const name = "a (1)' #%é.md";
    const link = '../a%20%281%29%27%20%23%25%C3%A9.md';
    const text = "[a](../01-a.md) <a href='../01-a.md'>a</a>";
    expect(after(text, rename('01-a.md', name))).toBe(`[a](${link}) <a href='${link}'>a</a>`);
    expect(after(`[a](${link})`, rename('01-a.md', name), rename(name, '01-b.md'))).toBe(`[a](${link})`);
  });
});

describe('a target that is deleted', () => {
  test.each([
    ['an inline link', 'see [the *a*](../01-a.md#x "t").', 'see the *a*.'],
    ['an image', '![a b](../01-a.md)', 'a b'],
    ['an image in a link', '[![a](../01-a.md)](../01-a.md)', 'a'],
    ['a link around an image that stays', '[![d](../03-d.md)](../01-a.md)', '![d](../03-d.md)'],
    ['references', '[a][1], [b ][], [1], ![c][1]\n\n[1]: ../01-a.md', 'a, [b ][], 1, c\n\n'],
    ['a definition among others', '[1] [2]\n\n[1]: ../01-a.md\n[2]: ../03-d.md', '1 [2]\n\n\n[2]: ../03-d.md'],
    ['a second definition', '[1]\n\n[1]: ../03-d.md\n[1]: ../01-a.md', '[1]\n\n[1]: ../03-d.md\n[1]: ../01-a.md'],
    ['HTML', 'x <a href="../01-a.md"><b>a</b></a> <a href="../03-d.md">d</a>', 'x <b>a</b> <a href="../03-d.md">d</a>'],
    ['an image of HTML', '<img alt="a b" src="../01-a.md">', 'a b'],
    ['a number where a list could begin', '[1. A](../01-a.md)', '1\\. A'],
    ['a number where a list item begins', '- [1. A](../01-a.md)', '- 1\\. A'],
    ['a target over two lines', '[a](../01-a.md\n"t") b', 'a\n b'],
    ['an empty link', '[](../01-a.md)x', 'x'],
  ])('%s becomes text', (_, text, expected) => {
    expect(after(text, remove('01-a.md'))).toBe(expected);
  });
});

describe('a file that moves', () => {
  const text = '[a](../01-a.md) [b](01-b.md) [x](x.md#y) [none](gone.md)';
  const moved = (...operations: Operation[]): string =>
    edited(operations, [...TREE, { path: '02-part/x.md', content: text }]).text('p/q/x.md');

  test('has links that lead where they led', () => {
    const links = '[a](../../01-a.md) [b](../../02-part/01-b.md) [x](x.md#y) [none](gone.md)';
    expect(moved(rename('02-part/x.md', 'p/q/x.md'))).toBe(links);
  });

  test('with its directory keeps the links within', () => {
    const links = '[a](../../01-a.md) [b](01-b.md) [x](x.md#y) [none](gone.md)';
    expect(moved(rename('02-part', 'p/q'))).toBe(links);
  });
});

describe('in order', () => {
  const linked = (...operations: Operation[]): string => edited(operations).text('n.md');

  test('what is written is stored as sent, and what comes later acts on its links', () => {
    expect(linked(rename('01-a.md', 'z.md'), write('n.md', '[a](01-a.md) [z](z.md)'))).toBe('[a](01-a.md) [z](z.md)');
    expect(linked(write('n.md', '[a](01-a.md)'), rename('01-a.md', 'z.md'))).toBe('[a](z.md)');
    expect(linked(write('n.md', '[a](01-a.md)'), remove('01-a.md'))).toBe('a');
    expect(linked(write('README.md', '[a](01-a.md)'), write('n.md', ''), rename('01-a.md', 'z.md'))).toBe('');
  });

  test('a file that comes after the link to it is its target', () => {
    expect(linked(write('n.md', '[m](m.md)'), write('m.md', ''), rename('m.md', 'o/m.md'))).toBe('[m](o/m.md)');
  });

  test('files that change places take their links along', () => {
    const swap = [rename('01-a.md', 't.md'), rename('03-d.md', '01-a.md'), rename('t.md', '03-d.md')];
    expect(linked(write('n.md', '[a](01-a.md) [d](03-d.md)'), ...swap)).toBe('[a](03-d.md) [d](01-a.md)');
  });

  test('a deleted target whose path another file takes stays a target', () => {
    expect(linked(write('n.md', '[a](01-a.md)'), remove('01-a.md'), write('01-a.md', 'new'))).toBe('[a](01-a.md)');
    expect(linked(write('n.md', '[a](01-a.md)'), remove('01-a.md'), rename('03-d.md', '01-a.md'))).toBe('[a](01-a.md)');
  });

  test('a link to a directory follows it, and is text when it is gone', () => {
    const text = write('n.md', '[p](02-part/) [q](02-part)');
    expect(linked(text, rename('02-part', 'x/p'))).toBe('[p](x/p/) [q](x/p)');
    expect(linked(text, rename('02-part/01-b.md', 'b.md'), rename('02-part/02-c.md', 'c.md'))).toBe('p q');
  });
});
