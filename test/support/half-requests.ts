/** Clients that open connections and send nothing that can be answered. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';

export interface HeldConnections {
  /** How many are left. */
  alive: () => number;
  /** How many have been ended without a byte of an answer. */
  refused: () => number;
  end: () => void;
}

/** Opens connections of an address, each of which sends half a header. */
export async function holdConnections(
  port: number,
  { localAddress, count }: { localAddress: string; count: number },
): Promise<HeldConnections> {
  const sockets: Socket[] = [];
  let ended = 0;
  let refused = 0;
  for (let at = 0; at < count; at += 1) {
    const socket = connect({ host: '127.0.0.1', port, localAddress });
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      ended += 1;
      if (socket.bytesRead === 0) refused += 1;
    });
    socket.on('connect', () => socket.write('GET / HTTP/1.1\r\nhost: a\r\nauthoriz')).resume();
    if (at % 100 === 99) await once(socket, 'connect').catch(() => undefined);
  }
  const end = () => sockets.forEach((socket) => socket.destroy());
  return { alive: () => count - ended, refused: () => refused, end };
}

/** How many connections a server has open. */
export function openConnections(server: Pick<Server, 'getConnections'>): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}
