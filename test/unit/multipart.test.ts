import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { boundaryOf, readParts } from '../../api/uploads/multipart.js';

const BOUNDARY = 'frame-1';

interface Sent {
  disposition: string;
  contentType?: string;
  content: Buffer;
}

function form(parts: Sent[], boundary = BOUNDARY): Buffer {
  const chunks = parts.flatMap(({ disposition, contentType, content }) => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n`),
    Buffer.from(contentType ? `Content-Type: ${contentType}\r\n\r\n` : '\r\n'),
    content,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]);
}

/** Cuts `data` at the given places and hands the pieces out one by one. */
async function* inPieces(data: Buffer, cuts: number[]): AsyncGenerator<Buffer> {
  const places = [...new Set([0, ...cuts.map((cut) => cut % (data.length + 1)), data.length])].sort((a, b) => a - b);
  for (const [index, end] of places.entries()) if (index > 0) yield data.subarray(places[index - 1], end);
}

async function read(data: Buffer, cuts: number[] = []) {
  const found = [];
  for await (const { body, ...head } of readParts(inPieces(data, cuts), BOUNDARY)) {
    const chunks: Buffer[] = [];
    for await (const chunk of body) chunks.push(chunk);
    found.push({ ...head, content: Buffer.concat(chunks).toString('latin1') });
  }
  return found;
}

const field = (name: string, content: string): Sent => ({
  disposition: `name="${name}"`,
  content: Buffer.from(content),
});
const named = async (disposition: string) => (await read(form([{ disposition, content: Buffer.from('x') }])))[0];

test('gives back every byte of every part, wherever the chunks are cut', async () => {
  // made of pieces of the frame, so that bodies are full of almost-boundaries
  const piece = fc.constantFrom(
    '\r',
    '\n',
    '\r\n',
    '-',
    '--',
    '\r\n--frame',
    '\r\n--frame-',
    'frame-1',
    '\0',
    'ä',
    'text',
  );
  const content = fc.array(piece, { maxLength: 12 }).map((pieces) => Buffer.from(pieces.join('')));
  await fc.assert(
    fc.asyncProperty(
      fc.array(content, { maxLength: 4 }),
      fc.array(fc.nat(), { maxLength: 60 }),
      async (contents, cuts) => {
        fc.pre(contents.every((one) => !one.includes(`\r\n--${BOUNDARY}`)));
        const parts = contents.map((one, index) => ({ disposition: `name="part${index}"`, content: one }));
        const found = await read(form(parts), cuts);
        expect(found.map((part) => part.content)).toEqual(contents.map((one) => one.toString('latin1')));
      },
    ),
    { numRuns: 300 },
  );
});

test('hands a large part on without gathering it', async () => {
  const large = Buffer.alloc(1_000_000, 'a');
  const data = form([{ disposition: 'name="file"; filename="a"', content: large }]);
  const cuts = Array.from({ length: 100 }, (_, index) => index * 10_000);
  let longest = 0;
  for await (const { body } of readParts(inPieces(data, cuts), BOUNDARY))
    for await (const chunk of body) longest = Math.max(longest, chunk.length);
  expect(longest).toBeLessThanOrEqual(10_200);
});

test('skips a body that is not read', async () => {
  const names: string[] = [];
  for await (const part of readParts(inPieces(form([field('a', 'one'), field('b', 'two')]), []), BOUNDARY))
    names.push(part.name);
  expect(names).toEqual(['a', 'b']);
});

test('reads file names as clients write them', async () => {
  expect((await named('name="file"; filename="Größe 契約.pdf"'))?.fileName).toBe('Größe 契約.pdf');
  expect((await named('name="file"; filename="say %22hi%22.pdf"'))?.fileName).toBe('say "hi".pdf');
  expect((await named('name="file"; filename="say \\"hi\\".pdf"'))?.fileName).toBe('say "hi".pdf');
  expect((await named('name="file"; filename*=UTF-8\'\'na%C3%AFve.pdf'))?.fileName).toBe('naïve.pdf');
  expect((await named('name="file"; filename="C:\\\\docs\\\\a;b.pdf"'))?.fileName).toBe('a;b.pdf');
  expect((await named('name="file"; filename="../../etc/passwd"'))?.fileName).toBe('passwd');
  expect((await named('name=file; filename=bare.pdf'))?.fileName).toBe('bare.pdf');
  expect((await named('name="file"; filename=""'))?.fileName).toBe('');
  expect((await named('name="note"'))?.fileName).toBeNull();
});

test('reads the content type without its parameters', async () => {
  const [part] = await read(
    form([{ disposition: 'name="a"', contentType: 'Application/PDF; x=1', content: Buffer.from('x') }]),
  );
  expect(part?.contentType).toBe('application/pdf');
});

test('ignores what stands before the first and after the last boundary', async () => {
  const data = Buffer.concat([Buffer.from('preamble\r\n'), form([field('a', 'one')]), Buffer.from('epilogue')]);
  expect((await read(data)).map((part) => part.content)).toEqual(['one']);
});

test('takes a form without parts', async () => {
  expect(await read(Buffer.from(`--${BOUNDARY}--`))).toEqual([]);
});

test.each([
  ['breaks off in a body', form([field('a', 'one')]).subarray(0, -20)],
  ['is empty', Buffer.alloc(0)],
  ['never has a boundary', Buffer.from('no form at all')],
  ['has a part without a name', form([{ disposition: 'filename="a"', content: Buffer.from('x') }])],
  ['has a head without end', Buffer.from(`--${BOUNDARY}\r\n${'X: y\r\n'.repeat(4000)}`)],
  ['has a boundary that goes on', Buffer.from(`--${BOUNDARY}x\r\n\r\n--${BOUNDARY}--`)],
])('refuses a form that %s', async (_what, data) => {
  await expect(read(data)).rejects.toMatchObject({ code: 'MULTIPART_MALFORMED' });
});

test('takes the boundary out of the content type', () => {
  expect(boundaryOf('multipart/form-data; boundary=abc')).toBe('abc');
  expect(boundaryOf('multipart/form-data; charset=utf-8; Boundary="a b"')).toBe('a b');
  expect(boundaryOf('multipart/form-data')).toBeNull();
  expect(boundaryOf(`multipart/form-data; boundary=${'x'.repeat(71)}`)).toBeNull();
});
