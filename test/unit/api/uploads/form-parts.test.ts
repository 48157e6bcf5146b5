import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import fastify, { type FastifyInstance } from 'fastify';
import { sendError } from '../../../../api/errors.js';
import { createPace } from '../../../../api/slots.js';
import { readParts, registerForms } from '../../../../api/uploads/form-parts.js';

const BOUNDARY = 'frame-1';

interface Sent {
  disposition: string;
  contentType?: string;
  content: Buffer;
}

interface Found {
  name: string;
  fileName: string | null;
  contentType: string;
  content: string;
  longestChunk: number;
}

let app: FastifyInstance;
beforeAll(async () => {
  app = fastify();
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  await registerForms(app);
  app.post('/', async (request) => {
    const found: Found[] = [];
    for await (const { body, ...head } of readParts(request, {
      pace: createPace(),
      signal: new AbortController().signal,
    })) {
      const chunks: Buffer[] = [];
      for await (const chunk of body) chunks.push(chunk);
      const longestChunk = Math.max(0, ...chunks.map((chunk) => chunk.length));
      found.push({ ...head, content: Buffer.concat(chunks).toString('latin1'), longestChunk });
    }
    return found;
  });
  await app.ready();
});
afterAll(() => app.close());

function form(parts: Sent[]): Buffer {
  const chunks = parts.flatMap(({ disposition, contentType, content }) => [
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n`),
    Buffer.from(contentType ? `Content-Type: ${contentType}\r\n\r\n` : '\r\n'),
    content,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...chunks, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

/** Cuts `data` at the given places. */
function inPieces(data: Buffer, cuts: number[]): Buffer[] {
  const places = [...new Set([0, ...cuts.map((cut) => cut % (data.length + 1)), data.length])].sort((a, b) => a - b);
  return places.slice(1).map((end, index) => data.subarray(places[index], end));
}

async function post(data: Buffer, cuts: number[] = []) {
  const headers = { 'content-type': `multipart/form-data; boundary="${BOUNDARY}"` };
  return app.inject({ method: 'POST', url: '/', headers, payload: Readable.from(inPieces(data, cuts)) });
}

async function read(data: Buffer, cuts: number[] = []): Promise<Found[]> {
  const response = await post(data, cuts);
  if (response.statusCode !== 200) throw new Error(response.body);
  return response.json<Found[]>();
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
        // no line of a body may begin as the boundary does (RFC 2046, 5.1.1)
        fc.pre(contents.every((one) => !`\r\n${one.toString('latin1')}`.includes(`\r\n--${BOUNDARY}`)));
        const parts = contents.map((one, index) => ({ disposition: `name="part${index}"`, content: one }));
        const found = await read(form(parts), cuts);
        expect(found.map((part) => part.content)).toEqual(contents.map((one) => one.toString('latin1')));
      },
    ),
    { numRuns: 300 },
  );
});

test('hands a large part on without gathering it', async () => {
  const data = form([{ disposition: 'name="file"; filename="a"', content: Buffer.alloc(1_000_000, 'a') }]);
  const cuts = Array.from({ length: 100 }, (_, index) => index * 10_000);
  const [part] = await read(data, cuts);
  expect(part?.content).toHaveLength(1_000_000);
  expect(part?.longestChunk).toBeLessThanOrEqual(128 * 1024);
});

test('reads file names as clients write them', async () => {
  expect((await named('name="file"; filename="Größe 契約.pdf"'))?.fileName).toBe('Größe 契約.pdf');
  expect((await named('name="file"; filename="say %22hi%22.pdf"'))?.fileName).toBe('say "hi".pdf');
  expect((await named('name="file"; filename="say \\"hi\\".pdf"'))?.fileName).toBe('say "hi".pdf');
  expect((await named('name="file"; filename*=UTF-8\'\'na%C3%AFve.pdf'))?.fileName).toBe('naïve.pdf');
  expect((await named("name=file; filename=naive.pdf; filename*=utf-8''na%C3%AFve.pdf"))?.fileName).toBe('naïve.pdf');
  const word = `=?utf-8?B?${Buffer.from('naïve.pdf').toString('base64')}?=`;
  expect((await named(`name="file"; filename="${word}"; filename*=utf-8''na%C3%AFve.pdf`))?.fileName).toBe('naïve.pdf');
  const climbing = `=?utf-8?B?${Buffer.from('../../etc/naïve.pdf').toString('base64')}?=`;
  expect((await named(`name="file"; filename="${climbing}"`))?.fileName).toBe('naïve.pdf');
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

test('takes a field for text even where it calls itself JSON', async () => {
  const [part] = await read(
    form([{ disposition: 'name="a"', contentType: 'application/json', content: Buffer.from('{') }]),
  );
  expect(part?.content).toBe('{');
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
  ['breaks off in a later body', form([field('a', 'one'), field('b', 'two')]).subarray(0, -20)],
  ['breaks off in a head', form([field('a', 'one')]).subarray(0, 30)],
  ['breaks off between a body and the next head', form([field('a', 'one')]).subarray(0, -4)],
  ['never has a boundary', Buffer.from('no form at all')],
  ['has a part without a name', form([{ disposition: 'filename="a"', content: Buffer.from('x') }])],
  ['has a part of a name that objects have by themselves', form([field('__proto__', 'x')])],
  ['has a head without end', Buffer.from(`--${BOUNDARY}\r\n${'X: y\r\n'.repeat(4000)}`)],
])('refuses a form that %s', async (_what, data) => {
  for (const cuts of [[], Array.from(data, (_byte, index) => index)]) {
    const response = await post(data, cuts.slice(0, 500));
    expect([response.statusCode, response.json()]).toMatchObject([400, { details: { reason: 'malformed_multipart' } }]);
  }
});

test.each(['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=""'])(
  'refuses a form without a boundary: %s',
  async (type) => {
    const response = await app.inject({ method: 'POST', url: '/', headers: { 'content-type': type }, payload: 'x' });
    expect(response.json()).toMatchObject({ details: { field: 'content-type', reason: 'unsupported' } });
  },
);
