/** Ranges of bytes, as requests ask for them (RFC 9110, 14). */
import type { ByteRange } from '../infra/storage.js';

/**
 * The range that a request gets of a representation with `sizeBytes` and the entity tag `tag`; null for all of it, and
 * `unsatisfiable` for a range that begins past its end. Several ranges, other units and what cannot be parsed are
 * ignored, as the RFC allows, and so is the range of a client whose copy is of another representation (`If-Range`).
 */
export function requestedRange(
  headers: { range?: string | undefined; 'if-range'?: string | string[] | undefined },
  { sizeBytes, tag }: { sizeBytes: number; tag: string },
): ByteRange | 'unsatisfiable' | null {
  const { range, 'if-range': known } = headers;
  const [, first, last] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/.exec(range ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;
  if (known !== undefined && known !== tag) return null;
  if (first === '') {
    const count = Math.min(Number(last), sizeBytes);
    return count === 0 ? 'unsatisfiable' : { start: sizeBytes - count, end: sizeBytes - 1 };
  }
  const start = Number(first);
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (last !== '' && Number(last) < start) return null;
  return start >= sizeBytes ? 'unsatisfiable' : { start, end };
}
