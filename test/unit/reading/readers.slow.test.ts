/** Reading readers under load: what takes too long ends, what answers requests never waits. */
import { afterEach, expect, test } from '@jest/globals';
import { createReaders, type Job, type Readers } from '../../../reading/readers.js';
import { childrenRunning } from '../../support/engine-processes.js';
import { LINES, outlining, searching, SLOW, STUCK_LINE } from '../../support/slow-search.js';
import { until } from '../../support/until.js';

let readers: Readers;
afterEach(() => readers.close());

/** Two readers that have had a job: the start of a process takes longer than many a job. */
async function bothStarted(): Promise<void> {
  await Promise.all(['x', 'y'].map((account) => readers.run(searching(SLOW, LINES, { timeoutMs: 300, account }))));
}

test('a search that is not through in time answers with what it has, and the caller goes on meanwhile', async () => {
  readers = createReaders();
  await readers.run(searching('warm', 'up'));
  let ticks = 0;
  const timer = setInterval(() => (ticks += 1), 10);
  const { complete, total } = await readers.run(searching(SLOW, LINES, { timeoutMs: 600 }));
  clearInterval(timer);
  expect([complete, total < 3000]).toEqual([false, true]);
  expect(ticks).toBeGreaterThan(2); // a caller that waits for the search itself has one at most
});

test('a job that does not end is ended, and the next one has a reader', async () => {
  readers = createReaders({ killAfterMs: 4000 });
  await expect(readers.run(searching(SLOW, STUCK_LINE))).rejects.toMatchObject({ code: 'READING_TOO_LARGE' });
  expect(await readers.run(searching('lamp', 'a lamp'))).toMatchObject({ total: 1 });
});

test('a reader that has died is replaced, and leaves nothing behind', async () => {
  readers = createReaders();
  const job = searching('lamp', 'a lamp');
  await readers.run(job);
  const [pid, ...others] = childrenRunning('reading/reader.js');
  expect(others).toEqual([]);
  process.kill(pid!, 'SIGKILL');
  await until(() => childrenRunning('reading/reader.js').length === 0, 'the death of the reader');
  expect(await readers.run(job)).toMatchObject({ total: 1 });
  await readers.close();
  expect(childrenRunning('reading/reader.js')).toEqual([]);
});

test('a tree of more than memory holds ends its reader alone', async () => {
  readers = createReaders({ maxHeapMb: 32 });
  const text = 'a lamp, by hand\n'.repeat(4_000_000);
  await expect(readers.run(searching('lamp', text))).rejects.toMatchObject({ code: 'READING_TOO_LARGE' });
  expect(await readers.run(searching('lamp', 'a lamp'))).toMatchObject({ total: 1 });
});

test('no other read waits for patterns, however many accounts have one that is stuck in a line', async () => {
  readers = createReaders({ maxWaitMs: 60_000 });
  const ended: string[] = [];
  const patterns = ['a', 'b', 'c'].map((account) =>
    readers.run(searching(SLOW, STUCK_LINE, { account })).catch(({ code }) => ended.push(String(code))),
  );
  const words: Job<'search'> = {
    ...searching('', 'a lamp', { account: 'd' }),
    input: { q: 'lamp', limit: 5, timeoutMs: 60_000 },
  };
  expect(await readers.run(words)).toMatchObject({ total: 1 });
  // an account's own read does not wait for its pattern either
  expect(await readers.run(outlining('# A lamp', { account: 'a' }))).toMatchObject({ total: 1 });
  expect(ended).toEqual([]);
  await Promise.all(patterns);
  expect(ended).toEqual(['READING_TOO_LARGE', 'READING_TOO_LARGE', 'READING_TOO_LARGE']);
});

test('a pattern is killed for the time that it worked, not for the time that its reader was stopped', async () => {
  readers = createReaders({ maxWorkMs: 1000 });
  await readers.run(searching('warm', 'up'));
  const [pid] = childrenRunning('reading/reader.js');
  process.kill(pid!, 'SIGSTOP');
  const found = readers.run(searching('lamp', 'a lamp'));
  // by the clock it would be killed before this one is
  await expect(readers.run(searching(SLOW, STUCK_LINE, { account: 'b' }))).rejects.toMatchObject({
    code: 'READING_TOO_LARGE',
  });
  process.kill(pid!, 'SIGCONT');
  expect(await found).toMatchObject({ total: 1 });
});

