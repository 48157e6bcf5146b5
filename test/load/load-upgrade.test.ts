import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { load, LOAD_MS, seen } from '../support/load.js';

/** In place of an earlier release: this one, which has the same path to go. */
const ROOT = join(import.meta.dirname, '../../..');

test(
  'an upgrade: nothing is lost',
  async () => {
    const said = await load('upgrade', '--from', ROOT, '--count', '8', '--at-once', '2');
    expect(seen(said, /^shelves uploaded/)).toBe(8);
    for (const lost of [/^not ready/, /^without each page/, /^with no version/, /^with no event/, /^runs of shelves/])
      expect([String(lost), seen(said, lost)]).toEqual([String(lost), 0]);
    expect(seen(said, /^uploads that were refused/)).toBe(0);
  },
  LOAD_MS,
);
