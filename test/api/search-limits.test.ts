/** GET /v1/shelves/{id}/search with patterns that take too long: what comes of them, and of their account's next ones. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Shelf } from '../../entities/shelf.js';
import { buildTestApp, givenReadyShelf, givenShelfInReview, type TestApp } from '../support/app.js';
import { LINES, SLOW, STUCK_LINE } from '../support/slow-search.js';

/** Of forty reads a minute, one killed pattern. */
const READS = 40;

let api: TestApp;
beforeAll(async () => {
  api = await buildTestApp({ limits: { readsPerMinute: READS } });
});
afterAll(() => api?.stop());

const patternUrl = ({ publicId }: Shelf, regex: string) =>
  `/v1/shelves/${publicId}/search?${new URLSearchParams({ regex }).toString()}`;

/** An account, and a shelf of its own whose one line keeps a pattern for longer than it may. */
async function attacker() {
  const { account, key } = await api.user();
  const shelf = await givenShelfInReview(api, account, { '01-line.md': STUCK_LINE });
  const get = api.as(key);
  return { get, shelf, attack: () => get({ url: patternUrl(shelf, SLOW) }) };
}

test('while two accounts have patterns stuck in a line, a third reads, searches and cites', async () => {
  const { account, key } = await api.user();
  const victim = await givenReadyShelf(api, account);
  const attackers = [await attacker(), await attacker()];
  const ended: string[] = [];
  const attacks = attackers.map(({ attack }) => attack().finally(() => ended.push('attack')));
  const paths = ['outline', 'search?q=lamp', 'cite?path=README.md&start=1', 'tables'];
  for (const path of paths) {
    const { statusCode } = await api.as(key)({ url: `/v1/shelves/${victim.publicId}/${path}` });
    ended.push(`${path}: ${statusCode}`);
  }
  const refused = await Promise.all(attacks);
  expect(ended).toEqual([...paths.map((path) => `${path}: 200`), 'attack', 'attack']);
  for (const reply of refused)
    expect([reply.statusCode, reply.json()]).toMatchObject([
      400,
      { code: 'VALIDATION_ERROR', details: { field: 'regex', reason: 'too_complex' } },
    ]);
});

test('a pattern that is slow over many lines is answered with what it has found until it would be killed', async () => {
  const { account, key } = await api.user();
  const shelf = await givenShelfInReview(api, account, { '01-lines.md': LINES });
  const reply = await api.as(key)({ url: patternUrl(shelf, SLOW) });
  expect([reply.statusCode, reply.json()]).toMatchObject([200, { complete: false, truncated: true }]);
});

test('an account whose pattern was killed waits for its next one, and for nothing else', async () => {
  const { get, shelf, attack } = await attacker();
  expect((await attack()).statusCode).toBe(400);
  const next = await get({ url: patternUrl(shelf, 'lamp') });
  expect([next.statusCode, next.json()]).toMatchObject([
    429,
    { code: 'RATE_LIMITED', details: { limit: 'killed_patterns', max: 1, windowSeconds: 60 } },
  ]);
  expect(Number(next.headers['retry-after'])).toBeGreaterThan(0);
  expect((await get({ url: `/v1/shelves/${shelf.publicId}/search?q=lamp` })).statusCode).toBe(200);
  const { account, key } = await api.user();
  const other = await givenReadyShelf(api, account);
  expect((await api.as(key)({ url: patternUrl(other, 'lamp') })).statusCode).toBe(200);
});
