/** Uploads written on real sockets, so that a test decides what is sent when. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { BOUNDARY } from './forms.js';

interface Exchange {
  socket: Socket;
  /** What has come back so far. */
  received: () => string;
}

/** Opens a connection to the api and sends the head of an upload to `path`. */
export async function openUpload(
  port: number,
  { path, key, headers }: { path: string; key: string; headers: Record<string, string | number> },
): Promise<Exchange> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  const lines = Object.entries({
    host: 'localhost',
    authorization: `Bearer ${key}`,
    'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  return { socket, received: () => Buffer.concat(chunks).toString('latin1') };
}

/** Sends as the server takes it. */
export async function send(socket: Socket, data: Buffer): Promise<void> {
  if (!socket.write(data)) await once(socket, 'drain');
}
