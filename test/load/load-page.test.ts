import { expect, test } from '@jest/globals';
import { load, LOAD_MS } from '../support/load.js';

test(
  'a page',
  async () => {
    expect(await load('page', '--rounds', '1')).toMatch(/1 pages: \d+\.\d\d s from upload to ready/);
  },
  LOAD_MS,
);
