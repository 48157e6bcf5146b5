import type { Readable } from 'node:stream';
import { expect, test } from '@jest/globals';
import type { FastifyReply } from 'fastify';
import { sendTree } from '../../../api/trees.js';

/** A reply that notes what it is given. */
function noting() {
  const headers: Record<string, unknown> = {};
  let sent: Readable | null = null;
  const reply = {
    header(name: string, value: unknown) {
      headers[name] = value;
      return reply;
    },
    send(body: Readable) {
      sent = body;
      return reply;
    },
  };
  return { reply: reply as unknown as FastifyReply, headers, chunks: () => sent!.toArray() as Promise<Buffer[]> };
}

test('however many are sent a tree, its text is in memory once', async () => {
  const json = Buffer.from('{"README.md":"# Größe"}');
  for (const { reply, headers, chunks } of [noting(), noting()]) {
    sendTree(reply, { fileCount: 1, json }, { name: 'Report', shelfPublicId: 'shf_0' });
    const sent = await chunks();
    expect(sent.some((chunk) => chunk.buffer === json.buffer && chunk.byteOffset === json.byteOffset)).toBe(true);
    const body = Buffer.concat(sent);
    expect(headers['content-length']).toBe(body.length);
    expect(JSON.parse(body.toString())).toEqual({
      fileCount: 1,
      files: { 'README.md': '# Größe' },
      name: 'Report',
      shelfPublicId: 'shf_0',
    });
  }
});
