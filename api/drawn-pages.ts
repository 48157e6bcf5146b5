/** Pictures of a version's pages: from the object store, or drawn by a worker at the first request. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../contract/errors.js';
import type { ShelfKey } from '../entities/queries/versions.js';
import { findCurrentVersion } from '../entities/queries/versions.js';
import { findFault } from '../entities/queries/page-pictures.js';
import type { Version } from '../entities/version.js';
import { pageFiles, versionKeys } from '../infra/object-keys.js';
import { createSemaphore } from '../infra/semaphore.js';
import { isMissingObject, type Storage } from '../infra/storage.js';
import type { ViewPageInput } from '../workflows/messages.js';
import { accountOf } from './auth.js';
import type { Deps } from './deps.js';
import { diskGate } from './disk-floor.js';
import { RETRY_AFTER_SECONDS } from './errors.js';
import { foundShelf } from './gates.js';
import { whenGone } from './long-poll.js';
import { readObject } from './objects.js';
import { countPicture } from './rate-limits.js';
import type { PictureCounter } from './metrics.js';

/** Requests of a process that wait for a worker at once. An account may have few of them; its further ones queue here. */
const WAITING = { permits: 64, maxWaiting: 256, perOwner: { permits: 4, maxWaiting: 32 }, what: 'pictures' };
/** How long a request may queue, and wait in all, so that one that queued long has time left for the drawing. */
const TIMEOUTS = { queueMs: 25_000, waitMs: 55_000 };
/** Requests of an account, waiting ones included; further ones are refused. */
const MOST_OF_ACCOUNT = WAITING.perOwner.permits + WAITING.perOwner.maxWaiting;

export type Picture = NonNullable<ViewPageInput['picture']>;

/** Size in points as displayed, and clockwise degrees of rotation; null for a page that cannot be read. */
export type StoredSize = { width: number; height: number; rotation: number } | null;

/** A read of a version's pages on behalf of a request. */
export interface PagesRead {
  request: FastifyRequest;
  reply: FastifyReply;
  key: ShelfKey;
  version: Version;
}

export type DrawnPages = ReturnType<typeof createDrawnPages>;

export function createDrawnPages(deps: Deps, pictures: PictureCounter, { queueMs, waitMs } = TIMEOUTS) {
  const { storage, workflows, dataSource } = deps;
  const bounded = createBound(queueMs);
  const requireDisk = diskGate(deps, 'drawings');

  /** Has a worker make the object. */
  async function make(read: PagesRead, input: ViewPageInput, name: string): Promise<void> {
    const { request, reply, key, version } = read;
    const { publicId: accountPublicId } = accountOf(request);
    const untilMs = performance.now() + waitMs;
    await requireDisk();
    const signal = whenGone(reply);
    const ask = async () => {
      await countPicture(deps, request, reply);
      return workflows.viewPage(input, { name, accountPublicId, untilMs, signal });
    };
    const view = await bounded(read, signal, ask);
    pictures.inc({ outcome: view.outcome });
    if (view.outcome === 'gone') foundShelf(await findCurrentVersion(dataSource.manager, key));
    if (view.outcome === 'undrawable') throw notDrawable(view.reason);
    request.log.info({ version: version.publicId, name, outcome: view.outcome }, 'page drawn');
  }

  async function object(read: PagesRead, picture: Picture | null): Promise<Buffer> {
    const { publicId: versionPublicId } = read.version;
    const { publicId: accountPublicId } = accountOf(read.request);
    const { pagesPrefix } = versionKeys(accountPublicId, read.key.shelfPublicId, versionPublicId);
    const name = picture ? pageFiles.picture(picture) : pageFiles.sizes;
    const objectKey = `${pagesPrefix}${name}`;
    const known = await stored(storage, objectKey);
    if (known) {
      pictures.inc({ outcome: 'found' });
      return known;
    }
    const fault = await findFault(dataSource.manager, `${pagesPrefix}${pageFiles.mark(picture?.page ?? 0)}`);
    if (fault !== null) {
      pictures.inc({ outcome: 'undrawable' });
      throw notDrawable(fault);
    }
    await make(read, { versionPublicId, picture }, name);
    const made = await stored(storage, objectKey);
    // removed at once: evicted by other pictures, or the shelf was deleted
    if (!made) throw new ServiceError('SERVICE_UNAVAILABLE');
    return made;
  }

  return {
    /** A page, or a part of it, as PNG. Throws ServiceError 409, 429 and 503. */
    picture: (one: PagesRead, picture: Picture): Promise<Buffer> => object(one, picture),
    /** The sizes of all pages, in order. Throws the same. */
    sizes: async (one: PagesRead): Promise<StoredSize[]> =>
      JSON.parse((await object(one, null)).toString('utf8')) as StoredSize[],
  };
}

const notDrawable = (cause: string): ServiceError =>
  new ServiceError('CONFLICT', 'This cannot be drawn: the page is damaged, or too complex.', {
    reason: 'not_drawable',
    cause,
  });

/** Bounds the requests that are in progress at once. */
function createBound(maxWaitMs: number) {
  const semaphore = createSemaphore({ ...WAITING, maxWaitMs });
  const ofAccount = new Map<string, number>();

  /** Runs `work` with a permit. Throws ServiceError 429 for an account that asks for too much at once. */
  return async <T>({ request, reply }: PagesRead, signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    const { publicId: account } = accountOf(request);
    const count = ofAccount.get(account) ?? 0;
    if (count >= MOST_OF_ACCOUNT) {
      reply.header('retry-after', String(RETRY_AFTER_SECONDS));
      throw new ServiceError('RATE_LIMITED', `At most ${MOST_OF_ACCOUNT} pictures can be asked for at once.`, {
        limit: 'pictures_at_once',
        max: MOST_OF_ACCOUNT,
      });
    }
    ofAccount.set(account, count + 1);
    try {
      return await semaphore.run(work, { owner: account, signal });
    } finally {
      const left = (ofAccount.get(account) ?? 1) - 1;
      if (left > 0) ofAccount.set(account, left);
      else ofAccount.delete(account);
    }
  };
}

/** The object, if it is stored. */
async function stored(storage: Storage, objectKey: string): Promise<Buffer | null> {
  try {
    return await readObject(storage, objectKey);
  } catch (error) {
    if (isMissingObject(error)) return null;
    throw error;
  }
}
