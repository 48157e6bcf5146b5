/** Entries of an index. */
import { describe, expect, test } from '@jest/globals';
import { PARAGRAPH_BREAK } from '../../../../engine/text-blocks/paragraph-breaks.js';
import { fullLine, LEFT, line } from '../../../support/engine-inputs.js';
import { at, deciding } from '../../../support/line-pairs.js';

const between = deciding(PARAGRAPH_BREAK);

describe('a paragraph', () => {
  test('of an index is one entry, with what is set in below a line that had no room', () => {
    const over = { inIndex: true };
    const entry = fullLine('architecture of cities and lamps, constraint effected through,');
    expect(between([entry], at('122, 123', { x: LEFT + 20 }), over)).toBe('join: rest-of-index-entry');
    expect(between([entry], at('122, 123'), over)).toBe('join: rest-of-index-entry');
    expect(between([entry], at('archives, 108'), over)).toBe('break: index-entry');
    const finished = fullLine('American Association of the Libraries of Law and Lamps, 232');
    expect(between([finished], at('AT&T, 6'), over)).toBe('break: index-entry');
    expect(between([finished], at('branches of, 7', { x: LEFT + 20 }), over)).toBe('break: index-entry');
    expect(between([line('artists')], at('publicity rights on, 317', { x: LEFT + 20 }), over)).toBe(
      'break: index-entry',
    );
    expect(between([finished], at('AT&T, 6'))).toBe('join: not-indented');
  });
});
