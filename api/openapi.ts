/** `/openapi.json` and the page to browse it, generated from the schemas of the routes. */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify';
import { Type, type TProperties, type TSchema } from 'typebox';
import { IdempotencyKey, ref } from '../contract/common.js';
import { FILE_PATH } from '../contract/content.js';
import { ErrorBody, ERRORS } from '../contract/errors.js';
import type { ErrorCode } from '../contract/vocabulary.js';
import { WIRE_SCHEMAS } from '../contract/schemas.js';
import type { Deps } from './deps.js';
import { completed, OPTIONAL_BODY } from './openapi-document.js';
import { cookieName } from './session-cookie.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The multipart form, which the route reads itself. */
    form?: TSchema;
    /** The JSON body, which the route reads itself. */
    json?: { schema: TSchema; optional?: boolean };
    /** The route supports `Idempotency-Key`. */
    repeatable?: boolean;
  }
}

/** Version of the interface, not of this package. */
export const INTERFACE_VERSION = '1.0.0';

/** Response schemas of the errors of a route; 400, 500 and 503 are included for every route. */
export function errorReplies(...codes: ErrorCode[]): Record<number, object> {
  const all: ErrorCode[] = ['VALIDATION_ERROR', ...codes, 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'];
  return Object.fromEntries(all.map((code) => [ERRORS[code].status, reply(ERRORS[code].message, ErrorBody)]));
}

/** A response with a JSON body. */
export function reply(description: string, schema: TSchema, headers?: object) {
  return {
    description,
    content: { 'application/json': { schema: ref(schema) } },
    ...(headers && { headers }),
  };
}

/** A response with a body of text, or of any JSON; `examples` has one for each media type. */
export function rawReply(description: string, examples: Record<string, unknown>, headers?: object) {
  return {
    description,
    content: Object.fromEntries(
      Object.entries(examples).map(([mediaType, example]) => [
        mediaType,
        { schema: typeof example === 'string' ? { type: 'string' } : {}, example },
      ]),
    ),
    ...(headers && { headers }),
  };
}

/** For routes that accept a key or a session. */
export const ACCOUNT_SECURITY: Record<string, string[]>[] = [{ bearer: [] }, { session: [] }];

/** For routes that accept sessions only. */
export const SESSION_SECURITY: Record<string, string[]>[] = [{ session: [] }];

export const ETAG_HEADER = {
  ETag: { type: 'string', description: 'Strong; send it as If-None-Match.', example: '"9f86d081884c7d65"' },
};

/** Must come before the routes. */
export async function registerOpenApi(app: FastifyInstance, config: Deps['config']): Promise<void> {
  for (const schema of WIRE_SCHEMAS) app.addSchema(schema);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Shelfwright',
        version: INTERFACE_VERSION,
        description:
          'Turns a PDF into a shelf: a tree of Markdown, JSON and text files that software agents read one file at a time.',
      },
      servers: [{ url: config.publicUrl }, { url: '/', description: 'Where this document came from' }],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', description: 'An API key, `sk_...`. It decides where both come.' },
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: cookieName(config),
            description: 'Of POST /api/auth/login. Methods that change something need the Origin of this service too.',
          },
        },
      },
      tags: [
        { name: 'auth', description: 'Registration, signing in, forgotten passwords' },
        { name: 'dashboard', description: 'The account and its keys; for sessions alone' },
        { name: 'shelves', description: 'Shelves and their state' },
        { name: 'review', description: 'A draft in review and the edits that are pending; for sessions alone' },
        { name: 'content', description: 'What is in a shelf' },
        { name: 'versions', description: 'Earlier states of a shelf' },
        { name: 'webhooks', description: 'Where events are sent, and what was' },
        { name: 'service', description: 'The service itself' },
      ],
    },
    transform: ({ schema, url, route }) => ({
      schema: describe(schema, route),
      url: url.replace(/\*$/, ':filePath'),
    }),
    transformObject: (made) => ('openapiObject' in made ? completed(made.openapiObject) : made.swaggerObject),
    refResolver: { buildLocalReference: (json) => json.$id as string },
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    // the page may be served over plain http, and needs nothing from other hosts
    transformStaticCSP: (policy) =>
      policy.replace('upgrade-insecure-requests;', '').replaceAll('https:', '').replace('validator.swagger.io', ''),
    uiConfig: { deepLinking: true, validatorUrl: null },
  });
  app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger());
}

/** Adds to a route's schema what the route handles without the framework. */
function describe(schema: FastifySchema, { config = {}, method }: RouteOptions): FastifySchema {
  const { form, json, repeatable } = config;
  const { properties = {} } = (schema.params ?? {}) as { properties?: TProperties };
  const { [FILE_PATH]: filePath, ...others } = properties;
  const headers = Type.Object({ 'Idempotency-Key': Type.Optional(IdempotencyKey) });
  const judgesOrigin = method !== 'GET' && schema.security?.some((scheme) => 'session' in scheme);
  return {
    ...schema,
    ...(FILE_PATH in properties && { params: Type.Object({ ...others, filePath: filePath as TSchema }) }),
    ...(form && { body: form, consumes: ['multipart/form-data'] }),
    ...(json && { body: ref(json.schema), [OPTIONAL_BODY]: json.optional }),
    ...(repeatable && { headers }),
    ...(judgesOrigin && { response: { ...errorReplies('FORBIDDEN'), ...(schema.response as object) } }),
  };
}
