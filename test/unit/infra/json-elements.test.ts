import { Readable } from 'node:stream';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readElements } from '../../../infra/json-elements.js';

const MUCH = 1_000_000;
const LIMITS = { maxBytes: MUCH, maxElementBytes: MUCH, maxElementSyntaxBytes: MUCH, maxAroundBytes: MUCH };

/** Reads a text that arrives in chunks of `length` bytes. */
async function read(text: string, { length = 7, ...limits }: { length?: number } & Partial<typeof LIMITS> = {}) {
  const bytes = Buffer.from(text);
  const chunks = Array.from({ length: Math.ceil(bytes.length / length) }, (_, at) =>
    bytes.subarray(at * length, (at + 1) * length),
  );
  const elements: unknown[] = [];
  const onElement = async (element: unknown): Promise<void> => void elements.push(element);
  const options = { member: 'files', ...LIMITS, ...limits, onElement };
  const around = await readElements(Readable.from(chunks), options);
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
  await expect(read(`{"files":[],"audit":"${'a'.repeat(40)}"}`, { maxAroundBytes: 40 })).rejects.toThrow(RangeError);
});

test('elements of many values are refused before they are parsed, however short their strings are', async () => {
  const few = { maxElementSyntaxBytes: 20 };
  const file = { path: 'a[b]{c}:d,e', content: '[[[[[[[[[[[[[[[[[[[[[[[[]' };
  expect(
    (await read(JSON.stringify({ audit: [[], [], [], [], [], [], [], []], files: [file, file] }), few)).elements,
  ).toEqual([file, file]);
  await expect(read(`{"files":[{"path":[${'[],'.repeat(20)}[]]}]}`, few)).rejects.toThrow(RangeError);
  await expect(read(`{"files":[{${'"a":1,'.repeat(20)}"b":1}]}`, few)).rejects.toThrow(RangeError);
});
