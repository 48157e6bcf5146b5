import { expect, test } from '@jest/globals';
import { createSemaphore, type Semaphore } from '../../../infra/semaphore.js';

const tick = () => new Promise(setImmediate);

/** Work that ends when the test says so, with a note of what runs. */
function workshop(semaphore: Semaphore) {
  const running: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string, owner = '') => {
    const done = semaphore.run(
      () => {
        running.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      },
      { owner },
    );
    return { done };
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await tick();
  };
  return { running, work, end };
}

test('runs as much as there are permits, queues the rest in order, and refuses more than the queue holds', async () => {
  const { running, work, end } = workshop(createSemaphore({ permits: 1, maxWaiting: 2, what: 'tasks' }));
  for (const name of ['a', 'b', 'c']) work(name);
  await expect(work('d').done).rejects.toMatchObject({ code: 'BUSY' });
  expect(running).toEqual(['a']);
  for (const name of ['a', 'b']) await end(name);
  expect(running).toEqual(['a', 'b', 'c']);
});

test('work that fails releases its permit', async () => {
  const semaphore = createSemaphore({ permits: 1, maxWaiting: 1, what: 'tasks' });
  const failed = semaphore.run(() => Promise.reject(new Error('broken')));
  const next = semaphore.run(() => Promise.resolve('done'));
  await expect(failed).rejects.toThrow('broken');
  expect(await next).toBe('done');
});

test('no owner takes all permits or fills the queue', async () => {
  const perOwner = { permits: 1, maxWaiting: 1 };
  const { running, work, end } = workshop(createSemaphore({ permits: 2, maxWaiting: 3, what: 'tasks', perOwner }));
  for (const name of ['a1', 'a2']) work(name, 'a');
  await expect(work('a3', 'a').done).rejects.toMatchObject({ code: 'BUSY' });
  work('b1', 'b');
  work('c1', 'c');
  await tick();
  expect(running).toEqual(['a1', 'b1']);
  await end('b1');
  expect(running).toEqual(['a1', 'b1', 'c1']);
  await end('a1');
  expect(running).toEqual(['a1', 'b1', 'c1', 'a2']);
});

test('an owner waits for one caller of each other, however many they have queued', async () => {
  const perOwner = { permits: 1, maxWaiting: 16 };
  const { running, work, end } = workshop(createSemaphore({ permits: 2, maxWaiting: 64, what: 'tasks', perOwner }));
  for (let at = 0; at < 17; at++) for (const hostile of ['a', 'b']) work(`${hostile}${at}`, hostile);
  for (const at of [0, 1]) work(`honest${at}`, 'honest');
  await tick();
  // one of each that was there before
  await end('a0');
  await end('b0');
  expect(running.slice(2)).toEqual(['a1', 'b1']);
  await end('a1');
  expect(running.slice(4)).toEqual(['honest0']);
  await end('honest0');
  await end('b1');
  expect(running.slice(5)).toEqual(['a2', 'b2']);
  await end('a2');
  expect(running.slice(7)).toEqual(['honest1']);
});

test('an owner that was served before goes before strangers that come after it', async () => {
  const perOwner = { permits: 1, maxWaiting: 16 };
  const { running, work, end } = workshop(createSemaphore({ permits: 1, maxWaiting: 64, what: 'tasks', perOwner }));
  work('known0', 'known');
  await tick();
  await end('known0');
  work('a0', 'a');
  work('known1', 'known');
  for (const stranger of ['b', 'c', 'd']) work(`${stranger}0`, stranger);
  await tick();
  await end('a0');
  expect(running).toEqual(['known0', 'a0', 'known1']);
});

test('a caller that gives up or waits too long leaves the queue, and the next in line gets the permit', async () => {
  const semaphore = createSemaphore({ permits: 1, maxWaiting: 3, what: 'tasks', maxWaitMs: 50 });
  const release = await semaphore.acquire();
  const giveUp = new AbortController();
  const aborted = semaphore.acquire({ signal: giveUp.signal });
  const late = semaphore.acquire();
  giveUp.abort(new Error('gone'));
  await expect(aborted).rejects.toThrow('gone');
  await expect(late).rejects.toMatchObject({ code: 'BUSY' });
  const unhurried = semaphore.acquire({ maxWaitMs: 5_000 });
  await expect(semaphore.acquire({ maxWaitMs: 1 })).rejects.toMatchObject({ code: 'BUSY' });
  release();
  (await unhurried)();
  await expect(semaphore.acquire({ signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow('before');
  expect(await semaphore.run(() => Promise.resolve('free'))).toBe('free');
});
