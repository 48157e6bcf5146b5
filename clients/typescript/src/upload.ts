/** Uploads that tell how far they are. */
import { NoAnswerError } from './errors.js';
import { fileNameOf, type HttpRequest } from './request.js';
import type { Sender } from './transport.js';

/** Bytes of the request's body; a repeated attempt begins at 0 again. */
export interface UploadProgress {
  sentBytes: number;
  totalBytes: number;
}
export type OnProgress = (progress: UploadProgress) => void;

/** The part of XMLHttpRequest that is used here; it is not in the types of Node. */
interface Xhr {
  readonly upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null };
  readonly status: number;
  readonly responseText: string;
  withCredentials: boolean;
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getAllResponseHeaders(): string;
  send(body: FormData): void;
  abort(): void;
}

/**
 * A sender of forms with progress. Browsers tell the progress of an upload through XMLHttpRequest alone (a stream as body
 * needs HTTP/2 there); elsewhere the form is streamed, so that a large file is never in memory.
 */
export function progressSender(fetchSender: Sender, onProgress: OnProgress, withCredentials: boolean): Sender {
  const browserXhr = (globalThis as { XMLHttpRequest?: new () => Xhr }).XMLHttpRequest;
  if (browserXhr)
    return (request, signal) => sendByXhr(new browserXhr(), request, { onProgress, withCredentials, signal });
  return (request, signal) => fetchSender(asStream(request, onProgress), signal);
}

/** The request with its form as a stream that counts. */
function asStream(request: HttpRequest, onProgress: OnProgress): HttpRequest {
  if (!(request.body instanceof FormData)) throw new TypeError('only forms are streamed');
  const boundary = `----shelfwright-${globalThis.crypto.randomUUID()}`;
  const parts = partsOf(request.body, boundary);
  const totalBytes = parts.reduce((sum, { size }) => sum + size, 0);
  const headers = new Headers(request.headers);
  headers.set('content-type', `multipart/form-data; boundary=${boundary}`);
  const chunks = chunksOf(parts, totalBytes, onProgress);
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return();
    },
  });
  return { ...request, headers, body };
}

/** RFC 7578; what could end a quoted name is escaped as the HTML standard says. */
function partsOf(form: FormData, boundary: string): Blob[] {
  const quoted = (text: string) => text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const head = (name: string, more = '') =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(name)}"${more}\r\n\r\n`;
  const parts: Blob[] = [];
  for (const [name, value] of form) {
    if (typeof value === 'string') parts.push(new Blob([`${head(name)}${value}\r\n`]));
    else {
      const file = `; filename="${quoted(fileNameOf(value))}"\r\ncontent-type: ${value.type || 'application/pdf'}`;
      parts.push(new Blob([head(name, file)]), value, new Blob(['\r\n']));
    }
  }
  return [...parts, new Blob([`--${boundary}--\r\n`])];
}

async function* chunksOf(
  parts: readonly Blob[],
  totalBytes: number,
  onProgress: OnProgress,
): AsyncGenerator<Uint8Array, void, undefined> {
  let sentBytes = 0;
  onProgress({ sentBytes, totalBytes });
  for (const part of parts) {
    const reader = part.stream().getReader();
    try {
      for (let read = await reader.read(); !read.done; read = await reader.read()) {
        yield read.value;
        // the chunk before has been taken by the connection
        sentBytes += read.value.length;
        onProgress({ sentBytes, totalBytes });
      }
    } finally {
      await reader.cancel();
    }
  }
}

interface XhrOptions {
  onProgress: OnProgress;
  withCredentials: boolean;
  signal: AbortSignal | undefined;
}

function sendByXhr(
  xhr: Xhr,
  request: HttpRequest,
  { onProgress, withCredentials, signal }: XhrOptions,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const onAbort = () => xhr.abort();
    const end = (settle: () => void) => () => {
      signal?.removeEventListener('abort', onAbort);
      settle();
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    xhr.open(request.method, request.url);
    xhr.withCredentials = withCredentials;
    for (const [name, value] of request.headers) xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = ({ loaded, total }) => onProgress({ sentBytes: loaded, totalBytes: total });
    xhr.onload = end(() =>
      resolve(new Response(xhr.responseText, { status: xhr.status, headers: headersOf(xhr.getAllResponseHeaders()) })),
    );
    xhr.onerror = end(() => reject(new NoAnswerError('upload', `no answer from ${request.url}`)));
    xhr.onabort = end(() => reject((signal?.reason as Error | undefined) ?? new Error('the upload was ended')));
    xhr.send(request.body as FormData);
  });
}

function headersOf(text: string): Headers {
  const headers = new Headers();
  for (const line of text.trim().split(/\r\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
}
