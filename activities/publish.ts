/** Publishes a verified tree as a version: objects first, then one transaction. */
import { join } from 'node:path';
import { findRunDeliveries } from '../entities/queries/events.js';
import { publishVersion } from '../entities/queries/publishing.js';
import { findDraft } from '../entities/queries/review.js';
import { findRun } from '../entities/queries/runs.js';
import type { DeliveriesRequest, DeliveryInput } from '../workflows/messages.js';
import { documentActivity } from './activity.js';
import { withRequestedDeliveries } from './requested-deliveries.js';
import type { ActivityDeps } from './deps.js';
import { staleRun } from './failures.js';
import { versionKeys, workFiles } from '../infra/object-keys.js';
import { createSemaphore } from '../infra/semaphore.js';
import { objectSize, readJson } from './objects.js';
import { runOfRow, type DraftRunInput, type Run } from './run.js';
import { SMALL_PACKED_BYTES, unpackTreeFiles, type UnpackedTree } from './tree-files.js';
import { storeTree, WRITES_OF_RUNS } from './tree-store.js';
import { keyOfDraft } from './work.js';

export interface PublishInput extends DraftRunInput, DeliveriesRequest {
  /** `ver_` + 24 hex, used unless an earlier attempt of the run has begun with another one. */
  versionPublicId: string;
  pageCount: number;
}

/** Earlier releases returned nothing: they had no review. */
export interface Published {
  /** `ver_` id of the draft that is now in review; null when the shelf is ready. */
  draft: string | null;
  /** The event's deliveries, where the run starts them. Release 0.3.0 returned none. */
  deliveries?: DeliveryInput[];
}

type PublishDeps = Pick<ActivityDeps, 'dataSource' | 'storage' | 'scratch'>;

/**
 * How many large trees this process unpacks and stores at once. The others wait in the object store, packed: forty books on
 * disk would fill a scratch folder that is in memory.
 */
const largeTrees = createSemaphore({ permits: 6, maxWaiting: Infinity, what: 'large trees to publish' });

interface Publication {
  run: Run;
  tree: UnpackedTree;
  /** Of the version: noted in a work file before. */
  publicId: string;
  pageCount: number;
  draftsGivenUp: number;
  signal: AbortSignal;
}

/** Stores the objects of a tree under its version's id, then commits the version. */
export async function publishTree(
  { dataSource: { manager }, storage }: Pick<PublishDeps, 'dataSource' | 'storage'>,
  { run, tree, publicId, pageCount, draftsGivenUp, signal }: Publication,
): Promise<Published> {
  const { shelf, accountPublicId } = run;
  const keys = versionKeys(accountPublicId, shelf.publicId, publicId);
  const version = {
    ...(await storeTree(storage, keys, tree.files, { signal, writes: WRITES_OF_RUNS })),
    publicId,
    pageCount,
  };
  const { quality, audit, engineVersion } = tree;
  const key = { publicId: shelf.publicId, run: shelf.run };
  const result = await publishVersion(manager, { ...key, version, engineVersion, draftsGivenUp, quality, audit });
  if (result.outcome === 'superseded') throw staleRun();
  return { draft: result.versionNumber === null ? publicId : null, deliveries: result.deliveries };
}

export function publishActivities({ dataSource, storage, scratch }: PublishDeps) {
  const { manager } = dataSource;
  async function publish(input: PublishInput, signal: AbortSignal): Promise<Published> {
    const key = { publicId: input.shelfPublicId, run: input.run };
    // an earlier attempt may have committed without Temporal learning of it
    const found = await findRun(manager, key);
    const before = found?.shelf;
    if (before?.status === 'ready' || before?.status === 'review') {
      const { id: shelfId, status } = before;
      const deliveries = await findRunDeliveries(manager, { shelfId, run: input.run, type: `shelf.${status}` });
      return { draft: status === 'review' ? await findDraft(manager, before) : null, deliveries };
    }
    // of the same read: had that attempt committed since, a second one would take this run for superseded and lose its draft
    const run = runOfRow(found, input);
    const { draftsGivenUp = run.shelf.draftsGivenUp } = input;
    const note = run.workPrefix + workFiles.version(draftsGivenUp);
    const publicId = await reserveVersionId(note, input.versionPublicId, signal);
    const { pageCount } = input;
    const treeKey = await keyOfDraft({ storage }, { run, file: workFiles.tree, signal });
    const unpackAndPublish = (): Promise<Published> =>
      scratch.withFolder(async (folder) => {
        const packedPath = join(folder, 'tree.json.gz');
        await storage.downloadTo(treeKey, packedPath, signal);
        const tree = await unpackTreeFiles(packedPath, folder, signal);
        return publishTree({ dataSource, storage }, { run, tree, publicId, pageCount, draftsGivenUp, signal });
      });
    const isSmall = (await objectSize(storage, treeKey, signal)) <= SMALL_PACKED_BYTES;
    return isSmall ? unpackAndPublish() : largeTrees.run(unpackAndPublish, { signal });
  }

  /** Stores the id before the first file, so that a run that is started again overwrites its own files. */
  async function reserveVersionId(key: string, proposed: string, signal: AbortSignal): Promise<string> {
    const noted = await readJson<VersionNote>(storage, key, signal);
    if (noted) return noted.publicId;
    const note: VersionNote = { publicId: proposed };
    await storage.put(key, JSON.stringify(note), 'application/json', signal);
    return proposed;
  }

  return {
    publishVersion: documentActivity(async (input: PublishInput, { signal }) =>
      withRequestedDeliveries(input, await publish(input, signal)),
    ),
  };
}

/** The work file with the id of the version that a run publishes. */
export interface VersionNote {
  publicId: string;
}
