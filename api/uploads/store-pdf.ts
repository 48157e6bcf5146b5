/** Stores a PDF in the object store, and removes it again when its request fails. */
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { invalid } from '../../contract/errors.js';
import type { FastifyBaseLogger } from 'fastify';
import type { Account } from '../../entities/account.js';
import { abandonUpload, createUpload, removeUploads, type StoredObject } from '../../entities/queries/uploads.js';
import { uploadKey } from '../../infra/object-keys.js';
import type { Deps } from '../deps.js';
import { cutText, withoutUnseen } from '../text.js';
import type { Part } from './form-parts.js';

const PDF_MIME_TYPE = 'application/pdf';
const PDF_MARK = '%PDF-';
/** PDF readers accept this many bytes before the mark. */
const PDF_MARK_WITHIN_BYTES = 1024;
const FILE_NAME_MAX_LENGTH = 255;
/** A client that gets an error because of an outage must not wait for the clean-up as well. */
const REMOVE_TIMEOUT_MS = 5_000;

/** A stored PDF: its upload intent and what is known of its bytes. */
export interface StoredPdf extends StoredObject {
  uploadId: string;
  objectKey: string;
  fileName: string;
}

/** Streams a part into the object store under a random key. Throws ServiceError 400, and then leaves nothing behind. */
export async function storePdf(deps: Deps, account: Account, part: Part, log: FastifyBaseLogger): Promise<StoredPdf> {
  const { dataSource, storage } = deps;
  const fileName = cleanFileName(part.fileName ?? '');
  const objectKey = uploadKey(account.publicId, randomBytes(16).toString('hex'));
  const upload = await createUpload(dataSource.manager, {
    accountId: account.id,
    objectKey,
    fileName,
    mimeType: PDF_MIME_TYPE,
  });
  const source = Readable.from(checked(part.body), { objectMode: false });
  try {
    const stored = await storage.upload(objectKey, source, { contentType: PDF_MIME_TYPE });
    return { ...stored, uploadId: upload.id, objectKey, fileName };
  } catch (error) {
    await discardPdf(deps, { uploadId: upload.id, objectKey }, log);
    throw error;
  } finally {
    source.destroy();
  }
}

/**
 * Removes an upload that does not become a shelf's. The row is marked as abandoned first, which fails if it was committed:
 * so a shelf keeps its PDF when only the confirmation of its commit was lost. What cannot be removed now is left to the
 * sweeper.
 */
export async function discardPdf(
  { dataSource, storage }: Deps,
  { uploadId, objectKey }: Pick<StoredPdf, 'uploadId' | 'objectKey'>,
  log: FastifyBaseLogger,
): Promise<void> {
  try {
    if (!(await abandonUpload(dataSource.manager, uploadId))) return;
    const soon = AbortSignal.timeout(REMOVE_TIMEOUT_MS);
    // parts that the upload itself could not remove are found by the row alone
    await storage.abortUploadsTo(objectKey, soon);
    await storage.remove([objectKey], soon);
    await removeUploads(dataSource.manager, [uploadId]);
  } catch (error) {
    log.warn({ err: error, uploadId }, 'upload not removed, left to the sweeper');
  }
}

/** Passes a PDF through. Throws ServiceError 400 when it is empty or not a PDF. */
async function* checked(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head = Buffer.alloc(0);
  let isPdf = false;
  for await (const chunk of body) {
    if (!isPdf) {
      head = Buffer.concat([head, chunk.subarray(0, PDF_MARK_WITHIN_BYTES - head.length)]);
      isPdf = head.includes(PDF_MARK);
      if (!isPdf && head.length >= PDF_MARK_WITHIN_BYTES) throw notPdf();
    }
    yield chunk;
  }
  if (head.length === 0) throw invalid('file', 'empty', 'file: empty');
  if (!isPdf) throw notPdf();
}

function notPdf() {
  return invalid('file', 'not_pdf', 'file: not a PDF');
}

function cleanFileName(given: string): string {
  const cleaned = withoutUnseen(given.normalize('NFC')).trim();
  return cutText(cleaned, FILE_NAME_MAX_LENGTH).trim() || 'document.pdf';
}
