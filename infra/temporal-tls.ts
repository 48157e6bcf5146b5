/**
 * Why Temporal cannot be reached, where TLS is the reason. A client without TLS at a server with it learns nothing (its
 * requests time out), and one with TLS only that the connection was lost, so a handshake of our own finds it out.
 */
import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect, type ConnectionOptions } from 'node:tls';
import type { TemporalConfig } from './temporal-config.js';

const HANDSHAKE_MS = 5_000;
/** By TLS 1.3 a server judges the client's certificate after the client has finished. */
const VERDICT_MS = 2_000;

/** The server has ended the connection after the handshake. */
const CLOSED = 'closed';

/** gRPC codes of a call that has not reached a server: DEADLINE_EXCEEDED, UNAVAILABLE. */
const UNREACHED = new Set([4, 14]);

/** Runs `call`; if it cannot reach the server because of TLS, its error says so, with the client's own as the cause. */
export async function explainingTls<T>(config: TemporalConfig, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const explanation = isUnreached(error) ? await tlsProblem(config) : null;
    throw explanation === null ? error : new Error(explanation, { cause: error });
  }
}

function isUnreached(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } };
  return UNREACHED.has(Number(code ?? cause?.code));
}

/** What is wrong between this client and the server as far as TLS is concerned; null if nothing is found. */
export async function tlsProblem({ address, tls }: TemporalConfig): Promise<string | null> {
  const isPlain = tls === undefined || tls === null || tls === false;
  const outcome = await shakeHands(address, isPlain ? { rejectUnauthorized: false } : tlsOptions(tls));
  if (isPlain) return speaksTls(outcome) ? PLAIN_AT_TLS(address) : null;
  if (outcome === null) return null;
  if (isNoTls(outcome))
    return `Temporal at ${address} does not speak TLS, and this client wants it: TEMPORAL_TLS=false?`;
  if (isRefusal(outcome))
    return `Temporal at ${address} refuses this client's certificate (${outcome}): ${CLIENT_VARIABLES}`;
  if (isOwnVerdict(outcome))
    return `The certificate of Temporal at ${address} is not valid (${outcome}): ${CA_VARIABLES}`;
  return null;
}

const PLAIN_AT_TLS = (address: string) =>
  `Temporal at ${address} speaks TLS, and this client does not: set TEMPORAL_TLS=true or the certificates (TEMPORAL_TLS_*)`;
const CLIENT_VARIABLES = 'TEMPORAL_TLS_CLIENT_CERT_*, TEMPORAL_TLS_CLIENT_KEY_*';
const CA_VARIABLES = 'TEMPORAL_TLS_SERVER_CA_CERT_*, TEMPORAL_TLS_SERVER_NAME';

function tlsOptions(tls: Exclude<TemporalConfig['tls'], null | undefined | false>): ConnectionOptions {
  if (tls === true) return {};
  const { serverNameOverride, serverRootCACertificate, clientCertPair } = tls;
  return {
    ...(serverNameOverride && { servername: serverNameOverride }),
    ...(serverRootCACertificate && { ca: Buffer.from(serverRootCACertificate) }),
    ...(clientCertPair && { cert: Buffer.from(clientCertPair.crt), key: Buffer.from(clientCertPair.key) }),
  };
}

/** The code that a handshake ends with; null if both sides are content. */
async function shakeHands(address: string, options: ConnectionOptions): Promise<string | null> {
  const at = address.lastIndexOf(':');
  const [host, port] = [address.slice(0, at).replace(/^\[(.*)\]$/, '$1'), Number(address.slice(at + 1))];
  const named = isIP(host) === 0 ? { servername: host } : {};
  const socket = connect({ host, port, ...named, ALPNProtocols: ['h2'], timeout: HANDSHAKE_MS, ...options });
  socket.on('timeout', () => socket.destroy(Object.assign(new Error('timed out'), { code: 'ETIMEDOUT' })));
  let isShaken = false;
  try {
    await once(socket, 'secureConnect');
    isShaken = true;
    socket.setTimeout(VERDICT_MS);
    // the server's first frame: it has accepted the client; else it says why not, or simply closes
    return await Promise.race([once(socket, 'data').then(() => null), once(socket, 'close').then(() => CLOSED)]);
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    return code === 'ETIMEDOUT' && isShaken ? null : code;
  } finally {
    socket.destroy();
  }
}

/** Of a handshake that requests nothing: a TLS alert counts as an answer. */
function speaksTls(outcome: string | null): boolean {
  return outcome === null || isRefusal(outcome);
}

function isRefusal(code: string): boolean {
  return code === CLOSED || /^ERR_SSL_.*ALERT/.test(code);
}

function isNoTls(code: string): boolean {
  return ['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG', 'ECONNRESET'].includes(code);
}

/** Codes of Node and OpenSSL about the server's certificate. */
function isOwnVerdict(code: string): boolean {
  return /CERT|SIGNATURE|ALTNAME|ISSUER|UNABLE_TO/.test(code);
}
