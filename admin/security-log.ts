/** Entries of the security log about what operators do. */
import type { EntityManager } from 'typeorm';
import type { Account } from '../entities/account.js';
import { addSecurityEvent, type NewSecurityEvent } from '../entities/queries/security-events.js';
import type { SecurityEventType } from '../entities/security-event.js';

/** @param manager of the change's transaction, so that there are both or neither */
export async function noteByOperator(
  manager: EntityManager,
  { publicId: accountPublicId }: Pick<Account, 'publicId'>,
  type: SecurityEventType,
  details: NonNullable<NewSecurityEvent['details']> = {},
): Promise<void> {
  await addSecurityEvent(manager, { accountPublicId, type, actor: 'operator', details });
}
