/** Secrets that are no secrets: examples, defaults of programs and of earlier releases, and what people type for now. */

const KNOWN = new Set([
  'admin',
  'changeme',
  'default',
  'example',
  'minio',
  'minio123',
  'minioadmin',
  'password',
  'postgres',
  'root',
  'secret',
  'shelfwright',
  'test',
]);
/** Of `.env.example`, whatever stands around it. */
const EXAMPLE = /change[-_ ]?me/i;

/** A word that anybody would try. */
export function isKnownSecret(value: string): boolean {
  return KNOWN.has(value.toLowerCase()) || EXAMPLE.test(value);
}

/** An encryption key (base64) that was written and not drawn: of 32 random bytes practically never all are letters. */
export function isWrittenKey(base64: string): boolean {
  return /^[\x20-\x7e]+$/.test(Buffer.from(base64, 'base64').toString('latin1')) || /^(.)\1*=?$/.test(base64);
}

/** Whether the password of an address is known, or repeats the user's name. Without a password there is none to guess. */
export function hasKnownPassword(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { username, password } = new URL(address);
  return password !== '' && (password === username || isKnownSecret(decodeURIComponent(password)));
}
