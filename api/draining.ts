/**
 * Connection draining: how to stop a process that still receives requests. At first each reply asks its client to close the
 * connection and /readyz is 503, so that a load balancer takes the process out; later the port is closed. A connection
 * without a request is closed after it has been idle for a while. Closed at once, as Node and Fastify do, it would reset
 * a request that is on its way at that moment.
 */
import { Server as PlainServer, type Socket } from 'node:net';
import { setImmediate as afterReading, setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** On a connection that is in use the next request arrives sooner, and its reply closes the connection in order. */
const IDLE_MS = 1_000;
const CHECK_EVERY_MS = 100;

interface Connection {
  /** Requests in progress. */
  requests: number;
  /** Time (performance.now) of the last activity. */
  idleSince: number;
  /** Bytes read from the socket by then. */
  bytesRead: number;
}

export type Draining = ReturnType<typeof registerDraining>;

export function registerDraining(app: FastifyInstance) {
  const connections = new Map<Socket, Connection>();
  let hasBegun = false;

  app.server.on('connection', (socket: Socket) => {
    connections.set(socket, { requests: 0, idleSince: performance.now(), bytesRead: 0 });
    socket.once('close', () => connections.delete(socket));
  });
  app.server.prependListener('request', ({ socket }, response) => {
    const connection = connections.get(socket);
    if (!connection) return;
    connection.requests += 1;
    response.once('close', () => {
      connection.requests -= 1;
      noteActivity(socket, connection);
    });
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    // a client that has pipelined its next request gets an answer to that one, too
    const others = (connections.get(request.raw.socket)?.requests ?? 1) - 1;
    if (hasBegun && others === 0) reply.header('connection', 'close');
    done(null, payload);
  });

  function closeIdle(): void {
    const now = performance.now();
    for (const [socket, connection] of connections) {
      if (connection.requests > 0) continue;
      // a request that is still arriving, or the rest of a body that is not read
      if (socket.bytesRead > connection.bytesRead) noteActivity(socket, connection);
      else if (now - connection.idleSince >= IDLE_MS) socket.destroy();
    }
  }

  function noteActivity({ bytesRead }: Socket, connection: Connection): void {
    Object.assign(connection, { idleSince: performance.now(), bytesRead });
  }

  return {
    hasBegun: () => hasBegun,
    /** Resolves after `drainMs`, during which everything is still served. */
    async begin(drainMs: number): Promise<void> {
      hasBegun = true;
      await delay(drainMs);
    },
    /** Accepts no more connections; resolves when the last one is closed. The caller has to limit the time. */
    async end(): Promise<void> {
      // the close of net.Server: that of http.Server destroys connections without a request
      if (app.server.listening) PlainServer.prototype.close.call(app.server);
      while (connections.size > 0) {
        await delay(CHECK_EVERY_MS);
        await afterReading(); // what has arrived by now counts as activity
        closeIdle();
      }
    },
  };
}
