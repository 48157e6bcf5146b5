/** Codes of a second factor. */
import { Secret, TOTP } from 'otpauth';

/** As an authenticator app of somebody else's making shows it. */
export const codeOf = (secret: string, stepsAhead = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + stepsAhead * 30_000 });

export const wrongCode = (secret: string) => String((Number(codeOf(secret)) + 1) % 1_000_000).padStart(6, '0');
