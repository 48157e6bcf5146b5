/** pdf.js, loaded when the first PDF is shown. */
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { OPERATIONS } from '../../../../clients/typescript/src/generated.js';
import { ApiError } from '../client.js';
import { reloadOnce } from '../lazy-part.js';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

/** scripts/build-dashboard.mjs puts fonts, character maps and decoders there. */
const PARTS = '/pdfjs';

/** Why a PDF did not open: what the service says of it, with the request's id, else what the viewer says. */
export async function pdfError(url: string, failure: unknown): Promise<unknown> {
  const reply = await fetch(url, { headers: { range: 'bytes=0-0' } }).catch(() => null);
  if (reply === null || reply.ok) return failure;
  return new ApiError({
    operation: OPERATIONS.readSource.id,
    status: reply.status,
    code: `HTTP_${reply.status}`,
    message: `The PDF was not sent: ${reply.status}.`,
    details: null,
    requestId: reply.headers.get('x-request-id'),
    retryAfterSeconds: null,
  });
}

export interface OpenPdf {
  pdf: Promise<PDFDocumentProxy>;
  close: () => void;
}

/** Opens a PDF by ranges: only what the shown pages need is fetched. */
export function openPdf(url: string, onProgress: (loadedBytes: number, totalBytes: number) => void): OpenPdf {
  const closed = new AbortController();
  const task = reloadOnce(() => import('pdfjs-dist')).then(({ getDocument, GlobalWorkerOptions }) => {
    closed.signal.throwIfAborted();
    GlobalWorkerOptions.workerSrc = workerUrl;
    const loading = getDocument({
      url,
      disableAutoFetch: true,
      disableStream: true,
      cMapUrl: `${PARTS}/cmaps/`,
      standardFontDataUrl: `${PARTS}/standard_fonts/`,
      wasmUrl: `${PARTS}/wasm/`,
      iccUrl: `${PARTS}/iccs/`,
    });
    loading.onProgress = ({ loaded, total }: { loaded: number; total: number }) => onProgress(loaded, total);
    return loading;
  });
  return {
    pdf: task.then(({ promise }) => promise),
    close: () => {
      closed.abort();
      // `pdf` reports why it did not open
      task.then((open) => open.destroy()).catch(() => undefined);
    },
  };
}
