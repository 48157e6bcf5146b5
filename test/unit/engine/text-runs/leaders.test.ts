/** Dots between the labels and the values of a table, which are dropped, and those of printed contents, which are not. */
import { describe, expect, test } from '@jest/globals';
import type { TextRun } from '../../../../engine/model.js';
import { LEADERS, withoutLeaders } from '../../../../engine/text-runs/leaders.js';
import { decided } from '../../../support/decisions.js';
import { emptyPage, runs, type LineOptions } from '../../../support/engine-inputs.js';
import { BOLD, MONO } from '../../../support/pages.js';

const at = (text: string, x: number, over: Pick<LineOptions, 'y' | 'font'> = {}): TextRun[] =>
  runs(text, { x, ...over });
const textOf = (...parts: TextRun[][]): string =>
  withoutLeaders(parts.flat(), emptyPage())
    .map(({ text }) => text)
    .join(' ');
const DOTS = '..............';

describe('dots in a row', () => {
  const row = (dots: string, values: number, { gap = 0, behind = values, continues = false } = {}): string =>
    decided(LEADERS, { page: 1, dots: at(dots, 100), gap, values, behind, continues });

  test('are leaders before two values or more', () => expect(row(DOTS, 2)).toBe('leaders: leads-to-values'));
  test('are text where they are few', () => expect(row('...', 2)).toBe('text: few-dots'));
  test('are text far behind a label, or a few of them a little behind it', () => {
    expect(row(DOTS, 2, { gap: 1.5 })).toBe('leaders: leads-to-values');
    expect(row(DOTS, 2, { gap: 2 })).toBe('text: far-behind-label');
    expect(row('.........', 2)).toBe('leaders: leads-to-values');
    expect(row('.........', 2, { gap: 1.5 })).toBe('text: few-apart');
  });
  test('are three in each character of an ellipsis', () => {
    expect(row('……', 2)).toBe('leaders: leads-to-values');
    expect(row('…………', 2, { gap: 1.5 })).toBe('leaders: leads-to-values');
    expect(row('………', 2, { gap: 1.5 })).toBe('text: few-apart');
  });
  test('are leaders with nothing behind them where a label ends in their line', () => {
    expect(row(DOTS, 0, { continues: true })).toBe('leaders: label-continues');
    expect(row(DOTS, 0, { behind: 1, continues: true })).toBe('text: otherwise');
    expect(row(DOTS, 0)).toBe('text: otherwise');
  });
  test('are text before a single number, as in printed contents', () => expect(row(DOTS, 1)).toBe('text: otherwise'));
});

