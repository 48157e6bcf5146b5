import type { EntityManager } from 'typeorm';
import { Registration } from '../registration.js';

export interface NewRegistration {
  email: string;
  name: string;
  passwordHash: string;
  codeHash: string;
  /** How long the code is good for. */
  ttlSeconds: number;
  /** Registrations an address may have in 24 hours. */
  maxPerDay: number;
}

/** Stores a registration. Null when the address has had its number of codes for the day. */
export async function createRegistration(manager: EntityManager, args: NewRegistration): Promise<Registration | null> {
  const { name, passwordHash, codeHash, ttlSeconds, maxPerDay } = args;
  const email = args.email.toLowerCase();
  return manager.transaction(async (tx) => {
    // Counting and inserting are one step for an address, else requests side by side would all count the same.
    await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('registration:' || $1, 0))", [email]);
    const today = await tx
      .createQueryBuilder(Registration, 'registration')
      .where("registration.email = :email AND registration.createdAt > now() - interval '1 day'", { email })
      .getCount();
    if (today >= maxPerDay) return null;
    const made = await tx
      .createQueryBuilder()
      .insert()
      .into(Registration)
      .values({
        email,
        name,
        passwordHash,
        codeHash,
        expiresAt: () => `now() + make_interval(secs => ${Number(ttlSeconds)})`,
      })
      .execute();
    return tx.findOneByOrFail(Registration, { id: made.identifiers[0]?.['id'] as string });
  });
}

/**
 * Counts one try of a code against every open registration of the address, and answers those that may still be opened
 * by it, newest first. Counting comes before comparing, so tries side by side cannot exceed `maxAttempts`.
 */
export async function takeCodeAttempt(
  manager: EntityManager,
  { email, maxAttempts }: { email: string; maxAttempts: number },
): Promise<Registration[]> {
  return manager.transaction(async (tx) => {
    const taken = await tx
      .createQueryBuilder()
      .update(Registration)
      .set({ attempts: () => 'attempts + 1' })
      .where('email = :email AND used_at IS NULL AND expires_at > now() AND attempts < :maxAttempts', {
        email: email.toLowerCase(),
        maxAttempts,
      })
      .returning('id')
      .execute();
    const ids = (taken.raw as { id: string }[]).map((row) => row.id);
    if (ids.length === 0) return [];
    return tx
      .createQueryBuilder(Registration, 'registration')
      .whereInIds(ids)
      .orderBy('registration.createdAt', 'DESC')
      .getMany();
  });
}

/** Removes registrations older than `olderThanDays`; answers how many (at most `limit`). */
export async function removeOldRegistrations(
  manager: EntityManager,
  { olderThanDays, limit }: { olderThanDays: number; limit: number },
): Promise<number> {
  const result = await manager
    .createQueryBuilder()
    .delete()
    .from(Registration)
    .where(
      'id IN (SELECT id FROM registrations WHERE created_at < now() - make_interval(days => :olderThanDays) LIMIT :limit)',
      { olderThanDays, limit },
    )
    .execute();
  return result.affected ?? 0;
}
