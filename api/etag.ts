import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A strong tag of what makes up a reply. */
export function strongTag(...parts: string[]): string {
  return `"${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}"`;
}

/**
 * Sets the headers of content that may be kept but must be asked for again, and says whether the client has it already:
 * then the reply is a 304 without body.
 */
export function isUnchanged(request: FastifyRequest, reply: FastifyReply, tag: string): boolean {
  reply.header('etag', tag).header('cache-control', 'private, no-cache');
  const known = request.headers['if-none-match'];
  if (known === undefined) return false;
  // comparison is weak (RFC 9110, 13.1.2)
  const tags = known.split(',').map((one) => one.trim().replace(/^W\//, ''));
  if (!tags.includes('*') && !tags.includes(tag)) return false;
  reply.code(304);
  return true;
}
