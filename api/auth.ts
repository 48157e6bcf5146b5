/** Authentication: by an API key or a session cookie. A request with both is authenticated by the key alone. */
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { ServiceError } from '../contract/errors.js';
import type { KeyScope } from '../contract/vocabulary.js';
import type { Account } from '../entities/account.js';
import { findAccountByKeyHash } from '../entities/queries/accounts.js';
import { findSession, type AccountWithSession } from '../entities/queries/sessions.js';
import type { Session } from '../entities/session.js';
import { hashApiKey } from '../infra/api-keys.js';
import { hashSessionToken } from '../infra/session-tokens.js';
import { sessionClient } from './client-address.js';
import type { Deps } from './deps.js';
import { isSafe, requireOwnOrigin, sessionToken } from './session-cookie.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller; set on the routes that need a key or a session. */
    account: Account | null;
    /** The caller's session; null for a key. */
    session: Session | null;
    /** What the caller may do; a session may write. */
    scope: KeyScope;
    /** Public id of the caller's key; null for a session. */
    keyPublicId: string | null;
  }
}

/** The form of a key; anything else is refused without a look-up. */
const KEY = /^sk_[A-Za-z0-9_-]{20,200}$/;

interface Identity {
  account: Account;
  session: Session | null;
  scope: KeyScope;
  keyPublicId: string | null;
}

/**
 * A hook that authenticates the caller by key or session, or answers 401 (403 to another site's page, and to a key that may
 * only read and is to change something).
 */
export function accountAuth(deps: Deps): onRequestAsyncHookHandler {
  return async (request) => {
    Object.assign(request, await identify(deps, request));
    if (request.scope === 'read' && !isSafe(request))
      throw new ServiceError('FORBIDDEN', 'This key may only read. Use one with the scope "write".', {
        reason: 'read_only_key',
      });
  };
}

/** The same for routes that accept keys only, whatever the method: what a call does is checked where it is done. */
export function keyAuth(deps: Deps): onRequestAsyncHookHandler {
  return async (request) => {
    if (request.headers.authorization === undefined) throw new ServiceError('UNAUTHORIZED');
    Object.assign(request, await identify(deps, request));
  };
}

/** The same for routes that accept sessions only. */
export function sessionAuth(deps: Deps): onRequestAsyncHookHandler {
  return async (request) => {
    if (request.headers.authorization !== undefined) throw new ServiceError('UNAUTHORIZED');
    Object.assign(request, await identify(deps, request));
  };
}

/** The only place where credentials are checked. Throws ServiceError 401 or 403. */
async function identify({ dataSource, config }: Deps, request: FastifyRequest): Promise<Identity> {
  if (request.headers.authorization !== undefined) {
    const key = bearerKey(request);
    const found = key && (await findAccountByKeyHash(dataSource.manager, hashApiKey(key)));
    if (!found || found.account.deletedAt !== null) throw new ServiceError('UNAUTHORIZED');
    refuseSuspended(found.account);
    const { account, apiKey } = found;
    return { account, session: null, scope: apiKey.scope, keyPublicId: apiKey.publicId };
  }
  const token = sessionToken(config, request);
  const use = { client: sessionClient(request), lifetime: config.sessions };
  const found = token && (await findSession(dataSource.manager, hashSessionToken(token), use));
  if (!found || found.account.deletedAt !== null) throw new ServiceError('UNAUTHORIZED');
  refuseSuspended(found.account);
  requireOwnOrigin(config, request);
  return { ...found, scope: 'write', keyPublicId: null };
}

/** Throws ServiceError 401 with a reason, which only a client with the right credentials gets to see. */
export function refuseSuspended({ suspendedAt }: Account): void {
  if (suspendedAt === null) return;
  throw new ServiceError('UNAUTHORIZED', 'This account is suspended. Contact the operator of this service.', {
    reason: 'account_suspended',
  });
}

/** Whether the credentials of a long-running request are still valid. Throws in an outage. */
export async function isStillAuthorized(deps: Deps, request: FastifyRequest): Promise<boolean> {
  try {
    await identify(deps, request);
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === 'UNAUTHORIZED') return false;
    throw error;
  }
}

/** The bearer key; null unless there is exactly one Authorization header with one. */
function bearerKey({ headers, raw }: FastifyRequest): string | null {
  // of several headers Node returns the first
  const given = raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'authorization');
  const [, key = ''] = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? [];
  return given.length === 1 && KEY.test(key) ? key : null;
}

/** The caller's account, on a route that needs a key or a session. */
export function accountOf(request: FastifyRequest): Account {
  if (!request.account) throw new Error('the route has no authentication');
  return request.account;
}

/** The caller's account and session, on a route that accepts sessions only. */
export function sessionOf(request: FastifyRequest): AccountWithSession {
  const { session } = request;
  if (!session) throw new Error('the route is not for sessions alone');
  return { account: accountOf(request), session };
}
