/** A shelf that a reader cannot cope with: the answer invites no repeat. */
import { afterEach, expect, test } from '@jest/globals';
import Fastify from 'fastify';
import { registerErrors } from '../../api/errors.js';
import { createReaders } from '../../reading/readers.js';

const readers = createReaders({ maxHeapMb: 32 });
const app = Fastify();
afterEach(async () => {
  await app.close();
  await readers.close();
});

test('is a 409 with a reason, without a time to come again', async () => {
  registerErrors(app, () => false);
  const tree = {
    sha256: 'large',
    load: () => Promise.resolve(new Map([['a.md', 'a lamp, by hand\n'.repeat(4_000_000)]])),
  };
  app.get('/', () => readers.run({ name: 'tables', input: { offset: 0, limit: 1 }, account: 'a', tree }));
  const reply = await app.inject('/');
  expect([reply.statusCode, reply.json()]).toMatchObject([
    409,
    { code: 'CONFLICT', details: { reason: 'too_large_to_read' } },
  ]);
  expect(reply.headers['retry-after']).toBeUndefined();
});
