/** Many uploads at once, each of which finds room on the disk, and which together would fill it. */
import { statfs } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildTestApp, type TestApp } from '../support/app.js';
import { partHead } from '../support/forms.js';
import { listen } from '../support/listen.js';
import { until } from '../support/until.js';
import { openUpload } from '../support/upload-socket.js';

const GIB = 2 ** 30;
/** Other programs write to the disk meanwhile: there is room for about 34 uploads, and 60 are sent. */
const ROOM_BYTES = 10 * GIB;
const ANNOUNCED_BYTES = 300_000_000;
const [ACCOUNTS, UPLOADS_EACH] = [20, 3];
const UNDER_WAY = 'SELECT count(*)::int AS count FROM uploads WHERE shelf_id IS NULL';
const HEAD = Buffer.concat([partHead('file', 'large.pdf', 'application/pdf'), Buffer.from('%PDF-1.7\n')]);

let api: TestApp;
let port: number;
const sockets: Socket[] = [];
beforeAll(async () => {
  const { bavail, bsize } = await statfs(tmpdir());
  api = await buildTestApp({ disk: { floorBytes: bavail * bsize - ROOM_BYTES, paths: [tmpdir()] } });
  port = await listen(api.app);
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await api?.stop();
});

/** Uploads that have been let in. */
const underWay = async (): Promise<number> =>
  (await api.database.manager.query<[{ count: number }]>(UNDER_WAY))[0].count;

async function open(key: string, headers: Record<string, string | number>) {
  const upload = await openUpload(port, { path: '/v1/shelves', key, headers });
  upload.socket.on('error', () => undefined);
  sockets.push(upload.socket);
  upload.socket.write(
    'content-length' in headers ? HEAD : `${HEAD.length.toString(16)}\r\n${HEAD.toString('latin1')}\r\n`,
  );
  return upload;
}

const UPLOADS: Record<string, string | number>[] = [
  { 'content-length': ANNOUNCED_BYTES },
  { 'transfer-encoding': 'chunked' },
];

test.each(UPLOADS)(
  'those that may go on cannot fill the disk together, and it is there for others when they have ended: %j',
  async (headers) => {
    const users = await Promise.all(Array.from({ length: ACCOUNTS }, () => api.user()));
    const sendAll = async () => {
      const uploads = await Promise.all(
        users.flatMap(({ key }) => Array.from({ length: UPLOADS_EACH }, () => open(key, headers))),
      );
      const refused = () => uploads.filter(({ received }) => received().includes('disk_full'));
      await until(async () => (await underWay()) + refused().length === uploads.length, 'each has its answer', 60_000);
      const outcome = { taken: await underWay(), refused: refused().length };
      for (const { received } of refused()) expect(received()).toMatch(/^HTTP\/1\.1 503 /);
      for (const { socket } of uploads) socket.destroy();
      await until(async () => (await underWay()) === 0, 'all have ended', 60_000);
      return outcome;
    };
    const outcomes = [await sendAll()];
    await pause(1_500); // what they have reserved is held for a second more
    outcomes.push(await sendAll());
    for (const { taken, refused } of outcomes) {
      expect(taken).toBeGreaterThan(0);
      expect(refused).toBeGreaterThan(0);
    }
    await pause(1_500);
  },
  180_000,
);
