/**
 * Publishes shelves, all at once, and prints the memory of its process before and at its highest: JSON of
 * `{beforeBytes, peakBytes}`. Started by test/load/publishing.test.ts, which gives it everything in `PUBLISHING`.
 */
import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MockActivityEnvironment } from '@temporalio/testing';
import { publishActivities, type PublishInput } from '../../activities/publish.js';
import { createScratch } from '../../activities/scratch.js';
import { createDataSource } from '../../entities/data-source.js';
import type { S3Config } from '../../infra/config.js';
import { createStorage } from '../../infra/storage.js';

export interface PublishingTask {
  databaseUrl: string;
  s3: S3Config;
  inputs: PublishInput[];
}

const { databaseUrl, s3, inputs } = JSON.parse(process.env['PUBLISHING'] ?? '{}') as PublishingTask;
const dataSource = createDataSource(databaseUrl, { poolSize: 15 });
const storage = createStorage(s3);
const folder = mkdtempSync(join(tmpdir(), 'shelfwright-publishing-'));
const scratch = await createScratch(folder, storage);
try {
  await dataSource.initialize();
  const { publishVersion } = publishActivities({ dataSource, storage, scratch });
  const beforeBytes = process.memoryUsage.rss();
  await Promise.all(inputs.map((input) => new MockActivityEnvironment().run(publishVersion, input)));
  const peakBytes = process.resourceUsage().maxRSS * 1024;
  process.stdout.write(`${JSON.stringify({ beforeBytes, peakBytes })}\n`);
} finally {
  await scratch.close();
  await dataSource.destroy();
  storage.close();
  rmSync(folder, { recursive: true, force: true });
}
