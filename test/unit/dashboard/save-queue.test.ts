/** Changes of a list that are saved at a service, which takes one request at a time and only so many a minute. */
import { expect, test } from '@jest/globals';
import { createSaveQueue } from '../../../dashboard/src/features/review/save-queue.js';

class TooMany extends Error {}

/** A service that answers each request by hand. */
function service() {
  let list: readonly string[] = [];
  const asked: { items: string[]; answer: (error?: Error) => void }[] = [];
  const pauses: { seconds: number; end: () => void }[] = [];
  const save = createSaveQueue<string, readonly string[]>({
    read: () => list,
    put: (items) =>
      new Promise((resolve, reject) => {
        asked.push({ items, answer: (error) => (error ? reject(error) : resolve(items)) });
      }),
    onSaved: async (saved) => {
      list = saved;
    },
    waitSeconds: (error) => (error instanceof TooMany ? 7 : null),
    pause: (seconds) => new Promise((end) => pauses.push({ seconds, end })),
  });
  const add = (item: string) =>
    save((items) => {
      if (items.includes(item)) throw new Error(`${item} is there`);
      return [...items, item];
    });
  return { add, asked, pauses, list: () => list };
}

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
};

test('what is changed while a request is under way goes with the next one', async () => {
  const { add, asked, list } = service();
  const [one, two, three] = [add('a'), add('b'), add('c')];
  await turns();
  expect(asked.map(({ items }) => items)).toEqual([['a']]);
  asked[0]!.answer();
  await expect(one).resolves.toEqual(['a']);
  await turns();
  expect(asked[1]!.items).toEqual(['a', 'b', 'c']);
  asked[1]!.answer();
  await Promise.all([two, three]);
  expect([asked.length, list()]).toEqual([2, ['a', 'b', 'c']]);
});

test('a request that came too soon is repeated when the service says, with what was changed meanwhile', async () => {
  const { add, asked, pauses, list } = service();
  const one = add('a');
  await turns();
  asked[0]!.answer(new TooMany());
  await turns();
  const two = add('b');
  await turns();
  expect([asked.length, pauses.map(({ seconds }) => seconds)]).toEqual([1, [7]]);
  pauses[0]!.end();
  await turns();
  expect(asked[1]!.items).toEqual(['a', 'b']);
  asked[1]!.answer();
  await Promise.all([one, two]);
  expect(list()).toEqual(['a', 'b']);
});

test('a change that cannot be made is refused alone; a refusal of the service is of all in the request', async () => {
  const { add, asked, list } = service();
  const first = add('a');
  await turns();
  const [again, other] = [add('a'), add('b')];
  asked[0]!.answer();
  await first;
  await expect(again).rejects.toThrow('a is there');
  await turns();
  expect(asked[1]!.items).toEqual(['a', 'b']);
  asked[1]!.answer(new Error('refused'));
  await expect(other).rejects.toThrow('refused');
  expect(list()).toEqual(['a']);

  // and it goes on after that; where nothing can be made nothing is asked
  await expect(add('a')).rejects.toThrow('a is there');
  expect(asked).toHaveLength(2);
  const last = add('c');
  await turns();
  asked[2]!.answer();
  await expect(last).resolves.toEqual(['a', 'c']);
});
