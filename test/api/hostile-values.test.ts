/**
 * Generated values at every parameter, header and body of every route of /openapi.json: whatever is sent, the reply is
 * one that the document knows, and a 400 names what is wrong with it. `npm run fuzz` tries more, over the network.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { newPublicId } from '../../entities/ids.js';
import { WebhookEndpoint } from '../../entities/webhook-endpoint.js';
import { buildTestApp, givenReadyShelf, givenShelfInReview, type TestApp } from '../support/app.js';
import { fileField, form, FORM_TYPE, SMALL_PDF, type Field } from '../support/forms.js';
import { givenDelivery, givenEndpoint } from '../support/rows.js';
import { storeSource } from '../support/sources.js';
import { operationsOf, requestOf, type Operation } from '../support/operations.js';

const SEED = 20_261_121;
/** Requests to each operation: their number does not depend on how fast the machine is. */
const RUNS = 20;

/** What has gone wrong with others: numbers at their ends, signs that end or begin something, what is no text. */
const NASTY = [
  ...['', ' ', '0', '-1', '1.5', '1e3', '0x10', '+1', '01', '٣', 'NaN', 'Infinity', '9007199254740993', `${2 ** 31}`],
  ...['9'.repeat(300), '9'.repeat(400), '-0', 'true', 'null', 'undefined', '[]', '{}', '__proto__', 'constructor'],
  ...['\0', 'a\0b', '\ud800', '\udc00x', '\ufeff', '\u202e', '\r\nX: y', "'; DROP TABLE shelves; --", '%00', '%2e%2e'],
  ...['../../etc/passwd', '..\\..\\x', '/etc/passwd', '//', '.', '..', 'a/../b', './a', 'a//b', 'README.md/', 'C:\\x'],
  ...['(', '[', '(?=a)', '(a+)+$', '\\1', '*'.repeat(50), '**/**/**', 'x'.repeat(1001), '💥'.repeat(400), 'e\u0301'],
  ...['2026-02-30T00:00:00Z', '2026-01-01', '+275760-09-13T00:00:00.001Z', '0000-01-01T00:00:00Z', '${jndi:x}', '<b>'],
];
const value = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...NASTY) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.integer().map(String) },
);
/** A JSON value of any kind, text of the list above among it. */
const anyJson = fc.oneof(fc.constantFrom<unknown>(...NASTY), fc.jsonValue({ maxDepth: 3 }), fc.double().map(String));

let api: TestApp;
let operations: Operation[];
let shelves: { ready: string; review: string; uploads: string };
let webhook: { webhookPublicId: string; deliveryId: string };
let senders: ((options: InjectOptions) => ReturnType<TestApp['request']>)[];
beforeAll(async () => {
  const at = new Date().toISOString();
  api = await buildTestApp({
    workflows: {
      approve: () =>
        Promise.resolve({ outcome: 'refused', type: 'BAD_OPERATION', details: { index: 0, reason: 'not_found' } }),
      regenerate: () => Promise.resolve({ outcome: 'done', result: { updatedAt: at } }),
      viewPage: () => Promise.resolve({ outcome: 'undrawable', reason: 'unreadable' }),
    },
  });
  operations = operationsOf(api.app);
  const { account, key } = await api.user();
  const [ready, review, uploads] = [
    await givenReadyShelf(api, account),
    await givenShelfInReview(api, account),
    await givenReadyShelf(api, account),
  ];
  const pdf = Buffer.from('%PDF-1.7 of no pages');
  for (const shelf of [ready, review, uploads]) await storeSource(api, shelf, pdf);
  shelves = { ready: ready.publicId, review: review.publicId, uploads: uploads.publicId };
  webhook = await givenWebhook(account.id);
  senders = [api.as(key), await api.withSession(account), (options) => api.request(options)];
});
afterAll(() => api?.stop());

async function givenWebhook(accountId: string) {
  const { manager } = api.database;
  const webhookPublicId = await givenEndpoint(manager, accountId, { events: ['shelf.ready'] });
  const { id } = await manager.findOneByOrFail(WebhookEndpoint, { publicId: webhookPublicId });
  return { webhookPublicId, deliveryId: (await givenDelivery(manager, accountId, id, { status: 'failed' })).id };
}

/** An id that the operation gets far with, and that it may do its work on. */
function shelfFor({ id, path }: Operation): string {
  if (path.startsWith('/v1/dashboard')) return newPublicId('key');
  // a stream has no end, and what is deleted is gone for the others
  if (id === 'followShelf' || id === 'deleteShelf') return newPublicId('shf');
  if (id === 'uploadToShelf') return shelves.uploads;
  return id === 'approveShelf' || id === 'regenerateShelf' ? shelves.review : shelves.ready;
}

