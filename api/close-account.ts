import type { FastifyRequest } from 'fastify';
import { invalid, ServiceError } from '../contract/errors.js';
import { closeAccount } from '../entities/queries/closed-accounts.js';
import { accountDeletedMail } from '../infra/mail-texts.js';
import { sessionOf } from './auth.js';
import type { Deps } from './deps.js';
import { circumstancesOf, withSecurityLog } from './security-log.js';

/**
 * Closes the caller's account. Its shelves, objects and rows are removed by the reconciler within minutes. Throws
 * ServiceError 400 if another address was typed, 401 if the account has been closed in the meantime.
 */
export async function closeOwnAccount(deps: Deps, request: FastifyRequest, typedEmail: string): Promise<void> {
  const { account } = sessionOf(request);
  if (typedEmail.trim().toLowerCase() !== account.email)
    throw invalid('email', 'incorrect', 'email: is not the address of this account');
  await withSecurityLog(deps, request, async (tx, note) => {
    if (!(await closeAccount(tx, account.id))) throw new ServiceError('UNAUTHORIZED');
    const notice = accountDeletedMail(circumstancesOf(deps, request));
    await note({ account, type: 'account_deleted', notice });
  });
}
