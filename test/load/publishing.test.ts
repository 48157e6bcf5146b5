/** Forty books published at once by one process: its memory, and that nothing of them is lost. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { expect, test } from '@jest/globals';
import type { PublishInput } from '../../activities/publish.js';
import type { VerifiedTree } from '../../engine/shelf.js';
import { newPublicId } from '../../entities/ids.js';
import { recordStep } from '../../entities/queries/runs.js';
import { createShelf } from '../../entities/queries/shelves.js';
import { createUpload } from '../../entities/queries/uploads.js';
import { Shelf } from '../../entities/shelf.js';
import { Version } from '../../entities/version.js';
import { runPrefix, workFiles } from '../../infra/object-keys.js';
import { createStorage } from '../../infra/storage.js';
import { freshBucket } from '../support/bucket.js';
import { migratedDatabase } from '../support/database.js';
import type { PublishingTask } from '../support/publishing-process.js';
import { givenAccount } from '../support/rows.js';

const PROGRAM = fileURLToPath(new URL('../support/publishing-process.js', import.meta.url));
const BOOKS = 40;
/** A long book: 120 chapters of 60 kB, and a source map of 8 MB. */
const FILES = 120;
const FILE_CHARS = 60_000;
const SOURCE_MAP_CHARS = 8_000_000;
/** More than before. Held in memory, as release 0.5.0 does, they take 1.4 GB. */
const MAX_BYTES = 300 * 1024 * 1024;

/** A text that packs to about a third, as prose does. */
function prose(seed: number, chars: number): string {
  let state = seed + 1;
  const words: string[] = [];
  for (let length = 0; length < chars; length += words.at(-1)!.length + 1) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    words.push((state % 60_000).toString(36));
  }
  return words.join(' ');
}

function book(): VerifiedTree {
  const chapters = Array.from({ length: FILES }, (_, number) => ({
    path: `chapter-${number}.md`,
    content: `# Chapter ${number}\n\n${prose(number, FILE_CHARS)}\n`,
  }));
  const map = { path: 'source-map.json', content: JSON.stringify({ entries: prose(9_999, SOURCE_MAP_CHARS) }) };
  const quality = { tier: 'full', granularity: 'major_section', fallbackApplied: false } as const;
  const audit = { status: 'passed' as const, summary: 'nothing to remark', findings: [], repairAttempts: 0 };
  return { title: 'A long book', files: [...chapters, map], quality, audit };
}

test('forty long books published at once take less than 300 MB, and are whole', async () => {
  const database = await migratedDatabase();
  const { config: s3 } = await freshBucket();
  const storage = createStorage(s3);
  try {
    const { manager } = database;
    const account = await givenAccount(manager);
    const packed = await promisify(gzip)(JSON.stringify(book()));
    const inputs: PublishInput[] = [];
    for (let number = 0; number < BOOKS; number += 1) {
      const objectKey = `users/${account.publicId}/uploads/${number}.pdf`;
      const source = { objectKey, fileName: 'book.pdf', mimeType: 'application/pdf' };
      const upload = await createUpload(manager, { accountId: account.id, ...source });
      const shelf = await createShelf(manager, {
        accountId: account.id,
        uploadId: upload.id,
        stored: { sizeBytes: 1_000, sha256: 'a'.repeat(64) },
        name: `Book ${number}`,
        template: 'book',
        acceptancePolicy: 'balanced',
        reviewMode: false,
        requestId: null,
      });
      const run = { publicId: shelf.publicId, run: shelf.run };
      for (const status of ['parsing', 'structuring', 'verifying'] as const)
        await recordStep(manager, { ...run, status });
      await storage.put(
        runPrefix(account.publicId, shelf.publicId, shelf.run) + workFiles.tree,
        packed,
        'application/gzip',
      );
      const versionPublicId = newPublicId('ver');
      inputs.push({ shelfPublicId: shelf.publicId, run: shelf.run, requestId: null, versionPublicId, pageCount: 600 });
    }
    const task: PublishingTask = { databaseUrl: database.url, s3, inputs };
    const env = { ...process.env, NODE_OPTIONS: '', PUBLISHING: JSON.stringify(task) };
    const begun = performance.now();
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM], { env });
    const { beforeBytes, peakBytes } = JSON.parse(stdout) as { beforeBytes: number; peakBytes: number };
    const [before, peak] = [beforeBytes, peakBytes].map((bytes) => Math.round(bytes / 1024 / 1024));
    const seconds = ((performance.now() - begun) / 1000).toFixed(0);
    process.stdout.write(`${BOOKS} books published at once: ${before} MB before, ${peak} MB at most, ${seconds} s\n`);
    expect(await manager.countBy(Shelf, { status: 'ready' })).toBe(BOOKS);
    const [version] = await manager.find(Version, { take: 1 });
    expect(await storage.get(`${version?.prefix}chapter-7.md`)).toEqual(Buffer.from(book().files[7]!.content));
    expect(peakBytes - beforeBytes).toBeLessThan(MAX_BYTES);
  } finally {
    storage.close();
    await database.stop();
  }
}, 600_000);
