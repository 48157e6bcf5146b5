import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A strong entity tag, from the parts that determine a reply. */
export function strongTag(...parts: string[]): string {
  return `"${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}"`;
}

export const NOT_MODIFIED = { type: 'null', description: 'The client has it already (If-None-Match).' };

/** Cache-Control of a numbered version, which never changes. */
export const IMMUTABLE = 'private, max-age=31536000, immutable';
/** Cache-Control of current content, which may be stored but must be revalidated. */
const REVALIDATED = 'private, no-cache';

/** So that a browser with two users does not serve one of them the other's content. */
const VARY = 'authorization, cookie';

/** For replies without an entity tag: nobody but their client keeps them, and each use asks again. */
export async function keptByClientAlone(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('cache-control', REVALIDATED).header('vary', VARY);
}

/** Sets the caching headers of content; true if the client has it already, and then the reply is a 304. */
export function isUnchanged(
  request: FastifyRequest,
  reply: FastifyReply,
  tag: string,
  cacheControl = REVALIDATED,
): boolean {
  reply.header('etag', tag).header('cache-control', cacheControl).header('vary', VARY);
  const known = request.headers['if-none-match'];
  if (known === undefined) return false;
  // weak comparison (RFC 9110, 13.1.2)
  const tags = known.split(',').map((one) => one.trim().replace(/^W\//, ''));
  if (!tags.includes('*') && !tags.includes(tag)) return false;
  reply.code(304);
  return true;
}
