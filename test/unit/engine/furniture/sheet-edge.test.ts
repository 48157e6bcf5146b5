/** What is stamped at the very edge of a sheet. */
import { expect, test } from '@jest/globals';
import { body, furnitureOf } from '../../../support/furniture.js';

test('a line at the very edge of a page with margins is a stamp, and the foot is above it', () => {
  const stamp = { text: 'keeper@example.org The Keeper 01/04/24 07:49:02 AM', x: 80, y: 838, size: 11 };
  const number = { text: '22', x: 60, y: 812, size: 8 };
  const text = [...body(110), ...body(300)];
  expect(furnitureOf([...text, number, stamp])).toEqual(['22', stamp.text]);
  expect(furnitureOf([...text, { ...stamp, y: 10, size: 8 }])).toEqual([stamp.text]);
  // in the margin, in large type, on a page without margins, on a sheet with little on it
  expect(furnitureOf([...text, { ...stamp, y: 815 }])).toEqual([]);
  expect(furnitureOf([...text, { ...stamp, y: 14, size: 16 }])).toEqual([]);
  expect(furnitureOf([...text, { ...body(500)[0]!, x: 12 }, { ...stamp, y: 10 }])).toEqual([]);
  expect(furnitureOf([...body(110), { ...stamp, y: 10 }])).toEqual([]);
  const below = { ...stamp, text: 'Lamps', y: 27, size: 8 };
  expect(furnitureOf([...text, { ...stamp, y: 10, size: 8 }, below])).toEqual([]);
  // of the archive at head and foot; alone it may be a title, an address, a total, and so are two of different sizes
  const [above, under] = [
    { text: 'The Northern Lights', x: 80, y: 10, size: 8 },
    { text: 'Archive of Lamps', x: 400, y: 838, size: 8 },
  ];
  expect(furnitureOf([...text, above, under])).toEqual([above.text, under.text]);
  for (const alone of [
    'Report on Lamps',
    'Bell Rock, 3 May 2019',
    'Total 4711.00',
    'keeper@example.org',
    'Open 5/4 9:00',
  ])
    expect(furnitureOf([...text, { ...above, text: alone }])).toEqual([]);
  expect(furnitureOf([...text, { ...above, size: 11 }, under])).not.toContain(above.text);
  expect(furnitureOf([...text, above, { ...under, text: '4 Rock Street' }])).not.toContain(above.text);
  // the first line of a head
  expect(furnitureOf([...text, { ...stamp, y: 10, size: 8 }, { ...stamp, text: 'Lamps', y: 21, size: 8 }])).toEqual([]);
});
