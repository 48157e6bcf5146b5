import { randomBytes } from 'node:crypto';

/** The prefix of a public id shows what it identifies. */
export type IdPrefix = 'usr' | 'key' | 'shf' | 'ver' | 'evt' | 'wh' | 'dlv';

/** A new public id: the prefix, `_`, and 24 random hex digits (96 bits). */
export function newPublicId(prefix: IdPrefix): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}
