/** Addresses that readers link as they stand take what follows with them, so that escapes behind them are none. */
import { expect, test } from '@jest/globals';
import { titleText } from '../../../../engine/files/contents.js';
import { renderSpans } from '../../../../engine/markdown/inline.js';

const TAG = '<img src=x onerror=alert(1)>';
const rendered = (...spans: { text: string; code?: true }[]) => renderSpans(spans, { footnotes: new Map() });

test.each([
  'https://x.example/',
  'www.x.example/',
  'ftp://x.example/',
  'https://x.example/\u3000',
  'https://x.example/\u2028',
])('behind %j no tag comes alive, in a line and in a title', (address) => {
  expect(rendered({ text: `see ${address}${TAG}` })).toContain('&lt;img');
  expect(rendered({ text: `see ${address}` }, { text: TAG })).toContain('&lt;img');
  expect(titleText(`${address}${TAG}`)).toContain('&lt;img');
});

test('elsewhere a backslash is enough', () => {
  expect(rendered({ text: `${TAG} before https://x.example/` })).toMatch(/^\\<img/);
});

test('code does not follow an address without a space, which would take its first backtick', () => {
  expect(rendered({ text: 'https://x.example/' }, { text: TAG, code: true })).toBe(`https://x.example/ \`${TAG}\``);
  expect(rendered({ text: 'https://x.example/ runs ' }, { text: 'ls', code: true })).toBe(
    'https://x.example/ runs `ls`',
  );
});

test('no tag of thousands comes alive behind thousands of addresses', () => {
  const text = `${'www.'.repeat(5_000)} ${'<a '.repeat(5_000)}`;
  expect(rendered({ text })).toContain('&lt;a &lt;a');
});
