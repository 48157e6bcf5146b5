import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { normalise, normalisedLine, locateInLine } from '../../../reading/normalise.js';
import { normalisedFile } from '../../../reading/normalised-file.js';
import { renderedText } from '../../../reading/rendered.js';
import { cpuMs } from '../../support/cpu-time.js';

test.each([
  ['## 1\\. Scope', '1. Scope'],
  ['1\\.1 In this **Agreement** the `term`', '1.1 In this Agreement the term'],
  ['set out in [Schedule 1](15-schedule-1-fees.md), see [§ 2](<a (b).md#x>)', 'set out in Schedule 1, see § 2'],
  ['as shown[^12] before', 'as shown before'],
  ['[^12]: A note', ' A note'],
  ['<!-- page 12 -->', ''],
  ['<!-- figure: Depth in metres -->', 'Depth in metres'],
  ['<tr><td>a &lt; b</td><td><strong>c</strong></td></tr>', '  a < b  c  '],
  ['> quoted \\*as\\* is', 'quoted *as* is'],
  ['x<sup>2</sup> &amp; y', 'x2 & y'],
  ['a < b and c > d', 'a < b and c > d'],
])('%j is read as %j', (markdown, text) => expect(renderedText(markdown)).toBe(text));

test.each([
  ['Straße', 'STRASSE'],
  ['ﬁnal', 'final'],
  ['ΟΔΟΣ', 'οδος'],
  ['Gru\u0308ße', 'GRÜSSE'],
  ['the Owner’s “Vessel”', 'the owner\'s "vessel"'],
  ['1914–18', '1914-18'],
  ['hy\u00adphen', 'hyphen'],
])('%j is compared like %j', (one, other) => expect(normalise(one)).toBe(normalise(other)));

describe('a match is placed', () => {
  test.each([
    ['see [Schedule 1](x.md) below', 'schedule 1 below', '[Schedule 1](x.md) below'],
    ['1\\.1 **Fees**: the', '1.1 fees', '1\\.1 **Fees'],
    ['x ﬁnal y', 'inal', 'ﬁnal'],
    ['Gru\u0308ße', 'grüss', 'Gru\u0308ß'],
    ['a  \u00a0 b', 'a b', 'a  \u00a0 b'],
    ['𝒳 marks the spot', 'marks', 'marks'],
  ])('in %j for %j', (line, needle, found) => {
    const place = locateInLine(line, needle);
    // from the first sign that is shown on: what stands before it in Markdown is not in it
    expect(line.slice(place!.start, place!.end)).toBe(found.replace(/^\[/, ''));
  });

  test('at the end of the line where it continues in the next', () =>
    expect(locateInLine('one **two** ', 'two three')).toEqual({ start: 6, end: 9 }));
  test('nowhere in a line without it', () => expect(locateInLine('one two', 'three')).toBeNull());

  test('wherever a folded line holds it', () => {
    const signs = fc.constantFrom(
      'a',
      'B',
      'ß',
      'ü',
      'u\u0308',
      '*',
      '\\*',
      '[',
      '](x)',
      ' ',
      '“',
      '漢',
      '😀',
      '1',
      '&amp;',
    );
    fc.assert(
      fc.property(fc.array(signs, { minLength: 1, maxLength: 30 }), fc.nat(), fc.nat(), (parts, from, length) => {
        const line = parts.join('');
        const folded = normalisedLine(line);
        const needle = Array.from(folded)
          .slice(from % 20, (from % 20) + 1 + (length % 5))
          .join('')
          .trim();
        fc.pre(needle !== '' && folded.includes(needle));
        const place = locateInLine(line, needle);
        expect(place).not.toBeNull();
        expect(normalisedLine(line.slice(place!.start, place!.end))).toContain(needle);
      }),
    );
  });
});

describe('lines of a file', () => {
  const content =
    '---\ntitle: "Lamp"\n---\n\n# Lamp\n\nThe lamp is\nlit at dusk. The lamp\n\nburns.\n\n<!-- page 2 -->\n\nA lamp.';
  const linesWith = (needle: string) => [...normalisedFile(content).linesWith(needle)];

  test('are those where it begins, each once, without the front matter', () =>
    expect(linesWith('lamp')).toEqual([5, 7, 8, 14]));
  test('join within a paragraph', () => expect(linesWith('lamp is lit at')).toEqual([7]));
  test('do not join over an empty line', () => expect(linesWith('lamp burns')).toEqual([]));
  test('of marks are none', () => expect(linesWith('page 2')).toEqual([]));
});

test.each([
  '<a'.repeat(100_000),
  '](('.repeat(100_000),
  '[^'.repeat(100_000),
  '<!-- '.repeat(40_000),
  '> '.repeat(100_000),
  '\\'.repeat(200_000),
])('a long line of openings is read in time: %.6s', (line) => {
  expect(cpuMs(() => renderedText(line))).toBeLessThan(5000);
});
