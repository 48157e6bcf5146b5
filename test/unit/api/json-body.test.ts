import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { expect, test } from '@jest/globals';
import type { FastifyRequest } from 'fastify';
import { parseJson, readText } from '../../../api/json-body.js';
import { until } from '../../support/until.js';

/** A request of an account whose body comes when the test writes it. */
function requestOf(id: string): { request: FastifyRequest; body: PassThrough } {
  const body = new PassThrough();
  const raw = Object.assign(body, { headers: {} }) as unknown as IncomingMessage;
  return { request: { raw, account: { id } } as FastifyRequest, body };
}

/** More than a body that waits for nothing. */
const MORE = `{${' '.repeat(64 * 1024)}`;
const MAX_BYTES = 100_000;

test('of one account no more than two large bodies are gathered at once, and others are read meanwhile', async () => {
  const slow = [1, 2, 3].map(() => requestOf('a'));
  const texts = slow.map(({ request }) => readText(request, MAX_BYTES));
  for (const { body } of slow) body.write(MORE);
  await until(() => slow.every(({ body }) => body.readableLength === 0), 'what is small of all is read');
  for (const { body } of slow) body.write(' ');
  const [other, small] = [requestOf('b'), requestOf('a')];
  other.body.end(`${MORE}}`);
  small.body.end('{}');
  expect(await readText(other.request, MAX_BYTES)).toBe(`${MORE}}`);
  expect(await readText(small.request, MAX_BYTES)).toBe('{}');
  expect(slow.map(({ body }) => body.readableLength)).toEqual([0, 0, 1]);
  for (const { body } of slow) body.end('}');
  expect(await Promise.all(texts)).toEqual(slow.map(() => `${MORE} }`));
});

test('a body of unstated length counts as large once it is, and one that states it before it is read', async () => {
  const counted: number[] = [];
  const read = ({ request, body }: ReturnType<typeof requestOf>) =>
    readText(request, MAX_BYTES, async () => void counted.push(body.readableLength));
  const small = requestOf('a');
  small.body.end('{}');
  await read(small);
  expect(counted).toEqual([]);
  const unstated = requestOf('a');
  unstated.body.end(`${MORE}}`);
  await read(unstated);
  expect(counted).toEqual([0]);
  const stated = requestOf('a');
  stated.request.raw.headers['content-length'] = String(MORE.length);
  stated.body.end(MORE);
  await read(stated);
  expect(counted).toEqual([0, MORE.length]);
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
