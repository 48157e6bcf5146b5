/** Reads the content of versions: whole trees from their archives, single files from their objects. */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { ServiceError } from '../contract/errors.js';
import { findCurrentVersion, type CurrentVersion, type ShelfKey } from '../entities/queries/versions.js';
import type { VersionFile } from '../entities/version-file.js';
import type { Version } from '../entities/version.js';
import { isMissingObject, type ByteRange } from '../infra/storage.js';
import type { Files } from '../reading/files.js';
import { createArchiveReader, type TreeJson } from './archives.js';
import type { Deps } from './deps.js';
import { createDownloads } from './downloads.js';
import { foundShelf, notOpen, requireOpen } from './gates.js';
import { createLruCache } from './lru-cache.js';
import { readObject } from './objects.js';

export type Content = ReturnType<typeof createContent>;

/** Larger files and PDFs are streamed and not cached. */
const MAX_CACHED_FILE_BYTES = 1024 * 1024;

/** A PDF that has become a shelf's. */
export interface SourcePdf {
  objectKey: string;
  sizeBytes: number;
  sha256: string;
}

/** One for all routes of a process, since it holds the cache. */
export function createContent({ dataSource, storage }: Pick<Deps, 'dataSource' | 'storage'>) {
  const cache = createLruCache();
  const download = createDownloads(storage);
  const archives = createArchiveReader((key) => readObject(storage, key), cache);

  /** A read whose object is gone because the shelf has changed or was deleted is a 409 or 404, not a defect. */
  async function orConflict<T>(shelf: ShelfKey, reading: Promise<T>): Promise<T> {
    try {
      return await reading;
    } catch (error) {
      if (isMissingObject(error)) requireContent(await findCurrentVersion(dataSource.manager, shelf));
      throw error;
    }
  }

  /** A file, cached by its hash. Its bytes are checked, because they are served for every version with the same hash. */
  const readFile = (key: string, sha256: string) =>
    cache(`file ${sha256}`, key, async () => {
      const bytes = await readObject(storage, key);
      if (createHash('sha256').update(bytes).digest('hex') !== sha256)
        throw new Error(`object ${key} is not what its row says`);
      return { value: bytes, sizeBytes: bytes.length };
    });

  return {
    /** All files of a version in listing order, cached. */
    tree: (shelf: ShelfKey, version: Version): Promise<Files> => orConflict(shelf, archives.files(version)),
    /** The same as JSON. */
    treeJson: (shelf: ShelfKey, version: Version): Promise<TreeJson> => orConflict(shelf, archives.json(version)),
    /** One file of a version, by its manifest entry: a buffer, or a stream if it is large. */
    file(shelf: ShelfKey, version: Version, file: VersionFile): Promise<Readable | Buffer> {
      const key = `${version.prefix}${file.path}`;
      return orConflict<Readable | Buffer>(
        shelf,
        file.sizeBytes <= MAX_CACHED_FILE_BYTES ? readFile(key, file.sha256) : download(key, shelf.accountId),
      );
    },
    /** The bytes of a source PDF, or a range of them: a buffer, or a stream if the PDF is large. */
    async source(shelf: ShelfKey, pdf: SourcePdf, range?: ByteRange): Promise<Readable | Buffer> {
      const { objectKey, sizeBytes, sha256 } = pdf;
      if (sizeBytes > MAX_CACHED_FILE_BYTES) return orConflict(shelf, download(objectKey, shelf.accountId, range));
      const bytes = await orConflict(shelf, readFile(objectKey, sha256));
      return range ? bytes.subarray(range.start, range.end + 1) : bytes;
    },
    /** A file as text, by its path alone. */
    text: async (shelf: ShelfKey, version: Version, path: string): Promise<string> =>
      (await orConflict(shelf, readObject(storage, `${version.prefix}${path}`))).toString('utf8'),
  };
}

/** Requires a shelf whose current content can be read now. Throws ServiceError 404 or 409. */
export function requireContent<T extends CurrentVersion>(current: T | null): T & { version: Version } {
  const { shelf, version } = foundShelf(current);
  requireOpen('readContent', shelf.status);
  if (!version) throw notOpen(shelf.status);
  return current as T & { version: Version };
}

/** Requires a numbered version that can be read now. Throws, in this order, 404 for the shelf, 409, 404 for the version. */
export function requireNumbered<T extends CurrentVersion>(found: T | null): T & { version: Version } {
  const { shelf, version } = foundShelf(found);
  requireOpen('readVersions', shelf.status);
  if (!version) throw noVersion();
  return found as T & { version: Version };
}

export function noVersion(): ServiceError {
  return new ServiceError('NOT_FOUND', 'There is no such version.', { resource: 'version' });
}
