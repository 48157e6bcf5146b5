/** The operations of /openapi.json with a request that each of them takes, made of its examples. */
import type { FastifyInstance, InjectOptions } from 'fastify';
import { fileField, form, FORM_TYPE } from './forms.js';

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: { type?: string };
  example: string | number;
}
interface Media {
  schema: { $ref?: string };
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}
export interface Operation {
  id: string;
  method: NonNullable<InjectOptions['method']>;
  /** As in the document: `/v1/shelves/{id}`. */
  path: string;
  parameters: Parameter[];
  /** Schemes that open it; empty for public ones. */
  schemes: string[];
  /** An example of its JSON body; undefined when it has none. */
  json?: object;
  takesForm: boolean;
}

export type OneRequest = InjectOptions & { url: string };

interface Described {
  operationId: string;
  parameters?: Parameter[];
  security?: Record<string, unknown>[];
  requestBody?: { content: Record<string, Media> };
}
interface Document {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, { examples?: unknown[] }> };
}

/** All of them, in the order of the document. */
export function operationsOf(app: FastifyInstance): Operation[] {
  const { paths, components } = app.swagger() as unknown as Document;
  const exampleOf = ({ schema, example, examples = {} }: Media): object => {
    const named = components.schemas[/[^/]+$/.exec(schema.$ref ?? '')?.[0] ?? '']?.examples ?? [];
    return (example ?? Object.values(examples)[0]?.value ?? named[0]) as object;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters = [], security = [], requestBody }]) => {
      const { 'application/json': json, 'multipart/form-data': form } = requestBody?.content ?? {};
      return {
        id: operationId,
        method: method.toUpperCase() as Operation['method'],
        path,
        parameters,
        schemes: security.flatMap((one) => Object.keys(one)),
        ...(json && { json: exampleOf(json) }),
        takesForm: form !== undefined,
      };
    }),
  );
}

/** Operations about one shelf, of which others must not learn. */
export function ofShelves(operations: Operation[]): Operation[] {
  return operations.filter(({ path }) => /^\/(v1|api)\/shelves\/\{id\}/.test(path));
}

/** A request with the parameters' examples, but for the values given: undefined leaves a parameter out. */
export function requestOf(operation: Operation, given: Record<string, string | number> = {}): OneRequest {
  const { method, path, parameters, json } = operation;
  const headers: Record<string, string> = {};
  const query = new URLSearchParams();
  let url = path;
  for (const { name, in: where, example, required } of parameters) {
    const value = name in given ? given[name] : required ? example : undefined;
    if (value === undefined) continue;
    if (where === 'path') url = url.replace(`{${name}}`, encodeURIComponent(String(value)));
    if (where === 'query') query.set(name, String(value));
    if (where === 'header') headers[name.toLowerCase()] = String(value);
  }
  const asked = query.size > 0 ? `${url}?${query.toString()}` : url;
  return { method, url: asked, headers, ...(json && { payload: json }) };
}

/** The same, with a form where the operation takes one. */
export function wholeRequestOf(operation: Operation, given: Record<string, string | number> = {}): OneRequest {
  const request = requestOf(operation, given);
  if (!operation.takesForm) return request;
  return { ...request, headers: { ...request.headers, ...FORM_TYPE }, payload: form(fileField()) };
}
