/**
 * `receiver.js PORT FILE`: takes webhooks and writes each one down before it answers. What is sent to `/flaky` is refused
 * half of the time, as far as the second attempt; what is sent to `/slow` is answered late.
 */
import { createHash } from 'node:crypto';
import { openSync, writeSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

/** A line of the file. */
export interface Received {
  at: string;
  path: string;
  id: string;
  timestamp: string;
  signature: string;
  attempt: string;
  endpoint: string;
  /** Base64 of the bytes. */
  body: string;
  status: number;
}

const LAST_REFUSED = 2;
const SLOW_MS = 800;

function statusFor(path: string, id: string, attempt: string): number {
  if (!path.startsWith('/flaky') || Number(attempt) > LAST_REFUSED) return 204;
  const [first = 0] = createHash('sha256').update(`${id}/${attempt}`).digest();
  return first % 2 === 0 ? 204 : 503;
}

async function receive(request: IncomingMessage, file: number): Promise<number> {
  const body = await buffer(request);
  const header = (name: string): string => String(request.headers[`webhook-${name}`] ?? '');
  const path = request.url ?? '';
  const [id, attempt] = [header('id'), header('attempt')];
  const received: Received = {
    at: new Date().toISOString(),
    path,
    id,
    timestamp: header('timestamp'),
    signature: header('signature'),
    attempt,
    endpoint: header('endpoint-id'),
    body: body.toString('base64'),
    status: statusFor(path, id, attempt),
  };
  writeSync(file, `${JSON.stringify(received)}\n`);
  if (path.startsWith('/slow')) await pause(SLOW_MS);
  return received.status;
}

const [, , port, path] = process.argv;
const file = openSync(path ?? '', 'a', 0o600);
createServer((request, response) => {
  if (request.method !== 'POST') {
    response.end('alive\n');
    return;
  }
  receive(request, file).then(
    (status) => response.writeHead(status).end(),
    () => response.destroy(), // the sender broke off
  );
}).listen(Number(port), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
