/** From a verified tree to a version that readers see: objects first, then one transaction. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { ShelfFile, VerifiedTree } from '../engine/shelf.js';
import { publishVersion, type ManifestFile } from '../entities/queries/publishing.js';
import { findDraft } from '../entities/queries/review.js';
import { findRun } from '../entities/queries/runs.js';
import type { ShelfRunInput } from '../workflows/messages.js';
import { activity } from './activity.js';
import { packTree } from './archive.js';
import type { ActivityDeps } from './deps.js';
import { staleRun } from './failures.js';
import { versionKeys, workFiles } from './keys.js';
import { readJson } from './objects.js';
import { loadRun, type Run } from './run.js';

/** Writes to the object store at once. */
const WRITES_IN_FLIGHT = 8;
/** A tree's text is at most that of the PDF; this only bounds what a damaged work file can expand to. */
const MAX_TREE_BYTES = 1024 * 1024 * 1024;

export interface PublishInput extends ShelfRunInput {
  /** `ver_` + 24 hex; an earlier attempt of the run may have begun under another, which then stands. */
  versionPublicId: string;
  pageCount: number;
}

/** Earlier releases answered nothing: they knew no review. */
export interface Published {
  /** `ver_` id of the draft that now waits for its approval; null when the shelf is ready. */
  draft: string | null;
}

export function publishActivities({ dataSource: { manager }, storage }: Pick<ActivityDeps, 'dataSource' | 'storage'>) {
  async function publish(input: PublishInput, signal: AbortSignal): Promise<Published> {
    const key = { publicId: input.shelfPublicId, run: input.run };
    // The attempt before this one may have committed without its answer reaching Temporal.
    const before = (await findRun(manager, key))?.shelf;
    if (before?.status === 'ready') return { draft: null };
    if (before?.status === 'review') return { draft: await findDraft(manager, before) };
    const run = await loadRun(manager, input);
    const packed = await storage.get(run.workPrefix + workFiles.tree, signal);
    const text = await promisify(gunzip)(packed, { maxOutputLength: MAX_TREE_BYTES });
    const tree = JSON.parse(text.toString('utf8')) as VerifiedTree;
    const publicId = await settleVersionId(run, input.versionPublicId, signal);
    const { prefix, archiveKey } = versionKeys(run.accountPublicId, input.shelfPublicId, publicId);
    const files = await writeFiles(prefix, tree.files, signal);
    const archive = await writeArchive(archiveKey, tree.files, signal);
    const version = { publicId, prefix, pageCount: input.pageCount, files, archive };
    const { quality, audit } = tree;
    const result = await publishVersion(manager, { ...key, version, quality, audit });
    if (result.outcome === 'superseded') throw staleRun();
    return { draft: result.versionNumber === null ? publicId : null };
  }

  /** The id is noted before the first file: a run that is started afresh writes over its own files, not beside them. */
  async function settleVersionId(run: Run, proposed: string, signal: AbortSignal): Promise<string> {
    const key = run.workPrefix + workFiles.version;
    const noted = await readJson<VersionNote>(storage, key, signal);
    if (noted) return noted.publicId;
    const note: VersionNote = { publicId: proposed };
    await storage.put(key, JSON.stringify(note), 'application/json', signal);
    return proposed;
  }

  async function writeFiles(prefix: string, files: ShelfFile[], signal: AbortSignal): Promise<ManifestFile[]> {
    let next = 0;
    const lane = async (): Promise<void> => {
      try {
        for (let file = files[next++]; file; file = files[next++]) {
          await storage.put(prefix + file.path, file.content, contentType(file.path), signal);
        }
      } catch (error) {
        next = files.length; // the other lanes end as well
        throw error;
      }
    };
    // Ends only when every lane has: an attempt that failed must not go on writing beside the next one.
    const lanes = await Promise.allSettled(Array.from({ length: WRITES_IN_FLIGHT }, lane));
    const failed = lanes.find((ended) => ended.status === 'rejected');
    if (failed) throw failed.reason;
    return files.map(({ path, content }) => ({
      path,
      sizeBytes: Buffer.byteLength(content),
      sha256: createHash('sha256').update(content).digest('hex'),
    }));
  }

  async function writeArchive(key: string, files: ShelfFile[], signal: AbortSignal) {
    const { stream, packed } = packTree(files);
    const options = { signal, contentType: 'application/gzip' };
    try {
      const [stored] = await Promise.all([storage.upload(key, stream, options), packed]);
      return { key, ...stored, builtAt: new Date() };
    } finally {
      stream.destroy();
    }
  }

  return { publishVersion: activity((input: PublishInput, { signal }) => publish(input, signal)) };
}

/** The work file that names the version which a run publishes. */
export interface VersionNote {
  publicId: string;
}

function contentType(path: string): string {
  if (path.endsWith('.json')) return 'application/json';
  return path.endsWith('.md') ? 'text/markdown; charset=utf-8' : 'text/plain; charset=utf-8';
}
