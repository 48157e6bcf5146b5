/** No object without a row, no row without its object. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { EntityManager } from 'typeorm';
import type { Storage } from '../../../infra/storage.js';
import { checked, type Check } from '../table.js';
import type { ShelfRow } from './shelves.js';
import type { VersionRow } from './versions.js';

export interface ObjectDeps {
  manager: EntityManager;
  storage: Storage;
  /** Where the S3 server keeps its data: it lists unfinished parts only for keys that are known. */
  storeDir: string;
  shelves: readonly ShelfRow[];
  versions: readonly VersionRow[];
}

export async function checkObjects({ manager, storage, storeDir, shelves, versions }: ObjectDeps): Promise<Check[]> {
  const sources = await manager.query<{ key: string }[]>(
    'SELECT object_key AS key FROM uploads WHERE committed_at IS NOT NULL',
  );
  const expected = new Set([
    ...sources.map(({ key }) => key),
    ...versions.flatMap(({ prefix, files }) => files.map(({ path }) => prefix + path)),
    ...versions.map(({ archiveKey }) => archiveKey),
  ]);
  // a run in review keeps its work files
  const reviews = shelves
    .filter(({ status, deleted }) => status === 'review' && !deleted)
    .map(({ accountPublicId, publicId, run }) => `users/${accountPublicId}/shelves/${publicId}/runs/${run}/`);
  const found = new Set<string>();
  for await (const { key } of storage.list('')) found.add(key);
  const begun = await manager.query<{ key: string }[]>(
    'SELECT object_key AS key FROM uploads WHERE committed_at IS NULL',
  );
  const isReviews = (key: string): boolean => reviews.some((prefix) => key.startsWith(prefix));
  const orphans = [...found].filter((key) => !expected.has(key) && !isReviews(key));
  return [
    checked('objects: none without a row', found.size, [...orphans, ...partsIn(storeDir)]),
    checked(
      'objects: no upload is left unfinished',
      sources.length,
      begun.map(({ key }) => key),
    ),
    checked(
      'objects: every row has its own',
      expected.size,
      [...expected].filter((key) => !found.has(key)),
    ),
  ];
}

/** Multipart uploads that nobody finished or gave up. */
function partsIn(storeDir: string): string[] {
  const folder = join(storeDir, '.minio.sys/multipart');
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true }).map(String);
  return entries.filter((path) => path.endsWith('xl.meta')).map((path) => `parts ${path}`);
}
