/** The api as it runs in production, with an account and a shelf of many files, and a bare route for each read to compare with. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createStorage } from '../infra/storage.js';
import { nodeFlags } from '../local/node-flags.js';
import { answers, freePort } from '../local/ports.js';
import { startProcess } from '../local/processes.js';
import { givenReadyShelf } from '../test/support/app.js';
import { ownDatabase } from '../test/support/own-database.js';
import { givenAccount, givenApiKey } from '../test/support/rows.js';
import { startStorage } from '../test/support/servers.js';

const API = fileURLToPath(new URL('../api/main.js', import.meta.url));
const BARE = fileURLToPath(new URL('./bare-server.js', import.meta.url));
const READY_MS = 60_000;
const FILES = 500;
const FILE_BYTES = 4_000;

/** One kind of read of the api, and the bare route that returns the same bytes. */
export interface Read {
  name: 'shelf' | 'listing' | 'file' | 'tree';
  url: string;
  bareUrl: string;
  headers: Record<string, string>;
  sizeBytes: number;
}

export interface ApiService {
  reads: Read[];
  stop(): Promise<void>;
}

/** Starts real servers, the api in its own process with its limits raised (and counted), and the bare routes in theirs. */
export async function startApiService(): Promise<ApiService> {
  const folder = mkdtempSync(join(tmpdir(), 'shelfwright-bench-api-'));
  const undo: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const database = await ownDatabase();
    undo.push(database.stop);
    const objects = await startStorage();
    undo.push(objects.stop);
    const storage = createStorage(objects.config);
    undo.push(() => storage.close());
    await storage.ensureBucket();
    const account = await givenAccount(database.manager);
    const key = await givenApiKey(database.manager, account.id);
    const files = manyFiles();
    const shelf = await givenReadyShelf({ database, storage }, account, files);
    const { endpoint, bucket, accessKey, secretKey } = objects.config;
    const start = async (name: string, args: string[], env: Record<string, string>, readyUrl: string) => {
      const running = await startProcess({
        name,
        command: process.execPath,
        args,
        env: { ...env, NODE_ENV: 'production' },
        logPath: join(folder, `${name}.log`),
        isReady: () => answers(readyUrl),
        readyTimeoutMs: READY_MS,
      });
      undo.push(() => running.stop());
    };
    const [port, barePort] = [await freePort(), await freePort()];
    const [api, bare] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${barePort}`];
    const env = {
      PORT: String(port),
      DATABASE_URL: database.url,
      TEMPORAL_ADDRESS: '127.0.0.1:1', // reads never ask it
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY: accessKey,
      S3_SECRET_KEY: secretKey,
      ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
      SMTP_URL: 'smtp://127.0.0.1:1',
      LIMIT_READS_PER_MINUTE: '1000000000',
    };
    await start('api', [...nodeFlags('api'), API], env, `${api}/healthz`);
    const headers = { authorization: `Bearer ${key}` };
    const at = `${api}/v1/shelves/${shelf.publicId}`;
    const file = Object.keys(files)[1] as string;
    const urls = { shelf: at, listing: `${at}/listing`, file: `${at}/files/${file}`, tree: `${at}/tree` };
    await start('bare', [BARE, JSON.stringify({ port: barePort, urls, headers })], {}, `${bare}/shelf`);
    const reads = await compareBytes(urls, bare, headers);
    return { reads, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Checks that the bare routes return the same bytes as the api, then returns the reads. */
async function compareBytes(
  urls: Record<Read['name'], string>,
  bare: string,
  headers: Record<string, string>,
): Promise<Read[]> {
  const reads: Read[] = [];
  for (const [name, url] of Object.entries(urls) as [Read['name'], string][]) {
    const bareUrl = `${bare}/${name}`;
    const bytes = await bytesOf(url, headers);
    if (!bytes.equals(await bytesOf(bareUrl, headers))) throw new Error(`${name}: the bare route gives other bytes`);
    reads.push({ name, url, bareUrl, headers, sizeBytes: bytes.length });
  }
  return reads;
}

async function bytesOf(url: string, headers: Record<string, string>): Promise<Buffer> {
  const response = await fetch(url, { headers });
  if (response.status !== 200) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return Buffer.from(await response.arrayBuffer());
}

/** Files of a long book: path to text. */
function manyFiles(): Record<string, string> {
  const line = 'The keeper trims the lamp at dusk — “and again at midnight”, says the log.\n';
  const entries = Array.from({ length: FILES - 2 }, (_, at): [string, string] => {
    const number = String(at + 1).padStart(3, '0');
    const head = `---\ntitle: Section ${number}\npages: [${at + 1}, ${at + 1}]\n---\n\n# ${number} Section\n\n`;
    const path = `${String(Math.floor(at / 20) + 1).padStart(2, '0')}-chapter/${number}-section.md`;
    return [path, (head + line.repeat(Math.ceil(FILE_BYTES / line.length))).slice(0, FILE_BYTES)];
  });
  return { 'README.md': '# Log\n', ...Object.fromEntries(entries), 'metadata.json': '{"title":"Log"}\n' };
}
