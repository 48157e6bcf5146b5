import { expect, test } from '@jest/globals';
import { load, LOAD_MS, seen } from '../support/load.js';

test(
  'reviews: their runs are started, approved, lost and found',
  async () => {
    const said = await load('reviews', '--count', '6', '--rounds', '3');
    expect(said).toContain('6 of 6 runs in review');
    expect(seen(said, /^approve, p99 of 3 approvals/)).toBeGreaterThan(0);
    // the reconciler leaves alone what was touched in the last minute
    expect(seen(said, /^repair of a start that was lost/)).toBeGreaterThan(55);
    expect(seen(said, /^repair of a run that was terminated/)).toBeGreaterThan(0);
    expect(seen(said, /^memory of worker 2, 6 reviews open/)).toBeGreaterThan(50);
  },
  LOAD_MS,
);
