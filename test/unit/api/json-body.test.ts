import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { expect, test } from '@jest/globals';
import type { FastifyRequest } from 'fastify';
import { parseJson, readText } from '../../../api/json-body.js';

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

const parsed = (text: string, max: number) =>
  parseJson({ headers: { 'content-type': 'application/json' } } as FastifyRequest, text, max);

test('a body of too many values is refused before it is parsed; what stands in strings is none', () => {
  const refused = expect.objectContaining({ details: { field: 'body', reason: 'too_many_values', maxValues: 5 } });
  for (const text of ['[1,2,3,4,5,6]', '[[[[[[', '{"a":{"b":{"c":{"d":{"e":{}}}}}}'])
    expect(() => parsed(text, 5)).toThrow(refused);
  const quoted = { a: ',,,,[[[[{{{{"\\', b: '\\\\",{[', c: 'x'.repeat(10_000_000) };
  expect(parsed(JSON.stringify(quoted), 5)).toEqual(quoted);
  expect(() => parsed('"never ended,,,,,,', 5)).toThrow(
    expect.objectContaining({ details: { field: 'body', reason: 'invalid_json' } }),
  );
});
