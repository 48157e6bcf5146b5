/** The network that requests to receivers use. */
import { Resolver } from 'node:dns/promises';
import { isPublicAddress } from './public-address.js';

/** Tests replace it to act as receivers. The service always uses `NETWORK`: none of it is configurable. */
export interface Network {
  createResolver(): Resolver;
  isPublic(address: string): boolean;
  /** The port that `https://` connects to. */
  httpsPort: number;
  /** Certificate authorities in PEM instead of the system's. */
  ca?: string;
}

export const NETWORK: Network = {
  // a new resolver for each look-up, so that it can be cancelled; not the system's getaddrinfo, which cannot be, and which
  // blocks a thread of the process for as long as a name server takes
  createResolver: () => new Resolver({ timeout: 1000, tries: 2 }),
  isPublic: isPublicAddress,
  httpsPort: 443,
};

export interface ResolveOptions {
  network: Network;
  timeoutMs: number;
  signal?: AbortSignal;
}

/** All A and AAAA addresses of a name that are found in time; empty if there are none, or no server answers. */
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
