import { type ActivityInterceptorsFactory, type Logger as SdkLogger, type LogLevel } from '@temporalio/worker';
import type { Logger } from '../infra/logger.js';

/** Routes the log lines of the SDK, of workflows and of activities to our own log. */
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

/** Adds what an activity works on to every line that it, or the SDK on its behalf, logs. */
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

/** The fields of an activity's input that identify the work; all inputs use the same names for them. */
function contextOf(input: unknown): Record<string, unknown> {
  if (typeof input !== 'object' || input === null) return {};
  const { shelfPublicId, run, requestId, mailId } = input as Record<string, unknown>;
  const context = { shelf: shelfPublicId, run, requestId, mailId };
  return Object.fromEntries(Object.entries(context).filter(([, value]) => value !== undefined && value !== null));
}
