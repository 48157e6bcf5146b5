/** Receivers under test, down to the bytes: what each does to a connection is a function. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

export const certificate = (name: string) => readFileSync(`test/fixtures/certificates/${name}.pem`, 'utf8');

export interface RawReceiver {
  port: number;
  /** What came, from all connections. */
  received(): string;
  connections(): number;
  /** How many bytes were handed to connections. */
  sentBytes(): number;
  /** Once the last open connection is closed. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

export type Behaviour = (socket: Socket) => void;

/** @param shows certificate that TLS is spoken with; else none is spoken */
export async function startRawReceiver(behave: Behaviour, shows?: string): Promise<RawReceiver> {
  const open = new Set<Socket>();
  const chunks: Buffer[] = [];
  let connections = 0;
  let sent = 0;
  const take = (socket: Socket) => {
    connections += 1;
    open.add(socket);
    socket.on('data', (chunk) => void chunks.push(chunk));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      sent += socket.bytesWritten;
      open.delete(socket);
    });
    behave(socket);
  };
  const tls = { key: certificate('key'), cert: shows && certificate(shows) };
  const server = shows ? createTlsServer(tls, take) : createServer(take);
  // handshakes that clients give up
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    received: () => Buffer.concat(chunks).toString(),
    connections: () => connections,
    sentBytes: () => sent,
    idle: async () => {
      await Promise.all([...open].map((socket) => once(socket, 'close')));
    },
    async stop() {
      for (const socket of open) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** Says something when the request has come, and leaves the connection open. */
export const says =
  (text: string): Behaviour =>
  (socket) =>
    socket.once('data', () => socket.write(text));

/** Says something, then a piece again and again. */
export const goesOn =
  (text: string, piece: string | Buffer, everyMs: number): Behaviour =>
  (socket) => {
    socket.once('data', () => {
      socket.write(text);
      const timer = setInterval(() => socket.write(piece), everyMs);
      socket.on('close', () => clearInterval(timer));
    });
  };

/** Says something, then as much of a piece as the connection takes, without end. */
export const floods =
  (text: string, piece: string | Buffer): Behaviour =>
  (socket) => {
    const more = () => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.once('data', () => {
      socket.write(text);
      more();
    });
    socket.on('drain', more);
  };

/** A whole reply; the connection stays open, as HTTP/1.1 has it. */
export function reply(
  status: number,
  { headers = {}, body = '' }: { headers?: Record<string, string>; body?: string } = {},
) {
  const lines = Object.entries({ 'content-length': Buffer.byteLength(body), ...headers }).map(
    ([k, v]) => `${k}: ${v}\r\n`,
  );
  return `HTTP/1.1 ${status} Said\r\n${lines.join('')}\r\n${body}`;
}
