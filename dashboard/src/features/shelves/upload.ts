import type { Shelf } from '../../../../contract/shelf.js';
import type { Template } from '../../../../contract/vocabulary.js';
import { api } from '../../shared/client.js';

export interface UploadChoices {
  template: Template | null;
  /** Of scanned pages; null to have each document tell it. */
  language: string | null;
  review: boolean;
}

export interface Sent {
  sentBytes: number;
  totalBytes: number;
}

interface UploadOptions {
  /** Attempts with the same key make one shelf. */
  idempotencyKey: string;
  onSent: (sent: Sent) => void;
  signal: AbortSignal;
}

const MAX_NAME_CHARS = 100;
/** An attempt whose answer was lost, as while the service restarts, makes no second shelf: all carry the same key. */
const MAX_RETRIES = 5;

/** Sends one PDF. Throws ApiError or NoAnswerError; `signal` ends it. */
export function uploadPdf(
  file: File,
  { template, language, review }: UploadChoices,
  { idempotencyKey, onSent, signal }: UploadOptions,
): Promise<Shelf> {
  return api.upload(
    {
      file,
      name: file.name.replace(/\.pdf$/i, '').slice(0, MAX_NAME_CHARS) || 'Untitled',
      ...(template !== null && { template }),
      ...(language !== null && { language }),
      ...(review && { review }),
    },
    { idempotencyKey, onProgress: onSent, signal, maxRetries: MAX_RETRIES },
  );
}
