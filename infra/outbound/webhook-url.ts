/** The guard: which URLs lead to a receiver on the public internet, and to which of its addresses. */
import { isIP } from 'node:net';
import { NETWORK, resolveName, type Network } from './network.js';
import { readWebhookUrl, UrlRefusedError, type UrlRules, type WebhookUrl } from './url-rules.js';

const RESOLVE_MS = 3000;
const LOOPBACK = ['127.0.0.1', '::1'];

export interface Target extends WebhookUrl {
  /** All that the host has; each may be connected to, and no other. */
  addresses: string[];
}

/**
 * Finds out where a URL leads, now: one address that is not public refuses it. A connection has to go to one of the
 * addresses found, since a name server may give others a moment later. Throws UrlRefusedError; at most 3 s.
 */
export async function findTarget(
  text: string,
  rules: UrlRules,
  network: Network,
  signal?: AbortSignal,
): Promise<Target> {
  const read = readWebhookUrl(text, rules);
  if (read.loopback) return { ...read, addresses: LOOPBACK };
  const isLiteral = isIP(read.hostname) !== 0;
  const addresses = isLiteral
    ? [read.hostname]
    : await resolveName(read.hostname, { network, timeoutMs: RESOLVE_MS, signal });
  if (addresses.length === 0) throw new UrlRefusedError('unresolvable');
  if (!addresses.every((address) => network.isPublic(address))) throw new UrlRefusedError('private_address');
  return { ...read, addresses };
}

/**
 * Checks the URL of a webhook at registration, addresses included. Throws UrlRefusedError with `reason`, and with a message
 * for the URL's owner.
 */
export async function checkWebhookUrl(text: string, rules: UrlRules): Promise<void> {
  await findTarget(text, rules, NETWORK);
}
