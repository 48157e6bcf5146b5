/** API keys: `sk_live_` and 192 random bits. Only the SHA-256 is stored: a random key needs no slow hash. */
import { createHash, randomBytes } from 'node:crypto';

const PREFIX = 'sk_live_';
/** How many characters of the random part may be shown: enough to tell keys apart. */
const SHOWN = 4;

export interface MadeApiKey {
  /** The whole key, which is shown once. */
  key: string;
  /** The part that can be shown later. */
  prefix: string;
  /** SHA-256 of the whole key in lower-case hex. */
  keyHash: string;
}

export function makeApiKey(): MadeApiKey {
  const key = `${PREFIX}${randomBytes(24).toString('base64url')}`;
  return { key, prefix: key.slice(0, PREFIX.length + SHOWN), keyHash: hashApiKey(key) };
}

/** What `findAccountByKeyHash` looks for. */
export function hashApiKey(key: string): string {
  return createHash('sha256').update(key, 'utf8').digest('hex');
}
