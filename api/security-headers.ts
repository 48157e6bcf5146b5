/** Headers of every reply that tell browsers what not to do. */
import type { FastifyInstance } from 'fastify';
import type { Deps } from './deps.js';

const YEAR_SECONDS = 31_536_000;
/** Nothing of the service uses any of these; `unload` and others that are gone need no mention. */
const NO_FEATURES = ['camera', 'geolocation', 'microphone', 'payment', 'usb', 'browsing-topics']
  .map((feature) => `${feature}=()`)
  .join(', ');

/**
 * In production with a PUBLIC_URL by https browsers keep to https for a year; for this host alone, since others of the
 * domain are not the service's to decide on.
 */
export function registerSecurityHeaders(app: FastifyInstance, { nodeEnv, publicUrl }: Deps['config']): void {
  const isSecure = nodeEnv === 'production' && publicUrl.startsWith('https://');
  app.addHook('onRequest', async (_request, reply) => {
    reply
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'same-origin')
      .header('permissions-policy', NO_FEATURES);
    if (isSecure) reply.header('strict-transport-security', `max-age=${YEAR_SECONDS}`);
  });
}
