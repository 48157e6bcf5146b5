/** Replies with a whole tree. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Tree } from '../contract/content.js';
import type { VersionTree } from '../contract/version.js';
import type { TreeJson } from './archives.js';

/**
 * Sends a tree whose files are serialised already; `rest` are the other members of the reply. All readers of a tree get
 * the same buffer, so that it is in memory once, however many clients read slowly.
 */
export function sendTree(
  reply: FastifyReply,
  { fileCount, json }: TreeJson,
  rest: Omit<Tree | VersionTree, 'fileCount' | 'files'>,
): FastifyReply {
  const parts = [
    Buffer.from(`{"fileCount":${fileCount},"files":`),
    json,
    Buffer.from(`,${JSON.stringify(rest).slice(1)}`),
  ];
  return reply
    .header('content-type', 'application/json; charset=utf-8')
    .header(
      'content-length',
      parts.reduce((sum, { length }) => sum + length, 0),
    )
    .send(Readable.from(parts, { objectMode: false }));
}
