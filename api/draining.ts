/**
 * The end of a process that others still send requests to. From its beginning each reply asks its client to close the
 * connection, and /readyz is 503, so that a balancer takes the process out; only later is the port closed. A connection
 * without a request is closed once it has been quiet for a while: closed at once, as Node and Fastify do, it would reset
 * the request that is on its way at that moment. Who sends one before is answered.
 */
import { Server as PlainServer, type Socket } from 'node:net';
import { setImmediate as afterReading, setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** On a connection that is in use the next request comes sooner, and its reply closes it in order. */
const QUIET_MS = 1_000;
const LOOK_EVERY_MS = 100;

interface Connection {
  requests: number;
  quietSince: number;
  /** What had been read of it then. */
  bytesRead: number;
}

export type Draining = ReturnType<typeof registerDraining>;

export function registerDraining(app: FastifyInstance) {
  const connections = new Map<Socket, Connection>();
  let hasBegun = false;

  app.server.on('connection', (socket: Socket) => {
    connections.set(socket, { requests: 0, quietSince: performance.now(), bytesRead: 0 });
    socket.once('close', () => connections.delete(socket));
  });
  app.server.prependListener('request', ({ socket }, response) => {
    const connection = connections.get(socket);
    if (!connection) return;
    connection.requests += 1;
    response.once('close', () => {
      connection.requests -= 1;
      heard(socket, connection);
    });
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    // whoever has sent the next request already, without waiting for this reply, is answered that one too
    const others = (connections.get(request.raw.socket)?.requests ?? 1) - 1;
    if (hasBegun && others === 0) reply.header('connection', 'close');
    done(null, payload);
  });

  function closeQuiet(): void {
    const now = performance.now();
    for (const [socket, connection] of connections) {
      if (connection.requests > 0) continue;
      // a request that has not come whole yet, or the rest of a body that nobody wants
      if (socket.bytesRead > connection.bytesRead) heard(socket, connection);
      else if (now - connection.quietSince >= QUIET_MS) socket.destroy();
    }
  }

  function heard({ bytesRead }: Socket, connection: Connection): void {
    Object.assign(connection, { quietSince: performance.now(), bytesRead });
  }

  return {
    hasBegun: () => hasBegun,
    /** Resolves after `drainMs`, in which everything is still served. */
    async begin(drainMs: number): Promise<void> {
      hasBegun = true;
      await delay(drainMs);
    },
    /** Takes no more connections; resolves when the last one is closed. Who calls it sees to a bound. */
    async end(): Promise<void> {
      // the plain close: the one of HTTP destroys connections without a request
      if (app.server.listening) PlainServer.prototype.close.call(app.server);
      while (connections.size > 0) {
        await delay(LOOK_EVERY_MS);
        await afterReading(); // what has arrived by now is no surprise
        closeQuiet();
      }
    },
  };
}
