/**
 * The disk space reserved for uploads in progress. A reading of a disk does not include what they have yet to write, so
 * each upload reserves its bytes, and space beyond the floor is promised only once.
 */
import type { FreeDisk } from '../../infra/free-disk.js';
import { DISK_AGE_MS, diskFull, lookAtDisks, requireFloor, type DiskLook, type Floor } from '../disk-floor.js';
import type { Upload } from './upload-slots.js';

/** More than an upload holds in memory: all received bytes but these are on the disk. */
const IN_MEMORY_BYTES = 16 * 1024 * 1024;

/** What a request is going to write, and for whom. */
export interface Wanted {
  owner: string;
  bytes: number;
}

export interface UploadRoom {
  /** Throws ServiceError 503 unless the disks have room for `wanted` beside what is reserved. */
  require(floor: Floor, wanted: Wanted): Promise<void>;
  /** Runs `work` with its bytes reserved; its signal is aborted when a disk falls below its floor. Throws ServiceError 503. */
  run<T>(
    floor: Floor,
    { wanted, upload }: { wanted: Wanted; upload: Upload },
    work: (upload: Upload) => Promise<T>,
  ): Promise<T>;
}

interface Reservation {
  bytes: number;
}

/** @param onTight called for an owner who is refused only because of reservations, so that a slow upload can be evicted */
export function createUploadRoom(freeDisk: FreeDisk, onTight: (owner: string) => void): UploadRoom {
  const reserved = new Set<Reservation>();

  function requireRoom(floor: Floor, looks: readonly DiskLook[], { owner, bytes }: Wanted): void {
    requireFloor(floor, looks, 'uploads');
    const { floorBytes } = floor.config.disk;
    const reservedBytes = [...reserved].reduce((sum, one) => sum + one.bytes, 0);
    const tight = looks.find(({ freeBytes }) => freeBytes - reservedBytes - bytes < floorBytes);
    if (!tight) return;
    floor.log.warn({ ...tight, floorBytes, reservedBytes, bytes }, 'an upload is refused: the disk has no room for it');
    if (tight.freeBytes - bytes >= floorBytes) onTight(owner);
    throw diskFull();
  }

  async function reserve(floor: Floor, wanted: Wanted): Promise<Reservation> {
    const looks = await lookAtDisks(floor, freeDisk, 'uploads');
    // nothing is awaited from here on: uploads that waited for the same reading count each other
    requireRoom(floor, looks, wanted);
    const reservation = { bytes: wanted.bytes };
    reserved.add(reservation);
    return reservation;
  }

  return {
    async require(floor, wanted) {
      requireRoom(floor, await lookAtDisks(floor, freeDisk, 'uploads'), wanted);
    },
    async run(floor, { wanted, upload: { pace, signal } }, work) {
      const reservation = await reserve(floor, wanted);
      const full = new AbortController();
      let before = 0;
      const looking = setInterval(() => {
        // what had arrived a second ago: every reading in use includes it
        reservation.bytes = wanted.bytes - Math.min(wanted.bytes, Math.max(0, before - IN_MEMORY_BYTES));
        before = pace.bytes;
        // other processes and other work fill the disk as well
        lookAtDisks(floor, freeDisk, 'uploads')
          .then((looks) => requireFloor(floor, looks, 'uploads'))
          .catch((refusal: unknown) => full.abort(refusal));
      }, DISK_AGE_MS);
      try {
        return await work({ pace, signal: AbortSignal.any([signal, full.signal]) });
      } finally {
        clearInterval(looking);
        reservation.bytes = Math.min(reservation.bytes, pace.bytes); // bytes that did not arrive are not written
        // until no reading in use is older than its last byte
        setTimeout(() => reserved.delete(reservation), DISK_AGE_MS).unref();
      }
    },
  };
}
