/** Uploads of PDFs. By XMLHttpRequest: `fetch` does not tell how much has been sent. */
import type { Shelf } from '../../../../contract/shelf.js';
import { errorOf } from '../../shared/client.js';

export interface UploadChoices {
  template: string | null;
  /** Of scanned pages; null to have each document tell it. */
  language: string | null;
  review: boolean;
}

export interface Sent {
  sentBytes: number;
  totalBytes: number;
}

/** Sends one PDF. Throws ApiError; `signal` ends it. */
export function uploadPdf(
  file: File,
  { template, language, review }: UploadChoices,
  { onSent, signal }: { onSent: (sent: Sent) => void; signal: AbortSignal },
): Promise<Shelf> {
  const form = new FormData();
  // the fields come first, so that a refused choice is told before 300 MB are sent
  form.append('name', file.name.replace(/\.pdf$/i, '').slice(0, 100) || 'Untitled');
  if (template !== null) form.append('template', template);
  if (language !== null) form.append('language', language);
  if (review) form.append('review', 'true');
  form.append('file', file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', '/v1/shelves');
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onSent({ sentBytes: loaded, totalBytes: total }),
    );
    request.addEventListener('load', () => {
      if (request.status < 300) resolve(JSON.parse(request.responseText) as Shelf);
      else reject(refusal(request));
    });
    request.addEventListener('error', () => reject(refusal(request)));
    request.addEventListener('abort', () => reject(new DOMException('The upload was cancelled.', 'AbortError')));
    signal.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}

const refusal = (request: XMLHttpRequest) =>
  errorOf(
    request.status,
    request.getResponseHeader('x-request-id'),
    request.responseText,
    request.getResponseHeader('retry-after'),
  );