test('of one account only one job runs at a time, others pass it', async () => {
  readers = createReaders();
  await bothStarted();
  const ended: string[] = [];
  const note = (name: string) => () => void ended.push(name);
  const slow = () => searching(SLOW, LINES, { timeoutMs: 1500 });
  await Promise.all([
    readers.run(slow()).then(note('first of a')),
    readers.run(slow()).then(note('second of a')),
    readers.run(searching('lamp', 'a lamp', { account: 'b' })).then(note('b')),
  ]);
  expect(ended).toEqual(['b', 'first of a', 'second of a']);
});

test('a job that has waited too long is refused as busy', async () => {
  readers = createReaders({ maxWaitMs: 100 });
  const first = readers.run(searching(SLOW, LINES, { timeoutMs: 1000 }));
  await expect(readers.run(searching('lamp', 'a lamp'))).rejects.toMatchObject({ code: 'BUSY' });
  await first;
  expect(await readers.run(searching('lamp', 'a lamp'))).toMatchObject({ total: 1 });
});

test('a queue that is full refuses at once', async () => {
  readers = createReaders();
  const first = readers.run(searching(SLOW, LINES, { timeoutMs: 300 }));
  const second = readers.run(searching(SLOW, LINES, { timeoutMs: 300, account: 'b' }));
  const ask = (account: string) => readers.run(searching('lamp', 'a lamp', { account }));
  const waiting = Array.from({ length: 64 }, (_, at) => ask(`account ${at % 8}`));
  await expect(ask('c')).rejects.toMatchObject({ code: 'BUSY' });
  await Promise.all([first, second, ...waiting]);
});

test('one account does not fill the queue', async () => {
  readers = createReaders();
  const slow = ['a', 'b'].map((account) => readers.run(searching(SLOW, LINES, { timeoutMs: 300, account })));
  const ask = (account: string) => readers.run(searching('lamp', 'a lamp', { account }));
  const waiting = Array.from({ length: 16 }, () => ask('a'));
  await expect(ask('a')).rejects.toMatchObject({ code: 'BUSY' });
  expect(await ask('c')).toMatchObject({ total: 1 });
  await Promise.all([...slow, ...waiting]);
});

test('two accounts that keep the queue full of slow searches do not lock out a third', async () => {
  readers = createReaders({ maxWaitMs: 60_000 });
  await bothStarted();
  const ended: string[] = [];
  const hostile = Array.from({ length: 24 }, (_, at) => (at % 2 === 0 ? 'a' : 'b')).map((account) =>
    readers.run(searching(SLOW, LINES, { timeoutMs: 500, account })).finally(() => ended.push(account)),
  );
  await readers.run(searching('lamp', 'a lamp', { account: 'c' }));
  // those that were running when it came, one more of each that had waited before it, and no other of the 24
  expect(ended.length).toBeLessThanOrEqual(5);
  await Promise.allSettled(hostile);
});

test('a tree is asked for once, and again when its place is taken', async () => {
  readers = createReaders();
  const loads: string[] = [];
  const read = (name: string, chars: number) =>
    readers.run({
      name: 'outline',
      input: { depth: 6, by: 'files', offset: 1 },
      account: 'a',
      tree: {
        sha256: name,
        load: () => {
          loads.push(name);
          return Promise.resolve(new Map([['notes.json', ' '.repeat(chars)]]));
        },
      },
    });
  await read('small', 10);
  await read('small', 10);
  await read('large', 60 * 1024 * 1024);
  await read('large', 60 * 1024 * 1024);
  await read('small', 10);
  expect(loads).toEqual(['small', 'large', 'small']);
});

test('a tree that cannot be read is the error of its job alone', async () => {
  readers = createReaders();
  const tree = { sha256: 'gone', load: () => Promise.reject(new Error('the store is away')) };
  const job: Job<'outline'> = { name: 'outline', input: { depth: 6, by: 'files', offset: 1 }, account: 'a', tree };
  await expect(readers.run(job)).rejects.toThrow('the store is away');
  expect(await readers.run(searching('lamp', 'a lamp'))).toMatchObject({ total: 1 });
});
