/** Signatures of webhook deliveries, as the interface specification's "Delivery contract" has them. */
import { createHmac, randomBytes } from 'node:crypto';

/** `whsec_` and 32 random bytes in base64. The HMAC key is this text as it stands, never decoded. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

export interface SignedParts {
  /** `webhook-id`: the event's. */
  id: string;
  /** `webhook-timestamp`: of the attempt, in epoch seconds. */
  timestamp: number;
  /** The body's text as it is sent. */
  body: string;
}

/** Value of `webhook-signature`: exactly one `v1,<base64>`, since receivers may not look for a second. */
export function signWebhook(secret: string, { id, timestamp, body }: SignedParts): string {
  return `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}
