/** Back-off between the attempts of a delivery. */

/** About 65 hours, back-off included. */
export const MAX_ATTEMPTS = 12;

const FACTOR = 5;
const MAX_WAIT_MS = 12 * 3_600_000;
const JITTER = 0.2;
/** A receiver may lengthen a wait up to this factor, but not postpone a delivery for ever. */
const MAX_LENGTHENED = 2;

/**
 * Milliseconds to wait after the failure of attempt `number` (from 1): exponential, up to twelve hours, with a jitter of a
 * fifth, so that deliveries that failed together are not retried together.
 * @param options `firstMs`: the first wait; `askedMs`: the receiver's Retry-After; `random`: from 0 to below 1
 */
export function waitAfter(
  number: number,
  { firstMs, askedMs = 0, random = Math.random() }: { firstMs: number; askedMs?: number; random?: number },
): number {
  const plainMs = Math.min(firstMs * FACTOR ** (number - 1), MAX_WAIT_MS);
  const waitMs = plainMs * (1 - JITTER + 2 * JITTER * random);
  return Math.round(Math.max(waitMs, Math.min(askedMs, MAX_LENGTHENED * plainMs)));
}
