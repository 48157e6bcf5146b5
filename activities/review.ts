/** What happens to a draft in review: approved, or given up to be made anew. */
import { filterKnownVersions } from '../entities/queries/reconcile.js';
import { approveDraft, giveUpDraft } from '../entities/queries/review.js';
import { findRun, type RunContext } from '../entities/queries/runs.js';
import type { Regenerating, ShelfRunInput } from '../workflows/messages.js';
import { activity } from './activity.js';
import type { ActivityDeps } from './deps.js';
import { staleRun } from './failures.js';
import { runPrefix, versionKeys, workFiles } from './keys.js';

export interface DraftInput extends ShelfRunInput {
  /** `ver_` id of the draft. */
  draft: string;
}

export interface ApproveInput extends DraftInput {
  /** Key of the object that holds the operations; null without any. */
  operationsKey: string | null;
}

export function reviewActivities({ dataSource: { manager }, storage }: Pick<ActivityDeps, 'dataSource' | 'storage'>) {
  async function contextOf({ shelfPublicId, run }: ShelfRunInput): Promise<RunContext> {
    const found = await findRun(manager, { publicId: shelfPublicId, run });
    if (!found) throw staleRun();
    return found;
  }

  return {
    approveShelf: activity(async ({ shelfPublicId, run, draft }: ApproveInput): Promise<void> => {
      const result = await approveDraft(manager, { publicId: shelfPublicId, run, draft, edited: null });
      if (result.outcome === 'superseded') throw staleRun();
    }),

    /**
     * Moves a shelf in review back to `structuring`. What the run structured before goes first: a run that is started
     * afresh in between must not take it for the new one.
     */
    giveUpDraft: activity(async (input: DraftInput, { signal }): Promise<Regenerating> => {
      const { shelfPublicId, run, draft } = input;
      const { accountPublicId } = await contextOf(input);
      const prefix = runPrefix(accountPublicId, shelfPublicId, run);
      const { draft: structured, tree, version } = workFiles;
      await storage.remove(
        [structured, tree, version].map((name) => prefix + name),
        signal,
      );
      const shelf = await giveUpDraft(manager, { publicId: shelfPublicId, run, draft });
      if (!shelf) throw staleRun();
      return { updatedAt: shelf.updatedAt.toISOString() };
    }),

    /** Removes the objects of a draft that was given up. */
    removeDraft: activity(async ({ draft, ...input }: DraftInput, { signal }): Promise<void> => {
      const { accountPublicId } = await contextOf(input);
      if ((await filterKnownVersions(manager, [draft])).has(draft)) return;
      const { prefix, archiveKey } = versionKeys(accountPublicId, input.shelfPublicId, draft);
      await storage.removePrefix(prefix, signal);
      await storage.remove([archiveKey], signal);
    }),
  };
}
