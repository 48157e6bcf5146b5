/** Limits how many connections a client may have open, so that nobody exhausts those of a process. */
import type { BlockList, Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { toAddressList } from '../infra/address-ranges.js';
import { countedAddress, unmapped } from '../infra/client-networks.js';

/** Closes the connections of an IPv4 address or the /64 of an IPv6 address beyond `max`; trusted proxies have no limit. */
export function limitConnections(app: FastifyInstance, trustedProxies: string | null, max: number): void {
  const trusted = toAddressList(trustedProxies ?? '');
  const open = new Map<string, number>();
  app.server.on('connection', (socket: Socket) => {
    const address = unmapped(socket.remoteAddress ?? '');
    if (isListed(trusted, address)) return;
    const owner = countedAddress(address);
    const before = open.get(owner) ?? 0;
    if (before >= max) {
      socket.destroy();
      return;
    }
    if (before === max - 1) app.log.info({ ip: address }, 'no more connections of this address');
    open.set(owner, before + 1);
    socket.once('close', () => {
      const left = (open.get(owner) ?? 0) - 1;
      if (left > 0) open.set(owner, left);
      else open.delete(owner);
    });
  });
}

function isListed(list: BlockList, address: string): boolean {
  return list.check(address, address.includes(':') ? 'ipv6' : 'ipv4');
}
