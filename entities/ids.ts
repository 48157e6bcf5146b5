import { randomBytes } from 'node:crypto';

/** What a public id begins with: who sees one knows what it names. */
export type IdPrefix = 'usr' | 'key' | 'shf' | 'ver' | 'evt' | 'wh' | 'dlv';

/** A new public id: the prefix, `_`, and 24 random hex digits (96 bits). */
export function newPublicId(prefix: IdPrefix): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}
