/** Preconditions of handlers: the shelf must exist, and its status must allow the action. */
import { ServiceError } from '../contract/errors.js';
import { isOpen, type GatedAction, type ShelfStatus } from '../contract/vocabulary.js';
import type { Account } from '../entities/account.js';
import type { Claim } from '../entities/queries/claims.js';
import type { Shelf } from '../entities/shelf.js';

/** What was found for a shelf's id. Throws ServiceError 404 for null. */
export function foundShelf<T>(found: T | null): T {
  if (found === null) throw new ServiceError('NOT_FOUND', 'There is no such shelf.', { resource: 'shelf' });
  return found;
}

/** Throws ServiceError 402 for an account without a subscription. */
export function requireSubscription({ subscribedAt }: Account): void {
  if (subscribedAt === null)
    throw new ServiceError(
      'PAYMENT_REQUIRED',
      'A new PDF for a shelf needs an active subscription. Ask the operator of this service to grant one to your account, then upload again.',
    );
}

/** Throws ServiceError 409, which names the status, unless the action is allowed in it. */
export function requireOpen(action: GatedAction, status: ShelfStatus): void {
  if (!isOpen(action, status)) throw notOpen(status);
}

/** The 409 for an action that the status does not allow. */
export function notOpen(status: ShelfStatus): ServiceError {
  return new ServiceError('CONFLICT', `This is not possible while the shelf is in "${status}".`, { status });
}

/** The shelf as it was claimed. Throws ServiceError 404 or 409. */
export function claimedShelf(claim: Claim): Shelf {
  switch (claim.outcome) {
    case 'claimed':
      return claim.shelf;
    case 'absent':
      return foundShelf<Shelf>(null);
    case 'no_version':
      throw conflict('no_version', claim.status, 'The shelf has no version to go back to. Retry it, or delete it.');
    case 'is_current':
      throw conflict('is_current', claim.status, 'The shelf holds this version already.');
    case 'refused':
      throw notOpen(claim.status);
  }
}

/** A 409 that names the status and a reason. */
export function conflict(reason: string, status: ShelfStatus, message: string, more: object = {}): ServiceError {
  return new ServiceError('CONFLICT', message, { status, reason, ...more });
}
