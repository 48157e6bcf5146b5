/** What all codes sent by e-mail have in common. The rules behind them are in entities/queries/codes.ts. */
import { randomInt } from 'node:crypto';
import { hashCode } from '../infra/passwords.js';

export const CODE_MINUTES = 15;
export const MAX_CODE_TRIES = 5;

/** What every kind of code is stored with. */
export const CODE_RULES = { ttlSeconds: CODE_MINUTES * 60, maxPerDay: 5 };

/** A new code of six digits for the address (lower case), with the hash that is stored. Throws BusyError. */
export async function makeCode(email: string): Promise<{ code: string; codeHash: string }> {
  const code = randomInt(1_000_000).toString().padStart(6, '0');
  return { code, codeHash: await hashCode(code, email) };
}
