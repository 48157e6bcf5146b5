/** Encryption of secrets in the database: AES-256-GCM with a key from the configuration. */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const VERSION = 1;
const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + KEY_ID_BYTES + NONCE_BYTES;

export interface Sealer {
  /** @param context what the secret belongs to; required to open it, so that secrets cannot be swapped between rows */
  seal(secret: string, context: string): Buffer;
  /** Throws if it was sealed with an unknown key, or was changed. */
  open(sealed: Buffer, context: string): string;
}

/**
 * @param keys base64 of 32 bytes each: the first one seals, all can open, so that keys can be rotated; without one, neither
 */
export function createSealer(keys: readonly string[]): Sealer {
  const known = keys.map((text) => {
    const key = Buffer.from(text, 'base64');
    return { id: idOf(key), key };
  });
  const [first] = known;
  return {
    seal(secret, context) {
      if (!first) throw new Error('there is no key to seal with: ENCRYPTION_KEYS');
      const head = Buffer.concat([Buffer.of(VERSION), first.id, randomBytes(NONCE_BYTES)]);
      const cipher = createCipheriv('aes-256-gcm', first.key, head.subarray(1 + KEY_ID_BYTES));
      cipher.setAAD(Buffer.concat([head, Buffer.from(context)]));
      return Buffer.concat([head, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed, context) {
      const id = sealed.subarray(1, 1 + KEY_ID_BYTES);
      const { key } = known.find((one) => one.id.equals(id)) ?? {};
      if (sealed[0] !== VERSION || sealed.length < HEAD_BYTES + TAG_BYTES || !key)
        throw new Error('a secret was sealed with a key that ENCRYPTION_KEYS does not hold');
      const head = sealed.subarray(0, HEAD_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, head.subarray(1 + KEY_ID_BYTES));
      decipher.setAAD(Buffer.concat([head, Buffer.from(context)]));
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
      return decipher.update(sealed.subarray(HEAD_BYTES, -TAG_BYTES)).toString('utf8') + decipher.final('utf8');
    },
  };
}

/** An id that identifies a key without revealing it. */
function idOf(key: Buffer): Buffer {
  return createHash('sha256').update('shelfwright sealing key').update(key).digest().subarray(0, KEY_ID_BYTES);
}
