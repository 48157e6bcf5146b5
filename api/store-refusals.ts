/** What clients are told when they cannot be given a way into the object store. */
import { ServiceError } from '../contract/errors.js';

const MESSAGES = {
  credentials: 'The object store issues no credentials; read the files over this API or get the archive.',
  archive: 'Archives cannot be had from the object store; read the files over this API.',
};

/** It stays so until the configuration or the store is changed: the client learns what else there is, the log the reason. */
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
