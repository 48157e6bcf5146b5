/** How the dependencies' clients say that their server cannot be reached, or not now. */

/** Codes of sockets, of PostgreSQL (SQLSTATE) and of S3. */
const CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
  // too many connections, no memory, no disk; shutting down, starting up
  ...['53300', '53200', '53100', '57P01', '57P02', '57P03'],
  // cancelled by its time-out; a lock, a race or a transaction lost
  ...['57014', '55P03', '40P01', '40001', '25P03'],
  ...['STORAGE_TIMEOUT', 'STORAGE_UNAVAILABLE', 'STORAGE_NO_BUCKET', 'PASSWORDS_BUSY'],
  ...['SlowDown', 'ServiceUnavailable', 'InternalError', 'RequestTimeout', 'XMinioServerNotInitialized'],
]);

/** pg gives its own time-outs and lost connections no code. */
const MESSAGES =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client has encountered a connection error|not queryable/i;

const MAX_DEPTH = 5;

/** Whether an error, or one that caused it, says that a dependency is away. */
export function isUnavailable(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > MAX_DEPTH) return false;
  const { name, code, message, cause, driverError, errors } = error as {
    name?: unknown;
    code?: unknown;
    message?: unknown;
    cause?: unknown;
    driverError?: unknown;
    errors?: unknown;
  };
  if (typeof code === 'string' && (CODES.has(code) || /^08[0-9A-Z]{3}$/.test(code))) return true;
  if (name === 'TimeoutError') return true;
  if (typeof message === 'string' && MESSAGES.test(message)) return true;
  const inner = [cause, driverError, ...(Array.isArray(errors) ? errors : [])];
  return inner.some((one) => isUnavailable(one, depth + 1));
}
