/** How input is read: JSON bodies, integers in paths and queries, characters that cannot be stored. */
import type { FastifyInstance } from 'fastify';
import { invalid } from '../contract/errors.js';

interface ObjectSchema {
  properties?: Record<string, { type?: string }>;
}

export function registerInput(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  // a DELETE here has no body; one that is sent all the same is not looked at
  app.addHttpMethod('DELETE', { hasBody: false, overrideExisting: true });
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // an empty body counts as none, whatever its content type
    if (body.length === 0) return done(null, undefined);
    return parseJson(request, body as string, (error, value) =>
      done(error && invalid('body', 'invalid_json', 'The body is not valid JSON.'), value),
    );
  });
  app.addHook('preValidation', async (request) => {
    const { schema } = request.routeOptions;
    readIntegers(schema?.params, request.params);
    readIntegers(schema?.querystring, request.query);
    refuseUnstorable(request.body, 'body');
  });
}

/** Paths and queries are text; a member that the schema calls an integer becomes one when it is written as one. */
function readIntegers(schema: unknown, given: unknown): void {
  const { properties = {} } = (schema ?? {}) as ObjectSchema;
  const members = given as Record<string, unknown>;
  for (const [name, { type }] of Object.entries(properties)) {
    const value = members[name];
    // of any length that still is a finite number: an integer that is too large is not one of another type
    if (type === 'integer' && typeof value === 'string' && /^-?\d{1,300}$/.test(value)) members[name] = Number(value);
  }
}

/** PostgreSQL cannot store NUL in text. JSON bodies here are flat. */
function refuseUnstorable(body: unknown, field: string): void {
  if (typeof body === 'string' && body.includes('\0'))
    throw invalid(field, 'invalid_characters', `${field}: contains a NUL character`);
  if (typeof body === 'object' && body !== null)
    for (const [name, value] of Object.entries(body)) if (typeof value === 'string') refuseUnstorable(value, name);
}
