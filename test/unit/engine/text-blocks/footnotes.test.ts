/** What makes text at a column's foot a footnote. */
import { describe, expect, test } from '@jest/globals';
import { decideWithRule } from '../../../../engine/rules.js';
import { FOOTNOTE, footnoteStart, raisedMarks } from '../../../../engine/text-blocks/footnotes.js';
import type { LineGroup } from '../../../../engine/text-blocks/line-groups.js';
import { markerOf } from '../../../../engine/text-blocks/markers.js';
import { makeLine, type Line } from '../../../../engine/text/line.js';
import { emptyPage, LEFT, line, lineGroup } from '../../../support/engine-inputs.js';

const small = (text: string, y = 700): Line => line(text, { size: 8, y });

function raised(text: string, of = small(text)): Line {
  const [mark, ...rest] = of.runs;
  return makeLine(emptyPage(), [{ ...mark!, size: 5, baseline: mark!.baseline - 3 }, ...rest]);
}

/** The raised marks of a text at y 400 that is "words" with each of these marks raised behind it, as numbers or exponents. */
const marked = (...texts: readonly (readonly [word: string, mark: string])[]): ReturnType<typeof raisedMarks> =>
  raisedMarks(
    texts.map(([word, mark], i) => {
      const [first, second] = line(`${word} ${mark}`, { y: 400 + 12 * i }).runs;
      const x0 = first!.box.x1;
      const box = { ...second!.box, x0, x1: x0 + 3 };
      return makeLine(emptyPage(), [first!, { ...second!, box, size: 5, baseline: second!.baseline - 3 }]);
    }),
  );

const judged = (
  one: Line,
  { page = emptyPage(), references = marked(), isOpen = false, inBodySize = false, isOfReferences = false } = {},
): string => {
  const { verdict, rule } = decideWithRule(FOOTNOTE, {
    group: lineGroup(one),
    inBodySize,
    page,
    references,
    isOpen,
    isOfReferences,
  });
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
    expect(judged(small('1 See above.'), { references: marked(['lamps', '1']) })).toBe('footnote: mark-in-text'));

  test('is none where the mark stands alone', () =>
    expect(judged(small('0'), { references: marked(['lamps', '0']) })).toBe('refused: mark-alone'));

  test('is an item of a list otherwise', () => expect(judged(small('1 See above.'))).toBe('refused: otherwise'));

  test('begins the notes of the column with the first of them', () => {
    const groups = [lineGroup(line('Text of the body')), lineGroup(raised('1 One.')), lineGroup(raised('2 Two.'))];
    expect(footnoteStart(groups, { page: emptyPage(), references: marked(), isOpen: false, bodySize: 10 })).toBe(1);
  });
});

describe('a list of references that begins at the foot of a column', () => {
  const item = (text: string, i: number): LineGroup => {
    const one = small(text, 640 + 10 * i);
    return { ...lineGroup(one), marker: markerOf(one.text) };
  };
  const listed = Array.from({ length: 6 }, (_, i) => item(`${i + 1}. Moran, A. Lamps of the coast (${1990 + i}).`, i));
  const startOf = (groups: LineGroup[], marks: readonly string[]): number =>
    footnoteStart([lineGroup(line('Text of the body')), ...groups], {
      ...{ page: emptyPage(), isOpen: false, bodySize: 10 },
      references: marked(...marks.map((mark) => ['lamps', mark] as const)),
    });

  test('holds no notes where few of its numbers are raised in the text', () => {
    const references = marked(['lamps', '1']);
    expect(judged(small('1. Moran'), { references, isOfReferences: true })).toBe('refused: one-of-the-references');
    expect(startOf(listed, ['2', '4'])).toBe(1 + listed.length);
    expect(startOf(listed, ['1', '2', '3', '5', '6'])).toBe(1);
  });

  test('has more items than a page has notes that were missed', () => {
    expect(startOf(listed.slice(0, 3), ['1'])).toBe(1);
    expect(startOf([...listed.slice(0, 2), ...listed.slice(3)], ['1'])).toBe(1);
  });
});

describe('type of the size of the text at the foot of a column', () => {
  const note = (text: string, y: number): LineGroup => lineGroup(raised(text, line(text, { y })));
  const box = { x0: LEFT, y0: 688, x1: LEFT + 100, y1: 688.5 };
  const ruled = emptyPage({ rules: [{ orientation: 'horizontal', box }] });
  const references = marked(['lamps', '1'], ['oil', '2'], ['rock', '*']);
  const from = (groups: LineGroup[], page = ruled): number =>
    footnoteStart(groups, { page, references, isOpen: false, bodySize: 10 });

  test('is a note where its mark is raised in the text', () => {
    expect(judged(raised('1 See above.'), { inBodySize: true, references })).toBe('footnote: raised-mark');
    expect(judged(small('1 See above.'), { inBodySize: true, references })).toBe('footnote: mark-in-text');
    expect(judged(raised('1 See above.'), { inBodySize: true, page: ruled })).toBe('refused: size-of-the-text');
    expect(judged(small('of it.'), { inBodySize: true, page: ruled, isOpen: true })).toBe('refused: size-of-the-text');
  });

  test('is an item where its number has a stop or bracket', () => {
    expect(judged(small('2. The keeper pays.'), { inBodySize: true, references })).toBe('refused: size-of-the-text');
    expect(judged(small('2) The keeper pays.'), { inBodySize: true, references })).toBe('refused: size-of-the-text');
    expect(judged(small('* The keeper pays.'), { inBodySize: true, references })).toBe('footnote: mark-in-text');
  });

  test('is an item where its number is an exponent, or stands below it', () => {
    const exponents = marked(['m', '2'], ['10km', '3']);
    expect(judged(small('2 The keeper pays.'), { inBodySize: true, references: exponents })).toBe(
      'refused: size-of-the-text',
    );
    expect(judged(small('3 The owner repairs.'), { inBodySize: true, references: exponents })).toBe(
      'refused: size-of-the-text',
    );
    expect(judged(small('1 See above.', 300), { inBodySize: true, references })).toBe('refused: size-of-the-text');
    const clauses = ['2. The tenant pays.', '3. The landlord repairs.'].map((text, i) =>
      lineGroup(line(text, { y: 700 + 12 * i })),
    );
    expect(footnoteStart(clauses, { page: ruled, references: exponents, isOpen: false, bodySize: 10 })).toBe(2);
  });

  test('begins the notes right below a drawn line', () => {
    const text = lineGroup(line('Text of the body', { y: 640 }));
    expect(from([text, note('1 One.', 700), note('2 Two.', 712)])).toBe(1);
    expect(from([text, note('1 One.', 700), note('2 Two.', 712)], emptyPage())).toBe(3);
  });

  test('is text where some of it below the line has no mark', () =>
    expect(from([note('1 One.', 700), lineGroup(line('Text of the body', { y: 712 }))])).toBe(2));

  test('is none in larger type', () =>
    expect(from([lineGroup(raised('1 One.', line('1 One.', { y: 700, size: 12 })))])).toBe(1));
});
