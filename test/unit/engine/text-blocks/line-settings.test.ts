/** What leading and which right edge each line of a column has. */
import { expect, test } from '@jest/globals';
import { lineSettings, spacedText, type SpacedType } from '../../../../engine/text-blocks/line-settings.js';
import type { Line } from '../../../../engine/text/line.js';
import { LEADING, LEFT, line, linesBelow, RIGHT, style } from '../../../support/engine-inputs.js';

const EDGES = { id: 0, left: LEFT, right: RIGHT };
const SPACED = 23;
const TEXTS = [
  'The court below held that the keeper of the light had no duty to replace the lamp',
  'when it failed at night, and that the owners of the brig could not rely upon its',
  'being lit. On appeal they contend that the statute of 1848 names no hour at which',
  'that duty ends, and that it was for the jury to say what the keeper should have',
  'done about it.',
];

const spaced = (texts: readonly string[], x = LEFT): Line[] =>
  texts.map((text, i) => line(text, { x, y: 100 + i * SPACED }));

const leadings = (lines: readonly Line[], spacedTypes: readonly SpacedType[] = []): number[] =>
  lineSettings(lines, EDGES, style(), () => spacedTypes).map(({ leading }) => leading);

test('double-spaced text has a leading of its own', () =>
  expect(leadings(spaced(TEXTS))).toEqual(TEXTS.map(() => SPACED)));

test('a quote within it keeps the usual one', () => {
  const quote = linesBelow(TEXTS.slice(1, 4), { x: LEFT + 36, y: 100 + TEXTS.length * SPACED });
  const found = leadings([...spaced(TEXTS), ...quote]);
  expect(found.slice(-2)).toEqual([LEADING, LEADING]);
  expect(found.slice(0, TEXTS.length)).toEqual(TEXTS.map(() => SPACED));
});

test('the first two lines of a paragraph that goes on overleaf are spaced as the text of another column is', () => {
  const elsewhere = spacedText(spaced(TEXTS), EDGES);
  const two = spaced(TEXTS.slice(0, 2));
  expect(leadings(two, elsewhere)).toEqual([SPACED, SPACED]);
  expect(leadings(two)).toEqual([LEADING, LEADING]);
  const [first, second] = TEXTS as [string, string];
  const apart = [
    [first, `W${second.slice(1)}`],
    [first.slice(0, 40), second],
  ];
  for (const texts of apart) expect(leadings(spaced(texts), elsewhere)).toEqual([LEADING, LEADING]);
  const wider = two.map((one, i) => line(one.text, { y: 100 + i * (SPACED + 4) }));
  expect(leadings(wider, elsewhere)).toEqual([LEADING, LEADING]);
});

test('a few lines are spaced so too where a name goes on behind a preposition, or behind a comma before more of the sentence', () => {
  const elsewhere = spacedText(spaced(TEXTS), EDGES);
  const first = 'The keeper of the light, by and through the owners of the brig, his attorneys, Moran';
  const spacedAlike = (texts: readonly string[]): boolean =>
    leadings(spaced(texts), elsewhere).every((leading) => leading === SPACED);
  expect(spacedAlike([`${first} and`, 'Leith, says so'])).toBe(true);
  expect(
    spacedAlike([
      `${first},`,
      'P.C., for the claim of the owners against the keeper of the northern light, says',
      'so',
    ]),
  ).toBe(true);
  expect(spacedAlike([`${first},`, 'P.C.'])).toBe(false);
  expect(spacedAlike([`${first}.`, 'Leith says so'])).toBe(false);
  expect(
    spacedAlike([`${first},`, 'The brig that was sold to the owners of the northern light, said to be', 'lost']),
  ).toBe(false);
});

test('a few lines of a justified paragraph are spaced so too, though one begins with a name', () => {
  const elsewhere = spacedText(spaced(TEXTS), EDGES);
  const three = (end: number): Line[] =>
    spaced([
      'The owners of the brig say that the lights off',
      'Leith were out, and the keeper off',
      'Hull says so, too.',
    ]).map((one, i) => (i < 2 ? { ...one, box: { ...one.box, x1: end } } : one));
  expect(leadings(three(RIGHT), elsewhere)).toEqual([SPACED, SPACED, SPACED]);
  expect(leadings(three(RIGHT - 15), elsewhere)).toEqual([LEADING, LEADING, LEADING]);
  const [first, second] = spaced(['THE COURT OF THE NORTHERN LIGHTS', 'FOR THE TENTH HARBOUR']) as [Line, Line];
  const title = [
    { ...first, box: { ...first.box, x0: LEFT, x1: RIGHT } },
    { ...second, box: { ...second.box, x0: LEFT + 60, x1: RIGHT - 60 } },
  ];
  expect(leadings(title, elsewhere)).toEqual([LEADING, LEADING]);
});

test('entries with space between them have none of their own: each begins with a capital', () => {
  const entries = TEXTS.map((text) => `${text[0]!.toUpperCase()}${text.slice(1)}`);
  expect(leadings(spaced(entries))).toEqual(entries.map(() => LEADING));
});

test('a few lines that wrap before names are double-spaced text where they run to the edge', () => {
  const texts = [
    'The dispute arose from a policy of insurance upon the life of the keeper.',
    'Appellant says that she holds it for the man who kept the lamp, and the insurers',
    'of the Northern Brig and Harbour and Eastern Lights and Lamps Mutual Insurance',
    'Company, deny it.',
  ];
  const justified = (ends: number): Line[] =>
    spaced(texts).map((one, i) => (i < 3 ? { ...one, box: { ...one.box, x1: ends } } : one));
  expect(leadings(justified(RIGHT))).toEqual(texts.map(() => SPACED));
  expect(leadings(justified(RIGHT - 20))).toEqual(texts.map(() => LEADING));
  const entries = texts.map((text) => `${text[0]!.toUpperCase()}${text.slice(1)}`);
  expect(leadings(spaced(entries).map((one) => ({ ...one, box: { ...one.box, x1: RIGHT } })))).toEqual(
    texts.map(() => LEADING),
  );
  const labels = justified(RIGHT).map((one, i) => ({ ...one, box: { ...one.box, x0: LEFT + 9 * i } }));
  expect(leadings(labels)).toEqual(texts.map(() => LEADING));
});

test('text below a wide table ends at its own edge', () => {
  const edges = { ...EDGES, right: RIGHT + 300 };
  const rights = lineSettings(linesBelow(TEXTS), edges, style(), () => []).map(({ right }) => right);
  expect(new Set(rights)).toEqual(new Set([Math.max(...linesBelow(TEXTS).map(({ box }) => box.x1))]));
});
