/**
 * Recognises outages: errors of the clients of Postgres, of the object store and of sockets that are temporary (a server is
 * unavailable, full or overloaded), and engine processes that do not start. Errors are distinguished by `name`, `code` and, if there is none, by message; never by
 * class, because they come from other packages and processes.
 */

/**
 * SQLSTATE classes and codes: connection lost, out of resources, shutting down, cancelled by time-out, serialization
 * failures and deadlocks, a read-only server (during a failover).
 */
const SQLSTATE = /^(08...|53...|57P..|57014|58...|40001|40P01|55P03|25006|25P03)$/;
/** System errors of sockets, DNS and full disks, and the mail client's codes for them. */
const SYSTEM =
  /^(ECONN(REFUSED|RESET|ABORTED|ECTION)|E(PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NETDOWN|NOTFOUND|ADDRNOTAVAIL|NOSPC|MFILE|NFILE|BUSY|ROFS|IO|SOCKET|DNS|TLS|PROTOCOL|AUTH)|EAI_AGAIN)$/;
/** Codes of infra/storage.ts and of S3 servers. */
const STORAGE =
  /^(STORAGE_(TIMEOUT|UNAVAILABLE|REMOVE_FAILED|NO_BUCKET|NO_CREDENTIALS|NO_SIGNER|UNSAFE)|SlowDown|ServiceUnavailable|InternalError|RequestTimeout|XMinioServerNotInitialized)$/;
/** Of those the ones that a process gets by itself, without a server: the disk is full, or descriptors are short. */
const DISK = /^E(NOSPC|MFILE|NFILE|BUSY|ROFS|IO)$/;
/** Of engine processes that this worker cannot start. */
export const ENGINE_NOT_STARTED = 'ENGINE_NOT_STARTED';
const ENGINE = new RegExp(`^${ENGINE_NOT_STARTED}$`);
const CODES = [SQLSTATE, SYSTEM, STORAGE, ENGINE];

/** pg has no code for its own time-outs and lost connections. */
const MESSAGES =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|client has encountered a connection error|not queryable|driver not connected|socket hang up/i;

/** The dependencies that can have an outage. */
export const DEPENDENCIES = ['postgres', 'object_store', 'temporal', 'mail_server', 'disk', 'engine'] as const;
export type Dependency = (typeof DEPENDENCIES)[number];

const MAX_DEPTH = 5;

/** An error and its causes, outermost first, up to five levels deep. */
export function causesOf(error: unknown, depth = 0): Record<string, unknown>[] {
  if (typeof error !== 'object' || error === null || depth > MAX_DEPTH) return [];
  const own = error as Record<string, unknown>;
  const inner = [own.cause, own.driverError, ...(Array.isArray(own.errors) ? (own.errors as unknown[]) : [])];
  return [own, ...inner.flatMap((one) => causesOf(one, depth + 1))];
}

/** Whether an error, or one of its causes, is an outage of a dependency. */
export function isOutage(error: unknown): boolean {
  return causesOf(error).some(
    ({ name, code, message }) =>
      name === 'TimeoutError' ||
      (typeof code === 'string' && CODES.some((pattern) => pattern.test(code))) ||
      (typeof message === 'string' && MESSAGES.test(message)),
  );
}

/** gRPC status codes of a Temporal server that cannot answer now: deadline, exhausted, aborted, internal, unavailable. */
const GRPC_OUTAGE = new Set([4, 8, 10, 13, 14]);

/** Whether an error, or one of its causes, says that Temporal cannot answer now. */
export const isTemporalOutage = (error: unknown): boolean =>
  causesOf(error).some(({ code }) => typeof code === 'number' && GRPC_OUTAGE.has(code));

/** Marks the dependency of an error that does not show it by itself. */
export function blame<E>(dependency: Dependency, error: E): E {
  if (typeof error === 'object' && error !== null && Object.isExtensible(error)) Object.assign(error, { dependency });
  return error;
}

/** Whether the code of a system error is one of a full or failing disk. */
export const isDiskCode = (code: string): boolean => DISK.test(code);

/** The dependency that has the outage; Postgres if nothing else fits. */
export function dependencyOf(error: unknown): Dependency {
  const causes = causesOf(error);
  const blamed = DEPENDENCIES.find((one) => causes.some(({ dependency }) => dependency === one));
  if (blamed) return blamed;
  if (causes.some(({ responseCode }) => typeof responseCode === 'number')) return 'mail_server';
  if (causes.some(({ code }) => typeof code === 'number')) return 'temporal';
  if (causes.some(({ code }) => STORAGE.test(String(code)))) return 'object_store';
  if (causes.some(({ code }) => code === ENGINE_NOT_STARTED)) return 'engine';
  return causes.some(({ code }) => isDiskCode(String(code))) ? 'disk' : 'postgres';
}

/** The code of an outage, from the lists above; null if its client has none. */
export function outageCode(error: unknown): string | null {
  const codes = causesOf(error).map(({ code }) => String(code));
  return codes.find((code) => CODES.some((pattern) => pattern.test(code))) ?? null;
}
