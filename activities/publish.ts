/** Publishes a verified tree as a version: objects first, then one transaction. */
import type { VerifiedTree } from '../engine/shelf.js';
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
import { readJson, unpackJson } from './objects.js';
import { loadRun, type DraftRunInput, type Run } from './run.js';
import { storeTree } from './tree-store.js';

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

type PublishDeps = Pick<ActivityDeps, 'dataSource' | 'storage'>;

interface Publication {
  run: Run;
  tree: VerifiedTree;
  /** Of the version: noted in a work file before. */
  publicId: string;
  pageCount: number;
  draftsGivenUp: number;
  signal: AbortSignal;
}

/** Stores the objects of a tree under its version's id, then commits the version. */
export async function publishTree(
  { dataSource: { manager }, storage }: PublishDeps,
  { run, tree, publicId, pageCount, draftsGivenUp, signal }: Publication,
): Promise<Published> {
  const { shelf, accountPublicId } = run;
  const keys = versionKeys(accountPublicId, shelf.publicId, publicId);
  const version = { ...(await storeTree(storage, keys, tree.files, signal)), publicId, pageCount };
  const { quality, audit } = tree;
  const key = { publicId: shelf.publicId, run: shelf.run };
  const result = await publishVersion(manager, { ...key, version, draftsGivenUp, quality, audit });
  if (result.outcome === 'superseded') throw staleRun();
  return { draft: result.versionNumber === null ? publicId : null, deliveries: result.deliveries };
}

export function publishActivities({ dataSource, storage }: PublishDeps) {
  const { manager } = dataSource;
  async function publish(input: PublishInput, signal: AbortSignal): Promise<Published> {
    const key = { publicId: input.shelfPublicId, run: input.run };
    // an earlier attempt may have committed without Temporal learning of it
    const before = (await findRun(manager, key))?.shelf;
    if (before?.status === 'ready' || before?.status === 'review') {
      const { id: shelfId, status } = before;
      const deliveries = await findRunDeliveries(manager, { shelfId, run: input.run, type: `shelf.${status}` });
      return { draft: status === 'review' ? await findDraft(manager, before) : null, deliveries };
    }
    const run = await loadRun(manager, input);
    const tree = await unpackJson<VerifiedTree>(await storage.get(run.workPrefix + workFiles.tree, signal));
    const { draftsGivenUp = run.shelf.draftsGivenUp } = input;
    const note = run.workPrefix + workFiles.version(draftsGivenUp);
    const publicId = await reserveVersionId(note, input.versionPublicId, signal);
    const { pageCount } = input;
    return publishTree({ dataSource, storage }, { run, tree, publicId, pageCount, draftsGivenUp, signal });
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
