import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A strong tag of what makes up a reply. */
export function strongTag(...parts: string[]): string {
  return `"${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}"`;
}

export const NOT_MODIFIED = { type: 'null', description: 'The client has it already (If-None-Match).' };

/** Of what belongs to a numbered version: it never changes. */
export const IMMUTABLE = 'private, max-age=31536000, immutable';
/** Of what is current: it may be kept but must be asked for again. */
const REVALIDATED = 'private, no-cache';

/** A browser that two people use keeps what one has read from the other. */
const VARY = 'authorization, cookie';

/** Sets the headers of content that may be kept, and says whether the client has it already: then the reply is a 304. */
export function isUnchanged(
  request: FastifyRequest,
  reply: FastifyReply,
  tag: string,
  cacheControl = REVALIDATED,
): boolean {
  reply.header('etag', tag).header('cache-control', cacheControl).header('vary', VARY);
  const known = request.headers['if-none-match'];
  if (known === undefined) return false;
  // comparison is weak (RFC 9110, 13.1.2)
  const tags = known.split(',').map((one) => one.trim().replace(/^W\//, ''));
  if (!tags.includes('*') && !tags.includes(tag)) return false;
  reply.code(304);
  return true;
}
