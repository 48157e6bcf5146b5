import { expect, test } from '@jest/globals';
import { fileLink, lineOfAnchor, outerLink } from '../../../dashboard/src/shared/markdown/links.js';

test.each([
  ['README.md', '01-the-tower.md', { file: '01-the-tower.md', anchor: '' }],
  ['part-1/a.md', 'b.md#2-scope', { file: 'part-1/b.md', anchor: '2-scope' }],
  ['part-1/a.md', '../c%20d.md', { file: 'c d.md', anchor: '' }],
  ['a.md', '../../../etc/passwd', { file: 'etc/passwd', anchor: '' }],
  ['a.md', '100%.md', { file: '100%.md', anchor: '' }],
  ['a.md', '#2-scope', { file: 'a.md', anchor: '2-scope' }],
])('in %s, %s leads to a file', (from, href, link) => {
  expect(fileLink(from, href)).toEqual(link);
});

test.each([
  '',
  '#fn-1',
  'https://example.com/a.md',
  'mailto:a@example.com',
  '//example.com',
  '/keys',
  '\\\\host',
  '?q=1',
])('%s leads to no file', (href) => expect(fileLink('a.md', href)).toBeNull());

const HERE = 'https://shelves.example/shelves/shf_1?file=a.md';
test.each<[string, string | null]>([
  ['https://example.com/a', 'https://example.com/a'],
  ['HTTPS://example.com/a', 'https://example.com/a'],
  ['//example.com/a', 'https://example.com/a'],
  ['/\\example.com/a', 'https://example.com/a'],
  ['mailto:a@example.com', 'mailto:a@example.com'],
  ['#fn-1', '#user-content-fn-1'],
  ['/keys', null],
  ['?q=1', null],
  ['https://shelves.example/account', null],
  ['javascript:alert(1)', null],
  ['data:text/html,a', null],
])('beside files, %s leads to %s', (href, to) => expect(outerLink(href, HERE)).toBe(to));

test('an anchor leads to the line of its heading', () => {
  const text = '---\ntitle: a\n---\n\n# 1 The *Tower*\n\n## 1.1 The Stairs\n';
  expect([lineOfAnchor(text, '1-the-tower'), lineOfAnchor(text, '11-the-stairs'), lineOfAnchor(text, 'x')]).toEqual([
    5,
    7,
    null,
  ]);
});
