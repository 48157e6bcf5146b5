/** Downloads of archives, and what is left of those that fail. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Shelfwright } from '../../../clients/typescript/src/index.js';
import { saveArchive } from '../../../clients/typescript/src/node.js';
import { answerInTurn, json, SHELF_ID as ID } from '../../support/client-answers.js';
import { floods, startRawReceiver, type Behaviour } from '../../support/raw-receiver.js';
import { startReceiver, type Answer, type Receiver } from '../../support/receiver.js';

let server: Receiver;
let client: Shelfwright;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'shelfwright-archive-'));
  server = await startReceiver();
  client = new Shelfwright({ baseUrl: `${server.origin}/`, apiKey: 'sk_1' });
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const inTurn = (...answers: (Answer | 'reset' | 'hang')[]) => answerInTurn(server, ...answers);

test('an archive comes by the fetch that was given, without the key', async () => {
  const bytes = 'an archive';
  const url = `${server.origin}/bucket/archive.tar.gz?signature=1`;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  inTurn(json(200, { url, sha256, sizeBytes: bytes.length }), { status: 200, body: bytes });
  const asked: string[] = [];
  const counting = new Shelfwright({
    baseUrl: server.origin,
    apiKey: 'sk_1',
    fetch(input, init) {
      asked.push(new Request(input).url);
      return fetch(input, init);
    },
  });
  expect(new TextDecoder().decode(await counting.downloadArchive(ID))).toBe(bytes);
  expect(asked).toEqual([expect.stringContaining(`/v1/shelves/${ID}/archive`), url]);
  expect(server.received[0]!.headers).toHaveProperty('authorization');
  expect(server.received[1]!.headers).not.toHaveProperty('authorization');
});

/** An object store that answers so. */
async function storeThat(behave: Behaviour, work: (idle: () => Promise<void>) => Promise<void>): Promise<void> {
  const store = await startRawReceiver(behave);
  const url = `http://127.0.0.1:${store.port}/archive.tar.gz`;
  inTurn(json(200, { url, sha256: '0'.repeat(64), sizeBytes: 1_000_000 }));
  try {
    await work(() => store.idle());
  } finally {
    await store.stop();
  }
}

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/gzip\r\ncontent-length: 1000000\r\n\r\n';
const startsAndEnds: Behaviour = (socket) =>
  socket.once('data', () => socket.write(`${HEAD}a few bytes`, () => setTimeout(() => socket.destroy(), 50)));
const startsAndHangs: Behaviour = (socket) => socket.once('data', () => socket.write(`${HEAD}a few bytes`));

test('an archive that breaks off is no answer, and leaves no file', async () => {
  const broken = { name: 'NoAnswerError', operation: 'downloadArchive', message: 'the archive broke off' };
  await storeThat(startsAndEnds, async () => {
    await expect(client.downloadArchive(ID)).rejects.toMatchObject(broken);
    await expect(saveArchive(client, ID, join(folder, 'a.tar.gz'))).rejects.toMatchObject(broken);
  });
  expect(readdirSync(folder)).toEqual([]);
});

test('a download that the caller ends rejects with the reason, and leaves neither file nor connection', async () => {
  await storeThat(startsAndHangs, async (idle) => {
    for (const download of [
      (signal: AbortSignal) => client.downloadArchive(ID, { signal }),
      (signal: AbortSignal) => saveArchive(client, ID, join(folder, 'a.tar.gz'), { signal }),
    ]) {
      const stop = new AbortController();
      const ended = download(stop.signal);
      setTimeout(() => stop.abort(new Error('enough')), 300);
      await expect(ended).rejects.toThrow('enough');
    }
    await idle();
  });
  expect(readdirSync(folder)).toEqual([]);
});

test('where the file cannot be written nothing more is downloaded', async () => {
  await storeThat(floods(HEAD, Buffer.alloc(1000)), async (idle) => {
    await expect(saveArchive(client, ID, join(folder, 'absent', 'a.tar.gz'))).rejects.toMatchObject({ code: 'ENOENT' });
    await idle();
  });
});

test('bytes that are not those of the descriptor are refused, and leave no file', async () => {
  inTurn(json(200, { url: `${server.origin}/a`, sha256: '0'.repeat(64), sizeBytes: 3 }), { status: 200, body: 'abc' });
  await expect(saveArchive(client, ID, join(folder, 'a.tar.gz'))).rejects.toThrow("the archive's SHA-256 is");
  expect(readdirSync(folder)).toEqual([]);
});
