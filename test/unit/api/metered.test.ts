import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { metered } from '../../../api/metered.js';
import { createPace } from '../../../api/slots.js';
import { until } from '../../support/until.js';

const MIB = 1024 * 1024;

const transfer = (signal = new AbortController().signal) => ({ pace: createPace(), signal });

test('passes everything on, and counts it', async () => {
  const content = Buffer.alloc(3 * MIB, 'abcdefg');
  const { pace, signal } = transfer();
  const passed = metered(Readable.from([content.subarray(0, MIB), content.subarray(MIB)]), { pace, signal });
  expect((await buffer(passed)).equals(content)).toBe(true);
  expect(pace.bytes).toBe(content.length);
});

test('the time counts in which the reader takes nothing, not that in which there is nothing to take', async () => {
  const { pace, signal } = transfer();
  const source = new PassThrough();
  const passed = metered(source, { pace, signal });
  await new Promise(setImmediate);
  expect(pace.waitingSince).toBeNull();
  source.write(Buffer.alloc(MIB));
  await until(() => pace.waitingSince !== null, 'the reader is waited for');
  passed.resume();
  await until(() => pace.waitingSince === null, 'the source is waited for');
  expect(pace.waitedMs).toBeGreaterThan(0);
  passed.pause();
  source.end('the last bytes');
  await until(() => pace.waitingSince !== null, 'the reader is waited for at the end as well');
  passed.destroy();
});

test('ends with its source, its reader, and when it has to give way', async () => {
  const broken = new PassThrough();
  const one = metered(broken, transfer());
  broken.destroy(new Error('the store is gone'));
  await expect(once(one, 'data')).rejects.toThrow('the store is gone');

  const unread = new PassThrough();
  metered(unread, transfer()).destroy();
  await until(() => unread.destroyed, 'the source of a reader that is gone has ended');

  const slow = new PassThrough();
  const ending = new AbortController();
  const other = metered(slow, transfer(ending.signal));
  ending.abort(new Error('gives way'));
  await expect(once(other, 'data')).rejects.toThrow('gives way');
  expect(slow.destroyed).toBe(true);
});
