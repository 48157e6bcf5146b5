/** Downloads from URLs that users choose, through the same guard as requests to receivers. */
import type { IncomingMessage } from 'node:http';
import { invalidReply, failureOf } from './failures.js';
import { send } from './exchange.js';
import { startLimits, type Limits } from './limits.js';
import { NETWORK, type Network } from './network.js';
import { UrlRefusedError, type UrlRules } from '../../contract/webhook-url.js';
import { findTarget, type Target } from './webhook-url.js';

const MAX_REDIRECTS = 3;
const MAX_DOWNLOAD_BYTES = 100 * 1024 * 1024;
/** Whoever asked for it waits no longer than a minute. */
const TOTAL_MS = 50_000;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const HEADERS = { accept: 'application/pdf,*/*;q=0.1', 'accept-encoding': 'identity', 'user-agent': 'Shelfwright' };

/** Why a file could not be downloaded. The message is for the client that gave the URL; it does not contain the URL. */
export class DownloadError extends Error {
  override readonly name = 'DownloadError';
  readonly code = 'DOWNLOAD_FAILED';
  constructor(
    readonly reason: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * The bytes of a PDF, at most 100 MiB within 50 s; nothing is sent before the first is asked for. Every address is vetted,
 * those of up to three redirects too. Throws DownloadError, and the signal's reason.
 */
export type Downloader = (url: string, signal: AbortSignal) => AsyncGenerator<Buffer>;

export function createDownloader(rules: UrlRules, network: Network = NETWORK): Downloader {
  return async function* download(url, signal) {
    const limits = startLimits(signal, TOTAL_MS);
    try {
      let target = await findTarget(url, rules, network, limits.signal);
      for (let hops = 0; ; hops += 1) {
        const sent = send({ target, message: { headers: HEADERS, body: '' }, network, limits, method: 'GET' });
        try {
          const response = await sent.response;
          const next = redirectOf(response, target, hops);
          if (next === null) return yield* pdfOf(response);
          target = await redirected(target, next, { rules, network, limits });
        } finally {
          sent.end();
        }
      }
    } catch (cause) {
      signal.throwIfAborted();
      throw toDownloadError(cause, limits.passed());
    } finally {
      limits.end();
    }
  };
}

/** Where the reply leads, null for a file. */
function redirectOf({ statusCode = 0, headers }: IncomingMessage, { url }: Target, hops: number): string | null {
  if (!REDIRECTS.has(statusCode)) return null;
  const next = headers.location === undefined ? null : URL.parse(headers.location, url.href);
  if (next === null) throw new DownloadError('invalid_reply', 'the server redirects to nowhere');
  if (hops === MAX_REDIRECTS)
    throw new DownloadError('too_many_redirects', `more than ${MAX_REDIRECTS} redirects lead away from it`);
  return next.href;
}

/** The next target, vetted as the first was. This machine is no place to be led to from elsewhere, even in development. */
async function redirected(
  from: Target,
  to: string,
  { rules, network, limits }: { rules: UrlRules; network: Network; limits: Limits },
): Promise<Target> {
  const target = await findTarget(to, rules, network, limits.signal);
  if (target.loopback && !from.loopback) throw new UrlRefusedError('host_not_allowed');
  return target;
}

async function* pdfOf(response: IncomingMessage): AsyncGenerator<Buffer> {
  const { statusCode, headers } = response;
  const type = headers['content-type'] ?? '';
  if (statusCode !== 200) throw new DownloadError('status', `the server answers with status ${statusCode}`);
  if (/^text\//i.test(type))
    throw new DownloadError('not_pdf', 'the server answers with a page or text, not with a PDF');
  if (!/^(identity)?$/i.test(headers['content-encoding'] ?? ''))
    throw new DownloadError('invalid_reply', 'the server answers in an encoding that was not asked for');
  if (Number(headers['content-length'] ?? 0) > MAX_DOWNLOAD_BYTES) throw tooLarge();
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_DOWNLOAD_BYTES) throw tooLarge();
    yield chunk;
  }
  if (!response.complete) throw invalidReply('the body broke off');
}

function tooLarge(): DownloadError {
  return new DownloadError('too_large', `the file is larger than ${MAX_DOWNLOAD_BYTES / 1024 / 1024} MB`);
}

function toDownloadError(cause: unknown, passed: string | null): DownloadError {
  if (passed !== null) return new DownloadError(passed, 'the server takes too long', { cause });
  if (cause instanceof DownloadError) return cause;
  // the rules are those of webhooks, whose messages name them
  if (cause instanceof UrlRefusedError)
    return new DownloadError(cause.reason, cause.message.replace(/webhook URL/i, 'URL'), { cause });
  const reason = failureOf(cause);
  return new DownloadError(reason, `the download failed (${reason})`, { cause });
}
