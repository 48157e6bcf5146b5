/** Checks replies against what /openapi.json says of their route and status: members, and headers. */
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { default as addFormats } from 'ajv-formats';

interface Header {
  required?: boolean;
  schema: { type?: string };
}
interface Reply {
  headers?: Record<string, Header>;
  content?: Record<string, { schema?: object }>;
}
export interface Operation {
  operationId: string;
  responses: Record<string, Reply>;
}
export interface Document {
  paths: Record<string, Record<string, Operation>>;
}

/** A function that throws when a reply is not one that the interface describes. */
export function wireChecker(app: FastifyInstance) {
  const document = app.swagger() as unknown as Document;
  // that the document is one of OpenAPI is a test of its own (openapi-document.test.ts)
  const ajv = new Ajv2020({ strict: false, allErrors: true, meta: false, validateSchema: false });
  (addFormats as unknown as (instance: Ajv2020) => void)(ajv);
  ajv.addSchema({ $id: 'wire', ...closed(document) });
  const routes = Object.entries(document.paths)
    .map(([template, operations]) => ({
      template,
      pattern: new RegExp(`^${template.replace(/\{filePath\}$/, '.+').replace(/\{[^}]+\}/g, '[^/]+')}$`),
      operations,
    }))
    // `pages/{page}.png` before `pages/{page}`
    .toSorted((a, b) => b.template.length - a.template.length);

  return ({ method = 'GET', url = '/' }: InjectOptions, response: LightMyRequestResponse): void => {
    const path = (typeof url === 'string' ? url : '').split('?')[0] as string;
    const verb = method.toLowerCase() === 'head' ? 'get' : method.toLowerCase();
    const route = routes.find(({ pattern, operations }) => pattern.test(path) && operations[verb]);
    const { statusCode } = response;
    const where = `${method} ${path} -> ${statusCode}`;
    const described = route?.operations[verb]?.responses[statusCode];
    if (route && !described) throw new Error(`${where}: the interface does not know this status\n${response.body}`);
    checkHeaders(where, described, response);
    const schema = described ? schemaOf(described, where, response) : '#/components/schemas/Error';
    if (schema === null || method.toUpperCase() === 'HEAD') return;
    const validate = ajv.getSchema(`wire${schema}`);
    if (!validate) throw new Error(`${where}: no schema`);
    if (!validate(response.json())) throw new Error(`${where}: ${ajv.errorsText(validate.errors)}\n${response.body}`);
  };
}

/** Pointer to the schema of a reply's body; null where the body is text. */
function schemaOf({ content }: Reply, where: string, response: LightMyRequestResponse): string | null {
  if (!content) {
    if (response.body !== '') throw new Error(`${where}: the interface knows no body here\n${response.body}`);
    return null;
  }
  const [mediaType = ''] = String(response.headers['content-type']).split(';');
  const described = content[mediaType];
  if (!described) throw new Error(`${where}: the interface does not know ${mediaType} here`);
  return described.schema && '$ref' in described.schema ? String(described.schema.$ref) : null;
}

function checkHeaders(where: string, described: Reply | undefined, { headers }: LightMyRequestResponse): void {
  for (const [name, { required = false, schema }] of Object.entries(described?.headers ?? {})) {
    const value = headers[name.toLowerCase()];
    if (value === undefined && required) throw new Error(`${where}: has no ${name}`);
    if (value !== undefined && schema.type === 'integer' && !/^\d+$/.test(String(value)))
      throw new Error(`${where}: ${name} is no whole number: ${String(value)}`);
  }
}

/** The same with objects that have the members they list and no others. */
function closed<T>(part: T): T {
  if (Array.isArray(part)) return part.map(closed) as T;
  if (typeof part !== 'object' || part === null) return part;
  const copy = Object.fromEntries(Object.entries(part).map(([name, value]) => [name, closed(value as unknown)]));
  const isObjectSchema = copy['type'] === 'object' && 'properties' in copy && !('additionalProperties' in copy);
  return (isObjectSchema ? { ...copy, additionalProperties: false } : copy) as T;
}
