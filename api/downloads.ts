/** Large files on their way from the object store to clients. */
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { ByteRange, Storage } from '../infra/storage.js';
import { metered } from './metered.js';
import { openObject } from './objects.js';
import { createSlots, type Transfer } from './slots.js';

/**
 * Connections to the store are limited, and a streamed file occupies one until its client has read it, however long that
 * takes while nobody waits. A slow account must leave some to others; many slow accounts are evicted before a wait times out.
 */
const STREAMED = {
  permits: 48,
  maxWaiting: 2_048,
  perOwner: { permits: 8, maxWaiting: 120 },
  maxWaitMs: 30_000,
  what: 'large files',
  evictBelow: { bytesPerSecond: 1_000_000, afterMs: 10_000 },
  reason: 'download_too_slow',
};

export type Download = (key: string, owner: string, range?: ByteRange) => Promise<Readable>;

/** An object, or a range of it, as a stream, which holds its slot until it has been read or abandoned, or gives way. */
export function createDownloads(storage: Storage): Download {
  const slots = createSlots(STREAMED);
  return (key, owner, range) =>
    new Promise((resolve, reject) => {
      const untilClosed = async (transfer: Transfer): Promise<void> => {
        const passed = metered(await openObject(storage, key, range), transfer);
        const closed = once(passed, 'close');
        resolve(passed);
        await closed;
      };
      slots.run(owner, untilClosed).catch(reject);
    });
}
