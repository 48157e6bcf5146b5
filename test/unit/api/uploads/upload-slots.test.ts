import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { Slots } from '../../../../api/slots.js';
import { LEAST } from '../../../../api/uploads/request-body.js';
import { createUploadSlots, type Upload } from '../../../../api/uploads/upload-slots.js';

const BOUNDS = { permits: 3, maxWaiting: 10, perOwner: { permits: 2, maxWaiting: 10 }, what: 'uploads' };
const SECONDS = 10;
let slots: Slots;
let running: Map<string, { upload: Upload; end: () => void }>;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate'] });
  slots = createUploadSlots(BOUNDS);
  running = new Map();
});
afterEach(async () => {
  for (let left = 0; left < 10; left++) {
    for (const { end } of running.values()) end();
    await turn();
  }
  jest.useRealTimers();
});

/** An upload that continues until the test ends it, whatever it is told, at so many bytes a second. */
async function open(owner: string, name: string, bytesPerSecond = 20_000): Promise<void> {
  const waitedMs = LEAST.afterMs + 1_000;
  void slots.run(owner, (upload) => {
    Object.assign(upload.pace, { waitedMs, bytes: (bytesPerSecond * waitedMs) / 1_000 });
    return new Promise<void>((end) => running.set(name, { upload, end }));
  });
  await turn();
}

const told = (): string[] => [...running].filter(([, { upload }]) => upload.signal.aborted).map(([name]) => name);

test('one waiter ends one upload, however long that takes', async () => {
  await open('a', 'a1', 30_000);
  await open('a', 'a2', 20_000);
  await open('b', 'b1', 40_000);
  await open('c', 'c1');
  await jest.advanceTimersByTimeAsync(SECONDS * 1_000);
  expect(told()).toEqual(['a2']);
  running.get('a2')?.end();
  await turn();
  expect(running.has('c1')).toBe(true);
  await jest.advanceTimersByTimeAsync(SECONDS * 1_000);
  expect(told()).toEqual(['a2']);
});

test('a second waiter ends a second upload, once the first slot is taken', async () => {
  for (const [owner, name, rate] of [
    ['a', 'a1', 30_000],
    ['a', 'a2', 20_000],
    ['b', 'b1', 40_000],
  ] as const)
    await open(owner, name, rate);
  await open('c', 'c1', 900_000);
  await open('d', 'd1', 900_000);
  running.get('a2')?.end();
  await turn();
  await jest.advanceTimersByTimeAsync(2_000);
  expect(told().toSorted()).toEqual(['a1', 'a2']);
});

test('who holds as many as it may ends none', async () => {
  await open('a', 'a1');
  await open('a', 'a2');
  await open('b', 'b1');
  await open('a', 'a3');
  await jest.advanceTimersByTimeAsync(SECONDS * 1_000);
  expect(told()).toEqual([]);
});

test('for room on the disks one upload is ended at a time, though there are slots, and none for who is at its own limit', async () => {
  await open('a', 'a1', 30_000);
  await open('a', 'a2', 20_000);
  slots.evictSlowest('a');
  expect(told()).toEqual([]);
  slots.evictSlowest('b');
  slots.evictSlowest('b');
  expect(told()).toEqual(['a2']);
});
