/** What each route that reads from a version begins with: it finds the version, and says how reader processes get its tree. */
import type { FastifyRequest } from 'fastify';
import type { ShelfHead, ShelfKey } from '../entities/queries/versions.js';
import type { Version } from '../entities/version.js';
import type { JobName } from '../reading/jobs.js';
import type { Job } from '../reading/readers.js';
import { accountOf } from './auth.js';
import type { Content } from './content.js';
import type { Deps } from './deps.js';
import { findReadable, findWithFile } from './readable.js';

interface Wanted {
  shelfPublicId: string;
  /** The current version, or draft, unless given. */
  versionNumber?: number | undefined;
  /** Required to be a file of the version. */
  path?: string;
}

interface VersionRead {
  /** Public id. */
  account: string;
  key: ShelfKey;
  shelf: ShelfHead;
  version: Version;
  /** Given for a numbered version, which may be cached for ever. */
  cacheControl?: string;
  /** Where a reply says that its content is from. */
  read: { shelfPublicId: string; versionNumber: number | null };
  tree: NonNullable<Job<JobName>['tree']>;
}

export function createVersionReads({ dataSource: { manager } }: Deps, content: Content) {
  /** Throws what `findReadable` and `findWithFile` throw. */
  return async (request: FastifyRequest, { shelfPublicId, versionNumber, path }: Wanted): Promise<VersionRead> => {
    const { publicId: account, id: accountId } = accountOf(request);
    const key = { accountId, shelfPublicId };
    const wanted = { ...key, versionNumber };
    const found = await (path === undefined
      ? findReadable(manager, wanted)
      : findWithFile(manager, { ...wanted, path }));
    const { version } = found;
    return {
      ...found,
      account,
      key,
      read: { shelfPublicId, versionNumber: version.versionNumber },
      tree: { sha256: version.archiveSha256, load: () => content.tree(key, version) },
    };
  };
}
