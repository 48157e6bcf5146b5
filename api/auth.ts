import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { ServiceError } from '../contract/errors.js';
import type { Account } from '../entities/account.js';
import { findAccountByKeyHash } from '../entities/queries/accounts.js';
import { hashApiKey } from '../infra/api-keys.js';
import type { Deps } from './deps.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; set on the routes that need a key. */
    account: Account | null;
  }
}

/** What keys look like; anything else is not looked up. */
const KEY = /^sk_[A-Za-z0-9_-]{20,200}$/;

/** A hook that finds the account of the bearer key, or answers 401. */
export function bearerAuth({ dataSource }: Deps): onRequestAsyncHookHandler {
  return async (request) => {
    request.account = await identify(dataSource, request);
  };
}

async function identify(dataSource: Deps['dataSource'], { headers }: FastifyRequest): Promise<Account> {
  const [, key = ''] = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? [];
  const found = KEY.test(key) ? await findAccountByKeyHash(dataSource.manager, hashApiKey(key)) : null;
  if (!found) throw new ServiceError('UNAUTHORIZED');
  return found.account;
}

/** The account of a request on a route that needs a key. */
export function accountOf(request: FastifyRequest): Account {
  if (!request.account) throw new Error('the route has no authentication');
  return request.account;
}
