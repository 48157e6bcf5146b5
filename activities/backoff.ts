/** How long a delivery waits between its attempts. */

/** About 65 hours, with the waits between them. */
export const MAX_ATTEMPTS = 12;

const FACTOR = 5;
const MAX_WAIT_MS = 12 * 3_600_000;
const JITTER = 0.2;
/** A receiver may lengthen a wait, and not put a delivery off for ever. */
const MAX_LENGTHENED = 2;

/**
 * Milliseconds after the failure of attempt `number`, from 1: the first wait, then five times as long each time, at most
 * twelve hours, each a fifth more or less, so that deliveries that failed together do not come back together.
 * @param options `askedMs`: the receiver's Retry-After; `random`: from 0 to below 1
 */
export function waitAfter(
  number: number,
  { firstMs, askedMs = 0, random = Math.random() }: { firstMs: number; askedMs?: number; random?: number },
): number {
  const plainMs = Math.min(firstMs * FACTOR ** (number - 1), MAX_WAIT_MS);
  const waitMs = plainMs * (1 - JITTER + 2 * JITTER * random);
  return Math.round(Math.max(waitMs, Math.min(askedMs, MAX_LENGTHENED * plainMs)));
}
