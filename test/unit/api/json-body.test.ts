import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { expect, test } from '@jest/globals';
import type { FastifyRequest } from 'fastify';
import { readText } from '../../../api/json-body.js';

/** A request of an account whose body comes when the test writes it. */
function requestOf(id: string): { request: FastifyRequest; body: PassThrough } {
  const body = new PassThrough();
  const raw = Object.assign(body, { headers: {} }) as unknown as IncomingMessage;
  return { request: { raw, account: { id } } as FastifyRequest, body };
}

test('of one account no more than two bodies are gathered at once, and others are read meanwhile', async () => {
  const slow = [1, 2, 3].map(() => requestOf('a'));
  const texts = slow.map(({ request }) => readText(request, 1000));
  for (const { body } of slow) body.write('{');
  const other = requestOf('b');
  other.body.end('{}');
  expect(await readText(other.request, 1000)).toBe('{}');
  expect(slow.map(({ body }) => body.readableLength)).toEqual([0, 0, 1]);
  for (const { body } of slow) body.end('}');
  expect(await Promise.all(texts)).toEqual(['{}', '{}', '{}']);
});
