/** What makes text at a column's foot a footnote. */
import { describe, expect, test } from '@jest/globals';
import { decideWithRule } from '../../../../engine/rules.js';
import { FOOTNOTE, footnoteStart } from '../../../../engine/text-blocks/footnotes.js';
import type { LineGroup } from '../../../../engine/text-blocks/line-groups.js';
import { makeLine, type Line } from '../../../../engine/text/line.js';
import { emptyPage, LEFT, line, RIGHT } from '../../../support/engine-inputs.js';

const group = (one: Line): LineGroup => ({
  lines: [one],
  column: { id: 0, left: LEFT, right: RIGHT },
  first: false,
  last: false,
  full: false,
  marker: null,
  space: 1,
});

const small = (text: string, y = 700): Line => line(text, { size: 8, y });

function raised(text: string, of = small(text)): Line {
  const [mark, ...rest] = of.runs;
  return makeLine(emptyPage(), [{ ...mark!, size: 5, baseline: mark!.baseline - 3 }, ...rest]);
}

const judged = (
  one: Line,
  { page = emptyPage(), references = new Set<string>(), isOpen = false, inBodySize = false } = {},
): string => {
  const { verdict, rule } = decideWithRule(FOOTNOTE, { group: group(one), inBodySize, page, references, isOpen });
  return `${verdict}: ${rule}`;
};

describe('small type at the foot of a column', () => {
  test('is no note without a mark', () => expect(judged(small('See above.'))).toBe('refused: no-mark'));

  test('is a note with a raised mark', () => expect(judged(raised('1 See above.'))).toBe('footnote: raised-mark'));

  test('is a note with a mark below a drawn line', () => {
    const box = { x0: LEFT, y0: 690, x1: LEFT + 100, y1: 690.5 };
    const page = emptyPage({ rules: [{ orientation: 'horizontal', box }] });
    expect(judged(small('1 See above.'), { page })).toBe('footnote: line-above');
  });

  test('is the rest of a note below a drawn line, where one was cut', () => {
    const box = { x0: LEFT, y0: 690, x1: LEFT + 100, y1: 690.5 };
    const page = emptyPage({ rules: [{ orientation: 'horizontal', box }] });
    expect(judged(small('altitude and airspeed'), { page, isOpen: true })).toBe('footnote: rest-of-note');
    expect(judged(small('altitude and airspeed'), { page })).toBe('refused: no-mark');
  });

  test('is the rest of a note without a line, where it begins within a sentence', () => {
    expect(judged(small('altitude and airspeed'), { isOpen: true })).toBe('footnote: rest-of-sentence');
    expect(judged(small('Altitude and airspeed'), { isOpen: true })).toBe('refused: no-mark');
  });

  test('is a note where its mark is raised in the text', () =>
    expect(judged(small('1 See above.'), { references: new Set(['1']) })).toBe('footnote: mark-in-text'));

  test('is none where the mark stands alone', () =>
    expect(judged(small('0'), { references: new Set(['0']) })).toBe('refused: mark-alone'));

  test('is an item of a list otherwise', () => expect(judged(small('1 See above.'))).toBe('refused: otherwise'));

  test('begins the notes of the column with the first of them', () => {
    const groups = [group(line('Text of the body')), group(raised('1 One.')), group(raised('2 Two.'))];
    expect(footnoteStart(groups, { page: emptyPage(), references: new Set(), isOpen: false, bodySize: 10 })).toBe(1);
  });
});

describe('type of the size of the text at the foot of a column', () => {
  const note = (text: string, y: number): LineGroup => group(raised(text, line(text, { y })));
  const box = { x0: LEFT, y0: 688, x1: LEFT + 100, y1: 688.5 };
  const ruled = emptyPage({ rules: [{ orientation: 'horizontal', box }] });
  const references = new Set(['1', '2']);
  const from = (groups: LineGroup[], page = ruled): number =>
    footnoteStart(groups, { page, references, isOpen: false, bodySize: 10 });

  test('is a note where its mark is raised in the text', () => {
    expect(judged(raised('1 See above.'), { inBodySize: true, references })).toBe('footnote: raised-mark');
    expect(judged(small('1 See above.'), { inBodySize: true, references })).toBe('footnote: mark-in-text');
    expect(judged(raised('1 See above.'), { inBodySize: true, page: ruled })).toBe('refused: size-of-the-text');
    expect(judged(small('of it.'), { inBodySize: true, page: ruled, isOpen: true })).toBe('refused: size-of-the-text');
  });

  test('begins the notes right below a drawn line', () => {
    const text = group(line('Text of the body', { y: 640 }));
    expect(from([text, note('1 One.', 700), note('2 Two.', 712)])).toBe(1);
    expect(from([text, note('1 One.', 700), note('2 Two.', 712)], emptyPage())).toBe(3);
  });

  test('is text where some of it below the line has no mark', () =>
    expect(from([note('1 One.', 700), group(line('Text of the body', { y: 712 }))])).toBe(2));

  test('is none in larger type', () =>
    expect(from([group(raised('1 One.', line('1 One.', { y: 700, size: 12 })))])).toBe(1));
});
