/** Every field that /openapi.json knows, with what its schema does not take: a 400 that names it. None is left out. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { InjectOptions } from 'fastify';
import { Account } from '../../entities/account.js';
import { recordFailure } from '../../entities/queries/runs.js';
import type { Shelf } from '../../entities/shelf.js';
import { buildTestApp, givenReadyShelf, givenShelfInReview, type TestApp } from '../support/app.js';
import { BOUNDARY, fileField, form, FORM_TYPE, partHead } from '../support/forms.js';
import { operationsOf, requestOf, type OneRequest, type Operation } from '../support/operations.js';
import { givenEndpoint, givenShelf } from '../support/rows.js';

interface Schema {
  type?: string;
  $ref?: string;
  enum?: string[];
  anyOf?: Schema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  format?: string;
  pattern?: string;
  properties?: Record<string, Schema>;
  required?: string[];
}
type Send = (options: InjectOptions) => ReturnType<TestApp['request']>;

const JSON_TYPE = { 'content-type': 'application/json' };

let api: TestApp;
let operations: Operation[];
let byKey: Send;
let bySession: Send;
let resources: { webhookPublicId: string; id: string };

beforeAll(async () => {
  api = await buildTestApp();
  operations = operationsOf(api.app);
  const { account, key } = await api.user();
  byKey = api.as(key);
  const { publicId: id } = await givenShelf(api.database.manager, account.id);
  const events = { events: ['shelf.ready' as const] };
  resources = { webhookPublicId: await givenEndpoint(api.database.manager, account.id, events), id };
  bySession = await api.withSession(account);
});

async function givenFailedShelf(accountId: string): Promise<Shelf> {
  const { manager } = api.database;
  const failed = await givenShelf(manager, accountId);
  const failure = { step: 'uploading', message: 'damaged' } as const;
  await recordFailure(manager, { publicId: failed.publicId, run: failed.run, ...failure });
  return failed;
}

afterAll(() => api?.stop());

async function refuses(operation: Operation, request: OneRequest, details: object): Promise<void> {
  const send = operation.schemes.includes('bearer') ? byKey : bySession;
  const response = await send(request);
  const shown = [operation.id, request.url.slice(-80), JSON.stringify(request.payload ?? '').slice(0, 80)];
  expect([...shown, response.statusCode, response.json()]).toMatchObject([...shown, 400, { details }]);
}

/** What a query's member does not take, with the reason; texts are percent-encoded already. */
function badQueries(schema: Schema): [string, string][] {
  const { type, minimum, maximum, minLength, maxLength, format } = schema;
  const bad: [string, string][] = [
    ['%ff', 'malformed'],
    ['a%', 'malformed'],
    ['%ed%a0%80', 'malformed'],
  ];
  if (type === 'integer') {
    for (const text of ['', 'one', '1.5', '1e1', '0x1', '+1', ' 1', '%D9%A3', '1%00', 'NaN', '9'.repeat(400)])
      bad.push([text, 'invalid_type']);
    if (minimum !== undefined) bad.push([String(minimum - 1), 'too_small'], [`-${'9'.repeat(30)}`, 'too_small']);
    if (maximum !== undefined) bad.push([String(maximum + 1), 'too_large'], ['9'.repeat(30), 'too_large']);
  }
  if (schema.enum) for (const text of ['', 'other', '%20']) bad.push([text, 'invalid_value']);
  if (minLength !== undefined) bad.push(['', 'too_short']);
  if (maxLength !== undefined) bad.push(['a'.repeat(maxLength + 1), 'too_long']);
  if (format === 'date-time')
    for (const text of ['', 'now', '2026-02-30', '2026-01-02T25:00:00Z', '1']) bad.push([text, 'invalid_format']);
  return bad;
}

