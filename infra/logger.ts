import { pino, type DestinationStream, type Logger } from 'pino';

export type { Logger } from 'pino';

/** Members that are never written: of a record, two levels down in it, and of a child logger's bindings. */
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

/** How far `cause` is followed: errors can name each other in a circle. */
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
 * An error as it is logged: what it says and where it comes from, and nothing else of it. Drivers hang whole rows, query
 * parameters and requests on their errors, and those hold codes and hashes.
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

/** What is logged without its secrets: a copy where there are any. Of errors the serializer takes what may be said. */
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
  /** The process that logs: api, worker, migrate. */
  name: string;
  /** Where lines go; standard output unless said. */
  destination?: DestinationStream;
}

/** A logger of JSON lines with ISO times; secrets and everything that drivers add to errors are left out. */
export function createLogger({ level, name, destination }: LoggerOptions): Logger {
  const options = {
    level,
    name,
    timestamp: pino.stdTimeFunctions.isoTime,
    // not by pino's own `redact`, which takes longer for the line of a request than all the rest of it
    formatters: { log: censor },
    serializers: {
      ...ERROR_SERIALIZERS,
      ...Object.fromEntries(Array.from(SECRET_MEMBERS, (member) => [member, () => CENSORED])),
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** The logger for what one request causes, in the api as in the run that it starts. */
export function forRequest(log: Logger, requestId: string | null): Logger {
  return requestId === null ? log : log.child({ requestId });
}
