import { expect, test } from '@jest/globals';
import { createSemaphore } from '../../../infra/semaphore.js';

/** Work that ends when it is told to, with a note of what runs. */
function workshop(inTurn: ReturnType<typeof createSemaphore>) {
  const runs: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string, owner?: string) => {
    const done = inTurn(() => {
      runs.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    }, owner);
    return { done };
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise(setImmediate);
  };
  return { runs, work, end };
}

test('so many run at once, those that wait follow in order, and one more is refused', async () => {
  const { runs, work, end } = workshop(createSemaphore({ atOnce: 1, maxWaiting: 2, what: 'tasks' }));
  for (const name of ['a', 'b', 'c']) work(name);
  await expect(work('d').done).rejects.toMatchObject({ code: 'BUSY' });
  expect(runs).toEqual(['a']);
  for (const name of ['a', 'b']) await end(name);
  expect(runs).toEqual(['a', 'b', 'c']);
});

test('what fails leaves its place to the next', async () => {
  const inTurn = createSemaphore({ atOnce: 1, maxWaiting: 1, what: 'tasks' });
  const failed = inTurn(() => Promise.reject(new Error('broken')));
  const next = inTurn(() => Promise.resolve('done'));
  await expect(failed).rejects.toThrow('broken');
  expect(await next).toBe('done');
});

test('one owner’s work fills neither all places nor the queue', async () => {
  const turns = createSemaphore({ atOnce: 2, maxWaiting: 3, what: 'tasks', ofOne: { atOnce: 1, maxWaiting: 1 } });
  const { runs, work, end } = workshop(turns);
  for (const name of ['a1', 'a2']) work(name, 'a');
  await expect(work('a3', 'a').done).rejects.toMatchObject({ code: 'BUSY' });
  work('b1', 'b');
  work('c1', 'c');
  expect(runs).toEqual(['a1', 'b1']);
  await end('b1');
  expect(runs).toEqual(['a1', 'b1', 'c1']);
  await end('a1');
  expect(runs).toEqual(['a1', 'b1', 'c1', 'a2']);
});
