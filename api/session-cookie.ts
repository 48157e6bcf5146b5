/** The session cookie and its protection against cross-site requests. */
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { ServiceError } from '../contract/errors.js';
import type { Deps } from './deps.js';

const COOKIE = 'shelfwright_session';
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** The form of a token; anything else is not looked up. */
const TOKEN = /^[\w-]{20,200}$/;

type CookieConfig = Pick<Deps['config'], 'nodeEnv' | 'publicUrl' | 'sessions'>;

/** With the prefix `__Host-` browsers accept the cookie over https only, and from no other host of the domain. */
export function cookieName({ nodeEnv }: Pick<CookieConfig, 'nodeEnv'>): string {
  return nodeEnv === 'production' ? `__Host-${COOKIE}` : COOKIE;
}

function cookieOptions({ nodeEnv }: Pick<CookieConfig, 'nodeEnv'>): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: nodeEnv === 'production' };
}

export function setSessionCookie(config: CookieConfig, reply: FastifyReply, token: string): void {
  reply.setCookie(cookieName(config), token, { ...cookieOptions(config), maxAge: config.sessions.maxDays * 24 * 3600 });
}

export function clearSessionCookie(config: CookieConfig, reply: FastifyReply): void {
  reply.clearCookie(cookieName(config), cookieOptions(config));
}

/** The token of the request, valid or not; null when there is none. */
export function sessionToken(config: CookieConfig, { headers, server }: FastifyRequest): string | null {
  const value = headers.cookie === undefined ? undefined : server.parseCookie(headers.cookie)[cookieName(config)];
  return value !== undefined && TOKEN.test(value) ? value : null;
}

/** Whether a request changes nothing, by its method. */
export function isSafe({ method }: FastifyRequest): boolean {
  return SAFE_METHODS.has(method);
}

/** Refuses an unsafe method unless it comes from a page of this service. Throws ServiceError 403. */
export function requireOwnOrigin({ publicUrl }: CookieConfig, request: FastifyRequest): void {
  const { headers } = request;
  if (isSafe(request) || headers.origin === new URL(publicUrl).origin) return;
  throw new ServiceError('FORBIDDEN', 'With a session this needs an Origin header with the address of this service.', {
    field: 'Origin',
    reason: headers.origin === undefined ? 'required' : 'mismatch',
  });
}

/** A hook for signing in and out: no page of another site can sign a visitor in or out. */
export function ownOrigin({ config }: Deps): onRequestAsyncHookHandler {
  return async (request) => {
    if (request.headers.origin !== undefined || sessionToken(config, request) !== null)
      requireOwnOrigin(config, request);
  };
}
