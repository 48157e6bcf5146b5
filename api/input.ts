/** Reading input: JSON bodies, integers in paths and queries, characters that cannot be stored. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { ref } from '../contract/common.js';
import { invalid } from '../contract/errors.js';
import { isJson, parseJson as parseText, readWhole, refuseManyValues } from './json-body.js';
import { cutText } from './text.js';

/** Limits of bodies with a few short fields. */
const BODY_BOUNDS = { maxBytes: 1024 * 1024, maxMs: 60_000 };

/** Of a parameter's name in a message. */
const MAX_NAMED_LENGTH = 100;

interface ObjectSchema {
  properties?: Record<string, { type?: string }>;
  additionalProperties?: boolean;
}

export function registerInput(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  // DELETE has no body here; one that is sent anyway is ignored
  app.addHttpMethod('DELETE', { hasBody: false, overrideExisting: true });
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', async (request: FastifyRequest): Promise<unknown> => {
    const text = await readJsonText(request);
    // an empty body counts as no body, whatever its content type
    if (text.length === 0) return undefined;
    return new Promise((resolve, reject) => {
      void parseJson(request, text, (error, value) =>
        error ? reject(invalid('body', 'invalid_json', 'The body is not valid JSON.')) : resolve(value),
      );
    });
  });
  app.addHook('preValidation', async (request) => {
    const { schema } = request.routeOptions;
    refuseMalformed(schema?.querystring, request.raw.url ?? '');
    refuseUnknown(schema?.querystring, request.query);
    readIntegers(schema?.params, request.params);
    readIntegers(schema?.querystring, request.query);
    refuseUnstorable(request.body, 'body');
  });
}

/**
 * Returns a function that reads and validates a JSON body by a schema with an `$id`, for scopes with
 * `leaveBodiesUnread`: their handlers look up the resource before they validate the body. Throws ServiceError 400, and
 * the framework's validation error.
 */
export function bodyReader<T extends TSchema>(schema: T): (request: FastifyRequest) => Promise<Static<T>> {
  return async (request) => validBody(request, schema, await readJsonText(request));
}

/** Reads the text of a body with a few short fields; empty when there is none. Throws ServiceError 400. */
export async function readJsonText(request: FastifyRequest): Promise<string> {
  const text = await readWhole(request.raw, BODY_BOUNDS);
  refuseManyValues(text);
  return text;
}

/**
 * The members of a body, for a route that had no body in earlier releases: none if it is empty, or no JSON. Throws what `bodyReader`
 * throws.
 */
export function optionalBody<T extends TSchema>(
  request: FastifyRequest,
  schema: T,
  text: string,
): Static<T> | Record<string, never> {
  return text === '' || !isJson(request.headers) ? {} : validBody(request, schema, text);
}

function validBody<T extends TSchema>(request: FastifyRequest, schema: T, text: string): Static<T> {
  const body = parseText(request, text);
  refuseUnstorable(body, 'body');
  const validate = request.compileValidationSchema(ref(schema));
  if (!validate(body ?? null))
    throw Object.assign(new Error('invalid body'), { validation: validate.errors, validationContext: 'body' });
  return body as Static<T>;
}

/** Paths and queries are text; a member that is an integer by the schema is converted if it is written as one. */
function readIntegers(schema: unknown, given: unknown): void {
  const { properties = {} } = (schema ?? {}) as ObjectSchema;
  const members = given as Record<string, unknown>;
  for (const [name, { type }] of Object.entries(properties)) {
    const value = members[name];
    // any length that is still a finite number: an integer that is too large is not a value of another type
    if (type === 'integer' && typeof value === 'string' && /^-?\d{1,300}$/.test(value)) members[name] = Number(value);
  }
}

/** Refuses values that cannot be percent-decoded; the framework would leave them as they are. */
function refuseMalformed(schema: unknown, url: string): void {
  const { properties = {} } = (schema ?? {}) as ObjectSchema;
  const at = url.indexOf('?');
  if (at === -1 || !url.includes('%', at)) return;
  for (const part of url.slice(at + 1).split('&')) {
    const [name = '', ...value] = part.split('=');
    if (name in properties && !isDecodable(value.join('=')))
      throw invalid(name, 'malformed', `${name}: is not percent-encoded correctly`);
  }
}

/** Refuses parameters that a list does not know: an unknown filter that is ignored would give shelves that were not asked for. */
function refuseUnknown(schema: unknown, given: unknown): void {
  const { properties = {}, additionalProperties = true } = (schema ?? {}) as ObjectSchema;
  if (additionalProperties) return;
  const known = Object.keys(properties);
  const unknown = Object.keys(given as object).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const field = cutText(unknown, MAX_NAMED_LENGTH);
  throw invalid(field, 'unknown', `${field}: not known here; known are ${known.join(', ')}`, { known });
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** A text of a query in normal form C, to be compared with stored text. Throws ServiceError 400 for NUL. */
export function readText(field: string, text: string): string {
  refuseUnstorable(text, field);
  return text.normalize('NFC');
}

/** PostgreSQL cannot store NUL or lone surrogates in text. JSON bodies here are flat; lists of texts have checks of their own. */
function refuseUnstorable(body: unknown, field: string): void {
  if (typeof body === 'string' && (body.includes('\0') || !body.isWellFormed()))
    throw invalid(field, 'invalid_characters', `${field}: contains a NUL character or half a character`);
  if (typeof body === 'object' && body !== null)
    for (const [name, value] of Object.entries(body)) if (typeof value === 'string') refuseUnstorable(value, name);
}
