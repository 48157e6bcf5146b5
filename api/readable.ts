/** Finds the version for a read with an optional `version`. Throws what `requireContent` and `requireNumbered` throw. */
import type { EntityManager } from 'typeorm';
import {
  findCurrentFile,
  findCurrentVersion,
  findNumberedFile,
  findNumberedVersion,
  type ShelfHead,
  type ShelfKey,
} from '../entities/queries/versions.js';
import type { Version } from '../entities/version.js';
import { requireContent, requireNumbered } from './content.js';
import { IMMUTABLE } from './etag.js';
import { filePath, noFile } from './files.js';

interface ReadableKey extends ShelfKey {
  /** The current version, or draft, unless given. */
  versionNumber?: number | undefined;
}

interface Readable {
  shelf: ShelfHead;
  version: Version;
  /** Given for a numbered version, which may be cached for ever. */
  cacheControl?: string;
}

export async function findReadable(manager: EntityManager, { versionNumber, ...key }: ReadableKey): Promise<Readable> {
  if (versionNumber === undefined) return requireContent(await findCurrentVersion(manager, key));
  const numbered = requireNumbered(await findNumberedVersion(manager, { ...key, versionNumber }));
  return { ...numbered, cacheControl: IMMUTABLE };
}

/** The version with a file at `path`; also throws ServiceError 404 when it has none. */
export async function findWithFile(
  manager: EntityManager,
  { versionNumber, ...wanted }: ReadableKey & { path: string },
): Promise<Readable> {
  const key = { ...wanted, path: filePath(wanted.path) };
  const isCurrent = versionNumber === undefined;
  const found = isCurrent
    ? await findCurrentFile(manager, key)
    : await findNumberedFile(manager, { ...key, versionNumber });
  const readable = isCurrent ? requireContent(found) : { ...requireNumbered(found), cacheControl: IMMUTABLE };
  if (!found?.file) throw noFile();
  return readable;
}
