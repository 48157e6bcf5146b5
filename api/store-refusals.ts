/** The errors for clients that cannot be given access to the object store. */
import { ServiceError } from '../contract/errors.js';

const MESSAGES = {
  credentials: 'The object store issues no credentials; read the files over this API or get the archive.',
  archive: 'Archives are not available from the object store; read the files over this API.',
};

/** Permanent until configuration or store changes: the message names the alternative, and the log has the cause. */
const REASONS: Record<string, string> = {
  STORAGE_NO_CREDENTIALS: 'not_issued',
  STORAGE_NO_SIGNER: 'not_signed',
  STORAGE_UNSAFE: 'unsafe_store',
};

export function refusalOf(what: keyof typeof MESSAGES) {
  return (error: unknown): never => {
    const reason = REASONS[String((error as { code?: unknown } | null)?.code)];
    if (reason === undefined) throw error;
    throw new ServiceError('SERVICE_UNAVAILABLE', MESSAGES[what], { reason }, { cause: error });
  };
}
