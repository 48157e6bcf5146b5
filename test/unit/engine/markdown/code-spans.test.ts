/** Code within text: what stands side by side in several styles of typewriter type is one span of code. */
import { expect, test } from '@jest/globals';
import type { Span } from '../../../../engine/block-model.js';
import { renderHtml, renderSpans } from '../../../../engine/markdown/inline.js';
import { renderedText } from '../../../../reading/rendered.js';

const code = (text: string, over: Partial<Span> = {}): Span => ({ text, code: true, ...over });

test.each<[string, Span[], string]>([
  ['italics within code', [code('package', { italic: true }), code('.tar.gz')], '`package.tar.gz`'],
  ['bold within code', [code('make '), code('install', { bold: true })], '`make install`'],
  ['code beside words', [{ text: 'see ' }, code('a', { bold: true }), { text: ' or b' }], 'see `a` or b'],
  ['links', [code('a'), code('b', { url: 'https://x.example/' })], '`a`[`b`](https://x.example/)'],
])('%s', (_, spans, markdown) => {
  expect(renderSpans(spans, { footnotes: new Map() })).toBe(markdown);
  expect(renderedText(markdown)).toBe(spans.map(({ text }) => text).join(''));
});

test('in HTML, code keeps its styles', () =>
  expect(renderHtml([code('package', { italic: true }), code('.gz')])).toBe(
    '<em><code>package</code></em><code>.gz</code>',
  ));
