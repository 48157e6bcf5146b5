/** Accounts, sessions and keys as the wire shows them. */
import type { SignedIn, User } from '../contract/auth.js';
import type { ApiKey as WireApiKey, DashboardAccount } from '../contract/dashboard.js';
import type { ActiveSession } from '../contract/session.js';
import type { Account } from '../entities/account.js';
import type { ApiKey } from '../entities/api-key.js';
import type { Session } from '../entities/session.js';
import type { AccountWithSession } from '../entities/queries/sessions.js';

export function presentUser({ publicId, name, email }: Account): User {
  return { id: publicId, name, email };
}

export function presentSession({ account, session }: AccountWithSession): SignedIn {
  return {
    user: presentUser(account),
    createdAt: session.createdAt.toISOString(),
    expiresAt: session.expiresAt.toISOString(),
  };
}

/** @param languages the installed ones */
export function presentAccount(
  account: Account,
  { usage, languages }: Pick<DashboardAccount, 'usage' | 'languages'>,
): DashboardAccount {
  const { subscribedAt, createdAt } = account;
  return {
    user: presentUser(account),
    subscription: { active: subscribedAt !== null, since: subscribedAt?.toISOString() ?? null },
    usage,
    languages,
    createdAt: createdAt.toISOString(),
  };
}

/** @param current the caller's session */
export function presentActiveSession(session: Session, current: Session): ActiveSession {
  const { id, createdAt, lastSeenAt, expiresAt, userAgent, network } = session;
  return {
    id,
    current: id === current.id,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastSeenAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    userAgent,
    network,
  };
}

/** Without the secret, except for the prefix that may be shown. */
export function presentApiKey({ publicId, name, prefix, scope, createdAt, lastUsedAt, expiresAt }: ApiKey): WireApiKey {
  return {
    publicId,
    name,
    prefix,
    scope,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}
