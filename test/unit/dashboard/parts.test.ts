import { describe, expect, test } from '@jest/globals';
import { frontMatterLines, partsOf } from '../../../dashboard/src/shared/markdown/parts.js';

describe('a file is divided into parts that are rendered one by one', () => {
  test('at page marks, each part with its page and first line; front matter is left out', () => {
    const text = '---\ntitle: "A"\n---\n\n<!-- page 3 -->\n\n# A\n\n<!-- page 4 -->\n\nb';
    expect(partsOf(text)).toEqual([
      { line: 5, page: 3, text: '<!-- page 3 -->\n\n# A\n', plain: false },
      { line: 9, page: 4, text: '<!-- page 4 -->\n\nb', plain: false },
    ]);
    expect(frontMatterLines(text.split('\n'))).toBe(3);
  });

  test('text before the first mark is on the page where the file begins', () => {
    expect(partsOf('# A\n\n<!-- page 2 -->\n\nb', 1).map(({ page }) => page)).toEqual([1, 2]);
    expect(partsOf('# A')[0]?.page).toBeNull();
  });

  test('a long text without marks at an empty line, but never within a block of code', () => {
    const paragraph = `${'word '.repeat(400)}\n\n`;
    const parts = partsOf(paragraph.repeat(10));
    expect(parts.length).toBeGreaterThan(1);
    expect(
      parts
        .map(({ text }) => text)
        .join('\n')
        .trimEnd(),
    ).toBe(paragraph.repeat(10).trimEnd());
    expect(partsOf(`\`\`\`\n${paragraph.repeat(10)}<!-- page 9 -->\n\`\`\``)).toHaveLength(1);
  });

  test.each(['- ```', '> ```', '> 1. ~~~', '```js'])('nor within one that begins with %s', (fence) => {
    const closing = fence.includes('~') ? '~~~' : '```';
    const text = (opening: string): string => `${opening}\na\n<!-- page 9 -->\n${closing}\n<!-- page 10 -->\nb`;
    expect(partsOf(text(fence)).map(({ line, page }) => [line, page])).toEqual([
      [1, null],
      [5, 10],
    ]);
    expect(partsOf(text('``` a `b`'))).toHaveLength(2);
  });

  test('a line that would freeze the page is plain text', () => {
    expect(partsOf(`a\n\n${'**x** '.repeat(5000)}`)[0]?.plain).toBe(true);
  });

  test('a plain text of 1 MB is many parts, in order and with no sign parted', () => {
    const text = '𝔞b'.repeat(350_000);
    const parts = partsOf(text);
    expect(parts.length).toBeGreaterThan(30);
    expect(parts.map((part) => part.text).join('')).toBe(text);
    expect(parts.every((part) => part.plain && part.text.isWellFormed())).toBe(true);
  });

  test('nothing gives no part', () => {
    expect(partsOf('')).toEqual([]);
    expect(partsOf('---\na: 1\n---\n')).toEqual([]);
  });
});
