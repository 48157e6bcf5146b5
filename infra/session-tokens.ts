/** Session tokens: 256 random bits. Only the SHA-256 is stored, as with API keys. */
import { createHash, randomBytes } from 'node:crypto';

export interface MadeSessionToken {
  /** For the cookie. */
  token: string;
  /** SHA-256 of the token in lower-case hex. */
  tokenHash: string;
}

export function makeSessionToken(): MadeSessionToken {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: hashSessionToken(token) };
}

/** What `findSession` looks for. */
export function hashSessionToken(token: string): string {
  return createHash('sha256').update(token, 'utf8').digest('hex');
}
