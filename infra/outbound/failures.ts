/** Why a receiver gave no reply, in the words of a delivery's history. */

const CODES: Record<string, string> = {
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  EPIPE: 'connection_reset',
  ETIMEDOUT: 'connect_timeout',
  ERR_SOCKET_CONNECTION_TIMEOUT: 'connect_timeout',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENETDOWN: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  EACCES: 'unreachable',
  EPROTO: 'tls_failed',
  CERT_HAS_EXPIRED: 'certificate_expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate_of_another_host',
  ERR_INVALID_REPLY: 'invalid_reply',
};
const FAMILIES: [RegExp, string][] = [
  [/^HPE_/, 'invalid_reply'],
  [/^(ERR_SSL_|ERR_TLS_)/, 'tls_failed'],
  // X509_V_ERR_* of OpenSSL without their prefix, as Node gives them
  [
    /^(CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_|HOSTNAME_MISMATCH)/,
    'certificate_not_trusted',
  ],
];

/** Throws the error again when it is not the receiver's: a defect, or this machine out of sockets. */
export function failureOf(error: unknown): string {
  const code = (error as { code?: unknown }).code;
  const known = typeof code === 'string' ? (CODES[code] ?? FAMILIES.find(([family]) => family.test(code))?.[1]) : null;
  if (!known) throw error;
  return known;
}

/** A reply that goes on and on, or that is none. */
export function invalidReply(message: string): Error {
  return Object.assign(new Error(message), { code: 'ERR_INVALID_REPLY' });
}
