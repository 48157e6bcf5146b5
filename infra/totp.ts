/** Codes of authenticator apps (TOTP, RFC 6238, with what all apps understand: SHA-1, six digits, 30 seconds). */
import { createHash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

const PERIOD_SECONDS = 30;
/** Bits of a secret: as RFC 4226 recommends. */
const SECRET_BYTES = 20;
/** Steps before and after the current one, for clocks that differ. */
const WINDOW = 1;
const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 10;

/** In base32, as it is typed into an app. */
export function makeTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** What the QR code of the secret holds. */
export function totpUri(secret: string, account: string): string {
  return totpOf(secret, account).toString();
}

/** The time step of a code that is good at `atMs`; null for any other text. */
export function totpStep(secret: string, code: string, atMs = Date.now()): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const delta = totpOf(secret, '').validate({ token: code, timestamp: atMs, window: WINDOW });
  return delta === null ? null : Math.floor(atMs / 1000 / PERIOD_SECONDS) + delta;
}

function totpOf(secret: string, label: string): TOTP {
  const numbers = { algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS };
  return new TOTP({ issuer: 'Shelfwright', label, secret: Secret.fromBase32(secret), ...numbers });
}

/** Codes of 80 random bits, in groups of four: `a1b2-c3d4-...`. A fast hash is enough for so many. */
export function makeRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    randomBytes(RECOVERY_BYTES)
      .toString('hex')
      .replace(/(....)(?=.)/g, '$1-'),
  );
  return { codes, hashes: codes.map(hashRecoveryCode) };
}

/** However it is typed: with or without hyphens and spaces, in either case. */
export function hashRecoveryCode(code: string): string {
  return createHash('sha256').update(code.toLowerCase().replace(/[\s-]/g, '')).digest('hex');
}
