import { expect, test } from '@jest/globals';
import { failureOf } from '../../../../infra/outbound/failures.js';

const failed = (code?: string) => Object.assign(new Error('it failed'), code !== undefined && { code });

test.each([
  ['ECONNREFUSED', 'connection_refused'],
  ['ETIMEDOUT', 'connect_timeout'],
  ['ENETUNREACH', 'unreachable'],
  ['HPE_INVALID_HEADER_TOKEN', 'invalid_reply'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls_failed'],
  ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'tls_failed'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate_of_another_host'],
  ['CERT_NOT_YET_VALID', 'certificate_not_trusted'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate_not_trusted'],
  // a key that is too weak, and whatever else OpenSSL has no name of its own for
  ['UNSPECIFIED', 'certificate_not_trusted'],
  ['ESOMETHINGNEW', 'connection_failed'],
])('%s is the receiver’s: %s', (code, failure) => {
  expect(failureOf(failed(code))).toBe(failure);
});

test.each(['EMFILE', 'ENOMEM', 'ERR_INVALID_CHAR', 'ERR_INVALID_ARG_TYPE', 'ERR_HTTP_HEADERS_SENT', undefined])(
  '%s is not held against the receiver',
  (code) => {
    const error = failed(code);
    expect(() => failureOf(error)).toThrow(error);
  },
);
