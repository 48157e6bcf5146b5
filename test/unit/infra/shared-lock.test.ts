/** Who gets a shared lock, and in what order. */
import { expect, test } from '@jest/globals';
import { createSharedLock, type LockOptions } from '../../../infra/shared-lock.js';

/** Acquires the lock and notes it; answers how to release it. */
function holders() {
  const lock = createSharedLock('work');
  const acquired: string[] = [];
  const acquire = (name: string, options: LockOptions) => {
    const acquiring = lock.acquire(options);
    void acquiring.then(
      () => acquired.push(name),
      () => undefined,
    );
    return acquiring;
  };
  return { acquire, acquired };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('many hold it together; an exclusive holder waits for them, and those that come later wait for it', async () => {
  const { acquire, acquired } = holders();
  const release = await Promise.all([acquire('a', { exclusive: false }), acquire('b', { exclusive: false })]);
  const alone = acquire('alone', { exclusive: true });
  const later = [acquire('c', { exclusive: false }), acquire('d', { exclusive: false })];
  release[0]!();
  await settled();
  expect(acquired).toEqual(['a', 'b']);
  release[1]!();
  (await alone)();
  for (const one of await Promise.all(later)) one();
  expect(acquired).toEqual(['a', 'b', 'alone', 'c', 'd']);
});

test('others get it beside one that was exclusive for long enough; the next exclusive one waits for all of them', async () => {
  const { acquire, acquired } = holders();
  const release = await acquire('alone', { exclusive: true, maxExclusiveMs: 20 });
  const releaseLater = await acquire('later', { exclusive: false });
  const next = acquire('next', { exclusive: true, maxExclusiveMs: 20 });
  release();
  await settled();
  expect(acquired).toEqual(['alone', 'later']);
  releaseLater();
  (await next)();
  expect(acquired).toEqual(['alone', 'later', 'next']);
});

test('who gives up or waits for too long leaves the queue, and does not hold up those behind', async () => {
  const { acquire, acquired } = holders();
  const release = await acquire('a', { exclusive: false });
  const giveUp = new AbortController();
  const aborted = acquire('alone', { exclusive: true, signal: giveUp.signal });
  const behind = acquire('b', { exclusive: false });
  giveUp.abort(new Error('gone'));
  await expect(aborted).rejects.toThrow('gone');
  (await behind)();
  await expect(acquire('late', { exclusive: true, maxWaitMs: 5 })).rejects.toMatchObject({
    name: 'BusyError',
    code: 'BUSY',
  });
  await expect(acquire('never', { exclusive: false, signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow(
    'before',
  );
  release();
  (await acquire('last', { exclusive: true }))();
  expect(acquired).toEqual(['a', 'b', 'last']);
});
