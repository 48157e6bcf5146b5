import { Readable } from 'node:stream';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readLineRange } from '../../../api/line-range.js';

/** The text in pieces of `size` bytes, as a store may send it: pieces end anywhere, inside of a letter too. */
function inPieces(text: string, size: number): Readable {
  const bytes = Buffer.from(text);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size));
  return Readable.from(pieces);
}

const texts = fc
  .array(fc.constantFrom('\n', '\r\n', '\r', 'a', 'Grüße', '漢', '\u2028', ' ', '---'), { maxLength: 60 })
  .map((parts) => parts.join(''));

test('pages of lines joined are the file, each of as many lines as asked for', async () => {
  await fc.assert(
    fc.asyncProperty(
      texts,
      fc.integer({ min: 1, max: 7 }),
      fc.integer({ min: 1, max: 9 }),
      async (text, limit, size) => {
        const pages: string[] = [];
        let total = 1;
        for (let offset = 1; offset <= total; offset += limit) {
          const { body, totalLines } = await readLineRange(inPieces(text, size), offset, limit);
          total = totalLines;
          pages.push(body.toString());
        }
        expect(pages.join('')).toBe(text);
        const lines = text.split('\n').length - (text.endsWith('\n') || text === '' ? 1 : 0);
        expect(total).toBe(lines);
        for (const page of pages.slice(0, -1)) expect(page.split('\n').length - 1).toBe(limit);
      },
    ),
  );
});

test('the lines from one on are the rest of the file', async () => {
  await fc.assert(
    fc.asyncProperty(texts, fc.integer({ min: 1, max: 20 }), async (text, offset) => {
      const { body } = await readLineRange(inPieces(text, 5), offset, Number.POSITIVE_INFINITY);
      expect(body.toString()).toBe(
        text
          .split('\n')
          .slice(offset - 1)
          .join('\n'),
      );
    }),
  );
});
