import type { Config } from './config.js';

const LOOPBACK = /^(localhost|127(\.\d+){3}|::1)$/i;

/** What to say when a service that is not set up for production listens to other machines; null otherwise. */
export function exposureWarning({ nodeEnv, host }: Pick<Config, 'nodeEnv' | 'host'>): string | null {
  if (nodeEnv === 'production' || LOOPBACK.test(host)) return null;
  return `HOST=${host}: other machines can reach this service, which is not set up for it (NODE_ENV is ${nodeEnv}): cookies without TLS, generous limits, webhooks to this machine.`;
}