test('every member of a query is judged by type, range, length and encoding, and is taken once', async () => {
  let members = 0;
  for (const operation of operations)
    for (const { name, schema } of operation.parameters.filter((one) => one.in === 'query')) {
      members += 1;
      const good = requestOf(operation);
      const others = new URL(good.url, 'http://x').searchParams;
      others.delete(name);
      const at = (query: string) => {
        const [path = ''] = good.url.split('?');
        return { ...good, url: `${path}?${[others.toString(), query].filter(Boolean).join('&')}` };
      };
      for (const [text, reason] of badQueries(schema as Schema))
        await refuses(operation, at(`${name}=${text}`), { field: name, reason });
      const reason = (schema as Schema).enum ? 'invalid_value' : 'invalid_type';
      await refuses(operation, at(`${name}=1&${name}=2`), { field: name, reason });
    }
  expect(members).toBeGreaterThanOrEqual(25);
});

test('members of a query that must be there are asked for by name', async () => {
  for (const operation of operations)
    for (const { name } of operation.parameters.filter((one) => one.in === 'query' && one.required)) {
      const { url, ...good } = requestOf(operation);
      const left = new URL(url, 'http://x');
      left.searchParams.delete(name);
      await refuses(operation, { ...good, url: `${left.pathname}${left.search}` }, { field: name, reason: 'required' });
    }
});

test('an Idempotency-Key is 1 to 255 printable characters, sent once', async () => {
  const taking = operations.filter(({ parameters }) => parameters.some(({ name }) => name === 'Idempotency-Key'));
  expect(taking.length).toBeGreaterThanOrEqual(4);
  const { account, key } = await api.user();
  const { manager } = api.database;
  await manager.update(Account, account.id, { subscribedAt: new Date() });
  const failed = await givenFailedShelf(account.id);
  const ready = await givenReadyShelf(api, account);
  const review = await givenShelfInReview(api, account);
  const own: Record<string, Shelf> = { uploadToShelf: ready, retryShelf: failed };
  for (const operation of taking)
    for (const bad of ['', 'a b', 'x'.repeat(256), 'ü', 'a\tb', ['a', 'b']]) {
      const request = requestOf(operation, { id: (own[operation.id] ?? review).publicId });
      const headers = { ...request.headers, ...(operation.takesForm && FORM_TYPE), 'idempotency-key': bad };
      const payload = operation.takesForm ? form(fileField()) : request.payload;
      const response = await api.as(key)({ ...request, headers, ...(payload && { payload }) });
      const details = { field: 'Idempotency-Key', reason: 'invalid_format' };
      expect([operation.id, bad, response.statusCode, response.json()]).toMatchObject([
        operation.id,
        bad,
        400,
        { details },
      ]);
    }
});

const OWN_TESTS = new Set(['approveShelf', 'regenerateShelf', 'retryShelf', 'putPendingOperations', 'previewReview']);

