/** That /openapi.json is whole: valid by the meta-schema, and nothing left without a name, a tag or an example. */
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { default as addFormats } from 'ajv-formats';
import { buildTestApp, type TestApp } from '../support/app.js';

type Examples = Record<string, { value: unknown }>;
interface Media {
  schema: { $ref?: string };
  example?: unknown;
  examples?: Examples;
}
interface Parameter {
  name: string;
  in: string;
  description?: string;
  schema: object;
  example?: unknown;
}
interface Operation {
  operationId?: string;
  summary?: string;
  tags?: string[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<
    string,
    { headers?: Record<string, { schema: object; example?: unknown }>; content?: Record<string, Media> }
  >;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  tags: { name: string }[];
  components: { schemas: Record<string, { examples?: unknown[] }> };
}

let api: TestApp;
let document: Document;
let operations: [where: string, operation: Operation][];
let ajv: Ajv2020;
beforeAll(async () => {
  api = await buildTestApp();
  document = (await api.app.inject('/openapi.json')).json<Document>();
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]): [string, Operation] => [`${method.toUpperCase()} ${path}`, one]),
  );
  ajv = new Ajv2020({ strict: false });
  (addFormats as unknown as (instance: Ajv2020) => void)(ajv);
  ajv.addSchema({ $id: 'wire', ...document });
});
afterAll(() => api?.stop());

/** Fails unless the schema takes the example. */
function accepts(where: string, schema: object, example: unknown): void {
  const known = JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"wire#/components')) as object;
  const validate = ajv.compile(known);
  expect([where, validate(example), validate.errors]).toEqual([where, true, null]);
}

test('is valid by the meta-schema of OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate({ ...structuredClone(document) });
  expect([valid, errors]).toEqual([true, undefined]);
});

test('names every operation once, under a declared tag', () => {
  const ids = operations.map(([, { operationId }]) => operationId);
  for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z]+$/);
  expect(new Set(ids).size).toBe(ids.length);
  const tags = document.tags.map(({ name }) => name);
  for (const [where, { tags: given = [] }] of operations)
    expect([where, given.length > 0, given.filter((tag) => !tags.includes(tag))]).toEqual([where, true, []]);
});

test('has every operation tell of 400, 500 and 503', () => {
  for (const [where, { responses }] of operations)
    expect([where, ['400', '500', '503'].filter((status) => !(status in responses))]).toEqual([where, []]);
});

test('has for every schema that has a name at least one example', () => {
  for (const [name, { examples = [] }] of Object.entries(document.components.schemas))
    expect([name, examples.length > 0]).toEqual([name, true]);
});

test('describes every parameter, with an example that its schema accepts', () => {
  for (const [where, { parameters = [] }] of operations)
    for (const { name, description, schema, example } of parameters) {
      const at = `${where} ${name}`;
      expect([at, typeof description]).toEqual([at, 'string']);
      expect([at, example]).not.toEqual([at, undefined]);
      accepts(at, schema, example);
    }
});

test('has for every body that is sent an example that its schema accepts', () => {
  const bodies = operations.filter(([, { requestBody }]) => requestBody);
  expect(bodies.length).toBeGreaterThan(8);
  for (const [where, { requestBody }] of bodies)
    for (const { schema, examples, example } of Object.values(requestBody?.content ?? {})) {
      const given = [...Object.values(examples ?? {}).map(({ value }) => value), ...(example ? [example] : [])];
      const named = /^#\/components\/schemas\/(.+)$/.exec(schema.$ref ?? '')?.[1] ?? '';
      const all = [...given, ...(document.components.schemas[named]?.examples ?? [])];
      expect([where, all.length > 0]).toEqual([where, true]);
      for (const one of all) accepts(where, schema, one);
    }
});

test('has for every reply with a body, and for every header of one, an example that its schema accepts', () => {
  for (const [where, { responses }] of operations)
    for (const [status, { headers = {}, content = {} }] of Object.entries(responses)) {
      for (const [name, { schema, example }] of Object.entries(headers)) {
        expect([where, name, example]).not.toEqual([where, name, undefined]);
        accepts(`${where} ${status} ${name}`, schema, example);
      }
      for (const [mediaType, { schema, example }] of Object.entries(content)) {
        const at = `${where} ${status} ${mediaType}`;
        if (!schema.$ref) expect([at, example]).not.toEqual([at, undefined]);
        if (example !== undefined) accepts(at, schema, example);
      }
    }
});
