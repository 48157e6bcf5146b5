/** Limits how many uploads a process receives at once. A slow client would hold a slot for an hour. */
import { createSlots, type Slots, type Transfer } from '../slots.js';
import { LEAST } from './request-body.js';

/** An upload holds up to three parts of 5 MiB in memory; the bytes of waiting uploads are not read yet. */
const UPLOADS = { permits: 64, maxWaiting: 512, perOwner: { permits: 3, maxWaiting: 64 }, what: 'uploads' };
/** A slower upload may be evicted after the time in which it has to reach the least speed. */
const EVICT_BELOW_BYTES_PER_SECOND = 1_000_000;

/** An upload in progress. */
export type Upload = Transfer;

export function createUploadSlots(bounds = UPLOADS): Slots {
  const evictBelow = { bytesPerSecond: EVICT_BELOW_BYTES_PER_SECOND, afterMs: LEAST.afterMs };
  return createSlots({ ...bounds, evictBelow, reason: 'upload_too_slow' });
}
