/** The network as requests to receivers see it. */
import { Resolver } from 'node:dns/promises';
import { isPublicAddress } from './public-address.js';

/** What tests exchange, to be receivers themselves. The service has `NETWORK` alone: nothing of it is configuration. */
export interface Network {
  createResolver(): Resolver;
  isPublic(address: string): boolean;
  /** Where `https://` leads. */
  httpsPort: number;
  /** Certificate authorities in PEM instead of the system's. */
  ca?: string;
}

export const NETWORK: Network = {
  // one of its own for each look-up, so that it can be cancelled; not the system's getaddrinfo, which cannot be, and
  // which holds a thread of the process for as long as a name server pleases
  createResolver: () => new Resolver({ timeout: 1000, tries: 2 }),
  isPublic: isPublicAddress,
  httpsPort: 443,
};

export interface ResolveOptions {
  network: Network;
  timeoutMs: number;
  signal?: AbortSignal;
}

/** All A and AAAA addresses of a name, as far as they are known in time; none when there are none, or nobody says. */
export async function resolveName(name: string, { network, timeoutMs, signal }: ResolveOptions): Promise<string[]> {
  if (signal?.aborted) return [];
  const resolver = network.createResolver();
  const cancel = () => resolver.cancel();
  const timer = setTimeout(cancel, timeoutMs);
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
  }
}
