/** The security log. Each entry is written in the transaction of the action that it records. */
import { In, IsNull, type EntityManager } from 'typeorm';
import { SECURITY_EVENT_DAYS, SecurityEvent, type SecurityActor, type SecurityEventType } from '../security-event.js';
import { removeSome } from './purge.js';

export interface NewSecurityEvent {
  accountPublicId: string;
  type: SecurityEventType;
  /** Default: the owner. */
  actor?: SecurityActor;
  network?: string | null;
  userAgent?: string | null;
  details?: Record<string, string | number | boolean | string[]>;
  requestId?: string | null;
}

export async function addSecurityEvent(manager: EntityManager, event: NewSecurityEvent): Promise<void> {
  await manager.insert(SecurityEvent, { actor: 'owner', ...event });
}

/**
 * Adds an entry about the account of an address, or nothing if there is none: the same statement for both, so that its time
 * does not reveal which addresses have an account.
 */
export async function addEventOfAddress(
  manager: EntityManager,
  email: string,
  { type, network = null, userAgent = null, details = {}, requestId = null }: Omit<NewSecurityEvent, 'accountPublicId'>,
): Promise<void> {
  await manager.query(
    `INSERT INTO security_events (account_public_id, type, actor, network, user_agent, details, request_id)
     SELECT public_id, $2, 'owner', $3, $4, $5, $6 FROM accounts WHERE email = $1 AND deleted_at IS NULL`,
    [email.toLowerCase(), type, network, userAgent, details, requestId],
  );
}

/** Whether the account was made, or signed in to, from this network before; null is a network of its own. */
export async function isKnownPlace(
  manager: EntityManager,
  { accountPublicId, network }: { accountPublicId: string; network: string | null },
): Promise<boolean> {
  const type = In(['account_created', 'signed_in'] satisfies SecurityEventType[]);
  return manager.existsBy(SecurityEvent, { accountPublicId, type, network: network ?? IsNull() });
}

/**
 * Whether somebody used the account's current password from this network within 90 days. False for no account, by the same
 * statement.
 */
export async function isOwnPlace(
  manager: EntityManager,
  { accountPublicId, network }: { accountPublicId: string | null; network: string },
): Promise<boolean> {
  const [known] = await manager.query<{ isKnown: boolean }[]>(
    `SELECT EXISTS (
       SELECT FROM security_events WHERE account_public_id = $1 AND network = $2 AND actor = 'owner'
         AND type IN ('account_created', 'signed_in', 'password_confirmed', 'password_changed', 'password_reset')
         AND created_at > now() - interval '90 days'
         AND created_at >= ALL (SELECT created_at FROM security_events
           WHERE account_public_id = $1 AND type IN ('password_changed', 'password_reset'))
     ) AS "isKnown"`,
    [accountPublicId, network],
  );
  return known?.isKnown === true;
}

export interface SecurityEventFilter {
  /** Null: of all accounts. */
  accountPublicId: string | null;
  /** All types if empty. */
  types: readonly SecurityEventType[];
  /** Only those of the last seconds; 0: all. */
  withinSeconds: number;
  limit: number;
}

/** The newest entries first. */
export async function listSecurityEvents(
  manager: EntityManager,
  { accountPublicId, types, withinSeconds, limit }: SecurityEventFilter,
): Promise<SecurityEvent[]> {
  const query = manager
    .createQueryBuilder(SecurityEvent, 'event')
    .orderBy('event.createdAt', 'DESC')
    .addOrderBy('event.id')
    .limit(limit);
  if (accountPublicId !== null) query.andWhere('event.accountPublicId = :accountPublicId', { accountPublicId });
  if (types.length > 0) query.andWhere('event.type = ANY (:types)', { types });
  if (withinSeconds > 0)
    query.andWhere('event.createdAt > now() - make_interval(secs => :withinSeconds)', { withinSeconds });
  return query.getMany();
}

/** Removes entries that the database allows to be removed (at most `limit`); returns how many. */
export function removeOldSecurityEvents(manager: EntityManager, limit: number): Promise<number> {
  const where = 'created_at < now() - make_interval(days => :days)';
  return removeSome(manager, SecurityEvent, { where, parameters: { days: SECURITY_EVENT_DAYS }, limit });
}
