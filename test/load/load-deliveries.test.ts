import { expect, test } from '@jest/globals';
import { load, LOAD_MS, seen } from '../support/load.js';

test(
  'deliveries: they come to wait, and others get their events',
  async () => {
    const said = await load('deliveries', '--count', '20', '--rounds', '2');
    expect(said).toContain('20 deliveries pending after');
    expect(seen(said, /^event to a live receiver, another account, longest of 2/)).toBeGreaterThan(0);
    expect(seen(said, /^transactions of Postgres/)).toBeGreaterThan(0);
  },
  LOAD_MS,
);
