/** What stands before a handler's own work: the shelf must be there, and in a status that the action is open in. */
import { ServiceError } from '../contract/errors.js';
import { isOpen, type GatedAction, type ShelfStatus } from '../contract/vocabulary.js';

/** What was found for a shelf's id, else 404. */
export function foundShelf<T>(found: T | null): T {
  if (found === null) throw new ServiceError('NOT_FOUND', 'There is no such shelf.');
  return found;
}

/** Refuses with a 409 that names the status. */
export function requireOpen(action: GatedAction, status: ShelfStatus): void {
  if (!isOpen(action, status)) throw notOpen(status);
}

/** The 409 of a shelf that is in a status in which this cannot be asked of it. */
export function notOpen(status: ShelfStatus): ServiceError {
  return new ServiceError('CONFLICT', `This is not possible while the shelf is in "${status}".`, { status });
}
