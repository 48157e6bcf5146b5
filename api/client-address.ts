/** Where a request comes from. */
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { SessionClient } from '../entities/queries/sessions.js';
import { networkOfAddress, unmapped } from '../infra/client-networks.js';
import { withoutUnseen } from './text.js';

const MAX_USER_AGENT_CHARS = 200;

/** What a session shows of its client: the name that it gives itself, cut, and its network, not its address. */
export function sessionClient(request: FastifyRequest): SessionClient {
  const given = request.headers['user-agent'] ?? '';
  const printable = withoutUnseen(given.toWellFormed())
    .replace(/[^\x20-\x7e\u00a0-\uffff]/g, '')
    .trim();
  return { userAgent: printable.slice(0, MAX_USER_AGENT_CHARS) || null, network: networkOf(request) };
}

/** The /24 of an IPv4 address, the /48 of an IPv6 address; null if it is no address. */
export function networkOf(request: FastifyRequest): string | null {
  return networkOfAddress(addressOf(request));
}

/** Whom the queue of passwords counts a request for. */
export const hashOwner = (request: FastifyRequest): string => networkOf(request) ?? '';

/** The client's address; an IPv4 address is never written as one of IPv6. What a proxy forwards need not be one at all. */
export function addressOf({ ip, socket }: FastifyRequest): string {
  const known = isIP(ip) === 0 ? (socket.remoteAddress ?? '') : ip;
  return unmapped(known);
}