/** Mostly who may ask. Signing in or out with the session would end it for all that follow. */
function sendersOf({ schemes }: Operation): fc.Arbitrary<number> {
  if (schemes.length === 0) return fc.constant(2);
  return schemes.includes('bearer') ? fc.constantFrom(0, 0, 0, 0, 1, 1, 1, 2) : fc.constantFrom(0, 1, 1, 1, 1, 2);
}

interface Attempt {
  operation: Operation;
  sender: number;
  given: Record<string, unknown>;
  body: { json: unknown } | { raw: Uint8Array } | { fields: Field[] } | null;
}

/** One request: most of it good, one or more places of it hostile. */
function attempts(operation: Operation): fc.Arbitrary<Attempt> {
  const names = operation.parameters.map(({ name }) => name);
  const parameters = fc.dictionary(fc.constantFrom('none', ...names), value, { maxKeys: 3 });
  const members = Object.keys(operation.json ?? {});
  const raw = fc.uint8Array({ maxLength: 200 }).map((bytes) => ({ raw: bytes }));
  const changed = fc
    .dictionary(fc.constantFrom('other', ...members), anyJson, { maxKeys: 2 })
    .map((change) => ({ json: { ...operation.json, ...change } }));
  const operationsJson = fc
    .array(fc.dictionary(fc.constantFrom('type', 'path', 'from', 'to', 'content'), anyJson), { maxLength: 3 })
    .map((list) => ({
      json: { operations: list.map((one) => ({ type: 'write', path: 'a.md', content: 'a', ...one })) },
    }));
  const json = fc.oneof(
    changed,
    anyJson.map((any) => ({ json: any })),
    raw,
    ...(members.includes('operations') ? [operationsJson] : []),
  );
  const field = fc.tuple(fc.constantFrom('name', 'template', 'review', 'acceptancePolicy', 'file', 'x'), value);
  const file = fc.tuple(value, fc.oneof(fc.constant(SMALL_PDF), fc.uint8Array({ maxLength: 50 })));
  const fields = fc
    .tuple(fc.array(field, { maxLength: 3 }), file)
    .map(([some, [name, bytes]]) => ({ fields: [...some, fileField(Buffer.from(bytes), name)] }));
  const body = operation.takesForm
    ? fc.oneof({ weight: 4, arbitrary: fields }, raw)
    : operation.json
      ? json
      : fc.constant(null);
  return fc.record({
    operation: fc.constant(operation),
    sender: sendersOf(operation),
    given: parameters,
    body,
  });
}

function toRequest({ operation, given, body }: Attempt): InjectOptions {
  const ids = operation.id === 'deleteWebhook' ? {} : webhook;
  const { headers, ...request } = requestOf(operation, { id: shelfFor(operation), ...ids, ...wellFormed(given) });
  if (body === null) return { ...request, headers };
  if ('fields' in body) return { ...request, headers: { ...headers, ...FORM_TYPE }, payload: form(...body.fields) };
  const payload = 'json' in body ? JSON.stringify(body.json) : Buffer.from(body.raw);
  const type = operation.takesForm ? FORM_TYPE : { 'content-type': 'application/json' };
  return { ...request, headers: { ...headers, ...type }, payload };
}

/** Half a character cannot be percent-encoded, and headers are Latin-1 without signs that end them. */
function wellFormed(given: Record<string, unknown>): Record<string, string> {
  const entries = Object.entries(given).map(([name, text]): [string, string] => {
    const whole = String(text).toWellFormed();
    return [name, /^[A-Z]|-/.test(name) ? whole.replace(/[^\x20-\x7e\xa0-\xff]/g, '?') : whole];
  });
  return Object.fromEntries(entries);
}

test('no value at any place of any route is met by a 5xx, or by a refusal that does not say what is wrong', async () => {
  const seen = new Map<number, number>();
  const tried = new Set<string>();
  const oneReply = async (made: Attempt): Promise<void> => {
    const request = toRequest(made);
    // checks status, headers and body against the document
    const response = await (senders[made.sender] as (typeof senders)[number])(request);
    seen.set(response.statusCode, (seen.get(response.statusCode) ?? 0) + 1);
    tried.add(made.operation.id);
    expect(response.statusCode).toBeLessThan(500);
    if (response.statusCode === 400)
      expect(response.json()).toMatchObject({
        code: 'VALIDATION_ERROR',
        details: { field: expect.stringMatching(/./), reason: expect.stringMatching(/^[a-z]+(_[a-z]+)*$/) },
      });
  };
  const run = { seed: SEED, numRuns: RUNS, endOnFailure: true };
  for (const operation of operations) await fc.assert(fc.asyncProperty(attempts(operation), oneReply), run);
  const cases = [...seen.values()].reduce((sum, count) => sum + count, 0);
  process.stderr.write(`${cases} requests to ${tried.size} operations: ${JSON.stringify(Object.fromEntries(seen))}\n`);
  expect(tried.size).toBe(operations.length);
  expect([...seen.keys()]).toEqual(expect.arrayContaining([200, 400, 401, 404]));
}, 300_000);
