import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { Floor } from '../../../../api/disk-floor.js';
import { createPace } from '../../../../api/slots.js';
import { createUploadRoom, type UploadRoom } from '../../../../api/uploads/upload-room.js';
import type { Upload } from '../../../../api/uploads/upload-slots.js';
import { createLogger } from '../../../../infra/logger.js';

const MIB = 1024 * 1024;
const floor = {
  config: { disk: { floorBytes: 1_000 * MIB, paths: ['/objects', '/rows'] } },
  log: createLogger({ level: 'silent', name: 'test' }),
} as Floor;
const FULL = { details: { reason: 'disk_full' } };

let free: Record<string, number>;
let tightFor: string[];
let room: UploadRoom;
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate'] });
  free = { '/objects': 1_500 * MIB, '/rows': 9_000 * MIB };
  tightFor = [];
  room = createUploadRoom(
    (path) => Promise.resolve(free[path] as number),
    (owner) => tightFor.push(owner),
  );
});
afterEach(() => {
  jest.useRealTimers();
});

/** An upload that continues until the test ends it, or until it is told to give way. */
function open(mib: number, owner = 'a') {
  const upload: Upload = { pace: createPace(), signal: new AbortController().signal };
  const end = Promise.withResolvers<void>();
  const done = room.run(floor, { wanted: { owner, bytes: mib * MIB }, upload }, ({ signal }) => {
    signal.addEventListener('abort', () => end.reject(signal.reason));
    return end.promise;
  });
  const outcome = done.then(
    () => 'stored',
    (error: { details?: { reason: string } }) => error.details?.reason,
  );
  return { pace: upload.pace, end: end.resolve, outcome };
}
const require = (mib: number, owner = 'a') => room.require(floor, { owner, bytes: mib * MIB });

test('what is free beyond the floor is given away once, however many look at the same time', async () => {
  const uploads = Array.from({ length: 8 }, () => open(120));
  await turn();
  for (const { end } of uploads) end();
  const outcomes = await Promise.all(uploads.map(({ outcome }) => outcome));
  expect(outcomes.filter((one) => one === 'stored')).toHaveLength(4);
  expect(outcomes.filter((one) => one === 'disk_full')).toHaveLength(4);
});

test('an upload that has ended holds its room until every look that is used shows what it has written', async () => {
  const upload = open(400);
  await turn();
  await expect(require(200)).rejects.toMatchObject(FULL);
  upload.pace.bytes = 400 * MIB;
  upload.end();
  await upload.outcome;
  await expect(require(200)).rejects.toMatchObject(FULL);
  await jest.advanceTimersByTimeAsync(1_000);
  await require(200);
});

test('an upload of which nothing arrived holds no room once it has ended', async () => {
  const upload = open(400);
  await turn();
  upload.end();
  await upload.outcome;
  await require(200);
});

test('what has arrived is not counted twice, once the disk shows it', async () => {
  const { pace, end } = open(400);
  await turn();
  pace.bytes = 316 * MIB;
  free['/objects'] = 1_184 * MIB;
  await jest.advanceTimersByTimeAsync(1_000);
  await expect(require(50)).rejects.toMatchObject(FULL);
  await jest.advanceTimersByTimeAsync(1_000);
  await require(84);
  await expect(require(85)).rejects.toMatchObject(FULL);
  end();
});

test('an upload is ended when something else takes the disk below its floor', async () => {
  const upload = open(100);
  await turn();
  free['/rows'] = 999 * MIB;
  await jest.advanceTimersByTimeAsync(1_000);
  expect(await upload.outcome).toBe('disk_full');
});

test('others are asked to give way only to whom their reservations keep out', async () => {
  const { end } = open(400);
  await turn();
  await expect(require(501, 'too large')).rejects.toMatchObject(FULL);
  await expect(require(500, 'kept out')).rejects.toMatchObject(FULL);
  expect(tightFor).toEqual(['kept out']);
  end();
});
