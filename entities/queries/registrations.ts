import type { EntityManager } from 'typeorm';
import { Registration } from '../registration.js';
import { mayHaveCode, type NewCode } from './codes.js';
import { fromNow } from './times.js';

export interface NewRegistration extends NewCode {
  name: string;
  passwordHash: string;
}

/** Stores a registration. Null when the address has reached its daily limit of codes. */
export async function createRegistration(manager: EntityManager, args: NewRegistration): Promise<Registration | null> {
  const { name, passwordHash, codeHash, ttlSeconds, maxPerDay } = args;
  const email = args.email.toLowerCase();
  return manager.transaction(async (tx) => {
    if (!(await mayHaveCode(tx, Registration, { email, maxPerDay }))) return null;
    const made = await tx
      .createQueryBuilder()
      .insert()
      .into(Registration)
      .values({ email, name, passwordHash, codeHash, expiresAt: fromNow(ttlSeconds) })
      .execute();
    return tx.findOneByOrFail(Registration, { id: made.identifiers[0]?.['id'] as string });
  });
}
