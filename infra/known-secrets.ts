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
/** The placeholder of `.env.example`, whatever surrounds it. */
const EXAMPLE = /change[-_ ]?me/i;

/** A word that anybody would try. */
function isKnownSecret(value: string): boolean {
  return KNOWN.has(value.toLowerCase()) || EXAMPLE.test(value);
}

/** An encryption key (base64) that was written and not drawn: of 32 random bytes practically never all are letters. */
export function isWrittenKey(base64: string): boolean {
  return /^[\x20-\x7e]+$/.test(Buffer.from(base64, 'base64').toString('latin1')) || /^(.)\1*=?$/.test(base64);
}

/** Whether the password of an address is known, or repeats the user's name. Without a password there is none to guess. */
function hasKnownPassword(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { username, password } = new URL(address);
  return password !== '' && (password === username || isKnownSecret(decodeURIComponent(password)));
}

/** Variables that hold a secret, or an id that clients must not guess. */
const SECRETS = [
  'TEMPORAL_API_KEY',
  'S3_ACCESS_KEY',
  'S3_ROOT_ACCESS_KEY',
  'S3_SECRET_KEY',
  'S3_ISSUER_SECRET_KEY',
  'S3_SIGNER_SECRET_KEY',
  'S3_ROOT_SECRET_KEY',
  'METRICS_TOKEN',
];

/** In production no secret may be one that is written in the documentation, or that anybody would try. */
export function secretFaults(values: { readonly [name: string]: string | number | undefined }): string[] {
  if (values['NODE_ENV'] !== 'production') return [];
  const textOf = (name: string) => String(values[name] ?? '');
  // the first one encrypts; those after it only decrypt, and without them what they sealed would be lost
  const [key = ''] = textOf('ENCRYPTION_KEYS').split(',');
  return [
    ...SECRETS.filter((name) => isKnownSecret(textOf(name))),
    ...['DATABASE_URL', 'SMTP_URL'].filter((name) => hasKnownPassword(textOf(name))),
    ...(key !== '' && isWrittenKey(key.trim()) ? ['ENCRYPTION_KEYS'] : []),
  ].map((name) => `${name}: in production it must be a secret of your own, not a known default`);
}
