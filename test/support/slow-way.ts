/** A way to a server on which bytes stand still for as long as a test wants: then they go on, none is lost. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** `requests`: nothing arrives at the server. `answers`: what it says does not come back. */
export type Held = 'requests' | 'answers';

/** @param address of the server, host:port */
export async function startSlowWay(address: string) {
  const [host = '', port = ''] = address.split(':');
  const ways: Record<Held, Set<Socket>> = { requests: new Set(), answers: new Set() };
  const sockets = new Set<Socket>();
  let held: Held | null = null;
  const lead = (from: Socket, to: Socket, what: Held): void => {
    sockets.add(from);
    ways[what].add(from);
    from.on('data', (bytes) => void to.write(bytes));
    from.on('error', () => to.destroy());
    from.on('close', () => {
      sockets.delete(from);
      ways[what].delete(from);
      to.destroy();
    });
    if (held === what) from.pause();
  };
  const server = createServer((client) => {
    const upstream = connect(Number(port), host);
    lead(client, upstream, 'requests');
    lead(upstream, client, 'answers');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const goOn = (): void => {
    held = null;
    for (const socket of sockets) socket.resume();
  };
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold(what: Held): void {
      held = what;
      for (const socket of ways[what]) socket.pause();
    },
    goOn,
    async stop(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
