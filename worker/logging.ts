import { type ActivityInterceptorsFactory, type Logger as SdkLogger, type LogLevel } from '@temporalio/worker';
import type { Logger } from '../infra/logger.js';

/** Lines of the SDK, of workflows and of activities as lines of our own log. */
export function sdkLogger(log: Logger): SdkLogger {
  const write = (level: LogLevel, message: string, meta?: Record<string | symbol, unknown>): void => {
    const { taskToken: _token, isLocal: _local, ...fields } = meta ?? {};
    log[LEVELS[level]](fields, message);
  };
  return {
    log: write,
    trace: (message, meta) => write('TRACE', message, meta),
    debug: (message, meta) => write('DEBUG', message, meta),
    info: (message, meta) => write('INFO', message, meta),
    warn: (message, meta) => write('WARN', message, meta),
    error: (message, meta) => write('ERROR', message, meta),
  };
}

const LEVELS = { TRACE: 'trace', DEBUG: 'debug', INFO: 'info', WARN: 'warn', ERROR: 'error' } as const;

/** Puts what an activity works for on every line that it or the SDK logs of it. */
export const logContext: ActivityInterceptorsFactory = () => {
  let attributes: Record<string, unknown> = {};
  return {
    inbound: {
      execute(input, next) {
        attributes = contextOf(input.args[0]);
        return next(input);
      },
    },
    outbound: { getLogAttributes: (input, next) => ({ ...next(input), ...attributes }) },
  };
};

/** The members of an activity's input that say whose work it is; all inputs of one name them alike. */
function contextOf(input: unknown): Record<string, unknown> {
  if (typeof input !== 'object' || input === null) return {};
  const { shelfPublicId, run, requestId, mailId } = input as Record<string, unknown>;
  const context = { shelf: shelfPublicId, run, requestId, mailId };
  return Object.fromEntries(Object.entries(context).filter(([, value]) => value !== undefined && value !== null));
}
