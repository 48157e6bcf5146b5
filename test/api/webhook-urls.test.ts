/** What an endpoint's URL and events may be, outside production and in it. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildTestApp, type TestApp } from '../support/app.js';

const URL = '/v1/webhooks';
const EVENTS = ['shelf.ready'];

let api: TestApp;
let production: TestApp;
beforeAll(async () => {
  [api, production] = await Promise.all([buildTestApp(), buildTestApp({ nodeEnv: 'production' })]);
});
afterAll(() => Promise.all([api?.stop(), production?.stop()]));

async function create(where: TestApp, payload: object) {
  const { key } = await where.user();
  return where.as(key)({ method: 'POST', url: URL, payload });
}

async function refuses(where: TestApp, payload: object, details: object, message: unknown = expect.any(String)) {
  const refused = await create(where, payload);
  expect([refused.statusCode, refused.json()]).toEqual([
    400,
    { code: 'VALIDATION_ERROR', message, details: { field: 'url', ...details } },
  ]);
}

test.each<[string, string]>([
  ['', 'invalid_url'],
  ['hooks', 'invalid_url'],
  ['/hooks', 'invalid_url'],
  ['https://', 'invalid_url'],
  ['https://user:secret@example.com/', 'credentials_not_allowed'],
  ['http://example.com/', 'https_required'],
  ['http://127.0.0.1/', 'https_required'],
  ['ftp://localhost/', 'https_required'],
  ['https://1.1.1.1:8443/', 'port_not_allowed'],
  ['https://printer.local/', 'host_not_allowed'],
  ['https://no-such-host.invalid/', 'unresolvable'],
  ['https://127.0.0.1/', 'private_address'],
  ['https://0x7f.1/', 'private_address'],
  ['https://[::ffff:10.0.0.1]/', 'private_address'],
  ['https://169.254.169.254/latest/meta-data', 'private_address'],
  [`https://example.com/${'a'.repeat(2040)}`, 'too_long'],
])('refuses the URL %s with 400 %s, outside production and in it', async (url, reason) => {
  for (const where of [api, production]) await refuses(where, { url, events: EVENTS }, { reason });
});

test.each([
  'http://localhost/',
  'http://localhost:4000/hooks',
  'http://hooks.localhost:4000/',
  'http://localhost.:4000/',
])('takes %s outside production; in production it must use https://', async (url) => {
  const taken = await create(api, { url, events: EVENTS });
  expect([taken.statusCode, taken.json()]).toMatchObject([201, { url }]);
  const details = { reason: 'https_required' };
  await refuses(production, { url, events: EVENTS }, details, 'Webhook URL must use https://');
});

test('in production localhost is refused by https too', async () => {
  for (const url of ['https://localhost/', 'https://a.localhost/', 'https://localhost./'])
    await refuses(production, { url, events: EVENTS }, { reason: 'host_not_allowed' });
});

test('a public address by https is taken in production', async () => {
  for (const url of ['https://1.1.1.1/', 'https://1.1.1.1:443/hooks?a=b'])
    expect((await create(production, { url, events: EVENTS })).statusCode).toBe(201);
});

test('a URL of 2048 characters is taken, and shown as it was sent', async () => {
  for (const url of [`http://localhost/${'a'.repeat(2048 - 17)}`, `http://localhost?${'ü'.repeat(2048 - 17)}`]) {
    const taken = await create(api, { url, events: EVENTS });
    expect([taken.statusCode, taken.json()]).toMatchObject([201, { url }]);
  }
});

test('a refusal keeps the URL out of the log', async () => {
  await refuses(
    api,
    { url: 'https://ada:hidden-word@example.com/', events: EVENTS },
    {
      reason: 'credentials_not_allowed',
    },
  );
  expect(api.logged.join('')).not.toContain('hidden-word');
});

describe('events', () => {
  const url = 'http://localhost:9/';

  test.each<[unknown, object]>([
    [undefined, { reason: 'required' }],
    [[], { reason: 'too_few' }],
    ['shelf.ready', { reason: 'invalid_type' }],
    [{ 0: 'shelf.ready' }, { reason: 'invalid_type' }],
    [null, { reason: 'invalid_type' }],
    [['shelf.ready', 'shelf.deleted'], { reason: 'invalid_value', index: 1 }],
    [['webhook.ping'], { reason: 'invalid_value', index: 0 }],
    [['*'], { reason: 'invalid_value', index: 0 }],
    [[5], { reason: 'invalid_value', index: 0 }],
    [['SHELF.READY'], { reason: 'invalid_value', index: 0 }],
    [['shelf.ready\0'], { reason: 'invalid_value', index: 0 }],
    [Array.from({ length: 9000 }, (_, index) => `shelf.${index}`), { reason: 'too_many' }],
  ])('are refused when they are %j', async (events, details) => {
    const refused = await create(api, { url, events });
    expect([refused.statusCode, refused.json()]).toMatchObject([400, { details: { field: 'events', ...details } }]);
  });

  test('count once when they are named twice, also in a change', async () => {
    const send = api.as((await api.user()).key);
    const twice = ['shelf.review', 'shelf.ready', 'shelf.review'];
    const made = await send({ method: 'POST', url: URL, payload: { url, events: twice } });
    expect(made.json()).toMatchObject({ events: ['shelf.review', 'shelf.ready'] });
    const one = `${URL}/${made.json<{ publicId: string }>().publicId}`;
    const changed = await send({ method: 'PATCH', url: one, payload: { events: twice.slice(1).concat(twice) } });
    expect(changed.json()).toMatchObject({ events: ['shelf.ready', 'shelf.review'] });
  });

  test('may be all three, in any order, which stays', async () => {
    const events = ['shelf.review', 'shelf.failed', 'shelf.ready'];
    expect((await create(api, { url, events })).json()).toMatchObject({ events });
  });
});
