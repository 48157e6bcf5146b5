/** Verifying what a webhook endpoint receives; docs/webhooks.md of the service says what is signed. */
import { ShelfwrightError } from './errors.js';
import type { WebhookEvent } from './webhook-events.js';

export type WebhookFault = 'missing_header' | 'invalid_timestamp' | 'too_old' | 'invalid_signature' | 'invalid_body';

/** A request that must not be believed. Answer it with 400 or 401. */
export class WebhookVerificationError extends ShelfwrightError {
  override name = 'WebhookVerificationError';
  readonly fault: WebhookFault;

  constructor(fault: WebhookFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

export interface WebhookRequest {
  /** The endpoint's secret, `whsec_...`, as it stands; several while it is being rotated. */
  secret: string | readonly string[];
  /** Of the request: `Headers`, or as Node gives them. */
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The raw body, before anything has parsed it. */
  body: string | Uint8Array | ArrayBuffer;
  /** How far the sender's clock may be from this one: 300 unless given. */
  toleranceSeconds?: number | undefined;
}

export interface VerifiedWebhook {
  /** `webhook-id`: the same in every attempt; deduplicate by it. */
  id: string;
  /** Number of the attempt, from 1. */
  attempt: number;
  event: WebhookEvent;
}

const TOLERANCE_SECONDS = 300;
const MS_PER_SECOND = 1000;

/**
 * Verifies the signature and the age of a request, and gives its event. The comparison is that of Web Crypto, in constant time.
 *
 * @throws WebhookVerificationError
 */
export async function verifyWebhook(request: WebhookRequest): Promise<VerifiedWebhook> {
  const { secret, body, toleranceSeconds = TOLERANCE_SECONDS } = request;
  const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(request, name),
  ) as [string, string, string];
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body);
  const signed = join(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  if (!/^\d+$/.test(timestamp)) throw new WebhookVerificationError('invalid_timestamp', 'the timestamp is no number');
  // also where the tolerance is not a number
  if (!(Math.abs(Date.now() / MS_PER_SECOND - Number(timestamp)) <= toleranceSeconds))
    throw new WebhookVerificationError('too_old', `the request is not within ${toleranceSeconds} s of this clock`);
  const received = signatureOf(signature);
  const results = await Promise.all([secret].flat().map((one) => isSigned(one, received, signed)));
  if (!results.includes(true))
    throw new WebhookVerificationError('invalid_signature', 'the signature is not that of this body and secret');
  return { id, attempt: Number(headerOf(request, 'webhook-attempt')), event: eventOf(bytes) };
}

function headerOf({ headers }: WebhookRequest, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : entryOf(headers, name);
  if (!value) throw new WebhookVerificationError('missing_header', `${name} is missing`);
  return value;
}

function entryOf(headers: Exclude<WebhookRequest['headers'], Headers>, name: string): string | undefined {
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return typeof value === 'string' ? value : value?.[0];
}

function signatureOf(text: string): Uint8Array<ArrayBuffer> {
  const base64 = /^v1,([A-Za-z0-9+/]+={0,2})$/.exec(text)?.[1];
  if (base64 === undefined || base64.length % 4 !== 0)
    throw new WebhookVerificationError('invalid_signature', 'the signature is not of version v1');
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

async function isSigned(
  secret: string,
  signature: Uint8Array<ArrayBuffer>,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const { subtle } = globalThis.crypto;
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, ['verify']);
  return subtle.verify('HMAC', key, signature, signed);
}

function join(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(head.length + tail.length);
  joined.set(head);
  joined.set(tail, head.length);
  return joined;
}

function eventOf(body: Uint8Array): WebhookEvent {
  try {
    return JSON.parse(new TextDecoder().decode(body)) as WebhookEvent;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new WebhookVerificationError('invalid_body', 'the body is not JSON');
  }
}
