/** What stands between two lines of running text. */
import { expect, test } from '@jest/globals';
import { joinSpans } from '../../../../engine/text-blocks/text.js';
import { plainText } from '../../../../engine/text/spans.js';
import { line, noVocabulary } from '../../../support/engine-inputs.js';

const joined = (...lines: string[]): string =>
  plainText(
    joinSpans(
      lines.map((text) => [{ text }]),
      noVocabulary,
      (part) => line(lines[part]!),
    ),
  );

test('an address goes on behind its scheme, and a comment after a colon is a word of its own', () => {
  expect(joined('See https:', '//port.example/lamps')).toBe('See https://port.example/lamps');
  expect(joined('See http:', '//port.example')).toBe('See http://port.example');
  expect(joined('as follows:', '//lit at dusk')).toBe('as follows: //lit at dusk');
  expect(joined('we use https:', '// is its mark')).toBe('we use https: // is its mark');
});