describe('every JSON body', () => {
  /** Operations with a body, and its schema. Those of reviews and of a retry may be left out, and have tests of their own. */
  function bodies(): [Operation, Schema][] {
    const { paths, components } = api.app.swagger() as unknown as {
      paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>;
      components: { schemas: Record<string, Schema> };
    };
    return operations.flatMap((operation): [Operation, Schema][] => {
      const described = paths[operation.path]?.[operation.method.toLowerCase()]?.requestBody?.content;
      const given = described?.['application/json']?.schema;
      const schema = given?.$ref ? components.schemas[given.$ref.split('/').at(-1) ?? ''] : given;
      return schema?.properties && !OWN_TESTS.has(operation.id) ? [[operation, schema]] : [];
    });
  }

  const requestAt = (operation: Operation) => requestOf(operation, resources);

  /** What is of none of the types that a member may have. */
  function ofOtherTypes({ type, anyOf }: Schema): unknown[] {
    if (type === 'array') return [1, true, null, 'x', {}];
    if (type === 'boolean') return [1, null, 'true', [], {}];
    return anyOf ? [1, true, [], {}] : [1, true, null, [], {}];
  }

  test('is judged member by member: missing, of another type, too short or long, NUL, half a character', async () => {
    expect(bodies().length).toBeGreaterThanOrEqual(9);
    for (const [operation, { properties = {}, required = [] }] of bodies())
      for (const [name, member] of Object.entries(properties)) {
        const { type, minLength, maxLength } = member;
        const send = (body: object, reason: string) =>
          refuses(operation, { ...requestAt(operation), payload: body }, { field: name, reason });
        const { [name]: _, ...rest } = operation.json as Record<string, unknown>;
        if (required.includes(name)) await send(rest, 'required');
        for (const value of ofOtherTypes(member)) await send({ ...rest, [name]: value }, 'invalid_type');
        if (minLength !== undefined) await send({ ...rest, [name]: '' }, 'too_short');
        if (maxLength !== undefined) await send({ ...rest, [name]: 'x'.repeat(maxLength + 1) }, 'too_long');
        if (type === 'array' || type === 'boolean') continue;
        for (const value of ['a\0b@example.com', 'a\ud800b@example.com', '\udc00'])
          await send({ ...rest, [name]: value }, 'invalid_characters');
      }
  });

  test.each<[string, string | Buffer, Record<string, string>, object]>([
    ['Latin-1', Buffer.from('{"name":"Zo\xeb"}', 'latin1'), JSON_TYPE, { field: 'body', reason: 'invalid_json' }],
    ['UTF-16', Buffer.from('{"name":"Zoe"}', 'utf16le'), JSON_TYPE, { field: 'body', reason: 'invalid_json' }],
    ['cut off', '{"name":"Zo', JSON_TYPE, { field: 'body', reason: 'invalid_json' }],
    ['two values', '{}{}', JSON_TYPE, { field: 'body', reason: 'invalid_json' }],
    ['nested deeply', '['.repeat(1_500), JSON_TYPE, { field: 'body', reason: 'invalid_json' }],
    ['nested without end', '['.repeat(400_000), JSON_TYPE, { field: 'body', reason: 'too_many_values' }],
    [
      'an array of arrays',
      `${'['.repeat(1_500)}${']'.repeat(1_500)}`,
      JSON_TYPE,
      { field: 'body', reason: 'required' },
    ],
    ['null', 'null', JSON_TYPE, { field: 'body', reason: 'required' }],
    [
      'a form',
      'name=Zoe',
      { 'content-type': 'application/x-www-form-urlencoded' },
      { field: 'content-type', reason: 'unsupported' },
    ],
    ['a multipart form', form(['name', 'Zoe']), FORM_TYPE, { field: /content-type|body/ }],
    ['text', '{}', { 'content-type': 'text/plain' }, { field: 'content-type', reason: 'unsupported' }],
    ['of no type', '{}', { 'content-type': '' }, { field: 'content-type', reason: 'unsupported' }],
  ])('is 400 when it is %s', async (_what, payload, headers, { field, ...details }: { field?: unknown }) => {
    for (const [operation] of bodies()) {
      const expected = { ...details, field: field instanceof RegExp ? expect.stringMatching(field) : field };
      await refuses(operation, { ...requestAt(operation), headers, payload }, expected);
    }
  });
});

describe('every field of a form', () => {
  const rest = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
  const withFile = form(fileField()).subarray(0, -rest.length);

  test.each(['name', 'template', 'review', 'acceptancePolicy'])(
    '%s is UTF-8, without NUL, and given once',
    async (field) => {
      const create = operations.find(({ id }) => id === 'createShelf') as Operation;
      const send = (payload: Buffer, details: object) =>
        refuses(create, { ...requestOf(create), headers: FORM_TYPE, payload }, { field, ...details });
      const bytes = Buffer.concat([withFile, Buffer.from('\r\n'), partHead(field), Buffer.from([0x5a, 0xeb]), rest]);
      await send(bytes, { reason: 'invalid_characters' });
      await send(form(fileField(), [field, 'a\0b']), {});
      await send(form(fileField(), [field, 'x'.repeat(70_000)]), { reason: 'too_large' });
      await send(form([field, 'true'], fileField(), [field, 'true']), { reason: 'duplicate' });
    },
  );

  test('what is not asked for is not judged', async () => {
    const bytes = Buffer.concat([withFile, Buffer.from('\r\n'), partHead('other'), Buffer.from([0xff, 0x00]), rest]);
    expect((await byKey({ method: 'POST', url: '/v1/shelves', headers: FORM_TYPE, payload: bytes })).statusCode).toBe(
      201,
    );
  });
});
