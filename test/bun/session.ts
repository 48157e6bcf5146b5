/** What a program under Bun does with the client: `session.js BASE_URL API_KEY PDF ARCHIVE`. Throws at what is not as it should be. */
import { readFileSync, statSync } from 'node:fs';
import { deepStrictEqual, ok } from 'node:assert/strict';
import { Shelfwright, verifyWebhook, type ApiError } from '../../clients/typescript/src/index.js';
import { fileFrom, saveArchive } from '../../clients/typescript/src/node.js';
import { signWebhook } from '../../infra/webhook-signature.js';

const [baseUrl = '', apiKey = '', pdfPath = '', archivePath = ''] = process.argv.slice(2);
const { bun } = process.versions;
ok(bun, 'this is not Bun');
const client = new Shelfwright({ baseUrl, apiKey });

const sent: number[] = [];
const { publicId: id } = await client.upload(
  { file: await fileFrom(pdfPath), name: 'From Bun' },
  { onProgress: ({ sentBytes }) => void sent.push(sentBytes) },
);
ok(sent.at(-1)! >= statSync(pdfPath).size, 'progress does not reach the end');

const followed: string[] = [];
const following = (async () => {
  for await (const { type } of client.follow(id)) {
    followed.push(type);
    if (type === 'shelf.ready') break;
  }
})();
const shelf = await client.waitUntilReady(id, { timeoutMs: 120_000 });
await following;
deepStrictEqual([shelf.status, followed.at(-1)], ['ready', 'shelf.ready']);

ok((await client.readFile({ id, filePath: 'README.md' })).includes('#'), 'README.md has no heading');
ok((await client.search({ id, q: 'lamp' })).total > 0, 'nothing is found');
await saveArchive(client, id, archivePath);
deepStrictEqual([...readFileSync(archivePath).subarray(0, 2)], [0x1f, 0x8b]); // gzip

const refused = await new Shelfwright({ baseUrl, apiKey: 'sk_wrong' })
  .getShelf({ id })
  .catch((error: unknown) => error);
deepStrictEqual((refused as ApiError).status, 401);

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const body = JSON.stringify({ event: 'shelf.ready' });
const signed = { id: 'msg_1', timestamp: Math.floor(Date.now() / 1000), body };
const headers = {
  'webhook-id': signed.id,
  'webhook-attempt': '1',
  'webhook-timestamp': String(signed.timestamp),
  'webhook-signature': signWebhook(secret, signed),
};
deepStrictEqual((await verifyWebhook({ secret, headers, body })).event.event, 'shelf.ready');
process.stdout.write(`the client runs in Bun ${bun}: upload, follow, wait, read, search, archive, refusal, webhook\n`);
