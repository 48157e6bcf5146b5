/** Which lines are of an address in a column with other text, and which are of a sentence or of an entry full of names. */
import { describe, expect, test } from '@jest/globals';
import { groupLines } from '../../../../engine/text-blocks/line-groups.js';
import { namesWithinText } from '../../../../engine/text-blocks/names-within-text.js';
import { column, LEADING, LEFT, line, linesBelow, RIGHT, SIZE, style } from '../../../support/engine-inputs.js';
import { cpuMs } from '../../../support/cpu-time.js';
import { tag } from '../../../support/line-pairs.js';
import { MONO } from '../../../support/pages.js';

const PROSE = ['the harbour office told us', 'about the lamp.'];

const found = (texts: readonly string[], right = RIGHT): string[] => {
  const lines = linesBelow(texts);
  const settings = lines.map(() => ({ leading: LEADING, right }));
  return [...namesWithinText(lines, settings)].map(({ text }) => text);
};

/** The paragraphs of a column that is as wide as the longest of its lines. */
function paragraphs(texts: readonly string[]): string[] {
  const lines = linesBelow(texts);
  const made = column(lines);
  const narrow = { ...made, box: { ...made.box, x1: Math.max(...lines.map(({ box }) => box.x1)) } };
  return groupLines(narrow, { style: style(), isScanned: false, rightOf: ({ right }) => right }, () => []).map(
    (group) => group.lines.map(({ text }) => text).join(' '),
  );
}

describe('of an address is', () => {
  test('each line of three or more with a street, a town or a telephone number, the widest one too', () => {
    const address = ['Ada Moran', '1100 Quay Street, Suite 2800', 'Porto, CA 94087', '(650) 701-7829'];
    expect(found([PROSE[0]!, ...address, PROSE[1]!])).toEqual(address.slice(1));
    expect(paragraphs([...PROSE, ...address, ...PROSE])).toEqual([PROSE.join(' '), ...address, PROSE.join(' ')]);
    expect(found(['Ada Moran', 'Chief of the Harbour', 'Tel. 650 701-7829'])).toHaveLength(2);
    expect(found(['Ada Moran', '1100 Quay Street'])).toEqual([]);
  });

  test('no name without one of these, and none within a sentence', () => {
    expect(found(['Ada Moran', 'Chief of the Harbour', 'Port Office'])).toEqual([]);
    expect(found(['Ada Moran of the', 'port said that she', 'Keeps It', 'Porto, CA 94087'])).toEqual([]);
    const full = ['The Harbour Office of the', 'Coast, 1100 Quay Street in', 'Porto, CA 94087'];
    expect(found(full, LEFT + full[0]!.length * (SIZE / 2))).toEqual([]);
  });

  test('no line of a bibliography, of prose or of an invitation', () => {
    const entry = [
      'Moran, A., and Okafor, B., The Lamps of',
      'the Coast and Their Wicks in the Age of',
      'Steam, Lights of the World, Volume 12,',
      'Wiley, New York (1999)',
    ];
    expect(paragraphs(entry)).toEqual([entry.join(' ')]);
    const prose = [
      'Those who want a lamp mended bring it to',
      'the Port Office of the Coast, Quay House,',
      '1100 Quay Street, Porto, CA 94087, or ring',
      '(650) 701-7829 before noon on any day but',
      'Sunday.',
    ];
    expect(paragraphs(prose)).toEqual([prose.join(' ')]);
    const invitation = [
      'For a Tour of the Harbour Contact Ada',
      'Moran, Harbour Office, 1100 Quay Street,',
      'Porto, CA 94087, Telephone (650) 701-7829',
      'or ada@port.example.',
    ];
    expect(paragraphs(invitation)).toEqual([invitation.join(' ')]);
  });

  test('soon told among thousands of lines of one tag', () => {
    const address = ['Ada Moran', '1100 Quay Street', 'Porto, CA 94087'];
    // a gap after each address, so that none is too long for one
    const lines = Array.from({ length: 8000 }, (_, i) => {
      const y = 100 + LEADING * (i + Math.floor(i / address.length));
      return line(address[i % address.length]!, { y, font: MONO }, { tag: tag(1) });
    });
    expect(
      cpuMs(() =>
        groupLines(column(lines), { style: style(), isScanned: false, rightOf: ({ right }) => right }, () => []),
      ),
    ).toBeLessThan(2000);
    const close = lines.map((one, i) => line(one.text, { y: 100 + LEADING * i, font: MONO }, { tag: tag(1) }));
    expect(
      cpuMs(() =>
        groupLines(column(close), { style: style(), isScanned: false, rightOf: ({ right }) => right }, () => []),
      ),
    ).toBeLessThan(2000);
  });
});
