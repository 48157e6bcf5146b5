/** How input is read: JSON bodies, integers in queries, characters that cannot be stored. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
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
    readIntegers(request);
    refuseUnstorable(request.body, 'body');
  });
}

/** Queries are text; a member that the schema calls an integer becomes one when it is written as one. */
function readIntegers(request: FastifyRequest): void {
  const { properties = {} } = (request.routeOptions.schema?.querystring ?? {}) as ObjectSchema;
  const query = request.query as Record<string, unknown>;
  for (const [name, { type }] of Object.entries(properties)) {
    const value = query[name];
    if (type === 'integer' && typeof value === 'string' && /^-?\d{1,15}$/.test(value)) query[name] = Number(value);
  }
}

/** PostgreSQL cannot store NUL in text. JSON bodies here are flat. */
function refuseUnstorable(body: unknown, field: string): void {
  if (typeof body === 'string' && body.includes('\0'))
    throw invalid(field, 'invalid_characters', `${field}: contains a NUL character`);
  if (typeof body === 'object' && body !== null)
    for (const [name, value] of Object.entries(body)) if (typeof value === 'string') refuseUnstorable(value, name);
}
