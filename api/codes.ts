/** Codes sent by e-mail. Their rules are in entities/queries/codes.ts. */
import { randomInt } from 'node:crypto';
import { hashCode } from '../infra/passwords.js';

export const CODE_MINUTES = 15;
export const MAX_CODE_TRIES = 5;

/** The rules that all kinds of codes are stored with. */
export const CODE_RULES = { ttlSeconds: CODE_MINUTES * 60, maxPerDay: 5 };

/** Makes a code of six digits for an address (lower case), with the hash to store. Throws BusyError. */
export async function makeCode(email: string, owner: string): Promise<{ code: string; codeHash: string }> {
  const code = randomInt(1_000_000).toString().padStart(6, '0');
  return { code, codeHash: await hashCode(code, email, owner) };
}
