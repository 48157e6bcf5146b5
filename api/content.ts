/** The content of versions: whole trees from their archives, single files from their objects. */
import type { Readable } from 'node:stream';
import { ServiceError } from '../contract/errors.js';
import type { EntityManager } from 'typeorm';
import {
  findCurrentVersion,
  findNumberedVersion,
  type CurrentVersion,
  type ShelfHead,
  type ShelfKey,
} from '../entities/queries/versions.js';
import type { Version } from '../entities/version.js';
import { isMissingObject } from '../infra/storage.js';
import type { Files } from '../reading/files.js';
import { createArchiveReader } from './archives.js';
import type { Deps } from './deps.js';
import { IMMUTABLE } from './etag.js';
import { foundShelf, notOpen, requireOpen } from './gates.js';
import { openObject, readObject } from './objects.js';

export type Content = ReturnType<typeof createContent>;

/** One for all routes of a process: it keeps the trees that were read last. */
export function createContent({ dataSource, storage }: Pick<Deps, 'dataSource' | 'storage'>) {
  const readArchive = createArchiveReader((key) => readObject(storage, key));

  /** A read that finds its object gone because the shelf has moved on or is deleted is a 409 or 404, not a defect. */
  async function whileThere<T>(shelf: ShelfKey, reading: Promise<T>): Promise<T> {
    try {
      return await reading;
    } catch (error) {
      if (isMissingObject(error)) requireContent(await findCurrentVersion(dataSource.manager, shelf));
      throw error;
    }
  }

  return {
    /** All files of a version, in the order of the listing. */
    tree: (shelf: ShelfKey, version: Version): Promise<Files> => whileThere(shelf, readArchive(version)),
    /** One file of a version as it comes from the store; `path` is one of its manifest. */
    file: (shelf: ShelfKey, version: Version, path: string): Promise<Readable> =>
      whileThere(shelf, openObject(storage, `${version.prefix}${path}`)),
    /** The same file as text. */
    text: async (shelf: ShelfKey, version: Version, path: string): Promise<string> =>
      (await whileThere(shelf, readObject(storage, `${version.prefix}${path}`))).toString('utf8'),
  };
}

/** A shelf whose current content may be read now, else 404 or 409. */
export function requireContent<T extends CurrentVersion>(current: T | null): T & { version: Version } {
  const { shelf, version } = foundShelf(current);
  requireOpen('readContent', shelf.status);
  if (!version) throw notOpen(shelf.status);
  return current as T & { version: Version };
}

/** A numbered version of a shelf that may be read now; else, in this order, 404 for the shelf, 409, 404 for the version. */
export function requireNumbered<T extends CurrentVersion>(found: T | null): T & { version: Version } {
  const { shelf, version } = foundShelf(found);
  requireOpen('readVersions', shelf.status);
  if (!version) throw noVersion();
  return found as T & { version: Version };
}

export function noVersion(): ServiceError {
  return new ServiceError('NOT_FOUND', 'There is no such version.');
}

/** The version that a read is about: of a number where one is given, else what readers see now. Refuses as those above. */
export async function findReadable(
  manager: EntityManager,
  { versionNumber, ...key }: ShelfKey & { versionNumber?: number | undefined },
): Promise<{ shelf: ShelfHead; version: Version; cacheControl?: string }> {
  if (versionNumber === undefined) return requireContent(await findCurrentVersion(manager, key));
  const numbered = requireNumbered(await findNumberedVersion(manager, { ...key, versionNumber }));
  return { ...numbered, cacheControl: IMMUTABLE };
}
