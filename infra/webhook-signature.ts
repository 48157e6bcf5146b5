/** Signatures of webhook deliveries, by the interface specification's "Delivery contract". */
import { createHmac, randomBytes } from 'node:crypto';

/** Makes a secret: `whsec_` and 32 random bytes in base64. The HMAC key is this very text, not its decoded bytes. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

export interface SignedParts {
  /** `webhook-id`: the event's. */
  id: string;
  /** `webhook-timestamp`: of the attempt, in epoch seconds. */
  timestamp: number;
  /** The body exactly as it is sent. */
  body: string;
}

/** Value of `webhook-signature`: exactly one `v1,<base64>`, since receivers may not look for a second. */
export function signWebhook(secret: string, { id, timestamp, body }: SignedParts): string {
  return `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}
