/** What the kill run counts as lost. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { userMessage } from '../../../activities/failures.js';
import { asker } from '../../chaos/ask.js';
import { needless } from '../../chaos/checks/repeats.js';
import { createClient } from '../../chaos/client.js';
import type { Document } from '../../chaos/documents.js';
import type { FaultDone } from '../../chaos/faults.js';
import { openLedger } from '../../chaos/ledger.js';
import { outcomeAmiss } from '../../chaos/outcomes.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shelfwright-losses-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a request that is never answered stays open, with what it asked; an answered one does not', async () => {
  const ledger = openLedger(join(folder, 'ledger.jsonl'));
  const over = new AbortController();
  const client = createClient({ urls: ['http://127.0.0.1:1'], tally: new Map(), signal: over.signal });
  const ask = asker({ client, ledger, name: 'Shelf 3', headers: {} });
  const asked = ask('approve', { path: '/approve', method: 'POST' }, [200]);
  setTimeout(() => over.abort(), 700);
  await expect(asked).rejects.toThrow('aborted');
  const answers = ['data:application/json,{}'];
  const answering = createClient({ urls: answers, tally: new Map(), signal: new AbortController().signal });
  await asker({ client: answering, ledger, name: 'Shelf 4', headers: {} })('get', { path: '' }, [200]);
  expect(ledger.asked()).toBe(2);
  expect([...ledger.asking].map(({ what }) => what)).toEqual(['Shelf 3: approve /approve']);
});

const failed = (reason: Parameters<typeof userMessage>[0], failedAtStep: 'parsing' | 'verifying' = 'parsing') => ({
  status: 'failed' as const,
  errorMessage: userMessage(reason),
  failedAtStep,
});
const ready = { status: 'ready' as const, errorMessage: null, failedAtStep: null };
const damaged: Document = { hostile: 'not-a-document' };

test.each([
  ['a damaged PDF that failed as such', damaged, failed('unreadable'), true],
  ['a damaged PDF that failed by a defect', damaged, failed('internal'), false],
  ['a damaged PDF that failed by an outage', damaged, failed('unavailable'), false],
  ['a damaged PDF that failed too late', damaged, failed('unreadable', 'verifying'), false],
  ['a damaged PDF that is ready', damaged, ready, false],
  ['an odd PDF that is ready', { hostile: 'issue9105_other.pdf' } as const, ready, true],
  ['an odd PDF that failed', { hostile: 'issue9105_other.pdf' } as const, failed('unreadable'), false],
  ['a sound PDF that is ready', { pages: 2 }, ready, true],
  ['a sound PDF that failed', { pages: 2 }, failed('unavailable'), false],
])('%s', (_, document, seen, isRight) => {
  expect(outcomeAmiss(document, seen) === null).toBe(isRight);
});

test('a request of one attempt is repeated only where a fault was felt, and three times at most', () => {
  const fault = { beganMs: Date.parse('2026-01-01T00:10:00Z'), stopMs: 5_000 } as FaultDone;
  const lines = (...times: string[]) =>
    times.map((time) => ({ at: `2026-01-01T00:${time}Z` }) as Parameters<typeof needless>[0][number]);
  expect(needless(lines('10:00'), [])).toEqual([]);
  expect(needless(lines('09:59', '10:07'), [fault])).toEqual([]);
  expect(needless(lines('10:50', '11:30'), [fault])).toEqual([]);
  expect(needless(lines('09:40', '09:50'), [fault])).toHaveLength(1);
  expect(needless(lines('11:40', '12:40'), [fault])).toHaveLength(1);
  expect(needless(lines('10:01', '10:02', '10:03', '10:04', '10:05'), [fault])).toEqual(['5 times']);
});
