import { expect, it } from '@jest/globals';
import { evenRange } from '../../../activities/inspected.js';

it('ranges are as few as there have to be, and all alike', () => {
  expect([1, 96, 97, 100, 352, 1_090].map((pages) => evenRange(pages, 96))).toEqual([1, 96, 49, 50, 88, 91]);
});
