/** Drafts over a real database and object store: how they come to be, and what their shelves are like afterwards. */
import { gzipSync } from 'node:zlib';
import type { Operation } from '../../contract/vocabulary.js';
import type { VerifiedTree } from '../../engine/shelf.js';
import { Event } from '../../entities/event.js';
import { newPublicId } from '../../entities/ids.js';
import { Shelf } from '../../entities/shelf.js';
import { Version } from '../../entities/version.js';
import { operationsKey, runPrefix, workFiles } from '../../infra/object-keys.js';
import { inputOf, runActivity, type ActivityTest } from './activities.js';

const PDF = Buffer.from('%PDF-1.7 not read here');
const TREE: VerifiedTree = {
  title: 'Report',
  files: [
    { path: 'README.md', content: '# Report\n\n- [One](1-one.md)\n- [Two](2-two.md)\n' },
    { path: '1-one.md', content: '---\ntitle: One\npages: [1, 1]\n---\n# One\n' },
    { path: '2-two.md', content: '---\ntitle: Two\npages: [2, 2]\n---\n# Two\n' },
    { path: 'metadata.json', content: JSON.stringify({ title: 'Report', files: [], tables: [], figures: [] }) },
  ],
  quality: { tier: 'full', granularity: 'numbered_unit', fallbackApplied: false },
  audit: { status: 'passed', summary: 'All checks passed.', findings: [], repairAttempts: 0 },
};

/** @param env as it is when a test asks */
export function draftsOf(env: () => ActivityTest) {
  const rowOf = ({ id }: Shelf): Promise<Shelf> => env().manager.findOneByOrFail(Shelf, { id });
  const eventsOf = async ({ id: shelfId }: Shelf): Promise<string[]> =>
    (await env().manager.find(Event, { where: { shelfId }, order: { createdAt: 'ASC' } })).map(({ type }) => type);
  const prefixOf = (shelf: Shelf): string => runPrefix(env().account.publicId, shelf.publicId, shelf.run);
  const versionsOf = ({ id: shelfId }: Shelf) =>
    env().manager.find(Version, { where: { shelfId }, order: { versionNumber: 'ASC' } });

  /** A verified tree among the run's work files, and what publishing makes of it. */
  async function publish(shelf: Shelf, versionPublicId = newPublicId('ver')): Promise<string | null> {
    const packed = gzipSync(JSON.stringify(TREE));
    await env().storage.put(prefixOf(shelf) + workFiles.tree, packed, 'application/gzip');
    const input = { ...inputOf(shelf), versionPublicId, pageCount: 2 };
    return (await runActivity(env().activities.shelves.publishVersion, input)).draft;
  }

  async function inReview(): Promise<{ shelf: Shelf; draft: string }> {
    const shelf = await env().givenStoredShelf(PDF, { reviewMode: true });
    const draft = (await publish(shelf)) as string;
    return { shelf: await rowOf(shelf), draft };
  }

  async function approve(shelf: Shelf, draft: string, operations: Operation[] | null = null): Promise<string> {
    const versionPublicId = newPublicId('ver');
    const where = { accountPublicId: env().account.publicId, shelfPublicId: shelf.publicId, run: shelf.run };
    const key = operations && operationsKey(where, versionPublicId);
    if (key) await env().storage.put(key, JSON.stringify(operations), 'application/json');
    const input = { ...inputOf(shelf), draft, operationsKey: key, versionPublicId };
    await runActivity(env().activities.shelves.approveShelf, input);
    return versionPublicId;
  }

  return { rowOf, eventsOf, prefixOf, versionsOf, publish, inReview, approve };
}
