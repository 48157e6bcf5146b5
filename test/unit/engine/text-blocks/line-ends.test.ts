/** What the end of a line tells of whether its paragraph continues. */
import { describe, expect, test } from '@jest/globals';
import { PARAGRAPH_BREAK } from '../../../../engine/text-blocks/paragraph-breaks.js';
import type { Box } from '../../../../engine/model.js';
import { makeLine, type Line } from '../../../../engine/text/line.js';
import { emptyPage, line, RIGHT, runs, SIZE } from '../../../support/engine-inputs.js';
import { at, deciding } from '../../../support/line-pairs.js';

const between = deciding(PARAGRAPH_BREAK);
const centred = (text: string, y = 112): Line => {
  const { box } = line(text);
  return line(text, { x: 250 - (box.x1 - box.x0) / 2, y });
};
const moved = (box: Box, by: number): Box => ({ ...box, x0: box.x0 + by, x1: box.x1 + by });

describe('a paragraph', () => {
  test('continues right below the text of a long numbered line, though a word had room', () => {
    const above = line('2.1 Public Employee Performance Evaluation – Pursuant to Codes');
    const hanging = (text: string): Line => at(text, { x: above.runs[1]!.box.x0 });
    expect(between([above], hanging('Section 54957'))).toBe('join: hangs-below-its-text');
    expect(between([above], hanging('Representatives: the board'))).toBe('break: ends-early');
    expect(between([line('2.1 Public Employee')], hanging('Section 54957'))).toBe('break: ends-early');
  });

  test('of lines about one middle continues in lower case, wherever the middle of the column is', () => {
    const aside = (text: string, y: number): Line => line(text, { x: 150 - 2.5 * text.length, y });
    const above = aside('platform engineer', 100);
    expect(between([above], aside('employed by us', 112))).toBe('join: centred-sentence-goes-on');
    expect(between([above], aside('Employed by us', 112))).not.toBe('join: centred-sentence-goes-on');
    expect(between([above], aside('ada@example.org', 112))).not.toBe('join: centred-sentence-goes-on');
  });

  test('of an agenda ends above the next time of day, however full its line is', () => {
    const full = 'with officers of the parish and its guests';
    const [first, second] = [line(`6:30 - 6:45 ${full}`), line(`and all of ${full}`, { y: 112 })];
    expect(between([first, second], at(`6:45 - 7:00 ${full}`, { y: 124 }))).toBe('break: next-time-of-day');
    expect(between([line(`${full} at`)], at(`6:45 - 7:00 ${full}`))).not.toContain('next-time-of-day');
    expect(between([line('9:00 a.m. to')], at('10:30 a.m. Registration'))).not.toContain('next-time-of-day');
    expect(between([first], at(`12 of ${full}`))).not.toContain('next-time-of-day');
  });

  test('ends with a line that has room for the next word', () =>
    expect(between([line('It ends here.')], at('Another begins'))).toBe('break: ends-early'));

  test('continues where the next word had room without the raised mark behind it', () => {
    const above = line('greater than a certain');
    const [word, ...rest] = runs('threshold would cause', { y: 112 });
    const [mark] = runs('13', { x: word!.box.x1 + 2, y: 108, size: 6 });
    const marked = [word!, { ...mark!, space: true }, ...rest.map((run) => ({ ...run, box: moved(run.box, 12) }))];
    const right = above.box.x1 + (word!.box.x1 - word!.box.x0) + SIZE;
    expect(between([above], makeLine(emptyPage(), [word!, ...rest]), { right })).toBe('break: ends-early');
    expect(between([above], makeLine(emptyPage(), marked), { right })).toBe('join: not-indented');
  });

  test('continues below a long line within a sentence, wherever the edge of a wide column is', () => {
    const long = 'a long line of running text that stands below a table and ends well';
    const wide = { right: RIGHT + 300 };
    expect(between([line(long)], at('before its edge'), wide)).toBe('join: sentence-cut');
    expect(between([line(long)], at('Before its edge'), wide)).toBe('break: ends-early');
    expect(between([line('the minutes of the Board of')], at('Education'))).toBe('join: sentence-cut');
    expect(between([line(long)], at('ada@lovelace.org'), wide)).toBe('break: ends-early');
  });

  test('continues where a bracket closes that is open at the end of the line, but for a mark', () => {
    const open = line('• Studies of environmental engineering (Dipl.-Ing.');
    const hanging = { x: open.runs[1]!.box.x0 };
    expect(between([open], at('Umweltschutz, Berlin, 1999)', hanging))).toBe('join: bracket-goes-on');
    expect(between([open], at('Umweltschutz, Berlin, 1999', hanging))).toBe('break: ends-early');
    expect(between([open], at('(b) Umweltschutz, Berlin)', hanging))).not.toBe('join: bracket-goes-on');
    expect(between([open], at('b) Umweltschutz', hanging))).not.toBe('join: bracket-goes-on');
    const full = (text: string): Line => ({ ...line(text), box: { ...line(text).box, x1: RIGHT } });
    const three = at('3) is the light of the Bell Rock');
    expect(between([full('The lamp (the cross in Figures 2 and')], three)).toBe('join: bracket-goes-on');
    expect(between([full('The lamp (as told above):')], three)).not.toBe('join: bracket-goes-on');
    expect(between([full('The lamp (do this:')], three)).not.toBe('join: bracket-goes-on');
    expect(between([line('Studies (of ships).')], at('Umweltschutz)'))).toBe('break: ends-early');
    expect(between([line('Find the roots on (−1, 0]')], at('Find the roots on [0, 1)'))).not.toBe(
      'join: bracket-goes-on',
    );
    expect(between([line('hope so :(')], at('sure :)'))).not.toBe('join: bracket-goes-on');
  });

  test('continues where a bracket closes though lines are entries, but not in centred verse', () => {
    const open = 'He who came (to look';
    expect(between([line(open)], at('At it) is still here'), { isNextEntry: true })).toBe('join: bracket-goes-on');
    const verse = [centred(open, 100), centred('At it) is looking there and waiting still')] as const;
    expect(between([verse[0]], verse[1], { edges: { id: 0, left: 60, right: 440 } })).toBe('break: centred-lines');
  });

  test('continues where stars close that the centred line above begins with', () => {
    const open = centred('** Sign No Paper Unless In Front', 100);
    expect(between([open], centred('Of A Keeper **'))).toBe('join: stars-around-a-notice');
    expect(between([open], at('Of A Keeper **', { x: open.box.x0 }))).not.toContain('stars');
    expect(between([open], centred('Of A Keeper **,'))).not.toContain('stars');
    expect(between([open], centred('Of A Keeper ***'))).not.toContain('stars');
    expect(between([centred('** Contains milk', 100)], centred('Ices**'))).not.toContain('stars');
    expect(between([centred('* Required field', 100)], centred('Name *'))).not.toContain('stars');
  });

  test('continues below the value of a label', () => {
    const [label, value] = [runs('Spoke for them:'), runs('President Lucey and', { x: 180 })];
    const above = makeLine(emptyPage(), [...label, ...value]);
    expect(between([above], at('Vice-President Kausar', { x: 180 }))).toBe('join: sentence-cut');
    expect(between([above], at('Vice-President Kausar', { x: 205 }))).toBe('break: ends-early');
  });

  test('of two centred lines is a caption that continues in lower case', () => {
    const above = line('Fig. 1: Networks get', { x: 220 });
    expect(between([above], at('combined', { x: 240 }))).toBe('join: caption-goes-on');
  });
});
