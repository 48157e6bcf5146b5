import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, expect, test } from '@jest/globals';
import { createOutbound, type Reply } from '../../../../infra/outbound/outbound.js';
import { reply, says, startRawReceiver, type Behaviour, type RawReceiver } from '../../../support/raw-receiver.js';
import { suspend } from '../../../support/suspend.js';
import { until } from '../../../support/until.js';

const POST_ONCE = join(import.meta.dirname, '../../../support/post-once.js');
const outbound = createOutbound({ production: false });
const started: RawReceiver[] = [];

afterEach(async () => {
  await Promise.all(started.splice(0).map((receiver) => receiver.stop()));
});

async function start(behaviour: Behaviour, shows?: string): Promise<RawReceiver> {
  const receiver = await startRawReceiver(behaviour, shows);
  started.push(receiver);
  return receiver;
}

const post = (url: string, signal = new AbortController().signal) =>
  outbound.post({ url, headers: {}, body: '{}', signal });

test.each([301, 302, 303, 307, 308])('a redirect by %i is not followed', async (statusCode) => {
  const elsewhere = await start(says(reply(200)));
  const headers = {
    Location: `http://localhost:${elsewhere.port}/`,
    Refresh: `0; url=http://localhost:${elsewhere.port}/`,
  };
  const receiver = await start(says(reply(statusCode, { headers })));
  expect(await post(`http://localhost:${receiver.port}/`)).toMatchObject({ statusCode, error: null });
  await receiver.idle();
  expect(elsewhere.connections()).toBe(0);
});

test('proxies and trust of the environment are ignored', async () => {
  const proxy = await start(says(reply(200, { body: 'the proxy' })));
  const receiver = await start(says(reply(200, { body: 'the receiver' })));
  const at = `http://127.0.0.1:${proxy.port}`;
  const untrusted = await start(says(reply(200)), 'self-signed');
  const proxies = { HTTP_PROXY: at, HTTPS_PROXY: at, http_proxy: at, https_proxy: at, ALL_PROXY: at };
  const env = { ...proxies, NODE_USE_ENV_PROXY: '1', NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_NO_WARNINGS: '1' };
  const replyOf = async (url: string) => {
    const { stdout } = await promisify(execFile)(process.execPath, [POST_ONCE, url, String(untrusted.port)], { env });
    return JSON.parse(stdout) as Reply;
  };
  expect(await replyOf(`http://localhost:${receiver.port}/`)).toMatchObject({ responseText: 'the receiver' });
  expect(await replyOf('https://127.0.0.1/')).toMatchObject({ statusCode: null, error: 'certificate_not_trusted' });
  expect(untrusted.received()).toBe('');
  expect(proxy.connections()).toBe(0);
});

test('no connection is used twice', async () => {
  const receiver = await start(says(reply(200, { headers: { Connection: 'keep-alive', 'Keep-Alive': 'timeout=60' } })));
  for (let i = 0; i < 3; i += 1)
    expect(await post(`http://localhost:${receiver.port}/`)).toMatchObject({ statusCode: 200 });
  await receiver.idle();
  expect(receiver.connections()).toBe(3);
});

test('the caller ends a request at once, in any of its phases, and the socket is gone', async () => {
  const silent = await start(() => undefined);
  const slow = await start(says('HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n'));
  for (const receiver of [silent, slow]) {
    const controller = new AbortController();
    const outcome = post(`http://localhost:${receiver.port}/`, controller.signal);
    const refused = expect(outcome).rejects.toThrow('given up');
    await until(() => receiver.received() !== '', 'the request arrives');
    await pause(50);
    controller.abort(new Error('given up'));
    await refused;
    await receiver.idle();
    expect(receiver.connections()).toBe(1);
  }
  const before = AbortSignal.abort(new Error('given up'));
  await expect(post(`http://localhost:${silent.port}/`, before)).rejects.toThrow('given up');
  expect(silent.connections()).toBe(1);
});

test('a host that accepts no connection is given up after 5 s', async () => {
  // its kernel takes two connections, and drops what comes then
  const code = `const s = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => console.log(s.address().port))`;
  const host = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  const sockets: Socket[] = [];
  try {
    const [port] = (await once(host.stdout, 'data')) as [Buffer];
    await suspend(host.pid!);
    for (let i = 0; i < 4; i += 1) sockets.push(connect(Number(port), '127.0.0.1').on('error', () => undefined));
    await pause(300);
    const outcome = await post(`http://localhost:${Number(port)}/`);
    expect(outcome).toMatchObject({ statusCode: null, error: 'connect_timeout' });
    expect(outcome.durationMs).toBeLessThan(14_000); // before the 15 s of the whole request
  } finally {
    for (const socket of sockets) socket.destroy();
    host.kill('SIGKILL');
  }
});

test('a port without a listener is recognised', async () => {
  const gone = await startRawReceiver(() => undefined);
  await gone.stop();
  expect(await post(`http://localhost:${gone.port}/`)).toMatchObject({ statusCode: null, error: 'connection_refused' });
});
