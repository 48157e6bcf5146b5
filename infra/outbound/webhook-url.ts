/** The SSRF guard: resolves a webhook's URL and refuses it unless all its addresses are public. */
import { isIP } from 'node:net';
import { NETWORK, resolveName, type Network } from './network.js';
import { readWebhookUrl, UrlRefusedError, type UrlRules, type WebhookUrl } from '../../contract/webhook-url.js';

const RESOLVE_MS = 3000;
const LOOPBACK = ['127.0.0.1', '::1'];

export interface Target extends WebhookUrl {
  /** All addresses of the host; connections may go to these and no others. */
  addresses: string[];
}

/**
 * Resolves a URL and refuses it if one of its addresses is not public. A connection has to use one of these addresses,
 * because DNS may return others a moment later (DNS rebinding). Throws UrlRefusedError, within 3 s.
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
