/** How engine processes fail: by the document's doing, or because the worker cannot start them. */
import { DocumentError } from '../engine/document-error.js';
import { ENGINE_NOT_STARTED, isDiskCode } from '../infra/outages.js';

/** Why a process ended without a result; `killed`: from outside, by a system that is short of memory, say. */
export type CrashCause = 'stalled' | 'memory' | 'cpu' | 'crashed' | 'killed';

/** An engine process ended without a result. */
export class EngineCrash extends Error {
  override readonly name = 'EngineCrash';
  readonly code = 'ENGINE_CRASH';
  constructor(
    override readonly cause: CrashCause,
    message: string,
  ) {
    super(message);
  }
}

/**
 * An engine process ended before it was ready for its job, as when its files are missing or are being rebuilt. It has not
 * seen the document, so the fault is the worker's: an outage, which another worker may not have.
 */
export class EngineNotStarted extends Error {
  override readonly name = 'EngineNotStarted';
  readonly code = ENGINE_NOT_STARTED;
  constructor(
    /** The error of the system where it started no process at all. */
    override readonly cause: CrashCause | Error,
    message: string,
  ) {
    super(message);
  }
}

/** The error for a process that the system did not start. A full disk and a lack of descriptors are outages of their own. */
export function notStarted(error: Error): Error {
  if (isDiskCode(String((error as NodeJS.ErrnoException).code))) return error;
  return new EngineNotStarted(error, `an engine process could not be started: ${error.message}`);
}

export const isCrash = (error: unknown): error is EngineCrash => (error as { code?: unknown }).code === 'ENGINE_CRASH';

/** Whether the process was killed from outside, at its job or before. */
export const isKill = (error: unknown): boolean => {
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return (code === 'ENGINE_CRASH' || code === ENGINE_NOT_STARTED) && cause === 'killed';
};

/** The document error for a crash; a crash that may not be the document's fault is returned as it is. */
export function documentError(error: unknown): unknown {
  if (!isCrash(error)) return error;
  if (error.cause === 'memory') return new DocumentError('too_complex', 'the document needs more memory than it may');
  if (error.cause === 'crashed' || error.cause === 'killed') return error;
  return new DocumentError('timed_out', 'the document took longer than it may');
}
