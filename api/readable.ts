/** The version that a read with an optional `version` is about. Refuses as `requireContent` and `requireNumbered` do. */
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
  /** Without it, what readers see now. */
  versionNumber?: number | undefined;
}

interface Readable {
  shelf: ShelfHead;
  version: Version;
  /** Where the answer may be kept for ever. */
  cacheControl?: string;
}

export async function findReadable(manager: EntityManager, { versionNumber, ...key }: ReadableKey): Promise<Readable> {
  if (versionNumber === undefined) return requireContent(await findCurrentVersion(manager, key));
  const numbered = requireNumbered(await findNumberedVersion(manager, { ...key, versionNumber }));
  return { ...numbered, cacheControl: IMMUTABLE };
}

/** The version with a file at `path`, else 404. */
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
