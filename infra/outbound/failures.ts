/** Why a receiver gave no reply, as the history of a delivery names it. */

const CODES: Record<string, string> = {
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  ECONNABORTED: 'connection_reset',
  EPIPE: 'connection_reset',
  ERR_STREAM_PREMATURE_CLOSE: 'connection_reset',
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
  ERR_NO_REPLY: 'invalid_reply',
};
const FAMILIES: [RegExp, string][] = [
  [/^HPE_/, 'invalid_reply'],
  [/^(ERR_SSL_|ERR_TLS_)/, 'tls_failed'],
  // X509_V_ERR_* of OpenSSL without their prefix, as Node gives them
  [
    /^(CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERROR_IN_C|INVALID_(CA|PURPOSE)|PATH_LENGTH_|HOSTNAME_MISMATCH|UNSPECIFIED)/,
    'certificate_not_trusted',
  ],
];

/** Our own faults: out of sockets or memory, or a request that cannot be sent. */
const OWN = /^(EMFILE|ENFILE|ENOBUFS|ENOMEM|ERR_INVALID_(ARG|CHAR|HTTP|URL|THIS)|ERR_HTTP_|ERR_UNESCAPED_)/;

/**
 * The reason of an error, from a closed list. Rethrows errors that are our own or a defect. An unknown code counts as the
 * receiver's fault, because otherwise a receiver with a new kind of failure would be retried for ever.
 */
export function failureOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string' || OWN.test(code)) throw error;
  return CODES[code] ?? FAMILIES.find(([family]) => family.test(code))?.[1] ?? 'connection_failed';
}

/** The error for a reply that never ends, or is not valid. */
export function invalidReply(message: string): Error {
  return Object.assign(new Error(message), { code: 'ERR_NO_REPLY' });
}
