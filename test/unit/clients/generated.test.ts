/** The client's generated file against the wire: it fails when the OpenAPI document has changed and the client has not. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import type { OpenApiDocument } from '../../../clients/typescript/generate/document.js';
import { generateClient } from '../../../clients/typescript/generate/generate.js';
import { operationCode } from '../../../clients/typescript/generate/operations.js';
import { declarationOf, typeOf } from '../../../clients/typescript/generate/types.js';
import { Shelfwright } from '../../../clients/typescript/src/index.js';
import { OPERATIONS } from '../../../clients/typescript/src/generated.js';

const document = JSON.parse(readFileSync('test/api/openapi.snapshot.json', 'utf8')) as OpenApiDocument;
const written = readFileSync('clients/typescript/src/generated.ts', 'utf8');

test('the generated file is what `npm run client` makes of the OpenAPI document', async () => {
  expect(await generateClient(document, process.cwd())).toBe(written);
});

test('the table has every operation of the document, and each has a method', () => {
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => [operationId, method.toUpperCase(), path]),
  );
  expect(Object.values(OPERATIONS).map(({ id, method, path }) => [id, method, path])).toEqual(described);
  for (const id of Object.keys(OPERATIONS)) expect([id, id in Shelfwright.prototype]).toEqual([id, true]);
});

test('nothing in the generated file is of no type', () => {
  const code = written.replaceAll(/\/\*\*[\s\S]*?\*\//g, '');
  expect(code).not.toMatch(/: any\b|<any>|as any\b|\bany\[\]/);
});

test.each([
  [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'number | null'],
  [{ type: 'array', items: { enum: ['a', 'b'] } }, '("a" | "b")[]'],
  [{ type: 'object', additionalProperties: { $ref: '#/components/schemas/File' } }, 'Record<string, File>'],
  [{ type: 'string', format: 'binary' }, 'Blob'],
  [{ description: 'Anything.' }, 'unknown'],
])('%j is %s', (schema, type) => expect(typeOf(schema, 'it')).toBe(type));

test('an object says which members may be missing, and keeps their descriptions', () => {
  const properties = { a: { type: 'string', description: 'One.' }, 'b-c': { const: 1 } };
  expect(declarationOf('Two', { type: 'object', description: 'Both */.', required: ['a'], properties })).toBe(
    '/** Both *\\/. */\nexport interface Two {\n/** One. */\na: string;\n"b-c"?: 1;\n}\n',
  );
});

test('what the generator does not know is an error, and never an untyped member', () => {
  expect(() => typeOf({ patternProperties: {} } as object, 'it')).toThrow(
    'it: the generator does not know patternProperties',
  );
  expect(() => typeOf({ $ref: 'https://elsewhere.example/a.json' }, 'it')).toThrow('no schema of the document');
  const reply = { 200: { content: { 'application/json': { schema: {} } } } };
  const body = { content: { 'application/xml': { schema: {} } } };
  expect(() => operationCode('post', '/a', { operationId: 'a', requestBody: body, responses: reply })).toThrow(
    'this body',
  );
  expect(() => operationCode('get', '/a', { operationId: 'a', responses: { 204: {} } })).toThrow('no reply has a body');
  const twice = (['path', 'query'] as const).map((place) => ({ in: place, name: 'a', schema: { type: 'string' } }));
  expect(() => operationCode('get', '/{a}', { operationId: 'a', parameters: twice, responses: reply })).toThrow(
    'one name',
  );
});

test.each([
  [{ 'application/json': { schema: { $ref: '#/components/schemas/A' } } }, 'json', 'A'],
  [{ 'text/markdown': {}, 'application/json': { schema: {} } }, 'text', 'string'],
  [{ 'application/json': { schema: { $ref: '#/components/schemas/A' } }, 'text/csv': {} }, 'mixed', 'A | string'],
  [{ 'image/png': {} }, 'response', 'Response'],
  [{ 'text/event-stream': {} }, 'response', 'Response'],
])('a reply of %j is read as %s', (content, kind, type) => {
  const { entry, method } = operationCode('get', '/a', { operationId: 'a', responses: { 200: { content } } });
  expect(entry).toContain(`"reply":"${kind}"`);
  expect(method).toContain(`Promise<${type}>`);
});