describe('without leaders', () => {
  const values = [...at('76.9', 300), ...at('80.0', 360)];

  test('a row of a table has its label and its values', () => {
    expect(textOf(at('Lamps lit', 60), at(DOTS, 108), values)).toBe('Lamps lit 76.9 80.0');
    expect(textOf(at('Lamps', 60), at('. . . . . . . .', 90), values)).toBe('Lamps 76.9 80.0');
  });

  test('a label keeps the place that its letters take', () => {
    const [label] = withoutLeaders([...at(`Lamps${DOTS}`, 60), ...values], emptyPage());
    expect(label).toMatchObject({ text: 'Lamps', box: { x0: 60 } });
    expect(label!.box.x1).toBeGreaterThan(75);
    expect(label!.box.x1).toBeLessThan(115);
  });

  test('dots that lie under a label go with the others', () =>
    expect(textOf(at('. . . . . . . . . .', 58), at('Angola', 60), values)).toBe('Angola 76.9 80.0'));

  test('dots that stand for a value stay', () => {
    expect(textOf(at('Lamps', 60), at(DOTS, 90), at('........', 240), values)).toBe('Lamps ........ 76.9 80.0');
    expect(textOf(at('Lamps', 60), at('...', 200), at('...', 250), values)).toBe('Lamps ... ... 76.9 80.0');
  });

  test('leaders may begin a little behind their label, long ones alone', () => {
    expect(textOf(at('Lamps', 60), at(DOTS, 98), values)).toBe('Lamps 76.9 80.0');
    expect(textOf(at('Lamps', 60), at('.........', 98), values)).toBe('Lamps ......... 76.9 80.0');
    expect(textOf(at('Lamps', 60), at(DOTS, 140), values)).toBe(`Lamps ${DOTS} 76.9 80.0`);
    expect(textOf(at('12', 70), at(DOTS, 98), values)).toBe(`12 ${DOTS} 76.9 80.0`);
  });

  test('dots behind a value, or behind the text of a second column, stand for a value', () => {
    const missing = (text: string): string => textOf(at('Lamps', 60), at(text, 120), at(DOTS, 160), values);
    expect(missing('n.a.')).toBe(`Lamps n.a. ${DOTS} 76.9 80.0`);
    expect(missing('12 kg')).toBe(`Lamps 12 kg ${DOTS} 76.9 80.0`);
    expect(missing('tin')).toBe(`Lamps tin ${DOTS} 76.9 80.0`);
    expect(textOf(at('12 kg', 60), at(DOTS, 100), values)).toBe(`12 kg ${DOTS} 76.9 80.0`);
    expect(textOf(at('7', 40), at('Lamps', 60), at(DOTS, 98), values)).toBe('7 Lamps 76.9 80.0');
    const long = [...at('.'.repeat(16), 98), ...at(DOTS, 190)];
    expect(textOf(at('Lamps', 60), long, at('76.9', 300), at('80.0', 360))).toBe(`Lamps ${DOTS} 76.9 80.0`);
  });

  test('a row of a table beside running text loses them, too', () =>
    expect(textOf(at('Lamps', 60), at(DOTS, 90), values, at('the keeper', 440))).toBe('Lamps 76.9 80.0 the keeper'));

  test('the last line of a label above loses those that end where other leaders do', () => {
    const led = [
      ...at('Lamps', 60, { y: 88 }),
      ...at(DOTS, 90, { y: 88 }),
      ...at('7', 300, { y: 88 }),
      ...at('8', 360, { y: 88 }),
    ];
    const upper = (label = 'Lights that the', dots = ''): TextRun[] => [
      ...at(label, 60, { y: 100 }),
      ...(dots === '' ? [] : at(dots, 140, { y: 100 })),
      ...at('76.9', 300, { y: 100 }),
      ...at('80.0', 360, { y: 100 }),
    ];
    const rest = (x = 90): TextRun[] => [...at('town', 62, { y: 111 }), ...at(DOTS, x, { y: 111 })];
    expect(textOf(led, upper(), rest())).not.toContain('.....');
    expect(textOf(led, upper(), rest())).toContain('town');
    // no other leaders end there, a row of its own without values, a label far above, and one without values
    expect(textOf(upper(), rest())).toContain(DOTS);
    expect(textOf(led, upper(), rest(104))).toContain(DOTS);
    expect(textOf(led, upper('Light', DOTS), rest())).toContain(DOTS);
    expect(textOf(led, at('Lights', 60, { y: 100 }), rest())).toContain(DOTS);
    // a row of its own, one with words behind its dots, and lines of a form
    const other = (label: string, x = 60): TextRun[] => [...at(label, x, { y: 111 }), ...at(DOTS, 90, { y: 111 })];
    expect(textOf(led, upper(), other('town'))).not.toContain('.....');
    expect(textOf(led, upper(), other('Town'))).toContain(DOTS);
    expect(textOf(led, upper(), rest(), at('Anna Holm', 300, { y: 111 }))).toContain(DOTS);
    expect(textOf(led, upper(), rest(), at('date', 60, { y: 122 }), at(DOTS, 90, { y: 122 }))).toContain(DOTS);
    const heavy = upper().map((run) => ({ ...run, font: BOLD }));
    expect(textOf(led, heavy, rest())).toContain(DOTS);
  });

  test('entries of printed contents, rows of other heights and listings keep theirs', () => {
    expect(textOf(at('Lamps', 60), at(DOTS, 90), at('12', 300))).toBe(`Lamps ${DOTS} 12`);
    expect(textOf(at('Lamps', 60), at(DOTS, 90), at('1.9', 300, { y: 120 }), at('2.1', 360, { y: 120 }))).toContain(
      DOTS,
    );
    expect(textOf(at('Lamps', 60), at(DOTS, 90, { font: MONO }), values)).toContain(DOTS);
  });

  test('a number of which the parts stand apart is one value', () =>
    expect(textOf(at('Lamps', 60), at(DOTS, 90), at('33 003', 300))).toBe(`Lamps ${DOTS} 33 003`));
});
