/** Reads a form with a PDF in its part `file`. Other fields are validated only after the whole form was read. */
import { isUtf8 } from 'node:buffer';
import type { FastifyRequest } from 'fastify';
import { invalid } from '../../contract/errors.js';
import { readParts, type Part } from './form-parts.js';
import type { Upload } from './upload-slots.js';

const MAX_FIELD_BYTES = 64 * 1024;

export interface PdfForm<File> {
  fields: ReadonlyMap<string, string>;
  file: File;
}

/**
 * Reads the form's `wanted` fields and passes its `file` part to `onFile` while it arrives; other fields are ignored.
 * Throws ServiceError 400 naming the field, and what `onFile` throws; the caller has to remove what was stored by then.
 */
export async function readPdfForm<File>(
  { request, upload }: { request: FastifyRequest; upload: Upload },
  wanted: ReadonlySet<string>,
  onFile: (part: Part) => Promise<File>,
): Promise<PdfForm<File>> {
  const fields = new Map<string, string>();
  let file: { stored: File } | null = null;
  for await (const part of readParts(request, upload)) {
    if (part.name === 'file' && isFile(part)) {
      if (file) throw invalid('file', 'duplicate', 'file: given more than once');
      file = { stored: await onFile(part) };
    } else {
      const bytes = await readField(part);
      if (wanted.has(part.name) && fields.has(part.name))
        throw invalid(part.name, 'duplicate', `${part.name}: given more than once`);
      if (wanted.has(part.name)) fields.set(part.name, decode(part.name, bytes));
    }
  }
  if (!file) throw invalid('file', 'required', 'file: a PDF is required');
  return { fields, file: file.stored };
}

/** Browsers send an empty file name for a file field that was not filled in. */
function isFile({ fileName, contentType }: Part): boolean {
  return fileName === null
    ? contentType === 'application/pdf' || contentType === 'application/octet-stream'
    : fileName !== '';
}

async function readField({ name, body }: Part): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of body) {
    sizeBytes += chunk.length;
    if (sizeBytes > MAX_FIELD_BYTES)
      throw invalid(name.slice(0, 100), 'too_large', 'A field is too large.', { maxBytes: MAX_FIELD_BYTES });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function decode(name: string, bytes: Buffer): string {
  if (!isUtf8(bytes)) throw invalid(name, 'invalid_characters', `${name}: not UTF-8`);
  return bytes.toString('utf8');
}
