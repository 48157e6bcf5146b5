/** Server-sent events, however the network cuts them. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readMessages, readText, type ServerMessage } from '../../../clients/typescript/src/sse.js';

async function* chunksOf(text: string, cuts: number[]): AsyncGenerator<string> {
  let from = 0;
  for (const cut of [...cuts].sort((a, b) => a - b)) {
    yield text.slice(from, cut);
    from = Math.max(from, cut);
  }
  yield text.slice(from);
}

async function read(text: string, cuts: number[] = []) {
  const messages: ServerMessage[] = [];
  const retries: number[] = [];
  let comments = 0;
  const on = { retry: (ms: number) => void retries.push(ms), comment: () => void (comments += 1) };
  for await (const message of readMessages(chunksOf(text, cuts), on)) messages.push(message);
  return { messages, retries, comments };
}

test('reads fields, comments and ends of lines as the standard says', async () => {
  const text =
    'retry: 2000\n: hello\nid: 1\nevent: a\ndata: x\ndata:y\n\ndata\r\n\r\ndata: z\revent:  b\r\rid: \0\nretry: soon\ndata: lost';
  expect(await read(text)).toEqual({
    messages: [
      { event: 'a', data: 'x\ny', id: '1' },
      { event: 'message', data: '', id: '1' },
      { event: ' b', data: 'z', id: '1' },
    ],
    retries: [2000],
    comments: 1,
  });
});

test('gives the same messages wherever chunks end', async () => {
  const ends = fc.constantFrom('\n', '\r\n', '\r');
  const line = fc.constantFrom('data: a', 'data:', 'id: 7', 'event: e', ': c', 'retry: 5', '');
  const text = fc.array(
    fc.tuple(line, ends).map((parts) => parts.join('')),
    { maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(text, fc.array(fc.nat(80), { maxLength: 8 }), async (lines, cuts) => {
      const whole = lines.join('');
      expect(await read(whole, cuts)).toEqual(await read(whole));
    }),
  );
});

test('text is decoded across chunks; a silent stream is an error, and what is left is cancelled', async () => {
  const bytes = new TextEncoder().encode('Grüße');
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
    },
    cancel: () => void (isCancelled = true),
  });
  let text = '';
  const reading = async () => {
    for await (const part of readText(body, 30)) text += part;
  };
  await expect(reading()).rejects.toThrow('nothing came for 30 ms');
  expect([text, isCancelled]).toEqual(['Grüße', true]);
});
