import { Readable } from 'node:stream';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readElements } from '../../../infra/json-elements.js';

/** Reads a text that arrives in chunks of `length` bytes. */
async function read(text: string, { length = 7, maxBytes = 1_000_000, maxElementBytes = 1_000_000 } = {}) {
  const bytes = Buffer.from(text);
  const chunks = Array.from({ length: Math.ceil(bytes.length / length) }, (_, at) =>
    bytes.subarray(at * length, (at + 1) * length),
  );
  const elements: unknown[] = [];
  const onElement = async (element: unknown): Promise<void> => void elements.push(element);
  const around = await readElements(Readable.from(chunks), { member: 'files', maxBytes, maxElementBytes, onElement });
  return { elements, around };
}

test('elements come one by one, the rest at the end, in chunks of whatever length', async () => {
  const json = fc.jsonValue({ maxDepth: 3 });
  const file = fc.record({ path: fc.string({ unit: 'binary' }), content: fc.string({ unit: 'binary' }), more: json });
  const tree = fc.record({ quality: json, files: fc.array(file, { maxLength: 6 }), audit: json });
  await fc.assert(
    fc.asyncProperty(tree, fc.integer({ min: 1, max: 40 }), async (whole, length) => {
      const text = JSON.stringify(whole);
      const same = JSON.parse(text) as typeof whole;
      const { elements, around } = await read(text, { length });
      expect(elements).toEqual(same.files);
      expect(around).toEqual({ ...same, files: [] });
    }),
    { numRuns: 200 },
  );
});

test('brackets, quotes and the name of the array in texts are texts', async () => {
  const files = [{ path: 'a"]},\\', content: '{"files":[{}]}' }];
  const whole = { note: '"files":[', inner: { files: [{ path: 'not one' }] }, files, after: ['\\"', ']'] };
  const { elements, around } = await read(JSON.stringify(whole));
  expect(elements).toEqual(files);
  expect(around).toEqual({ ...whole, files: [] });
});

test('what is cut off, is no JSON or too long is refused', async () => {
  await expect(read('{"files":[{"path":"a"},{"pa')).rejects.toThrow(SyntaxError);
  await expect(read('{"files":[{"path":a}]}')).rejects.toThrow(SyntaxError);
  await expect(read('')).rejects.toThrow(SyntaxError);
  await expect(read('{"files": [{"path":"a"}]}')).rejects.toThrow('the JSON has no array "files"');
  await expect(read(`{"files":[${'{},'.repeat(100)}{}]}`, { maxBytes: 200 })).rejects.toThrow(RangeError);
  const few = { maxElementBytes: 40 };
  expect((await read(`{"files":[${'{"path":"a"},'.repeat(100)}{}]}`, few)).elements).toHaveLength(101);
  await expect(read(`{"files":[{"path":"${'a'.repeat(40)}"}]}`, few)).rejects.toThrow(RangeError);
  await expect(read(`{"files":[],"audit":"${'a'.repeat(40)}"}`, few)).rejects.toThrow(RangeError);
});
