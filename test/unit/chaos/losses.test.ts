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
import { fitted, type Fault, type Target } from '../../chaos/fault-plan.js';
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

const clock = (time: string): number => Date.parse(`2026-01-01T00:${time}Z`);
/** Begins at 10:00. */
const faultOf = (target: Target, stopMs: number) => ({ target, beganMs: clock('10:00'), stopMs }) as FaultDone;
const sentAt = (...times: string[]) => times.map((time) => ({ timestamp: String(clock(time) / 1000) }));

test.each<[string, string[], FaultDone[], number]>([
  ['sent once', ['10:00'], [], 0],
  ['again without a fault', ['10:00', '10:11'], [], 1],
  ['again after its worker was killed', ['09:59', '10:11'], [faultOf('worker', 0)], 0],
  ['again after its worker broke it off at its end', ['09:59', '10:15'], [faultOf('worker', 0)], 0],
  ['late, by a worker that thawed', ['10:11', '11:15'], [faultOf('worker', 75_000)], 0],
  ['again after Postgres was killed at the end of the request', ['09:45', '10:25'], [faultOf('postgres', 0)], 0],
  ['again after Temporal missed heartbeats', ['10:20', '10:31'], [faultOf('temporal', 0)], 0],
  ['again before the fault', ['09:40', '09:50'], [faultOf('worker', 0)], 1],
  ['first sent when the fault was long over', ['10:40', '10:51'], [faultOf('worker', 5_000)], 1],
  ['again long after an attempt that met no fault', ['09:30', '10:10'], [faultOf('postgres', 0)], 1],
  ['again after a fault that costs no record', ['09:59', '10:11'], [faultOf('receiver', 5_000), faultOf('s3', 0)], 1],
  ['for ever', ['10:01', '10:02', '10:03', '10:04', '10:05'], [faultOf('worker', 0)], 1],
])('a request of an attempt %s', (_, times, faults, lost) => {
  expect(needless(sentAt(...times), faults)).toHaveLength(lost);
});

test('what is hit in place of another hangs no longer than it may, and is asked to end only if it does so', () => {
  const hang: Fault = { number: 0, atMs: 0, target: 'temporal', kind: 'stop', stopMs: 75_000, which: 0 };
  expect(fitted(hang, 'temporal', 30_000)).toEqual(hang);
  expect(fitted(hang, 'worker', 30_000)).toEqual({ ...hang, target: 'worker' });
  for (const target of ['postgres', 'engine'] as const)
    expect(fitted(hang, target, 30_000)).toEqual({ ...hang, target, stopMs: 30_000 });
  const end: Fault = { ...hang, target: 'worker', kind: 'end', stopMs: 0 };
  expect(fitted(end, 'api', 30_000).kind).toBe('end');
  expect(fitted(end, 'postgres', 30_000).kind).toBe('kill');
});
