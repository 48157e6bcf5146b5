/** Requests to receivers of webhooks: the only requests of the service to addresses that users choose. */
import { exchange, type Message, type Seen } from './exchange.js';
import { failureOf } from './failures.js';
import { startLimits } from './limits.js';
import { NETWORK, type Network } from './network.js';
import { replyText, retryAfterSeconds } from './reply.js';
import { UrlRefusedError, type UrlRules } from '../../contract/webhook-url.js';
import { findTarget } from './webhook-url.js';

export interface OutboundRequest extends Message {
  /** As registered; checked again, with its current addresses. */
  url: string;
  /** Aborts the request. */
  signal: AbortSignal;
}

export interface Reply {
  /** Null without a reply. Redirects are not followed: they are replies like others. */
  statusCode: number | null;
  /** The start of the body, at most 4 KiB, without what Postgres cannot store. */
  responseText: string | null;
  /** What went wrong, in snake_case, maybe after the status code had arrived; null for a complete reply. */
  error: string | null;
  durationMs: number;
  /** What `Retry-After` asks for. */
  retryAfterSeconds: number | null;
}

export interface Outbound {
  /**
   * Posts to a receiver: 5 s to connect, 15 s in all, including up to 16 KiB of the reply's body. Rejects only with the
   * signal's reason, or with an error that is not the receiver's fault.
   */
  post(request: OutboundRequest): Promise<Reply>;
}

export function createOutbound(rules: UrlRules, network: Network = NETWORK): Outbound {
  return {
    async post({ url, signal, ...message }) {
      const startedAt = performance.now();
      const seen: Seen = { statusCode: null, retryAfter: undefined, body: [] };
      const limits = startLimits(signal);
      let error: string | null = null;
      try {
        const target = await findTarget(url, rules, network, limits.signal);
        await exchange({ target, message, network, limits }, seen);
      } catch (cause) {
        signal.throwIfAborted();
        error = limits.passed() ?? (cause instanceof UrlRefusedError ? cause.reason : failureOf(cause));
      } finally {
        limits.end();
      }
      return {
        statusCode: seen.statusCode,
        responseText: replyText(Buffer.concat(seen.body)),
        error,
        durationMs: Math.round(performance.now() - startedAt),
        retryAfterSeconds: retryAfterSeconds(seen.retryAfter),
      };
    },
  };
}
