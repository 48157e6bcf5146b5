/** Struck-out text as GitHub's Markdown marks it, and by tags where its mark would be none. */
import { expect, test } from '@jest/globals';
import type { Span } from '../../../../engine/block-model.js';
import { renderBlock } from '../../../../engine/markdown/blocks.js';
import { renderHtml, renderSpans } from '../../../../engine/markdown/inline.js';
import { visibleLines } from '../../../../engine/verify/output-words.js';
import { renderedText } from '../../../../reading/rendered.js';

const struck = (text: string, over: Partial<Span> = {}): Span => ({ text, struck: true, ...over });

test.each<[string, Span[], string]>([
  ['words', [{ text: 'to be ' }, struck('paid'), { text: ' in cash' }], 'to be ~~paid~~ in cash'],
  ['words in two styles', [struck('7. ', { bold: true }), struck('Demurrage')], '~~**7.** Demurrage~~'],
  ['styles side by side', [struck('(a)', { italic: true }), struck('text')], '~~(a)text~~'],
  ['words apart', [struck('one'), { text: ' or ' }, struck('two')], '~~one~~ or ~~two~~'],
  ['half a word before brackets', [{ text: 'port' }, struck('(s)'), { text: 'named' }], 'port<del>(s)</del>named'],
  ['words next to a tilde', [struck('about ~'), { text: 'ten' }], '<del>about \\~</del>ten'],
  ['an address', [struck('www.x.example/a'), { text: 'b' }], '<del>www.x.example/a</del>b'],
  ['what follows an address', [{ text: 'www.x.example/' }, struck('a')], 'www.x.example/<del>a</del>'],
  [
    'a link after an exclamation mark',
    [{ text: 'now!' }, struck('here', { url: 'https://x.example/' })],
    'now!~~[here](https://x.example/)~~',
  ],
  ['a link', [struck('here', { url: 'https://x.example/' })], '~~[here](https://x.example/)~~'],
])('%s', (_, spans, markdown) => {
  const text = spans.map((span) => span.text).join('');
  expect(renderSpans(spans, { footnotes: new Map() })).toBe(markdown);
  expect(renderedText(markdown)).toBe(text);
  expect(visibleLines(markdown)).toEqual([text.replace('here', '[here]')]);
});

test('in the label of a form field', () => {
  const [label, lines] = [[struck('Rate', { bold: true })], [[struck('USD 5')]]];
  const field = { kind: 'field' as const, number: null, label, lines, source: [] };
  const rendered = renderBlock(field, { footnotes: new Map(), pageMarks: () => [] });
  expect(rendered.filter(Boolean)).toEqual(['**~~Rate~~**', '~~USD 5~~']);
});

test('in a heading, where other styles are none, and in an HTML table', () => {
  const heading = [struck('8. Lien', { bold: true })];
  expect(renderSpans(heading, { footnotes: new Map(), plain: true })).toBe('~~8. Lien~~');
  expect(renderHtml([{ text: 'by ' }, struck('wire', { bold: true })])).toBe('by <del><strong>wire</strong></del>');
});
