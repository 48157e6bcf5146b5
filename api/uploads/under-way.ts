/** Bounds what uploads use of the process and of the disks while they arrive. */
import type { FastifyRequest } from 'fastify';
import { MAX_UPLOAD_BYTES } from '../../contract/vocabulary.js';
import { accountOf } from '../auth.js';
import { freeDisk, type Floor } from '../disk-floor.js';
import { createUploadRoom, type Wanted } from './upload-room.js';
import { createUploadSlots, type Upload } from './upload-slots.js';

const slots = createUploadSlots();
const room = createUploadRoom(freeDisk, (owner) => slots.evictSlowest(owner));

/** Throws ServiceError 503, before its body is read, for an upload that does not fit on the disks. */
export function requireUploadRoom(floor: Floor, request: FastifyRequest): Promise<void> {
  return room.require(floor, wantedBy(request));
}

/** Reads an upload with `work`, once there is a slot, with room on the disks reserved. Throws BusyError and ServiceError 503. */
export function receiveUpload<T>(
  floor: Floor,
  request: FastifyRequest,
  work: (upload: Upload) => Promise<T>,
): Promise<T> {
  const wanted = wantedBy(request);
  return slots.run(wanted.owner, (upload) => room.run(floor, { wanted, upload }, work));
}

/** Its length, or the maximum for an upload without one. */
function wantedBy(request: FastifyRequest): Wanted {
  const length = Number(request.headers['content-length'] ?? MAX_UPLOAD_BYTES);
  return { owner: accountOf(request).id, bytes: Math.min(length, MAX_UPLOAD_BYTES) };
}
