/** Printed tables of contents: what continues one. */
import { describe, expect, test } from '@jest/globals';
import { decideWithRule } from '../../../../engine/rules.js';
import { CONTENTS, withContents } from '../../../../engine/text-blocks/contents.js';
import { textBlock } from '../../../support/engine-inputs.js';

const entry = (title: string, page: number) => textBlock(`${title} . . . . . . . . ${page}`);
const judged = (text: string, open = [entry('The Tower', 7)]): string => {
  const { verdict, rule } = decideWithRule(CONTENTS, { textBlock: textBlock(text), open });
  return `${verdict}: ${rule}`;
};

describe('a table of contents', () => {
  test('continues with a line that ends in a page number', () =>
    expect(judged('The Watch . . . . . . . . 9')).toBe('entry: ends-in-page-number'));
  test('continues with the name of a part between entries', () =>
    expect(judged('Part Two')).toBe('divider: short-line-between-entries'));
  test('does not begin with such a name', () => expect(judged('Part Two', [])).toBe('ends: otherwise'));
  test('ends at other text', () =>
    expect(judged('A sentence that is far too long to name a part of a document and so on')).toBe('ends: otherwise'));

  test('has three entries or more', () => {
    const roles = (entries: number): string[] =>
      withContents([...Array.from({ length: entries }, (_, i) => entry('The Tower', i + 1)), textBlock('Text.')]).map(
        ({ role }) => role,
      );
    expect(roles(3)).toEqual(['contents', 'contents', 'contents', 'text']);
    expect(roles(2)).toEqual(['text', 'text', 'text']);
  });
});
