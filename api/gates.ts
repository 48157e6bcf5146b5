/** What stands before a handler's own work: the shelf must be there, and in a status that the action is open in. */
import { ServiceError } from '../contract/errors.js';
import { isOpen, type GatedAction, type ShelfStatus } from '../contract/vocabulary.js';
import type { Account } from '../entities/account.js';
import type { Claim } from '../entities/queries/claims.js';
import type { Shelf } from '../entities/shelf.js';

/** What was found for a shelf's id, else 404. */
export function foundShelf<T>(found: T | null): T {
  if (found === null) throw new ServiceError('NOT_FOUND', 'There is no such shelf.');
  return found;
}

/** Refuses with a 402 who has no subscription. */
export function requireSubscription({ subscribedAt }: Account): void {
  if (subscribedAt === null)
    throw new ServiceError(
      'PAYMENT_REQUIRED',
      'A new PDF for a shelf needs an active subscription. Ask whoever operates this service to grant one to your account, then upload again.',
    );
}

/** Refuses with a 409 that names the status. */
export function requireOpen(action: GatedAction, status: ShelfStatus): void {
  if (!isOpen(action, status)) throw notOpen(status);
}

/** The 409 of a shelf that is in a status in which this cannot be asked of it. */
export function notOpen(status: ShelfStatus): ServiceError {
  return new ServiceError('CONFLICT', `This is not possible while the shelf is in "${status}".`, { status });
}

/** A shelf as it was claimed, else 404 or 409. */
export function claimedShelf(claim: Claim): Shelf {
  switch (claim.outcome) {
    case 'claimed':
      return claim.shelf;
    case 'absent':
      return foundShelf<Shelf>(null);
    case 'no_version':
      throw conflict('no_version', claim.status, 'The shelf has no version to go back to. Retry it, or delete it.');
    case 'refused':
      throw notOpen(claim.status);
  }
}

/** A 409 that names the status and why. */
export function conflict(reason: string, status: ShelfStatus, message: string): ServiceError {
  return new ServiceError('CONFLICT', message, { status, reason });
}
