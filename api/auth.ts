/** Who asks. An API key or a session's cookie; where both come, the key decides and the cookie is not looked at. */
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { ServiceError } from '../contract/errors.js';
import type { Account } from '../entities/account.js';
import { findAccountByKeyHash } from '../entities/queries/accounts.js';
import { findSession, type AccountWithSession } from '../entities/queries/sessions.js';
import type { Session } from '../entities/session.js';
import { hashApiKey } from '../infra/api-keys.js';
import { hashSessionToken } from '../infra/session-tokens.js';
import type { Deps } from './deps.js';
import { requireOwnOrigin, sessionToken } from './session-cookie.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; set on the routes that need a key or a session. */
    account: Account | null;
    /** The session that the request came with; null when it came with a key. */
    session: Session | null;
  }
}

/** What keys look like; anything else is not looked up. */
const KEY = /^sk_[A-Za-z0-9_-]{20,200}$/;

interface Identity {
  account: Account;
  session: Session | null;
}

/** A hook that finds the account of the key or session, or answers 401 (403 to another site's page). */
export function accountAuth(deps: Deps): onRequestAsyncHookHandler {
  return async (request) => {
    Object.assign(request, await identify(deps, request));
  };
}

/** The same for routes that keys do not open. */
export function sessionAuth(deps: Deps): onRequestAsyncHookHandler {
  return async (request) => {
    if (request.headers.authorization !== undefined) throw new ServiceError('UNAUTHORIZED');
    Object.assign(request, await identify(deps, request));
  };
}

/** The one place where credentials are looked up. Throws ServiceError 401 or 403. */
async function identify({ dataSource, config }: Deps, request: FastifyRequest): Promise<Identity> {
  if (request.headers.authorization !== undefined) {
    const key = bearerKey(request);
    const found = key && (await findAccountByKeyHash(dataSource.manager, hashApiKey(key)));
    if (!found) throw new ServiceError('UNAUTHORIZED');
    return { account: found.account, session: null };
  }
  const token = sessionToken(config, request);
  const found = token && (await findSession(dataSource.manager, hashSessionToken(token)));
  if (!found) throw new ServiceError('UNAUTHORIZED');
  requireOwnOrigin(config, request);
  return found;
}

/** Whether what a request came with, which goes on for long, still opens its account. Throws in an outage. */
export async function isStillAuthorized(deps: Deps, request: FastifyRequest): Promise<boolean> {
  try {
    await identify(deps, request);
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === 'UNAUTHORIZED') return false;
    throw error;
  }
}

/** Null for anything but exactly one header with a bearer key. */
function bearerKey({ headers, raw }: FastifyRequest): string | null {
  // of several headers Node shows the first
  const given = raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'authorization');
  const [, key = ''] = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? [];
  return given.length === 1 && KEY.test(key) ? key : null;
}

/** The account of a request on a route that needs a key or a session. */
export function accountOf(request: FastifyRequest): Account {
  if (!request.account) throw new Error('the route has no authentication');
  return request.account;
}

/** Who is signed in, on a route for sessions alone. */
export function sessionOf(request: FastifyRequest): AccountWithSession {
  const { session } = request;
  if (!session) throw new Error('the route is not for sessions alone');
  return { account: accountOf(request), session };
}
