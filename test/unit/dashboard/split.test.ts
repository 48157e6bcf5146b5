import { expect, test } from '@jest/globals';
import { joinedText } from '../../../dashboard/src/features/review/join.js';
import { beginningsOf, splitPath, splitText } from '../../../dashboard/src/features/review/split.js';

const TEXT = `---
title: "1 The Tower"
pages: [1, 3]
---

<!-- page 1 -->

# 1 The Tower

Stone upon stone.

## 1.1 The Stairs

One hundred steps.[^a]

[^a]: Counted twice.

<!-- page 2 -->

Every tenth step is painted white.[^b]

\`\`\`
# no heading

in code
\`\`\`

<!-- page 3 -->

## 1.2 The \\*Lamp\\*

It burns oil.[^b]

[^b]: Since 1904.
`;
const at = (text: string) => {
  const found = beginningsOf(TEXT).find((one) => one.text === text);
  if (!found) throw new Error(`nothing begins with ${text}`);
  return found;
};

test('a file can be split at its headings and paragraphs, but not before the first or within code', () => {
  expect(beginningsOf(TEXT).map(({ line, text, isHeading }) => [line, text, isHeading])).toEqual([
    [10, 'Stone upon stone.', false],
    [12, '1.1 The Stairs', true],
    [14, 'One hundred steps.[^a]', false],
    [20, 'Every tenth step is painted white.[^b]', false],
    [22, '```', false],
    [30, '1.2 The *Lamp*', true],
    [32, 'It burns oil.[^b]', false],
  ]);
  expect(beginningsOf('# Alone\n')).toEqual([]);
});

test('each part has its pages, its mark and the footnotes that it refers to', () => {
  const [first, second] = splitText(TEXT, at('1.2 The *Lamp*'));
  expect(first).toMatch(/^---\ntitle: "1 The Tower"\npages: \[1, 2\]\n---\n\n<!-- page 1 -->\n\n# 1 The Tower\n/);
  expect(first).toMatch(/in code\n```\n\n\[\^b\]: Since 1904\.\n$/);
  expect(first).toContain('[^a]: Counted twice.');
  expect(second).toBe(
    '---\ntitle: "1.2 The *Lamp*"\npages: [3, 3]\n---\n\n<!-- page 3 -->\n\n## 1.2 The \\*Lamp\\*\n\nIt burns oil.[^b]\n\n[^b]: Since 1904.\n',
  );
});

test('a part that begins within a page tells which, and a footnote that only one part refers to goes with it', () => {
  const [first, second] = splitText(
    '---\npages: [4, 5]\n---\n\nOne.\n\n[^n]: Note.\n\nTwo.[^n]\n\n<!-- page 5 -->\n\nThree.\n',
    {
      line: 9,
      text: 'Two.',
      isHeading: false,
    },
  );
  expect(first).toBe('---\npages: [4, 4]\n---\n\nOne.\n');
  expect(second).toBe(
    '---\npages: [4, 5]\n---\n\n<!-- page 4 -->\n\nTwo.[^n]\n\n<!-- page 5 -->\n\nThree.\n\n[^n]: Note.\n',
  );
  expect(splitText('One.\n\nTwo.\n', { line: 3, text: 'Two.', isHeading: false })).toEqual(['One.\n', 'Two.\n']);
});

test('what was split and joined again is what it was, but for footnotes that both refer to', () => {
  const [first, second] = splitText(TEXT, at('1.1 The Stairs'));
  expect(joinedText(first, second)).toBe(TEXT);
});

test('the new file is listed behind the first part and before the next file', () => {
  expect(splitPath('01-the-tower.md', '1.1 The Stairs', '02-the-watch.md')).toBe('01b-the-stairs.md');
  expect(splitPath('01-the-tower.md', 'Zürich', '01b-the-stairs.md')).toBe('01a-zurich.md');
  expect(splitPath('part/01b-x.md', 'A', null)).toBe('part/01c-a.md');
  expect(splitPath('annex.md', '§', null)).toBe('annexb-part.md');
});

test('a page mark that a listing prints is the page of neither part', () => {
  const listing = '````\n```\n<!-- page 7 -->\n```\n\n<!-- page 5 -->\n````\n';
  const text = `---\npages: [4, 5]\n---\n\n<!-- page 4 -->\n\nOne.\n\n${listing}\nTwo.\n\n<!-- page 5 -->\n\nThree.\n`;
  expect(beginningsOf(text).map((one) => one.text)).toEqual(['````', 'Two.', 'Three.']);
  const [two, three] = beginningsOf(text).slice(1);
  const [first, second] = splitText(text, two!);
  expect(first).toBe(`---\npages: [4, 4]\n---\n\n<!-- page 4 -->\n\nOne.\n\n${listing}`);
  expect(second).toBe('---\npages: [4, 5]\n---\n\n<!-- page 4 -->\n\nTwo.\n\n<!-- page 5 -->\n\nThree.\n');
  // the mark of the second file is no repetition of the printed one
  expect(joinedText(...splitText(text, three!))).toBe(text);
});
