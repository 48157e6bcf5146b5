/** Removes rows that have outlived their use. */
import { log } from '@temporalio/activity';
import type { EntityManager } from 'typeorm';
import { PasswordReset } from '../entities/password-reset.js';
import { removeRevokedKeys } from '../entities/queries/api-keys.js';
import { removeClosedAccounts } from '../entities/queries/closed-accounts.js';
import { removeOldCodes } from '../entities/queries/codes.js';
import { removeOldAttempts, removeOldEvents } from '../entities/queries/events.js';
import { removeOldRequests } from '../entities/queries/idempotency.js';
import { removeOldMails } from '../entities/queries/mails.js';
import { removeOldWindows } from '../entities/queries/rate-limits.js';
import { removeOldSecurityEvents } from '../entities/queries/security-events.js';
import { removeOldSessions } from '../entities/queries/sessions.js';
import { removeOldSlots } from '../entities/queries/slots.js';
import { Registration } from '../entities/registration.js';
import { causesOf } from '../infra/outages.js';
import { isDependencyOutage } from './failures.js';
import { TURN_MS } from './walk.js';

/** Rows that one statement removes. */
const BATCH = 500;
/** The longest window of a rate limit is a day: that of codes of a second factor. */
const WINDOW_KEEP_SECONDS = 25 * 3600;
const MAIL_KEEP_DAYS = 30;
/** Counted from their end, so that operators can still see when that was. */
const SESSION_KEEP_DAYS = 30;
const KEY_KEEP_DAYS = 30;
const EVENT_KEEP_DAYS = 90;
const ATTEMPT_KEEP_DAYS = 30;
const SLOT_KEEP_DAYS = 1;

/**
 * Removes what there is of each kind, or as much as there is time for, the same for each. A kind whose statement takes too
 * long does not block the kinds after it; an outage ends the call. Throws the first error once all kinds have been tried.
 */
export async function purgeRows(manager: EntityManager, signal: AbortSignal): Promise<void> {
  const purges = {
    idempotencyKeys: () => removeOldRequests(manager, BATCH),
    rateWindows: () => removeOldWindows(manager, { olderThanSeconds: WINDOW_KEEP_SECONDS, limit: BATCH }),
    mails: () => removeOldMails(manager, { olderThanDays: MAIL_KEEP_DAYS, limit: BATCH }),
    registrations: () => removeOldCodes(manager, Registration, { olderThanDays: MAIL_KEEP_DAYS, limit: BATCH }),
    passwordResets: () => removeOldCodes(manager, PasswordReset, { olderThanDays: MAIL_KEEP_DAYS, limit: BATCH }),
    sessions: () => removeOldSessions(manager, { olderThanDays: SESSION_KEEP_DAYS, limit: BATCH }),
    revokedKeys: () => removeRevokedKeys(manager, { olderThanDays: KEY_KEEP_DAYS, limit: BATCH }),
    securityEvents: () => removeOldSecurityEvents(manager, BATCH),
    events: () => removeOldEvents(manager, { olderThanDays: EVENT_KEEP_DAYS, limit: BATCH }),
    attempts: () => removeOldAttempts(manager, { olderThanDays: ATTEMPT_KEEP_DAYS, limit: BATCH }),
    closedAccounts: () => removeClosedAccounts(manager, BATCH),
    deliverySlots: () => removeOldSlots(manager, { olderThanDays: SLOT_KEEP_DAYS, limit: BATCH }),
  };
  const failures: unknown[] = [];
  const kinds = Object.entries(purges);
  for (const [what, purge] of kinds) {
    const endMs = performance.now() + TURN_MS / kinds.length;
    try {
      do signal.throwIfAborted();
      while ((await purge()) >= BATCH && performance.now() < endMs);
    } catch (error) {
      if (signal.aborted || (isDependencyOutage(error) && !isStatementTimeout(error))) throw error;
      log.error('rows could not be purged', { what, error: String(error) });
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** Whether Postgres, which is available, has ended a statement because of its time-out. */
function isStatementTimeout(error: unknown): boolean {
  return causesOf(error).some(({ code }) => code === '57014');
}
