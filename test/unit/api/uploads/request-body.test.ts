import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createPace } from '../../../../api/slots.js';
import { readBody, type LEAST } from '../../../../api/uploads/request-body.js';

let server: Server;
let socket: Socket;
let message: IncomingMessage;
beforeEach(async () => {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhello');
  [message] = (await once(server, 'request')) as [IncomingMessage];
});
afterEach(() => {
  socket.destroy();
  server.closeAllConnections();
  server.close();
});

async function gather(idleTimeoutMs: number): Promise<string> {
  let text = '';
  for await (const chunk of readBody(message, idleTimeoutMs)) text += chunk.toString();
  return text;
}

test('gives the whole body', async () => {
  socket.write('world');
  expect(await gather(5_000)).toBe('helloworld');
});

test('gives up a client that sends nothing more', async () => {
  await expect(gather(50)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { field: 'body', reason: 'timed_out' },
  });
});

test('gives up a client that sends less than the least on average, and not one that makes up for it', async () => {
  const transfer = { pace: createPace(), signal: new AbortController().signal };
  const read = async (least: typeof LEAST) => {
    for await (const chunk of readBody(message, 5_000, { transfer, least })) expect(chunk.length).toBeGreaterThan(0);
  };
  const trickle = setInterval(() => socket.write('x'), 100);
  try {
    const slow = read({ bytesPerSecond: 100, afterMs: 250 });
    await expect(slow).rejects.toMatchObject({ details: { reason: 'too_slow', leastBytesPerSecond: 100 } });
    expect(transfer.pace.waitedMs).toBeLessThan(5_000); // the time without a byte that would end it as well
  } finally {
    clearInterval(trickle);
  }
  socket.write('world');
  transfer.pace.bytes += 1_000;
  await read({ bytesPerSecond: 100, afterMs: 250 });
});

test('ends with the reason of the transfer that has to give way', async () => {
  const ending = new AbortController();
  const transfer = { pace: createPace(), signal: ending.signal };
  const reading = readBody(message, 5_000, { transfer });
  await reading.next();
  const next = reading.next();
  ending.abort(new Error('gives way'));
  await expect(next).rejects.toThrow('gives way');
});

test('tells a client that went away', async () => {
  const gathering = gather(5_000);
  socket.destroy();
  await expect(gathering).rejects.toMatchObject({ details: { field: 'body', reason: 'incomplete' } });
});

test('leaves the connection open, and the rest unread, when its reader stops', async () => {
  for await (const chunk of readBody(message, 5_000)) {
    expect(chunk.toString()).toBe('hello');
    break;
  }
  expect(message.destroyed).toBe(false);
  const rest = once(message, 'data');
  socket.write('world');
  expect(String((await rest)[0])).toBe('world');
});
