/** Each rule of which heading is the title, on headings written by hand. */
import { describe, expect, test } from '@jest/globals';
import type { HeadingCandidate } from '../../../../engine/headings/candidate.js';
import { findTitle, TITLE, type TitleEvidence } from '../../../../engine/levels/title.js';
import { decideWithRule } from '../../../../engine/rules.js';
import { candidateOf, line, linesBelow, style, textBlock } from '../../../support/engine-inputs.js';

const heading = (text: string, size = 14, over: Partial<HeadingCandidate> = {}, y = 100): HeadingCandidate =>
  candidateOf(textBlock([line(text, { size, y })]), over);
const text = textBlock('Running text of the section. '.repeat(30));

describe('the title', () => {
  const title = (over: Partial<TitleEvidence>): string => {
    const { verdict, rule } = decideWithRule(TITLE, {
      candidate: heading('A Report', 18),
      onlyTop: false,
      first: true,
      alikeBelowTable: false,
      lettersAbove: 0,
      lettersOnPage: 2000,
      alike: 0,
      larger: 0,
      style: style(),
      ...over,
    });
    return `${verdict}: ${rule}`;
  };

  test('is the only heading tagged as of the first level, even with a number', () =>
    expect(title({ candidate: heading('1 Report'), onlyTop: true })).toBe('title: only-first-level-tag'));

  test('has no number, but may be a name with one', () => {
    expect(title({ candidate: heading('1 Scope') })).toBe('refused: numbered');
    expect(title({ candidate: heading('Schedule 2') })).toBe('title: largest-of-all');
  });

  test('is larger than the text, or centred and in capitals', () => {
    expect(title({ candidate: heading('Report', 10) })).toBe('refused: type-of-the-text');
    const centred = heading('REPORT', 10);
    centred.textBlock.centred = true;
    expect(title({ candidate: centred })).toBe('title: largest-of-all');
  });

  test('is never that of the contents', () =>
    expect(title({ candidate: heading('Contents', 30) })).toBe('refused: title-of-contents'));

  test('has no running text above it', () => expect(title({ lettersAbove: 301 })).toBe('refused: text-above'));

  test('on a page of its own may look like the chapters', () => {
    expect(title({ lettersOnPage: 100, alike: 3, larger: 2 })).toBe('title: title-page');
    expect(title({ alike: 3 })).toBe('refused: appearance-comes-again');
  });

  test('is none of the titles of two tables', () => {
    expect(title({ lettersOnPage: 100, alikeBelowTable: true, alike: 1 })).toBe('refused: title-of-a-table');
    const [first, second] = [heading('Exports', 18), heading('Imports', 18)];
    const table = textBlock('', {
      blocks: [{ kind: 'table', rows: [], header: 0, source: [] } as never],
      role: 'ready',
    });
    const found = (...blocks: ReturnType<typeof textBlock>[]): unknown => findTitle([first, second], blocks, style());
    expect(found(first.textBlock, table, second.textBlock, table)).toBeNull();
    expect(found(first.textBlock, second.textBlock, table)).toBe(first);
    // a price list with its remarks
    expect(found(first.textBlock, table, second.textBlock, textBlock('Prices are those of May.'))).toBe(first);
  });

  test('is the largest, or the first without a bookmark', () => {
    expect(title({})).toBe('title: largest-of-all');
    expect(title({ larger: 2 })).toBe('title: first-without-bookmark');
    expect(title({ candidate: heading('A Report', 18, { bookmark: 1 }), larger: 2 })).toBe('refused: otherwise');
  });

  test('is found among the headings of the first page', () => {
    const [report, scope] = [heading('A Report', 18), heading('Scope')];
    expect(findTitle([scope, report], [scope.textBlock, report.textBlock, text], style())).toBe(report);
    const below = heading('Scope', 14, {}, 400);
    expect(findTitle([below], [text, below.textBlock, text], style())).toBeNull();
  });

  test('may come after a narrow column beside it', () => {
    const report = heading('A Report', 18);
    const about = Array.from({ length: 20 }, () => 'how they are reached');
    const columnAt = (x: number, y: number) => textBlock(linesBelow(about, { x, y }));
    expect(findTitle([report], [columnAt(500, 300), report.textBlock, text], style())).toBe(report);
    expect(findTitle([report], [columnAt(500, 95), report.textBlock, text], style())).toBe(report);
    // text of its own column
    expect(findTitle([report], [columnAt(72, 300), report.textBlock, text], style())).toBeNull();
  });
});
