import { pino, type DestinationStream, type Logger } from 'pino';

export type { Logger } from 'pino';

/** Fields that are never logged: of a record, two levels deep, and of a child logger's bindings. */
const SECRET_MEMBERS = new Set([
  'password',
  'passwordHash',
  'codeHash',
  'keyHash',
  'tokenHash',
  'apiKey',
  'secret',
  'secretKey',
  'secretSealed',
  'encryptionKeys',
  'secretAccessKey',
  'sessionToken',
  'token',
  'metricsToken',
  'authorization',
  'cookie',
  'smtpUrl',
  'databaseUrl',
]);
const CENSORED = '[secret]';
const SECRET_DEPTH = 2;

/** How far `cause` is followed: errors can refer to each other in a cycle. */
const MAX_CAUSES = 5;

interface LoggedError {
  type: string;
  message: string;
  code?: string;
  stack?: string;
  errors?: LoggedError[];
  cause?: LoggedError;
}

/**
 * Serialises an error for the log: its message and stack, and nothing else. Drivers attach whole rows, query parameters and
 * requests to their errors, which contain codes and hashes.
 */
function serializeError(error: unknown, depth = 0): LoggedError {
  if (typeof error !== 'object' || error === null) return { type: typeof error, message: String(error) };
  const { name, message, code, stack, errors, cause } = error as Partial<AggregateError> & { code?: unknown };
  return {
    type: name ?? 'Error',
    message: message ?? '',
    ...((typeof code === 'string' || typeof code === 'number') && { code: String(code) }),
    ...(typeof stack === 'string' && { stack }),
    ...(Array.isArray(errors) &&
      depth < MAX_CAUSES && { errors: errors.slice(0, 10).map((one) => serializeError(one, depth + 1)) }),
    ...(cause !== undefined && cause !== null && depth < MAX_CAUSES && { cause: serializeError(cause, depth + 1) }),
  };
}

type Members = Record<string, unknown>;

/** Removes secrets from a log record; copies it if there are any. Errors are left to the serializer. */
function censor(record: Members, depth = 0): Members {
  let copy: Members | null = null;
  for (const [name, value] of Object.entries(record)) {
    const shown = SECRET_MEMBERS.has(name) ? CENSORED : censorInner(name, value, depth);
    if (shown === value) continue;
    copy ??= (Array.isArray(record) ? [...(record as unknown[])] : { ...record }) as Members;
    copy[name] = shown;
  }
  return copy ?? record;
}

function censorInner(name: string, value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth === SECRET_DEPTH || name in ERROR_SERIALIZERS) return value;
  return censor(value as Members, depth + 1);
}

const ERROR_SERIALIZERS = { err: serializeError, error: serializeError };

interface LoggerOptions {
  /** A level of pino, or `silent`. */
  level: string;
  /** The process: api, worker, migrate. */
  name: string;
  /** Where lines are written; standard output unless given. */
  destination?: DestinationStream;
}

/** Creates a logger of JSON lines with ISO times, without secrets and without what drivers add to errors. */
export function createLogger({ level, name, destination }: LoggerOptions): Logger {
  const options = {
    level,
    name,
    timestamp: pino.stdTimeFunctions.isoTime,
    // not pino's own `redact`, which takes longer than all the rest of a request's log line
    formatters: { log: censor },
    serializers: {
      ...ERROR_SERIALIZERS,
      ...Object.fromEntries(Array.from(SECRET_MEMBERS, (member) => [member, () => CENSORED])),
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** The logger for one request and what it causes in the background. */
export function forRequest(log: Logger, requestId: string | null): Logger {
  return requestId === null ? log : log.child({ requestId });
}
