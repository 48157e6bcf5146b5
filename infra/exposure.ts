import type { Config } from './config.js';
import { isWrittenKey } from './known-secrets.js';

const LOOPBACK = /^(localhost|127(\.\d+){3}|::1)$/i;

/** What to say when a service that is not set up for production listens to other machines; null otherwise. */
export function exposureWarning({ nodeEnv, host }: Pick<Config, 'nodeEnv' | 'host'>): string | null {
  if (nodeEnv === 'production' || LOOPBACK.test(host)) return null;
  return `HOST=${host}: other machines can reach this service, which is not set up for it (NODE_ENV is ${nodeEnv}): cookies without TLS, generous limits, webhooks to this machine.`;
}

/** What to say when a key that still decrypts is one that others know; null otherwise. Such a first key is refused. */
export function knownKeyWarning({
  nodeEnv,
  encryptionKeys,
}: Pick<Config, 'nodeEnv' | 'encryptionKeys'>): string | null {
  const [, ...older] = encryptionKeys;
  if (nodeEnv !== 'production' || !older.some(isWrittenKey)) return null;
  return 'ENCRYPTION_KEYS: an older key is a known default, so secrets that it encrypted are no secrets: rotate those, then remove the key.';
}
