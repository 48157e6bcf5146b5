/** The form of POST /v1/shelves. Nothing is decided about its fields before it has been read to its end. */
import type { FastifyRequest } from 'fastify';
import { invalid } from '../../contract/errors.js';
import { NAME_MAX_LENGTH } from '../../contract/shelf.js';
import { ACCEPTANCE_POLICIES, TEMPLATES, type AcceptancePolicy, type Template } from '../../contract/vocabulary.js';
import { cutText } from '../text.js';
import { readParts, type Part } from './form-parts.js';

const FIELDS = new Set(['name', 'template', 'review', 'acceptancePolicy']);
const MAX_FIELD_BYTES = 64 * 1024;

export interface ShelfFields {
  name: string;
  template: Template | null;
  acceptancePolicy: AcceptancePolicy;
}

export interface RawForm<File> {
  fields: ReadonlyMap<string, string>;
  file: File;
}

/**
 * Reads the form and gives its `file` part to `onFile` as it arrives. Throws ServiceError 400 naming the field, and what
 * `onFile` throws; what was stored by then is for the caller to remove.
 */
export async function readCreateForm<File>(
  request: FastifyRequest,
  onFile: (part: Part) => Promise<File>,
): Promise<RawForm<File>> {
  const fields = new Map<string, string>();
  let file: { stored: File } | null = null;
  for await (const part of readParts(request)) {
    if (part.name === 'file' && isFile(part)) {
      if (file) throw invalid('file', 'duplicate', 'file: given more than once');
      file = { stored: await onFile(part) };
    } else {
      const text = await readText(part);
      if (FIELDS.has(part.name) && fields.has(part.name))
        throw invalid(part.name, 'duplicate', `${part.name}: given more than once`);
      if (FIELDS.has(part.name)) fields.set(part.name, text);
    }
  }
  if (!file) throw invalid('file', 'required', 'file: a PDF is required');
  return { fields, file: file.stored };
}

/** A browser sends a file field that nobody filled in with an empty name. */
function isFile({ fileName, contentType }: Part): boolean {
  return fileName === null
    ? contentType === 'application/pdf' || contentType === 'application/octet-stream'
    : fileName !== '';
}

async function readText({ name, body }: Part): Promise<string> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of body) {
    sizeBytes += chunk.length;
    if (sizeBytes > MAX_FIELD_BYTES)
      throw invalid(name.slice(0, 100), 'too_large', 'A field is too large.', { maxBytes: MAX_FIELD_BYTES });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** What the fields ask for. Throws ServiceError 400. */
export function checkFields(fields: ReadonlyMap<string, string>, fileName: string): ShelfFields {
  const review = fields.get('review');
  if (review === 'true')
    throw invalid('review', 'deprecated', 'review: uploads with an API key go straight through, leave it out');
  if (review !== undefined && review !== 'false') throw invalid('review', 'invalid_value', 'review: true or false');
  return {
    name: checkName(fields.get('name')) ?? nameOf(fileName),
    template: oneOf(fields, 'template', TEMPLATES),
    acceptancePolicy: oneOf(fields, 'acceptancePolicy', ACCEPTANCE_POLICIES) ?? 'balanced',
  };
}

function oneOf<T extends string>(fields: ReadonlyMap<string, string>, field: string, allowed: readonly T[]): T | null {
  const value = fields.get(field);
  if (value === undefined) return null;
  const found = allowed.find((one) => one === value);
  if (found === undefined) throw invalid(field, 'invalid_value', `${field}: one of ${allowed.join(', ')}`, { allowed });
  return found;
}

function checkName(given: string | undefined): string | null {
  if (given === undefined) return null;
  const name = given.trim();
  if (name === '') throw invalid('name', 'too_short', 'name: at least one character');
  if (/\p{Cc}/u.test(name)) throw invalid('name', 'invalid_characters', 'name: no control characters');
  if (cutText(name, NAME_MAX_LENGTH) !== name)
    throw invalid('name', 'too_long', `name: at most ${NAME_MAX_LENGTH} characters`, { maxLength: NAME_MAX_LENGTH });
  return name;
}

/** A file's name without its extension, cut to length. */
function nameOf(fileName: string): string {
  const stem = fileName.replace(/\.[^.]*$/, '').trim() || fileName;
  return cutText(stem, NAME_MAX_LENGTH).trim();
}
