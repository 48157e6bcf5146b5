/** An attacker with many accounts who holds all slots for uploads by sending just fast enough. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import type { TestApp } from '../support/app.js';
import { fileField, form, partHead } from '../support/forms.js';
import { setUpSlowClients } from '../support/slow-clients.js';
import { until } from '../support/until.js';
import { openUpload } from '../support/upload-socket.js';

const HEAD = Buffer.concat([partHead('file', 'slow.pdf', 'application/pdf'), Buffer.from('%PDF-1.7\n')]);
const ACCOUNTS = 22;
const UPLOADS_EACH = 3;

let api: TestApp;
let port: number;
const sockets = setUpSlowClients((...started) => ([api, port] = started));

async function open(key: string, contentLength: number) {
  const upload = await openUpload(port, { path: '/v1/shelves', key, headers: { 'content-length': contentLength } });
  upload.socket.on('error', () => undefined);
  sockets.push(upload.socket);
  return upload;
}

/** Sends a file that does not end, at so many bytes a second. */
async function trickle(key: string, bytesPerSecond: number) {
  const upload = await open(key, 250_000_000);
  upload.socket.write(HEAD);
  const sending = setInterval(() => upload.socket.write(Buffer.alloc(bytesPerSecond / 2, 'x')), 500);
  upload.socket.on('close', () => clearInterval(sending));
  return upload;
}

test('slow uploads keep nobody out, and those below the least are ended', async () => {
  const tooSlow = await trickle((await api.user()).key, 1_000);
  const held = [];
  for (let account = 0; account < ACCOUNTS; account += 1) {
    const { key } = await api.user();
    for (let i = 0; i < UPLOADS_EACH; i += 1) held.push(await trickle(key, 32_000));
  }
  await until(() => tooSlow.received().includes('too_slow'), 'the slowest is refused', 60_000);
  expect(tooSlow.received()).toMatch(/^HTTP\/1\.1 400 /);
  await pause(8_000); // all have been waited for by now
  const payload = form(fileField());
  const other = await open((await api.user()).key, payload.length);
  other.socket.write(payload);
  await until(() => other.received().includes('HTTP/1.1 201 '), 'an upload of another account is served');
  const refused = held.filter(({ received }) => received() !== '');
  expect(refused.length).toBeGreaterThan(0);
  for (const { received } of refused) expect(received()).toContain('upload_too_slow');
}, 240_000);
