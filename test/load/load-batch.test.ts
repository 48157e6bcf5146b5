import { expect, test } from '@jest/globals';
import { load, LOAD_MS } from '../support/load.js';

test(
  'a batch',
  async () => {
    expect(await load('batch', '--count', '3')).toMatch(/3 ready, 0 failed, 0 open/);
  },
  LOAD_MS,
);
